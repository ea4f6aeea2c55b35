/** Sends scans at a steady rate, even if earlier ones were not answered, and counts the outcomes. */
import { Pool } from 'undici';

export interface Crowd {
  readonly url: string;
  /** Used in turn, as kiosks each have their own. */
  readonly keys: readonly string[];
  readonly tokens: readonly string[];
  readonly doors: readonly string[];
  /** Scans per second. */
  readonly rate: number;
  readonly seconds: number;
  /** Tells the scans of this test from those of others. */
  readonly name: string;
  /** Stops sending; running scans are waited for. */
  readonly signal: AbortSignal;
  readonly progress: (counts: Counts) => void;
}
export interface Counts {
  sent: number;
  /** Recorded for the first time, and recorded already. */
  first: number;
  again: number;
  /** Tokens that nobody has, which were meant to be refused. */
  unknown: number;
  /** By code. */
  refused: Record<string, number>;
  /** No answer, or a failure of the service; by what it was. */
  failed: Record<string, number>;
}
export interface Outcome {
  readonly counts: Counts;
  /** Milliseconds, ascending. */
  readonly times: Float64Array;
  readonly seconds: number;
}

/** One in so many is shown twice, or is nobody's. */
const [twice, nobodys] = [20, 50];
/** A scan that took longer is lost to the person at the door. */
const timeoutMs = 10_000;
const [betweenBatchesMs, betweenReportsMs] = [5, 500];

type Kind = 'first' | 'again' | 'unknown';

/** Sends all scans, unless the signal ends it early. */
export const sendScans = (crowd: Crowd): Promise<Outcome> => new Sending(crowd).run();

class Sending {
  readonly #crowd: Crowd;
  readonly #pool: Pool;
  readonly #times: number[] = [];
  readonly #underWay = new Set<Promise<void>>();
  readonly #counts: Counts = { sent: 0, first: 0, again: 0, unknown: 0, refused: {}, failed: {} };
  #visits = 0;

  constructor(crowd: Crowd) {
    this.#crowd = crowd;
    const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
    this.#pool = new Pool(crowd.url, { connections: 256, pipelining: 1, ...timeouts });
  }

  /** Latency counts from when a scan was due, so that a service that stands still is not spared the scans of that time. */
  async run(): Promise<Outcome> {
    const { rate, seconds, signal, progress } = this.#crowd;
    const [begun, counts, most] = [performance.now(), this.#counts, Math.round(rate * seconds)];
    const reporting = setInterval(() => progress(counts), betweenReportsMs);
    while (!signal.aborted && counts.sent < most) {
      const due = Math.min(most, Math.floor(((performance.now() - begun) * rate) / 1_000));
      while (counts.sent < due) this.#send(begun + (counts.sent * 1_000) / rate);
      await new Promise((resolve) => setTimeout(resolve, betweenBatchesMs));
    }
    await Promise.all(this.#underWay);
    clearInterval(reporting);
    await this.#pool.close();
    return { counts, times: Float64Array.from(this.#times).sort(), seconds: (performance.now() - begun) / 1_000 };
  }

  #send(due: number): void {
    const number = this.#counts.sent++;
    const kind: Kind = number % nobodys === nobodys - 1 ? 'unknown' : number % twice === twice - 1 ? 'again' : 'first';
    const asked = this.#ask(number, kind).then(() => void this.#times.push(performance.now() - due));
    this.#underWay.add(asked);
    void asked.then(() => this.#underWay.delete(asked));
  }

  async #ask(number: number, kind: Kind): Promise<void> {
    const { keys, name } = this.#crowd;
    const { token, door } = this.#visit(kind);
    try {
      const { statusCode, body } = await this.#pool.request({
        method: 'POST',
        path: `/checkin-points/${door}/scan`,
        headers: { 'X-Api-Key': keys[number % keys.length] ?? '', 'Content-Type': 'application/json' },
        body: JSON.stringify({
          token: kind === 'unknown' ? `nobody-${name}-${number}` : token,
          nonce: `${name}-${number}`,
        }),
      });
      this.#note(statusCode, (await body.json()) as { code?: string }, kind);
    } catch (error) {
      const { code, name: what } = error as NodeJS.ErrnoException;
      count(this.#counts.failed, code ?? what);
    }
  }

  /** Everybody comes to the first door, then everybody to the next. */
  #visit(kind: Kind): { token: string; door: string } {
    const { tokens, doors } = this.#crowd;
    const at = kind === 'first' ? this.#visits++ : Math.max(0, this.#visits - 1);
    const door = doors[Math.floor(at / tokens.length) % doors.length] ?? '';
    return { token: tokens[at % tokens.length] ?? '', door };
  }

  #note(status: number, { code = String(status) }: { code?: string }, kind: Kind): void {
    if (status === 201) this.#counts.first += 1;
    else if (status === 200) this.#counts.again += 1;
    else if (status >= 500) count(this.#counts.failed, code);
    else if (kind === 'unknown' && code === 'INVALID_TOKEN') this.#counts.unknown += 1;
    else count(this.#counts.refused, code);
  }
}

const count = (counts: Record<string, number>, what: string) => (counts[what] = (counts[what] ?? 0) + 1);
