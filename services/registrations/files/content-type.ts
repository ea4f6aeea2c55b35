/** Determines the type of a file by its bytes, whatever the client calls it. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromFile } from 'file-type';

/** The accepted types with the file extensions of each; the first is given to a name without one. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic', '.heif'],
  'image/heif': ['.heif', '.heic'],
  'video/mp4': ['.mp4', '.m4v'],
  'application/zip': ['.zip'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['.pptx'],
  'application/vnd.oasis.opendocument.text': ['.odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['.ods'],
  'application/vnd.oasis.opendocument.presentation': ['.odp'],
  'text/csv': ['.csv'],
  'text/plain': ['.txt', '.md', '.log'],
};
export const acceptedTypes = Object.keys(endings);

/** Returns the type; undefined for anything not accepted, such as programs, HTML pages, SVG, and other archives. */
export async function contentTypeOf(path: string, filename: string): Promise<string | undefined> {
  const found = await fileTypeFromFile(path);
  if (found) return found.mime in endings ? found.mime : undefined;
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

/** Returns the name with an extension of its type, because whoever saves the file opens it by its extension. */
export function nameFitting(filename: string, contentType: string): string {
  const fitting = endings[contentType] ?? [];
  const ending = extname(filename).toLowerCase();
  return fitting.includes(ending) ? filename : `${filename}${fitting[0] ?? ''}`;
}
