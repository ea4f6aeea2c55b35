/** File names that come from people: cleaned, with the ending that fits the bytes, and distinct within a zip. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import { fileEndings } from '../../../shared/contract/answers.ts';

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

// Determines the type of a file by its bytes, whatever the client calls it.

export const acceptedTypes = Object.keys(fileEndings);

/** Returns the type; undefined for anything not accepted, such as programs, HTML pages, SVG, and other archives. */
export async function contentTypeOf(path: string, filename: string): Promise<string | undefined> {
  const found = await fileTypeFromFile(path);
  if (found) return found.mime in fileEndings ? found.mime : undefined;
  if (!isHarmlessText(await readFile(path))) return undefined;
  return extname(filename).toLowerCase() === '.csv' ? 'text/csv' : 'text/plain';
}

/** Bytes that no text contains. Escape is allowed, because terminals write it into logs. */
// oxlint-disable-next-line no-control-regex
const unprintable = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;
/** How HTML, SVG and scripts begin, after the parts that their readers skip. */
const active = /^(\xef\xbb\xbf)?\s*(<|#!)/;

function isHarmlessText(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  return !unprintable.test(text) && !active.test(text);
}

/** Returns the name with an extension of its type, because programs open a saved file by its extension. */
export function nameFitting(filename: string, contentType: string): string {
  const fitting = fileEndings[contentType] ?? [];
  const ending = extname(filename).toLowerCase();
  return fitting.includes(ending) ? filename : `${filename}${fitting[0] ?? ''}`;
}

// The names of files in a zip. They come from people, and a zip is unpacked on any system.

/** Maximum number of bytes of either part; file systems take 255 for both with a number and an extension. */
const bytesEach = 100;
/** Names that are devices on Windows, with any extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(?=\s*(\.|$))/i;
/** The name of the list in each zip. */
const taken = 'manifest.csv';

export interface NamedFile {
  readonly name: string;
  readonly filename: string;
}

/**
 * Returns a name for each file, of its person and its original name. No two are the same, whatever the case and
 * composition.
 */
export function namesInArchive(files: readonly NamedFile[]): string[] {
  /** How often each name was wanted; those with a number are wanted once. */
  const wanted = new Map([[taken, 1]]);
  return files.map(({ name, filename }) => {
    const [stem, ending] = parts(cleanFilename(filename));
    const first = `${safe(name)} - ${cutToLimit(stem)}`;
    let path = first + ending;
    const key = keyOf(path);
    for (let times = wanted.get(key) ?? 0; wanted.has(keyOf(path)); path = `${first} (${++times})${ending}`)
      wanted.set(key, times + 1);
    wanted.set(keyOf(path), 1);
    return path;
  });
}

/** Some file systems ignore the case and the Unicode composition of names. */
const keyOf = (path: string) => path.normalize('NFKC').toLowerCase();

/** A slash in the name of a person is no path. */
const safe = (name: string) => cutToLimit(cleanFilename(name.replace(/[\\/]/g, ' '))).replace(device, '_$1');

function parts(filename: string): [stem: string, ending: string] {
  const ending = /(?<=.)\.[A-Za-z0-9]{1,7}$/.exec(filename)?.[0] ?? '';
  return [filename.slice(0, filename.length - ending.length), ending];
}

/** Cuts between characters. */
function cutToLimit(text: string): string {
  let [bytes, end] = [0, 0];
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > bytesEach) return text.slice(0, end).trimEnd();
    end += character.length;
  }
  return text;
}
