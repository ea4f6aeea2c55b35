/** Saves an answer of the service as a file, with the session of the page. */
import { saveFile } from '../../shared/save-file.ts';

/** Of a table: a mark at its beginning, by which Excel reads every letter. */
export const bom = '1';

/** @param otherwise The name of the file, where the answer has none. */
export async function save(answer: Response, otherwise: string): Promise<void> {
  const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
  saveFile(await answer.blob(), name ?? otherwise);
}
