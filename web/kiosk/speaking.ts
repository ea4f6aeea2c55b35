/** The clients of a kiosk: the one with its key, and those with former keys under which something was read that waits. */
import type { Listener, Server } from './server.ts';
import type { Store } from './store.ts';

export type Speaks = Pick<Server, 'send' | 'undo' | 'manifest' | 'report' | 'badge'>;
export interface Surroundings {
  readonly store: Store;
  /** Opens a client of the service with this key. */
  readonly connect: (key: string, listener: Listener) => Speaks;
  /** The release of this page. */
  readonly version: string;
  /** Has other tabs of this device take up its new key. */
  readonly onReplaced: () => void;
}

export class Speaking {
  readonly #around: Surroundings;
  readonly #listener: Listener;
  #key: string | undefined;
  #present: Speaks | undefined;

  constructor(around: Surroundings, listener: Listener) {
    this.#around = around;
    this.#listener = listener;
  }

  /** The client with the key of this kiosk, if it has one. */
  get present(): Speaks | undefined {
    return this.#present;
  }

  begin(key: string): void {
    this.#key = key;
    this.#present = this.#around.connect(key, this.#listener);
  }

  end(): void {
    this.#key = undefined;
    this.#present = undefined;
  }

  /**
   * Asks with the key under which something was read. The end of a former one says nothing about this kiosk: what was read
   * under it is left to the present key.
   */
  async ask<A>(key: string | undefined, ask: (speaks: Speaks) => Promise<A>): Promise<A | { readonly later: number }> {
    const isFormer = key !== undefined && key !== this.#key;
    const speaks = isFormer ? this.#around.connect(key, this.#listener) : this.#present;
    if (!speaks) return { later: 0 };
    const answer = await ask(speaks);
    if (answer !== 'ended' || speaks === this.#present) return answer;
    if (key !== undefined) await this.#around.store.disown(key);
    return { later: 0 };
  }
}
