/** What a file is, by its bytes. What a client calls it decides nothing. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromFile } from 'file-type';

/** The types that are taken, with the endings a name of each may have; the first is given to a name without one. */
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

/** Undefined where it is nothing that is taken: a program, a page, a picture with scripts, an archive of another kind. */
export async function contentTypeOf(path: string, filename: string): Promise<string | undefined> {
  const found = await fileTypeFromFile(path);
  if (found) return found.mime in endings ? found.mime : undefined;
  if (!isHarmlessText(await readFile(path))) return undefined;
  return extname(filename).toLowerCase() === '.csv' ? 'text/csv' : 'text/plain';
}

/** Bytes no text has; the escape character is spared, terminals write it into logs. */
// eslint-disable-next-line no-control-regex
const unprintable = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;
/** How pages, drawings and scripts begin, after what readers of them skip. */
const active = /^(\xef\xbb\xbf)?\s*(<|#!)/;

function isHarmlessText(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  return !unprintable.test(text) && !active.test(text);
}

/** Whoever saves the file opens it by its ending; one that does not belong to the type gets the one that does. */
export function nameFitting(filename: string, contentType: string): string {
  const fitting = endings[contentType] ?? [];
  const ending = extname(filename).toLowerCase();
  return fitting.includes(ending) ? filename : `${filename}${fitting[0] ?? ''}`;
}
