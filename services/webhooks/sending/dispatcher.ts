/**
 * Sends what happens, in this process and beside others: reads new facts, takes lanes, makes the tries, writes down what came
 * of them. Everything is read and written in batches, some times a second; what is in memory alone is never more than this
 * process may lose, for it is sent again by whoever takes its lanes.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from 'moleculer';
import type { Db } from '../../../shared/database/database.ts';
import { failureOf } from '../../../shared/kit/translate.ts';
import { beginning, readersAtMost, type Whose } from '../queries/fan-out.ts';
import { beat, leaveAll, leaveLanes, readLanes, takeLanes } from '../queries/lanes.ts';
import { noteTries, type Tried } from '../queries/outcomes.ts';
import { judge, patience, type Outcome } from '../rules.ts';
import type { Vault } from '../vault.ts';
import { Bodies } from './bodies.ts';
import { fanOut } from './fan-out.ts';
import { Lanes, type Lane, type Waiting } from './lanes.ts';
import type { Sender } from './sender.ts';
import { stop } from './stopping.ts';

interface Means {
  readonly db: Db;
  readonly sender: Sender;
  readonly vault: Vault;
  readonly log: Service['logger'];
  /** Says that there are new facts of this organization. */
  readonly tell: (organization_id: string) => void;
  /** Counts a try by what came of it. */
  readonly count: (outcome: string) => void;
}

/**
 * Milliseconds: from one look at everything to the next; between two turns at least; after one that failed; for tries that are
 * under way at the end.
 */
const [round, breath, recovery, farewell] = [2_000, 80, 1_000, 8_000];

export class Dispatcher {
  readonly #id = randomUUID();
  readonly #means: Means;
  readonly #lanes = new Lanes();
  readonly #bodies = new Bodies();
  readonly #stopping = new AbortController();
  readonly #told = new Set<string>();
  /** Whose facts are read; events of others are of no interest. */
  #organizations: ReadonlySet<string> = new Set();
  #tried: Tried[] = [];
  #ended: string[] = [];
  #nextRound = 0;
  /** The organization that a round has come to, while it is under way. */
  #roundAt: string | undefined;
  /** The database did not answer, and no round has gone well since; other turns may have nothing to ask it. */
  #isWaiting = false;
  #bell = new AbortController();
  #running: Promise<void> | undefined;

