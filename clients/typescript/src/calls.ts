/** Types of calls. */

/** Options of a single request, beside its parameters. */
export interface CallOptions {
  /** Aborts the request, its repeats and the reading of its answer. */
  readonly signal?: AbortSignal | undefined;
  /** Of a write: repeats it under the key of an earlier request. Without it, every call gets a key of its own. */
  readonly idempotencyKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Files that go along with answers to a form, by the id of the registration field that asks for them. */
export interface Uploads {
  readonly files?: Readonly<Record<string, Blob>> | undefined;
}

/** Asks once, repeating what may be repeated, and answers the `data` of the envelope. Rejects with a `MusterError`. */
export type Call<P, A> =
  Record<never, never> extends P
    ? (params?: P, options?: CallOptions) => Promise<A>
    : (params: P, options?: CallOptions) => Promise<A>;

type Walk<P, T> =
  Record<never, never> extends P
    ? (params?: P, options?: CallOptions) => AsyncIterable<T>
    : (params: P, options?: CallOptions) => AsyncIterable<T>;

/** Answers one page; `K` is the member that has its rows. */
export type List<P, A extends { readonly [Member in K]: readonly unknown[] }, K extends string> = Call<P, A> & {
  /** Every page from that of the parameters on, each asked for when the one before was taken. */
  readonly pages: Walk<P, A>;
  /** Every row of those pages. */
  readonly each: Walk<P, A[K][number]>;
};

export interface StreamOptions extends CallOptions {
  /** Told `true` whenever a connection stands, and `false` whenever one was lost or could not be made. */
  readonly onConnection?: ((isOpen: boolean) => void) | undefined;
}

/** Goes on until it is left, comes back by itself when the connection is lost, and misses nothing in between. */
export type Stream<P, T> = (params: P, options?: StreamOptions) => AsyncIterable<T>;
