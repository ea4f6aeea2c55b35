/** Characters that file systems, headers or terminals take for something else; bidirectional overrides hide endings. */
// eslint-disable-next-line no-control-regex
const unwanted = /[\x00-\x1f\x7f-\x9f<>:"|?*\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
/** Characters at most, an added ending included. */
const longest = 255;
const roomForEnding = 8;

/** A name without any path, whatever system it was written on; the ending survives where it has to be cut. */
export function cleanFilename(given: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const name = last.replace(unwanted, '').replace(/^[.\s]+|[.\s]+$/g, '');
  if (name === '') return 'file';
  const characters = [...name];
  const most = longest - roomForEnding;
  if (characters.length <= most) return name;
  const ending = /\.[A-Za-z0-9]{1,7}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, most - ending.length).join('') + ending;
}
