/** Characters that are special to file systems, headers or terminals. Bidirectional overrides can hide an extension. */
// oxlint-disable-next-line no-control-regex
const unwanted = /[\x00-\x1f\x7f-\x9f<>:"|?*\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
/** Maximum number of characters, including an added extension. */
const longest = 255;
const roomForEnding = 8;

/** Maximum number of characters that are looked at; no real name is longer. */
const longestGiven = 4 * longest;
const edge = /[.\s]/;

/** Removes the path and special characters, on any system's notation. An over-long name keeps its extension. */
export function cleanFilename(given: string): string {
  const last = given.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const name = trimmed(shortened(trimmed(last), longestGiven).normalize('NFC').replace(unwanted, ''));
  return name === '' ? 'file' : trimmed(shortened(name, longest - roomForEnding));
}

function shortened(name: string, most: number): string {
  const characters = [...name];
  if (characters.length <= most) return name;
  const ending = /\.[A-Za-z0-9]{1,7}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, most - ending.length).join('') + ending;
}

/** Trims by hand, because a regular expression for the end would be tried again at each of thousands of blanks. */
function trimmed(name: string): string {
  let [from, to] = [0, name.length];
  while (from < to && edge.test(name.charAt(from))) from++;
  while (to > from && edge.test(name.charAt(to - 1))) to--;
  return name.slice(from, to);
}
