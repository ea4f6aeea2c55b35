/** One process of a load test: sends scans at a steady rate, whether they are answered or not, and says what came of them. */
import { Pool } from 'undici';

export interface Job {
  readonly url: string;
  /** Used in turn, as kiosks each have their own. */
  readonly keys: readonly string[];
  readonly tokens: readonly string[];
  readonly doors: readonly string[];
  /** Scans per second and milliseconds, of this process. */
  readonly rate: number;
  readonly milliseconds: number;
  /** This process, of how many. */
  readonly turn: number;
  readonly turns: number;
  readonly name: string;
}
export interface Tally {
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
export type Said = { readonly tally: Tally } | { readonly over: Tally; readonly times: Float64Array };

/** One in so many is shown twice, or is nobody's. */
const [twice, nobodys] = [20, 50];
/** Milliseconds: a scan that took longer is lost to whoever stands at the door. */
const patience = 10_000;
const [beat, report] = [5, 500];

type Kind = 'first' | 'again' | 'unknown';

class Storm {
  readonly #job: Job;
  readonly #pool: Pool;
  readonly #times: number[] = [];
  readonly #under = new Set<Promise<void>>();
  readonly tally: Tally = { sent: 0, first: 0, again: 0, unknown: 0, refused: {}, failed: {} };
  #people = 0;
  isOver = false;

  constructor(job: Job) {
    this.#job = job;
    this.#pool = new Pool(job.url, {
      connections: 256,
      pipelining: 1,
      headersTimeout: patience,
      bodyTimeout: patience,
    });
  }

  /** Latency counts from when a scan was due, so that a service that stands still is not spared the scans of that time. */
  async run(): Promise<Float64Array> {
    const { rate, milliseconds } = this.#job;
    const begun = performance.now();
    const most = Math.round((rate * milliseconds) / 1_000);
    while (!this.isOver && this.tally.sent < most) {
      const due = Math.min(most, Math.floor(((performance.now() - begun) * rate) / 1_000));
      while (this.tally.sent < due) this.#send(begun + (this.tally.sent * 1_000) / rate);
      await new Promise((resolve) => setTimeout(resolve, beat));
    }
    await Promise.all(this.#under);
    await this.#pool.close();
    return Float64Array.from(this.#times);
  }

  #send(due: number): void {
    const number = this.tally.sent++;
    const kind: Kind = number % nobodys === nobodys - 1 ? 'unknown' : number % twice === twice - 1 ? 'again' : 'first';
    const asked = this.#ask(number, kind).then(() => void this.#times.push(performance.now() - due));
    this.#under.add(asked);
    void asked.then(() => this.#under.delete(asked));
  }

  async #ask(number: number, kind: Kind): Promise<void> {
    const { keys, name, turn } = this.#job;
    const { token, door } =
      kind === 'unknown' ? { ...this.#visit(), token: `nobody-${name}-${number}` } : this.#visit(kind);
    try {
      const { statusCode, body } = await this.#pool.request({
        method: 'POST',
        path: `/checkin-points/${door}/scan`,
        headers: { 'X-Api-Key': keys[number % keys.length] ?? '', 'Content-Type': 'application/json' },
        body: JSON.stringify({ token, nonce: `${name}-${turn}-${number}` }),
      });
      this.#note(statusCode, (await body.json()) as { code?: string }, kind);
    } catch (error) {
      const { code, name: what } = error as NodeJS.ErrnoException;
      count(this.tally.failed, code ?? what);
    }
  }

  /** Everybody comes to the first door, then everybody to the next; each process has people of its own. */
  #visit(kind?: Kind): { token: string; door: string } {
    const { tokens, doors, turn, turns } = this.#job;
    const own = Math.max(1, Math.floor((tokens.length - turn - 1) / turns) + 1);
    const at = kind === 'first' ? this.#people++ : Math.max(0, this.#people - 1);
    const token = tokens[((at % own) * turns + turn) % tokens.length] ?? '';
    return { token, door: doors[Math.floor(at / own) % doors.length] ?? '' };
  }

  #note(status: number, { code = String(status) }: { code?: string }, kind: Kind): void {
    if (status === 201) this.tally.first += 1;
    else if (status === 200) this.tally.again += 1;
    else if (status >= 500) count(this.tally.failed, code);
    else if (kind === 'unknown' && code === 'INVALID_TOKEN') this.tally.unknown += 1;
    else count(this.tally.refused, code);
  }
}

const count = (counts: Record<string, number>, what: string) => (counts[what] = (counts[what] ?? 0) + 1);

const say = (said: Said) => process.send?.(said);

process.once('message', (job: Job) => {
  const storm = new Storm(job);
  const telling = setInterval(() => say({ tally: storm.tally }), report);
  process.on('message', () => (storm.isOver = true));
  void storm.run().then((times) => {
    clearInterval(telling);
    say({ over: storm.tally, times });
    process.disconnect();
  });
});
// Ctrl-C goes to all processes of a terminal; the one that began this decides when it is over.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());
