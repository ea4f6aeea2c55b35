/** All concerns of an endpoint: those of every endpoint, and its own. */
import type { Endpoint } from '../endpoint.ts';
import { commonErrors, type ErrorCode } from '../errors.ts';
import { accessOf } from './access.ts';
import { bodyOf } from './body.ts';
import type { AnswerKind, Promised } from './concern.ts';
import { rateLimitOf } from './rate-limit.ts';
import { strictnessOf } from './strictness.ts';
import { writeKeyOf } from './write-key.ts';

/** Returns what each concern of an endpoint promises. */
export const promisesOf = (endpoint: Endpoint): readonly Promised[] => [
  ...[accessOf, bodyOf, rateLimitOf, writeKeyOf, strictnessOf].map((of) => of(endpoint)),
  ...endpoint.with,
];

/** Returns the error codes that an endpoint declares, by itself and by its own concerns. */
export const declaredBy = ({ errors, with: concerns }: Endpoint): readonly ErrorCode[] => [
  ...new Set([...errors, ...concerns.flatMap((each) => each.errors ?? [])]),
];

/** Returns every error code that an endpoint may answer. */
export const codesOf = (endpoint: Endpoint): ReadonlySet<ErrorCode> =>
  new Set([
    ...endpoint.errors,
    ...Object.values(endpoint.invalid ?? {}),
    ...commonErrors,
    ...promisesOf(endpoint).flatMap(({ errors = [] }) => errors),
  ]);

/** Returns the kind of an endpoint's answer; `data` is JSON in the envelope. */
export const answerOf = ({ with: concerns }: Pick<Endpoint, 'with'>): AnswerKind | 'data' =>
  concerns.find(({ answer }) => answer)?.answer?.kind ?? 'data';
