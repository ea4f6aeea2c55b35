/** The client of Muster for TypeScript and JavaScript. */
import type { Muster } from './generated/muster.ts';

export type { Call, CallOptions, List, Stream, StreamOptions, Uploads } from './calls.ts';
export { createClient } from './client.ts';
export {
  isRefusal,
  MusterError,
  RefusedError,
  UnexpectedAnswerError,
  UnreachableError,
  type Refusal,
} from './errors.ts';
export type { ErrorCode, ErrorExtras } from './generated/errors.ts';
export type { Fact, FactData, FactOf, FactType } from './generated/facts.ts';
export type { Muster } from './generated/muster.ts';
export type * from './generated/shapes.ts';
export { newIdempotencyKey } from './idempotency-key.ts';
export type { ClientOptions, TokenProvider } from './options.ts';
export { keepSession } from './session.ts';

type AnyCall = (...given: never[]) => unknown;
type Asked<S extends keyof Muster, A extends keyof Muster[S]> = Extract<Muster[S][A], AnyCall>;

/** The parameters of a call: `Params<'teams', 'create'>`. */
export type Params<S extends keyof Muster, A extends keyof Muster[S]> = NonNullable<Parameters<Asked<S, A>>[0]>;
/** The answer of a call: `Answer<'teams', 'create'>`. */
export type Answer<S extends keyof Muster, A extends keyof Muster[S]> = Awaited<ReturnType<Asked<S, A>>>;
