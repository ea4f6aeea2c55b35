/** Options of a client: address and credentials. */

/**
 * Answers the access token to send, or undefined for none. Asked before every request, so it keeps what it knows.
 * @param refused The token that the service has just refused; one that is still the same is not sent again.
 */
export type TokenProvider = (refused?: string) => Promise<string | undefined> | string | undefined;

export interface ClientOptions {
  /** Where the service is, such as `https://muster.example.org`. */
  readonly url: string;
  /** The key of a person in one organization, or of a device. */
  readonly apiKey?: string | undefined;
  /** The access token of a session, or what provides it. `keepSession` makes one of a sign-in. */
  readonly token?: string | TokenProvider | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How often a request is sent again when nobody could answer it. Default: 4. */
  readonly retries?: number | undefined;
  /** Milliseconds to wait for an answer, each time. Default: 30,000; four times as long with files. */
  readonly timeout?: number | undefined;
  /** Milliseconds to wait at most before a request is sent again; beyond that it is refused at once. Default: 60,000. */
  readonly longestWait?: number | undefined;
  /** Has parameters refused that the service does not know, rather than ignored. Default: true. */
  readonly strict?: boolean | undefined;
  /** Instead of the `fetch` of the platform. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}
