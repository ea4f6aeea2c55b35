/**
 * The form of a concern: what some endpoints have beside the rest. A concern is one file here, with its option and what
 * it promises, and one of the same name in `services/gateway/concerns`, which keeps the promise.
 */
import type { Endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';

/** An answer that is no data in the envelope. `stream`: the gateway goes on sending Server-Sent Events. */
export type AnswerKind = 'file' | 'page' | 'asset' | 'stream';

/** The additions of a concern to what an endpoint promises. */
export interface Promised {
  /** The error codes that it adds to those which the endpoint declares. */
  readonly errors?: readonly ErrorCode[];
  /** The headers that it adds to a success, each with its words in the API document. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Its sentence in the API document. */
  readonly sentence?: string | ((endpoint: Endpoint) => string);
  readonly answer?: { readonly kind: AnswerKind; readonly mediaType: string; readonly description?: string };
}
export interface Concern extends Promised {
  readonly name: string;
}

/** Declares a concern. The result builds it in a contract; its `of` finds it in an endpoint. */
export const concern = <Given extends unknown[], Built extends Promised & Record<string, unknown>>(
  name: string,
  build: (...given: Given) => Built,
) =>
  Object.assign((...given: Given): Concern & Built => ({ name, ...build(...given) }), {
    of: ({ with: concerns }: Pick<Endpoint, 'with'>) =>
      concerns.find((each) => each.name === name) as (Concern & Built) | undefined,
  });
