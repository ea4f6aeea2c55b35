/** Refusals the contracts foresee, and how to recognise one wherever it was thrown. */
import Moleculer from 'moleculer';
import { errors, type ErrorCode } from '../contract/errors.ts';

export class Failure extends Moleculer.Errors.MoleculerClientError {
  /** A `cause` is what nobody foresaw about it, for the log of this process alone. */
  constructor(code: ErrorCode, extras?: Record<string, unknown>, { cause }: { cause?: unknown } = {}) {
    const [status, message] = errors[code];
    super(message, status, code, extras);
    if (cause !== undefined) this.cause = cause;
  }
}

/** Errors cross the bus as data, not as instances: tell them apart by code. */
export const isFailure = (error: unknown, code?: ErrorCode): error is Failure =>
  typeof error === 'object' &&
  error !== null &&
  'type' in error &&
  typeof error.type === 'string' &&
  (code ? error.type === code : Object.hasOwn(errors, error.type));
