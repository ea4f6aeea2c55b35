/** Names for people to read: enough of them to see whom or what it is about, and how many more there are. */
export const someNames = (names: readonly unknown[], atMost = 5): string =>
  names.length > atMost ? `${names.slice(0, atMost).join(', ')} and ${names.length - atMost} more` : names.join(', ');
