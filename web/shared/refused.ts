/** Describes a failed request for people. */
import { signal } from '@preact/signals';
import {
  isRefusal,
  RefusedError,
  UnexpectedAnswerError,
  UnreachableError,
  MusterError,
} from '../../clients/typescript/src/index.ts';
import { states } from './texts/en.ts';
import { language, number } from './intl.ts';
import type { Faults, Refusals } from './refusals/texts/en.ts';

/** A failure of the browser itself; its message is for people. */
export class BrowserFailure extends MusterError {}

/** Whether nobody answered. */
export const isOffline = (error: MusterError | undefined): boolean => error instanceof UnreachableError;

/** The status of the answer; 0 where there was none. */
export const statusOf = (error: unknown): number =>
  error instanceof RefusedError || error instanceof UnexpectedAnswerError ? error.status : 0;

/** Whether the same may be answered otherwise in a while: nobody answered, or somebody who cannot decide. */
export const isPassing = (error: MusterError): boolean =>
  !(error instanceof RefusedError) || error.status >= 500 || error.status === 429 || error.status === 408;

/** Milliseconds after which to come again; 0 where the service does not say. */
export const waitOf = (error: MusterError): number =>
  1_000 * (error instanceof RefusedError || error instanceof UnexpectedAnswerError ? (error.retryAfter ?? 0) : 0);

/** The text for people. */
export function inWords(error: MusterError): string {
  if (isOffline(error)) return states.unreachable;
  if (error instanceof BrowserFailure) return error.message;
  if (!isRefusal(error)) return states.wrongAnswer;
  return (own.value.refusals as Readonly<Record<string, string | undefined>>)[error.code] ?? error.message;
}

/** The texts of this language; until they are there, and in English, the messages of the service are shown. */
const own = signal<{ readonly refusals: Partial<Refusals>; readonly faults: Partial<Faults> }>({
  refusals: {},
  faults: {},
});
if (language !== 'en')
  void import('./refusals/texts/en.ts').then(
    (texts) => (own.value = texts),
    () => undefined,
  );

interface Fault {
  readonly code: string;
  readonly message: string;
}

/** The text for people about a wrong field. */
export function faultInWords({ code, message }: Fault): string {
  const text = (own.value.faults as Readonly<Record<string, Faults[keyof Faults] | undefined>>)[code];
  return typeof text === 'function' ? text(limitIn(message)) : (text ?? message);
}

const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });

/** The number or the day that ends the message of the service. */
function limitIn(message: string): string {
  const [, limit = ''] = /(\d{4}-\d\d-\d\d|-?\d+(?:\.\d+)?)\D*$/.exec(message) ?? [];
  return limit.includes('-', 1) ? date.format(new Date(limit)) : number(Number(limit));
}
