/** Every request that was made, with what came of it: what the checkers compare with the database. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../support/client.ts';
import { ask, type Asked } from '../support/wire.ts';

/** `info`: nobody knows whether it was done. The answer did not come, or says so itself. */
export type Outcome = 'ok' | 'fail' | 'info';

export interface Entry {
  /** The operation, and the row it was meant for. */
  readonly op: string;
  readonly key: string;
  /** Milliseconds since 1970: when it began, and when its outcome was known. */
  readonly t0: number;
  readonly t1: number;
  readonly outcome: Outcome;
  /** 0: no answer came. */
  readonly status: number;
  readonly body: Answer['body'];
  readonly headers: Answer['headers'];
}

/** Milliseconds a client waits for an answer. */
const patience = 12_000;
const nothing = { status: 0, body: {} as Answer['body'], headers: new Headers() };

export class History {
  readonly entries: Entry[] = [];

  /** Asks once. */
  async ask(op: string, key: string, port: number, asked: Asked): Promise<Entry> {
    const t0 = Date.now();
    const answer = await ask(`http://127.0.0.1:${port}`, { patience, ...asked }).catch(() => nothing);
    const { status, body, headers } = answer;
    const entry = { op, key, t0, t1: Date.now(), outcome: outcomeOf(status), status, body, headers };
    this.entries.push(entry);
    return entry;
  }

  of(op: string): Entry[] {
    return this.entries.filter((entry) => entry.op === op);
  }

  get longest(): number {
    return Math.max(0, ...this.entries.map(({ t0, t1 }) => t1 - t0));
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'ok';
  return status >= 400 && status < 500 ? 'fail' : 'info';
}

/** As a kiosk does: asks again until somebody says yes or no. */
export async function untilKnown(attempt: () => Promise<Entry>, within = 60_000): Promise<Entry> {
  for (const deadline = Date.now() + within; ;) {
    const entry = await attempt();
    if (entry.outcome !== 'info' || Date.now() > deadline) return entry;
    await pause(100 + Math.random() * 200);
  }
}

/** Starts so many a second, whatever becomes of those before: what is slow is not asked less. Ends with what it is to last. */
export async function steadily(perSecond: number, lasting: Promise<unknown>, one: (place: number) => Promise<unknown>) {
  const began = Date.now();
  let isOver = false;
  const over = lasting.finally(() => (isOver = true));
  // It is awaited below; until then its failure only ends the loop.
  over.catch(() => undefined);
  const under: Promise<unknown>[] = [over];
  for (let place = 0; !isOver; place++) {
    await pause(Math.max(0, began + (place * 1_000) / perSecond - Date.now()));
    under.push(one(place));
  }
  await Promise.all(under);
}
