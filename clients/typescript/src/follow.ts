/** Follows a stream of facts across lost connections. */
import type { CallOptions, StreamOptions } from './calls.ts';
import type { Endpoint } from './endpoint.ts';
import { UnreachableError } from './errors.ts';
import type { Fact } from './generated/facts.ts';
import type { Params } from './request.ts';
import { isPassing, pause, waitBefore } from './retry.ts';
import { eventsIn, type ServerSentEvent } from './server-sent-events.ts';
import { firstOf } from './signals.ts';
import type { Transport } from './transport.ts';

/** Milliseconds: the service says something every 15 seconds, so after this long nobody is there. */
const silence = 45_000;
/** Milliseconds to come back in at most after a stream that ended by itself, as when a gateway is replaced. */
const soon = 500;

/**
 * Yields facts in order and each once. Comes back with the position of the last when the connection is lost or the service away.
 * Rejects with what will not pass, such as `POSITION_EXPIRED` or a key that was revoked, and with the reason of the signal.
 */
export async function* follow(
  transport: Transport,
  endpoint: Endpoint,
  params: Params,
  { signal, onConnection = () => undefined, ...options }: StreamOptions,
): AsyncGenerator<Fact> {
  let after = params.after;
  let failures = 0;
  let retry = 0;
  for (;;) {
    try {
      const connection = new Connection(transport, endpoint, signal, () => onConnection(true));
      for await (const event of connection.events({ ...params, after }, options)) {
        failures = 0;
        after = event.id ?? after;
        retry = event.retry ?? retry;
        if (event.data !== undefined) yield JSON.parse(event.data) as Fact;
      }
      onConnection(false);
      await pause(Math.random() * soon, signal);
    } catch (error) {
      if (signal?.aborted || !isPassing(error)) throw error;
      onConnection(false);
      failures += 1;
      await pause(failures === 1 ? Math.min(retry, soon) + waitBefore(1, error) : waitBefore(failures, error), signal);
    }
  }
}

/** One connection, which is given up when nothing is heard of it. */
class Connection {
  readonly #transport: Transport;
  readonly #endpoint: Endpoint;
  readonly #given: AbortSignal | undefined;
  readonly #opened: () => void;
  readonly #silent = new AbortController();

  constructor(transport: Transport, endpoint: Endpoint, given: AbortSignal | undefined, opened: () => void) {
    this.#transport = transport;
    this.#endpoint = endpoint;
    this.#given = given;
    this.#opened = opened;
  }

  async *events(params: Params, options: CallOptions): AsyncGenerator<ServerSentEvent> {
    const { signal, leave } = firstOf(...(this.#given ? [this.#given] : []), this.#silent.signal);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#silent.abort(new UnreachableError('The stream fell silent.')), silence);
    };
    try {
      const { response } = await this.#transport.send(this.#endpoint, params, { ...options, signal }, 0);
      if (!response.body) throw new UnreachableError('The stream has no body.');
      this.#opened();
      heard();
      yield* eventsIn(response.body, heard);
    } catch (error) {
      throw this.#explained(error);
    } finally {
      clearTimeout(timer);
      leave();
    }
  }

  /** Turns an error while reading into one of this client's. */
  #explained(error: unknown): unknown {
    if (this.#given?.aborted) return this.#given.reason;
    if (this.#silent.signal.aborted) return this.#silent.signal.reason;
    const isBroken = error instanceof TypeError || (error instanceof DOMException && error.name === 'AbortError');
    return isBroken ? new UnreachableError(error.message, { cause: error }) : error;
  }
}