  constructor(means: Means) {
    this.#means = means;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** There are facts of this organization. */
  hear = (organization_id: string): void => {
    if (!this.#organizations.has(organization_id)) return;
    this.#told.add(organization_id);
    this.#ring();
  };

  /** Events were lost, or there is something to send that no event tells of. */
  look = (): void => {
    this.#nextRound = 0;
    this.#ring();
  };

  /** Some thousand times a second: a bell that has rung is left alone. */
  #ring(): void {
    if (!this.#bell.signal.aborted) this.#bell.abort();
  }

  /** Takes nothing new, waits for what is under way, and leaves the rest to others. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#ring();
    await this.#running;
    for (const lane of this.#lanes.all) lane.leave();
    const deadline = performance.now() + farewell;
    while (this.#lanes.underWay > 0 && performance.now() < deadline) await pause(breath);
    this.#means.sender.giveUp();
    while (this.#lanes.underWay > 0) await pause(breath);
    await this.#note()
      .then(() => leaveAll(this.#db, this.#id))
      .catch((error: unknown) => this.#warn(error));
  }

  get #db(): Db {
    return this.#means.db.fork();
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#turn();
      } catch (error) {
        this.#warn(error);
        await this.#sleep(recovery, this.#stopping.signal);
      }
      await this.#sleep(breath, this.#stopping.signal);
      await this.#sleep(Math.max(0, this.#nextRound - performance.now()), this.#bell.signal);
    }
  }

  /** Says once that the database is away, and each time what nobody foresaw. */
  #warn(error: unknown): void {
    const isAway = failureOf(error) !== undefined;
    if (!isAway) this.#means.log.warn({ err: error }, 'Webhooks could not be worked through; it is tried again.');
    else if (!this.#isWaiting) this.#means.log.warn(`Webhooks wait for the database: ${(error as Error).message}`);
    this.#isWaiting = isAway;
  }

  #goOn(): void {
    if (this.#isWaiting) this.#means.log.info('The database answers; webhooks are sent again.');
    this.#isWaiting = false;
  }

  #sleep = (milliseconds: number, signal: AbortSignal) =>
    pause(milliseconds, undefined, { signal }).catch(() => undefined);

  async #turn(): Promise<void> {
    this.#bell = new AbortController();
    const isRound = performance.now() >= this.#nextRound;
    if (isRound) {
      await this.#beat();
      this.#goOn();
      this.#roundAt ??= beginning;
    }
    await this.#read();
    await this.#note();
    await this.#fill();
    this.#pump();
  }

  /** Lanes that another process took meanwhile are left to it, and so are those beyond the share of this one. */
  async #beat(): Promise<void> {
    this.#nextRound = performance.now() + round;
    const { lanes, share, organizations } = await beat(this.#db, this.#id);
    this.#organizations = new Set(organizations);
    const own = new Set(lanes);
    const held = this.#lanes.all.toSorted((one, other) => Number(one.isSlow) - Number(other.isSlow));
    held.forEach((lane, index) => {
      if (!own.has(lane.webhook_id) || index >= share) lane.leave();
      lane.rewind();
    });
    const idle = held.filter((lane) => lane.isIdle).map(({ webhook_id }) => webhook_id);
    idle.forEach((webhook_id) => this.#lanes.close(webhook_id));
    // With those that an earlier turn took and could not keep, because it failed.
    const left = lanes.filter((webhook_id) => !this.#lanes.get(webhook_id));
    if (left.length > 0) await leaveLanes(this.#db, this.#id, left);
  }

  /** Reads what events told of, and in a round the next page of all; then takes the lanes that are free. */
  async #read(): Promise<void> {
    const told = [...this.#told].slice(0, readersAtMost);
    if (this.#roundAt === undefined && told.length === 0) return;
    if (told.length > 0) await this.#readTold(told);
    if (this.#roundAt !== undefined) await this.#readNext(this.#roundAt);
    // The next turn goes on with them.
    if (this.#told.size > 0 || this.#roundAt !== undefined) this.#ring();
    for (const lane of this.#lanes.all) lane.isDry = false;
    for (const webhook_id of await takeLanes(this.#db, this.#id)) this.#lanes.open(webhook_id);
  }

  async #readTold(told: readonly string[]): Promise<void> {
    for (const one of told) this.#told.delete(one);
    const held = new Set(await this.#fanOut(told));
    // Another process holds the rest, and may have read before the latest fact.
    for (const one of told) if (!held.has(one) && this.#organizations.has(one)) this.#told.add(one);
  }

  /** The round goes on as long as there may be others behind those that were read. */
  async #readNext(after: string): Promise<void> {
    const held = await this.#fanOut({ after });
    this.#roundAt = held.length === readersAtMost ? held.at(-1) : undefined;
  }

  /** Answers whose facts were read. */
  async #fanOut(whose: Whose): Promise<readonly string[]> {
    const { held, unread, lost } = await fanOut(this.#db, whose);
    for (const one of unread) this.#told.add(one);
    for (const one of lost) this.#means.log.warn({ organization_id: one }, 'Its facts are sent from now on only.');
    return held;
  }

  async #note(): Promise<void> {
    const [tried, ended] = [this.#tried, this.#ended];
    if (tried.length === 0) return;
    [this.#tried, this.#ended] = [[], []];
    const failing = await noteTries(this.#db, tried).catch((error: unknown) => {
      this.#tried.unshift(...tried);
      this.#ended.unshift(...ended);
      throw error;
    });
    for (const { webhook_id, id } of tried) this.#lanes.get(webhook_id)?.noted(id);
    await this.#stopAll(ended, 'ended');
    await this.#stopAll(failing, 'disabled');
  }

  async #stopAll(webhooks: readonly string[], status: 'ended' | 'disabled'): Promise<void> {
    for (const webhook_id of new Set(webhooks)) {
      this.#lanes.get(webhook_id)?.leave();
      const organization_id = await stop(this.#db, webhook_id, status);
      if (organization_id) this.#means.tell(organization_id);
    }
  }

  async #fill(): Promise<void> {
    const asks = this.#lanes.all.flatMap(({ webhook_id, room }) => (room ? [{ webhook_id, ...room }] : []));
    if (asks.length === 0) return;
    const { targets, waiting } = await readLanes(this.#db, asks);
    const bodies = await this.#bodies.of(this.#db, new Set(waiting.map(({ fact_id }) => fact_id)));
    const leading = new Map(targets.map((target) => [target.webhook_id, target]));
    const found = Map.groupBy(waiting, ({ webhook_id }) => webhook_id);
    for (const { webhook_id, fresh } of asks) {
      const [lane, target, rows = []] = [this.#lanes.get(webhook_id), leading.get(webhook_id), found.get(webhook_id)];
      if (!target) lane?.leave();
      if (!lane || !target) continue;
      lane.target = { url: target.url, secrets: this.#means.vault.openAll(target) };
      for (const row of rows) lane.add({ ...row, body: bodies.get(row.fact_id) as Buffer });
      lane.isDry = rows.filter(({ tries }) => tries === 0).length < fresh;
    }
  }

  #pump(): void {
    if (this.#stopping.signal.aborted) return;
    for (let turn = this.#lanes.next(); turn; turn = this.#lanes.next()) {
      this.#lanes.begin(turn);
      void this.#try(turn.lane, turn.waiting);
    }
  }

  async #try(lane: Lane, waiting: Waiting): Promise<void> {
    const outcome = await this.#send(lane, waiting).catch(() => undefined);
    this.#lanes.end(lane, waiting, outcome?.duration_ms);
    if (outcome) this.#keep(lane, waiting, outcome);
    this.#pump();
    this.#ring();
  }

  #send({ target }: Lane, { fact_id, body }: Waiting): Promise<Outcome> {
    const { sender } = this.#means;
    if (!target?.secrets) {
      return Promise.resolve({ response_status: null, duration_ms: 0, error: 'SECRET_UNREADABLE' });
    }
    const letter = { id: fact_id, body, url: target.url, secrets: target.secrets };
    return sender.send(letter, patience);
  }

  #keep({ webhook_id }: Lane, { id, tries }: Waiting, outcome: Outcome): void {
    this.#means.count(outcome.error ?? 'ok');
    const verdict = judge(outcome, tries + 1, Math.random());
    if (verdict.ends) this.#ended.push(webhook_id);
    const wait = verdict.status === 'pending' ? verdict.wait : 0;
    this.#tried.push({ id, webhook_id, status: verdict.status, wait, ...outcome });
  }
}
