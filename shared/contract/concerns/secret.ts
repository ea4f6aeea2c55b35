/** Answers that carry a secret. */
import type { Endpoint } from '../endpoint.ts';
import { concern } from './concern.ts';
import { job } from './jobs.ts';

/** Keeps the answer for a repeated request only in a form that this request alone can read, or not at all. */
export const secret = concern('secret', () => ({
  sentence: (endpoint: Endpoint) => (endpoint.unit === 'write' || job.of(endpoint) ? sealed : madeAnew),
}));

const sealed =
  'The answer carries a secret. It is kept for a repeated request in a form that only its `Idempotency-Key` opens, so choose one that nobody can guess.';
const madeAnew =
  'The answer carries secrets and is not kept: repeating the request with its `Idempotency-Key` makes new ones.';
