/** Work that takes long: how long a request waits for it, and where to ask for what came of it. */
import { concern } from './concern.ts';

/** Of an answer 202 alone. */
export const location = { Location: 'Where to ask how far it is' };

const seconds = (ms: number) => ms / 1_000;

/** Has its last attempt by so many milliseconds from the arrival of the request. */
export const deadline = concern('deadline', (ms: number) => ({
  ms,
  sentence: `It is answered or refused within ${seconds(ms)} seconds.`,
}));

/**
 * Is answered 202 where it takes long, with the path that tells how far it is.
 * @param action The action of the same service that tells it.
 */
export const job = concern('job', (action: string, ms: number) => ({
  action,
  ms,
  sentence: `After 8 seconds it goes on without being waited for: 202, and \`Location\` says where to ask for it. It ends within ${seconds(ms)} seconds.`,
  headers: location,
}));

/** Waits in a queue when many come at once, as password hashing does; an attempt over the bus gets more time. */
export const queued = concern('queued', () => ({}));
