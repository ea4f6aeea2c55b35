/** The job of one webhook: sends what is due to it, a few at once, until nothing is or its time is over. */
import { setTimeout as pause } from 'node:timers/promises';
import { recordChanges, type Change } from '../../../shared/database/audit.ts';
import type { Db } from '../../../shared/database/database.ts';
import { transaction } from '../../../shared/database/transaction.ts';
import type { JobContext, JobHandler, Jobs } from '../../../shared/kit/queue.ts';
import { readDue, slowFlag, task, type Due, type Target } from '../queries/due.ts';
import { noteTries, stopWebhook, writeToOwners, type Tried } from '../queries/outcomes.ts';
import { judge, slowAfterMs, timeoutMs, triesAtOnce, webhooksAtOnce, type Outcome } from '../rules.ts';
import type { Vault } from '../vault.ts';
import type { Sender } from './sender.ts';

export interface Means {
  readonly db: Db;
  readonly sender: Sender;
  readonly vault: Vault;
  /** Says that there are new facts of this organization. */
  readonly tell: (organization_id: string) => void;
  /** Counts a try by what came of it. */
  readonly count: (outcome: string) => void;
  /** The database did not answer. */
  readonly warn: (error: unknown) => void;
}

/**
 * A job begins tries for so long; then it is the turn of other webhooks. One that has to wait for a slow answer begins others
 * meanwhile.
 */
const [turnMs, longestTurnMs] = [5_000, 15_000];
/** With the last tries, and what came of them. */
const longestMs = longestTurnMs + timeoutMs + 2_000;
/** Comes before all ids. */
const leastId = '00000000-0000-0000-0000-000000000000';
const [noteEveryMs, retryStoreAfterMs, postponeMs] = [500, 1_000, 1_000];

/** The jobs of a process. */
export function deliveryJobs(means: Means): Jobs {
  let slowJobs = 0;
  const isFull = () => slowJobs >= webhooksAtOnce.slow;
  const deliver: JobHandler = async (payload, context) => {
    const { webhook_id } = payload as { webhook_id: string };
    const addAgain = (isSlow: boolean, further: { runAt?: Date }) =>
      context.addJob(task, payload, { jobKey: webhook_id, flags: isSlow ? [slowFlag] : [], ...further });
    const isSlow = context.job.flags?.[slowFlag] === true;
    // Several workers that looked for a job at the same moment found this one allowed.
    if (isSlow && isFull()) return void (await addAgain(true, { runAt: new Date(Date.now() + postponeMs) }));
    slowJobs += Number(isSlow);
    try {
      const job = new WebhookJob(means, webhook_id, context);
      if (await job.run()) await addAgain(job.isSlow, {});
    } finally {
      slowJobs -= Number(isSlow);
    }
  };
  return {
    handlers: { [task]: deliver },
    atOnce: webhooksAtOnce.all,
    longestMs,
    skippedFlags: () => (isFull() ? [slowFlag] : null),
  };
}

class WebhookJob {
  /** Some of the latest answers took long. */
  isSlow = false;
  readonly #means: Means;
  readonly #webhook_id: string;
  readonly #context: Pick<JobContext, 'signal' | 'stopping'>;
  readonly #begun = performance.now();
  #target: Target | undefined;
  #secrets: readonly string[] | undefined;
  #waiting: Due[] = [];
  #after = leastId;
  /** With when each began. */
  readonly #underWay = new Map<Due, number>();
  #tried: Tried[] = [];
  #isEnded = false;
  #isStopped = false;
  #wake = () => undefined as void;

  constructor(means: Means, webhook_id: string, context: Pick<JobContext, 'signal' | 'stopping'>) {
    this.#means = means;
    this.#webhook_id = webhook_id;
    this.#context = context;
  }

