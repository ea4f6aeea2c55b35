/** Pages and their parts. */
import type { PageName } from '../pages.ts';
import { concern } from './concern.ts';
import { tag } from './etag.ts';

/** Answers a small HTML page, which the action makes. */
export const htmlPage = concern('htmlPage', () => ({
  answer: { kind: 'page', mediaType: 'text/html' } as const,
}));

/** Answers a file that the gateway holds: the action answers its name, because it is larger than a message may be. */
export const asset = concern('asset', (mediaType: string) => ({
  answer: { kind: 'asset', mediaType } as const,
  headers: tag,
}));

/** Answers a page instead of data to a client that asks for HTML. */
export const pageFor = concern('pageFor', (page: PageName) => ({ page }));
