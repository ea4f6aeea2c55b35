/** Recognises a refusal: an error of Moleculer whose `type` is the code, and whose `data` has the extras. */
import { errors, type ErrorCode, type ExtrasOf } from '../../../shared/contract/errors.ts';

interface RefusalOf<C extends ErrorCode> extends Error {
  readonly type: C;
  /** The status that HTTP would answer. */
  readonly code: number;
  readonly data: [ExtrasOf<C>] extends [never] ? unknown : ExtrasOf<C>;
}
/** A refusal, told apart by its `type`. */
export type Refusal<C extends ErrorCode = ErrorCode> = { [K in C]: RefusalOf<K> }[C];

/**
 * Tells whether an error is a refusal that a contract declares, of one of these codes where some are given.
 * @example if (isRefusal(error, 'ALREADY_IN_TEAM')) console.log(error.data.userIds);
 */
export function isRefusal<C extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly C[]
): error is Refusal<C> {
  const { type } = (error ?? {}) as { readonly type?: unknown };
  if (typeof type !== 'string' || !Object.hasOwn(errors, type)) return false;
  return codes.length === 0 || codes.some((code) => code === type);
}

/** Makes the refusal that needs no asking. */
export function refusal(type: 'UNAUTHENTICATED'): Refusal<'UNAUTHENTICATED'> {
  const [code, message] = errors[type];
  return Object.assign(new Error(message), { type, code, data: undefined });
}
