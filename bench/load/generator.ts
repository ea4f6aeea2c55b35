/**
 * The load generator, a separate process: keeps connections busy until time or requests are used up, and reports the
 * duration of each answer and its own CPU time.
 */
import { Connection, type Answer, type Listener } from './connection.ts';

export interface Job {
  /** Of one or several programs that share the connections. */
  readonly ports: readonly number[];
  readonly connections: number;
  readonly milliseconds: number;
  /** Maximum number of requests. */
  readonly amount: number;
  /** All requests concatenated, with the end of each. They are sent in turn, starting again after the last. */
  readonly requests: Uint8Array;
  readonly ends: Uint32Array;
}
export interface Report {
  /** Milliseconds per answer. */
  readonly times: Float64Array;
  readonly elapsed: number;
  /** CPU time in milliseconds. */
  readonly cpu: number;
  /** The number of unsuccessful answers, and the first of them. */
  readonly refused: number;
  readonly sample: string;
}

class Run implements Listener {
  readonly #job: Job;
  readonly #bytes: Buffer;
  readonly #times: Float64Array;
  readonly #connections = new Set<Connection>();
  readonly #done = Promise.withResolvers<Report>();
  #connected = 0;
  #opened = 0;
  #asked = 0;
  #answered = 0;
  #refused = 0;
  #sample = '';
  #start = 0;
  #last = 0;
  #before = process.cpuUsage();

  constructor(job: Job) {
    this.#job = job;
    this.#bytes = Buffer.from(job.requests.buffer, job.requests.byteOffset, job.requests.byteLength);
    this.#times = new Float64Array(job.amount);
  }

  run(): Promise<Report> {
    for (let count = 0; count < this.#job.connections; count++) this.#open();
    return this.#done.promise;
  }

  /** Starts sending only when all connections are open. */
  opened(connection: Connection): void {
    this.#opened += 1;
    if (this.#opened > this.#job.connections) return this.#ask(connection);
    if (this.#opened < this.#job.connections) return;
    this.#before = process.cpuUsage();
    this.#start = this.#last = performance.now();
    for (const each of this.#connections) this.#ask(each);
  }

  answered(connection: Connection, { status, isLast, text }: Answer): void {
    this.#last = performance.now();
    this.#times[this.#answered++] = this.#last - connection.since;
    if ((status < 200 || status > 299) && status !== 304) {
      this.#refused += 1;
      this.#sample ||= text();
    }
    if (this.#isOver()) return this.#answered === this.#asked ? this.#finish() : undefined;
    if (!isLast) return this.#ask(connection);
    this.#connections.delete(connection);
    connection.close();
    this.#open();
  }

  failed(error: Error): void {
    for (const each of this.#connections) each.close();
    this.#done.reject(error);
  }

  #open(): void {
    const { ports } = this.#job;
    this.#connections.add(new Connection(ports[this.#connected++ % ports.length] ?? 0, this));
  }

  #ask(connection: Connection): void {
    if (this.#isOver()) return;
    const { ends } = this.#job;
    const turn = this.#asked++ % ends.length;
    connection.ask(this.#bytes.subarray(turn === 0 ? 0 : ends[turn - 1], ends[turn]));
  }

  #isOver(): boolean {
    const { amount, milliseconds } = this.#job;
    return this.#asked >= amount || this.#last - this.#start >= milliseconds;
  }

  #finish(): void {
    const { user, system } = process.cpuUsage(this.#before);
    for (const each of this.#connections) each.close();
    this.#done.resolve({
      times: this.#times.slice(0, this.#answered),
      elapsed: this.#last - this.#start,
      cpu: (user + system) / 1_000,
      refused: this.#refused,
      sample: this.#sample,
    });
  }
}

process.on('message', (job: Job) => {
  new Run(job).run().then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