  /** Returns whether there may be more to send. */
  async run(): Promise<boolean> {
    let noteAt = performance.now() + noteEveryMs;
    for (;;) {
      if (this.#mayBegin && !this.#next) await this.#refill();
      for (let next = this.#next; next && this.#mayBegin; next = this.#next) void this.#try(next);
      if (this.#underWay.size === 0) break;
      await this.#oneEnds();
      if (performance.now() < noteAt) continue;
      await this.#store();
      noteAt = performance.now() + noteEveryMs;
    }
    await this.#store();
    return this.#isOpen && this.#waiting.length > 0;
  }

  get #isOpen(): boolean {
    return !this.#isStopped && !this.#context.stopping.aborted;
  }
  get #mayBegin(): boolean {
    if (!this.#isOpen || this.#underWay.size >= triesAtOnce.ofWebhook) return false;
    const now = performance.now();
    const isHeld = [...this.#underWay.values()].some((begun) => now - begun > slowAfterMs);
    return now - this.#begun < (isHeld ? longestTurnMs : turnMs);
  }

  /** Newer deliveries do not wait for those that failed, which never take all places. */
  get #next(): Due | undefined {
    const retried = [...this.#underWay.keys()].filter(({ tries }) => tries > 0).length;
    return this.#waiting.find(({ tries }) => tries === 0 || retried < triesAtOnce.again);
  }

  /** Stores the outcomes so far, and reads the deliveries that are due. */
  async #refill(): Promise<void> {
    await this.#store();
    const { db, vault, warn } = this.#means;
    const underWay = [...this.#underWay.keys(), ...this.#tried].map(({ id }) => id);
    try {
      this.#target = await readDue(db.fork(), this.#webhook_id, { after: this.#after, underWay });
    } catch (error) {
      warn(error);
      this.#target = undefined;
    }
    this.#isStopped = !this.#target;
    this.#secrets = this.#target && vault.openAll(this.#target);
    this.#waiting = [...(this.#target?.due ?? [])];
    this.#after = this.#waiting.findLast(({ tries }) => tries === 0)?.id ?? this.#after;
  }

  async #try(due: Due): Promise<void> {
    this.#waiting.splice(this.#waiting.indexOf(due), 1);
    this.#underWay.set(due, performance.now());
    const outcome = await this.#send(due).catch(() => undefined);
    this.#underWay.delete(due);
    if (outcome) this.#keep(due, outcome);
    this.#wake();
  }

  async #send({ fact_id, body }: Due): Promise<Outcome> {
    if (!this.#secrets) return { response_status: null, duration_ms: 0, error: 'SECRET_UNREADABLE' };
    const message = { id: fact_id, body, url: this.#target!.url, secrets: this.#secrets };
    return this.#means.sender.send(message, timeoutMs, this.#context.signal);
  }

  #keep({ id, tries }: Due, outcome: Outcome): void {
    this.#means.count(outcome.error ?? 'ok');
    const verdict = judge(outcome, tries + 1, Math.random());
    this.#isEnded ||= verdict.ends;
    const wait = verdict.status === 'pending' ? verdict.wait : 0;
    this.#tried.push({ id, status: verdict.status, wait, ...outcome });
  }

  /** Resolves when a try ends, or after a moment. */
  async #oneEnds(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, noteEveryMs);
    await promise;
    clearTimeout(timer);
  }

  /** Outcomes that cannot be stored are stored once the database answers again: else they would be sent once more. */
  async #store(): Promise<void> {
    const { signal } = this.#context;
    while (this.#tried.length > 0) {
      const tried = this.#tried;
      this.#tried = [];
      try {
        const organization_id = await transaction(this.#means.db.fork(), (tx) => this.#storeIn(tx, tried));
        if (organization_id) this.#means.tell(organization_id);
        this.isSlow = tried.some(({ duration_ms }) => duration_ms > slowAfterMs);
      } catch (error) {
        this.#tried.unshift(...tried);
        this.#means.warn(error);
        await pause(retryStoreAfterMs, undefined, { signal });
      }
    }
  }

  /** Returns whose webhook was stopped; undefined where it goes on. */
  async #storeIn(tx: Db, tried: readonly Tried[]): Promise<string | undefined> {
    const isLost = await noteTries(tx, this.#webhook_id, tried);
    if (!isLost && !this.#isEnded) return undefined;
    this.#isStopped = true;
    return stop(tx, this.#webhook_id, this.#isEnded ? 'ended' : 'disabled');
  }
}

const nobody = { user_id: null, key_id: null, session_id: null, request_id: null };

/** Switches a webhook off that nothing reaches any more, or whose receiver wants no more; a fact tells of it. */
async function stop(tx: Db, id: string, status: 'disabled' | 'ended'): Promise<string | undefined> {
  const stopped = await stopWebhook(tx, id, status);
  if (!stopped) return undefined;
  const { organization_id, super_event_id, url } = stopped;
  const fact: Change['fact'] = `webhook.${status}`;
  const change = { fact, ids: { webhook_id: id }, before: { status: 'active' }, after: { status } };
  await recordChanges(tx, { organization_id, super_event_id, ...nobody, action: 'webhooks.deliver' }, [change]);
  if (status === 'disabled') await writeToOwners(tx, stopped, new URL(url).host);
  return organization_id;
}
