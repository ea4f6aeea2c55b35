/**
 * One try as undici tells of it, without the streams and signals that a request for its answer's sake has: nobody reads what
 * a receiver says, and there are thousands a second.
 */
import type { Dispatcher } from 'undici';

type Controller = Dispatcher.DispatchController;

/** Bytes of an answer that are read; nobody is told what it says. */
const longestAnswer = 16_384;
/** Milliseconds within which a connection that breaks had been closed by the receiver before we wrote to it. */
const justClosed = 1_000;

/** Why one is ended that took too long. */
export const late = new Error('The receiver took too long.');
const enough = new Error('The rest of the answer is of no interest.');

export type Result = { readonly status: number } | { readonly error: unknown };

interface Means {
  /** Milliseconds for all of it. */
  readonly patience: number;
  readonly done: (result: Result, took: number) => void;
}

export class Try implements Dispatcher.DispatchHandler {
  readonly #means: Means;
  readonly #begun = performance.now();
  readonly #timer: NodeJS.Timeout;
  #ask: ((handler: Dispatcher.DispatchHandler) => void) | undefined;
  #controller: Controller | undefined;
  #status: number | undefined;
  #read = 0;
  #isOver = false;
  #isRepeated = false;

  constructor(means: Means) {
    this.#means = means;
    this.#timer = setTimeout(() => this.end(late), means.patience);
  }

  /** @param ask makes the request, of which this try is told. */
  begin(ask: (handler: Dispatcher.DispatchHandler) => void): void {
    this.#ask = ask;
    ask(this);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(late);
  }

  onResponseStart(_controller: Controller, status: number): void {
    // What comes before the answer itself is none.
    if (status >= 200) this.#status = status;
  }

  onResponseData(_controller: Controller, { length }: Buffer): void {
    this.#read += length;
    if (this.#read > longestAnswer) this.end(enough);
  }

  onResponseEnd(): void {
    this.#settle(undefined);
  }

  onResponseError(_controller: Controller, error: Error): void {
    if (this.#isOver) return;
    if (this.#status !== undefined || this.#isRepeated || !this.#wasClosed(error)) return this.#settle(error);
    this.#isRepeated = true;
    queueMicrotask(() => this.#ask?.(this));
  }

  /** Whatever the answer says, its status has decided. */
  end(reason: Error): void {
    this.#settle(reason);
    this.#controller?.abort(reason);
  }

  #settle(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    const took = performance.now() - this.#begun;
    this.#means.done(this.#status === undefined ? { error } : { status: this.#status }, took);
  }

  #wasClosed({ code }: Error & { code?: unknown }): boolean {
    const isClosed = typeof code === 'string' && /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(code);
    return isClosed && performance.now() - this.#begun < justClosed;
  }
}
