/** Answers that are not sent again to a client that has them. */
import { concern } from './concern.ts';

export const tag = { ETag: 'What If-None-Match takes, so that it comes only where it has changed' };

/** Answers with an ETag, and 304 where the client names it; packed for slow lines. */
export const etag = concern('etag', () => ({ headers: tag }));
