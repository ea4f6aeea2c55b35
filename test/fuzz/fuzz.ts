/** Asks what nobody foresaw, holds every answer against the oracle, and makes what fails as small as it can be. */
import fc from 'fast-check';
import { ask } from '../support/wire.ts';
import type { Operation } from './document.ts';
import { asCurl } from './curl.ts';
import { breakGround, type Ground, type Place } from './ground.ts';
import { resolve } from './names.ts';
import { complaints } from './oracle.ts';
import { elsewhere, requestTo, type Request } from './requests.ts';

export interface Wanted {
  readonly requests: number;
  readonly seed: number;
  /** So many are sent at the same time, at most. */
  readonly atOnce: number;
}
export interface Finding {
  readonly complaint: string;
  /** The smallest request that was found to bring it about; several where they were sent together. */
  readonly curl: string;
  /** Of fast-check: makes the request again. */
  readonly seed: number;
}

/** Milliseconds after which an answer is taken not to come. */
const patience = 15_000;
/** Requests until everything they may have deleted is made anew. */
const perGround = 200;
/** Without what these delete, most of what is asked afterwards is just not found. */
const razing = ['events.deleteSuperEvent', 'events.deleteTrack'];
/** There are likely more; but these are enough for a day. */
const findingsAtMost = 20;

export class Fuzzer {
  readonly #place: Place;
  #ground: Ground | undefined;
  #left = 0;
  /** The number of answers of each status, by operation. */
  readonly answers = new Map<string, Map<number, number>>();
  /** Of every ground there was. */
  readonly unspeakable: string[] = [];

  constructor(place: Place) {
    this.#place = place;
  }

  /** Whether a request of the operation got past every check. */
  wasCarriedOut(operation: string): boolean {
    return [...(this.answers.get(operation)?.keys() ?? [])].some((status) => status < 300);
  }

  async run(operations: readonly Operation[], { requests, seed: first, atOnce }: Wanted): Promise<Finding[]> {
    const findings = new Map<string, Finding>();
    const request = fc.oneof(...operations.map(requestTo));
    const together = fc.array(request, { minLength: 1, maxLength: atOnce, size: 'max' });
    const property = fc.asyncProperty(together, async (all) => {
      const fault = await this.send(all);
      if (fault && !findings.has(titleOf(fault))) throw new Fault(fault.operation, fault.message);
    });
    // From one to all of them, so half as many on average.
    const rounds = Math.ceil((2 * requests) / (atOnce + 1));
    for (let left = rounds, seed = first; left > 0 && findings.size < findingsAtMost; seed++) {
      const details = await fc.check(property, { numRuns: left, seed });
      left -= details.numRuns;
      if (!details.failed) break;
      const [smallest] = details.counterexample ?? [];
      if (!smallest || !(details.errorInstance instanceof Fault)) throw details.errorInstance;
      const { message: complaint } = details.errorInstance;
      findings.set(titleOf(details.errorInstance), { complaint, seed, curl: await this.#curl(smallest) });
    }
    return [...findings.values()];
  }

  /** Sends them together; answers the first thing that is wrong. */
  async send(requests: readonly Request[]): Promise<Fault | undefined> {
    const ground = await this.#fresh(requests.length);
    const complaints = await Promise.all(requests.map((each) => this.#complaints(each, ground)));
    const place = complaints.findIndex(({ length }) => length > 0);
    const [complaint] = complaints[place] ?? [];
    return complaint === undefined ? undefined : new Fault(requests[place]?.operation ?? '', complaint);
  }

  async #complaints(request: Request, ground: Ground): Promise<string[]> {
    const sent = this.#resolved(request, ground);
    const { url } = this.#place;
    const headers = { ...sent.headers, ...framing(sent), ...ground.credentials[request.actor] };
    const asking = ask(url, { ...sent, path: sent.target, headers, patience });
    const answer = await asking.catch((error: unknown) => `ends without an answer: ${String(error)}`);
    if (typeof answer === 'string') return [answer];
    this.#count(request.operation, answer.status);
    if (answer.status === 200 && razing.includes(request.operation)) this.#left = -1;
    return complaints({ ...sent, url, elsewhere: elsewhere(request) }, answer, ground);
  }

  async #fresh(count = 0): Promise<Ground> {
    this.#left -= count;
    if (this.#left >= 0 && this.#ground) return this.#ground;
    this.#left = perGround;
    this.#ground = await breakGround(this.#place);
    this.unspeakable.push(...this.#ground.unspeakable);
    return this.#ground;
  }

  #count(operation: string, status: number): void {
    const counts = this.answers.get(operation) ?? new Map<number, number>();
    this.answers.set(operation, counts.set(status, (counts.get(status) ?? 0) + 1));
  }

  #resolved(request: Request, { things }: Ground): Request {
    const { operation, target, body } = request;
    const put = (text: string) => resolve(text, operation, things);
    return { ...request, target: put(target), ...(body !== undefined && { body: put(body) }) };
  }

  async #curl(requests: readonly Request[]): Promise<string> {
    const ground = await this.#fresh();
    const { url } = this.#place;
    const lines = requests.map((each) => asCurl(url, this.#resolved(each, ground), ground.credentials[each.actor]));
    return lines.join(' &\n');
  }
}

class Fault extends Error {
  readonly operation: string;

  constructor(operation: string, complaint: string) {
    super(complaint);
    this.operation = operation;
  }
}

/** Node leaves it out where a method is not expected to have a body. */
const framing = ({ body }: Request): Record<string, string> =>
  body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };

/** Findings that are likely the same have one. */
const titleOf = ({ operation, message }: Fault) =>
  `${operation} ${message.replace(/^[A-Z]+ \S+ |[0-9a-f-]{36}/g, '').slice(0, 60)}`;
