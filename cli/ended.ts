/** When a key that a command ended stops working. @param isHeard Whether those who run were told at once. */
export const endedWhen = (isHeard: boolean): string =>
  isHeard
    ? 'It works nowhere any more, and within ten seconds not at a gateway that could not be told either.'
    : 'It stops working everywhere within ten seconds.';
