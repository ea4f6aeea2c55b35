/** Files to download. */
import { concern } from './concern.ts';

export const filename = { 'Content-Disposition': 'What the file is called' };

/** Answers a stream of bytes for saving. */
export const download = concern('download', () => ({
  answer: { kind: 'file', mediaType: 'application/octet-stream', description: 'The file, for saving' } as const,
  headers: filename,
}));
