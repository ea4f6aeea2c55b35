/** Saves data as a file in the browser. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // The browser has taken it over once the click has been carried out.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
