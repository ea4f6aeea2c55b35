/** The errors of calls. */
import type { ErrorCode, ErrorExtras } from './generated/errors.ts';

/** Any failure of a call. The reason of an aborted `signal` is thrown as it is. */
export class MusterError extends Error {
  override readonly name: string = 'MusterError';
}

/** The service answered that it does not do this: `code` says why, `message` the same in words, and `extras` what goes with that code. */
export class RefusedError<C extends ErrorCode = ErrorCode> extends MusterError {
  override readonly name = 'RefusedError';
  readonly code: C;
  readonly status: number;
  /** The id of the request in the logs of the service. */
  readonly requestId: string;
  readonly extras: ErrorExtras[C];
  /** Seconds after which to come again, where the service says so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: RefusalBody, retryAfter: number | undefined) {
    const { code, message, request_id, ...rest } = body;
    const extras = Object.fromEntries(Object.entries(rest).filter(([name]) => name !== 'success'));
    super(message);
    this.code = code as C;
    this.status = status;
    this.requestId = request_id;
    this.extras = extras as ErrorExtras[C];
    this.retryAfter = retryAfter;
  }
}

/** Nobody answered, or the answer broke off: the network, an address, or a server that takes too long. */
export class UnreachableError extends MusterError {
  override readonly name = 'UnreachableError';
}

/** An answer that is not Muster's: from a proxy in between, or from another server. */
export class UnexpectedAnswerError extends MusterError {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;
  readonly text: string;
  readonly retryAfter: number | undefined;

  constructor(status: number, text: string, retryAfter: number | undefined) {
    super(`The answer is ${status} and not as Muster answers: ${text.slice(0, 200)}`);
    this.status = status;
    this.text = text;
    this.retryAfter = retryAfter;
  }
}

/** The JSON of a refusal. */
export interface RefusalBody {
  readonly success: false;
  readonly code: string;
  readonly message: string;
  readonly request_id: string;
}

/** A refusal, told apart by its `code`. */
export type Refusal = { [C in ErrorCode]: RefusedError<C> }[ErrorCode];

/**
 * Tells whether an error is a refusal, of one of these codes where some are given.
 * @example if (isRefusal(error, 'ALREADY_IN_TEAM')) console.log(error.extras.userIds);
 */
export function isRefusal<C extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly C[]
): error is Extract<Refusal, { readonly code: C }> {
  return error instanceof RefusedError && (codes.length === 0 || codes.some((code) => code === error.code));
}
