/** The errors that contracts declare, and how to recognise them after they crossed the bus. */
import Moleculer from 'moleculer';
import { errors, type ErrorCode, type Refusal } from '../contract/errors.ts';

/** A refusal: a code of the error table with the extras that this code promises. */
export class Failure extends Moleculer.Errors.MoleculerClientError {
  constructor(...[code, extras]: Refusal) {
    const [status, message] = errors[code];
    super(message, status, code, extras);
  }

  /** Attaches the unexpected error behind this refusal. It is logged in this process and never sent. */
  because(cause: unknown): this {
    this.cause = cause;
    return this;
  }
}

/**
 * Tells whether an error is a refusal (with that code, if given). Compares the code and not the class, because errors
 * cross the bus as data.
 */
export const isFailure = (error: unknown, code?: ErrorCode): error is Failure =>
  typeof error === 'object' &&
  error !== null &&
  'type' in error &&
  typeof error.type === 'string' &&
  (code ? error.type === code : Object.hasOwn(errors, error.type));
