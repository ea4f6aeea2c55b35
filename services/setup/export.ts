/** What is there as an event file, for download. */
import { Readable } from 'node:stream';
import { composeEventFile } from '../../event-file/export/compose.ts';
import { readLive } from '../../event-file/export/live.ts';
import { eventFileText } from '../../event-file/format/text.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { findNamed } from './queries/sending.ts';

export const exportEventFile: Action<'setup.exportEventFile'> = async (ctx) => {
  const found = (await findNamed(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  const { document, leftOut } = composeEventFile(await readLive(ctx.db, found), { isForHttp: true });
  const text = eventFileText(document, [
    `The super event ${found.slug} of ${found.organization}, as it was when this was downloaded.`,
    'Applied to the same organization it changes nothing. It names people and what they answered: keep it accordingly.',
    'Of people there is no password, of API keys no text.',
    ...leftOut.map((what) => `Left out, and left alone by apply: ${what}.`),
  ]);
  return {
    filename: `${found.slug}.yaml`,
    size: Buffer.byteLength(text),
    content_type: 'application/yaml; charset=utf-8',
    content: Readable.from([Buffer.from(text)]),
  };
};
