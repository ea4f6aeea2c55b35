/**
 * The broker's error handler: it turns every thrown error into a failure of the error table before the error leaves
 * the process. An unexpected error is logged here with its stack and leaves as INTERNAL without details, unless the
 * code that caught it attached it to a failure (`because`). Callers therefore always receive a failure, over the bus
 * or not.
 */
import type { ActionSchema, Context, Service } from 'moleculer';
import type { ValidationError } from 'fastest-validator';
import type { Endpoint } from '../contract/endpoint.ts';
import type { PlainCode } from '../contract/errors.ts';
import { fieldProblems } from '../contract/validator.ts';
import { Failure, isFailure } from '../base/failure.ts';

interface Thrown {
  readonly name?: string;
  readonly type?: string;
  readonly code?: unknown;
  readonly message?: string;
  readonly data?: unknown;
}
interface Circumstances {
  readonly ctx?: Context | null;
  readonly action?: (ActionSchema & { contract?: Endpoint }) | null;
}

/** Failures for Moleculer's own errors, by their `type`. */
const brokerErrors: ReadonlyMap<string, PlainCode> = new Map([
  ['SERVICE_NOT_FOUND', 'UNAVAILABLE'],
  ['SERVICE_NOT_AVAILABLE', 'UNAVAILABLE'],
  ['REQUEST_REJECTED', 'UNAVAILABLE'],
  ['BAD_GATEWAY', 'UNAVAILABLE'],
  ['BUS_LOST', 'UNAVAILABLE'],
  ['REQUEST_TIMEOUT', 'TIMEOUT'],
  ['REQUEST_SKIPPED', 'TIMEOUT'],
  ['QUEUE_FULL', 'OVERLOADED'],
]);

/** Errors of calls without an answer. The gateway decides about a retry, even when another service made the call. */
const unanswered = new Set([
  'SERVICE_NOT_FOUND',
  'SERVICE_NOT_AVAILABLE',
  'REQUEST_REJECTED',
  'REQUEST_TIMEOUT',
  'BUS_LOST',
]);
/** Tells whether an error means that the call got no answer. */
export const isUnanswered = ({ type = '' }: { type?: string }): boolean => unanswered.has(type);

/** SQLSTATE and socket error codes that are no fault of the request. */
const databaseErrors: readonly (readonly [pattern: RegExp, code: PlainCode])[] = [
  [/^57014$/, 'TIMEOUT'],
  [/^(55P03|53\w{3})$/, 'OVERLOADED'],
  // 25006: a standby that has not taken over yet.
  [/^(08\w{3}|57P\w{2}|40001|40P01|25P0[34]|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/, 'UNAVAILABLE'],
  [/^(ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/, 'UNAVAILABLE'],
];

/** Messages of the connection pool, which sets no code. */
const poolErrors: readonly (readonly [pattern: RegExp, code: PlainCode])[] = [
  [/timeout exceeded when trying to connect/, 'OVERLOADED'],
  [/Connection terminated|Client has encountered a connection error|Cannot use a pool after/, 'UNAVAILABLE'],
];

/** Returns the failure that an unexpected error stands for, or undefined for a plain bug. */
export function failureOf(error: unknown): Failure | undefined {
  if (isFailure(error)) return error;
  const { type, code, message = '' } = (error ?? {}) as Thrown;
  const known =
    brokerErrors.get(type ?? '') ??
    databaseErrors.find(([pattern]) => pattern.test(String(code)))?.[1] ??
    poolErrors.find(([pattern]) => pattern.test(message))?.[1];
  return known && new Failure(known);
}

/** Handles an error of an action: throws the failure that it stands for. Unanswered calls pass unchanged. */
export function translateError(
  error: Error & Thrown,
  { ctx, action }: Circumstances,
  logger: Service['logger'],
): never {
  if (error.type === 'VALIDATION_ERROR') throw validationFailure(error.data as ValidationError[], action?.contract);
  if (isUnanswered(error)) throw error;
  throw refusalFor(error, { what: action?.name ?? 'An event handler', request_id: ctx?.requestID }, logger);
}

/** Returns the failure to send instead of this error. An unexpected error is logged. */
export function refusalFor(
  error: unknown,
  { what, request_id }: { what: string; request_id: string | null | undefined },
  logger: Service['logger'],
): Failure {
  const failure = failureOf(error);
  if (failure && failure.cause === undefined) return failure;
  logger.error({ err: failure?.cause ?? error, request_id }, `${what} failed.`);
  return new Failure((failure?.type ?? 'INTERNAL') as PlainCode);
}

/**
 * Returns the refusal for invalid parameters: the code that the contract has for one of them, or VALIDATION_FAILED
 * with every problem.
 */
export function validationFailure(errors: readonly ValidationError[], contract?: Endpoint): Failure {
  const problems = fieldProblems(errors);
  const special = problems.map(({ field }) => contract?.invalid?.[field]).find((code) => code !== undefined);
  return special ? new Failure(special) : new Failure('VALIDATION_FAILED', { errors: problems });
}
