/** Listens to a stream of facts as a client does. */
import { createParser } from 'eventsource-parser';
import type { Fact } from '../../shared/contract/facts.ts';
import { eventually } from './wire.ts';

/** Opens listeners, and closes all of them. */
export function listening() {
  const opened: Listener[] = [];
  return {
    open: (url: string, headers: Record<string, string>): Promise<Listener> => {
      const listener = new Listener();
      opened.push(listener);
      return listener.open(url, headers);
    },
    close: (): void => {
      for (const listener of opened.splice(0)) listener.close();
    },
  };
}

/** Waits until a listener was told so many facts, and returns them. */
export const heard = (listener: Listener, count: number) =>
  eventually(
    () => Promise.resolve(listener.facts),
    ({ length }) => length >= count,
  );

/** Waits for the end of a stream. */
export const over = (listener: Listener, within?: number) =>
  eventually(
    () => Promise.resolve(listener.isOpen),
    (isOpen) => !isOpen,
    within,
  );

export class Listener {
  readonly facts: Fact[] = [];
  readonly comments: string[] = [];
  /** Milliseconds since 1970 at which each fact came, by its id. */
  readonly heard = new Map<string, number>();
  lastId: string | undefined;
  retry: number | undefined;
  status: number | undefined;
  headers: Headers | undefined;
  /** The JSON of a refusal. */
  refusal: { code?: string; retry_after?: number } = {};
  isOpen = false;
  /** Ended as if all was said; not broken off. */
  hasEnded = false;
  readonly #abort = new AbortController();

  /** Resolves when the answer has begun. */
  async open(url: string, headers: Record<string, string>): Promise<this> {
    const response = await fetch(url, { headers, signal: this.#abort.signal });
    this.status = response.status;
    this.headers = response.headers;
    if (response.ok) void this.#listen(response);
    else this.refusal = (await response.json()) as typeof this.refusal;
    return this;
  }

  close(): void {
    this.#abort.abort();
  }

  async #listen(response: Response): Promise<void> {
    this.isOpen = true;
    const parser = createParser({
      onEvent: ({ id, event, data }) => {
        const fact = JSON.parse(data) as Fact;
        if (fact.position !== id || fact.type !== event) throw new Error(`${event} ${id} is another: ${data}`);
        this.lastId = id;
        this.facts.push(fact);
        this.heard.set(fact.id, Date.now());
      },
      onComment: (comment) => this.comments.push(comment),
      onRetry: (retry) => (this.retry = retry),
    });
    try {
      for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
        parser.feed(chunk);
      }
      this.hasEnded = true;
    } catch {
      // Broken off, by the gateway or by us.
    } finally {
      this.isOpen = false;
    }
  }
}
