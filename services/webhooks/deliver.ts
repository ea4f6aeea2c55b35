/** The job of one webhook: sends its due deliveries, a few at once, until none is left or its time is over. */
import { setTimeout as pause } from 'node:timers/promises';
import { recordChanges, type Change } from '../../shared/database/audit.ts';
import type { Db } from '../../shared/database/database.ts';
import { transaction } from '../../shared/database/transaction.ts';
import type { JobContext, JobHandler, Jobs } from '../../shared/kit/queue.ts';
import {
  noteTries,
  readDue,
  slowFlag,
  stopWebhook,
  task,
  writeToOwners,
  type DueDelivery,
  type Target,
  type Tried,
} from './deliveries.sql.ts';
import { decideRetry, slowAfterMs, timeoutMs, triesAtOnce, webhooksAtOnce, type TryOutcome } from './rules.ts';
import type { WebhookClient } from './client.ts';
import type { SecretStore } from './secret-store.ts';

export interface DeliveryJobOptions {
  readonly db: Db;
  readonly sender: WebhookClient;
  readonly vault: SecretStore;
  /** Announces new facts of this organization. */
  readonly tell: (organization_id: string) => void;
  /** Counts a try by its outcome. */
  readonly count: (outcome: string) => void;
  /** Logs that the database did not answer. */
  readonly warn: (error: unknown) => void;
}

/**
 * A job begins tries for this long, then yields to other webhooks. While it waits for a slow answer, it may begin tries
 * until the longer limit.
 */
const [turnMs, longestTurnMs] = [5_000, 15_000];
/** Including the last tries and storing their outcomes. */
const longestMs = longestTurnMs + timeoutMs + 2_000;
/** Sorts before all ids. */
const leastId = '00000000-0000-0000-0000-000000000000';
const [noteEveryMs, retryStoreAfterMs] = [500, 1_000];

/** The jobs of a process. */
export function deliveryJobs(means: DeliveryJobOptions): Jobs {
  const places = new Places();
  const deliver: JobHandler = async (payload, context) => {
    const { webhook_id } = payload as { webhook_id: string };
    const flags = Object.keys(context.job.flags ?? {});
    const addAgain = (next: string[]) => context.addJob(task, payload, { jobKey: webhook_id, flags: next });
    // Several workers may have fetched jobs at the same moment, beyond the limit. The worker of a job that ends takes the next.
    if (places.areFull(flags)) return void (await addAgain(flags));
    places.take(flags, 1);
    try {
      const job = new WebhookJob(means, webhook_id, context);
      const others = flags.filter((flag) => flag !== slowFlag);
      if (await job.run()) await addAgain(job.isSlow ? [...others, slowFlag] : others);
    } finally {
      places.take(flags, -1);
    }
  };
  return {
    handlers: { [task]: deliver },
    atOnce: webhooksAtOnce.all,
    timeoutMs: longestMs,
    skippedFlags: () => places.full,
  };
}

/** Running jobs by flag: those of slow webhooks together, and those of each organization. */
class Places {
  readonly #taken = new Map<string, number>();

  areFull = (flags: readonly string[]): boolean => flags.some((flag) => this.#isFull(flag));

  get full(): string[] | null {
    const full = [...this.#taken.keys()].filter((flag) => this.#isFull(flag));
    return full.length > 0 ? full : null;
  }

  take(flags: readonly string[], difference: 1 | -1): void {
    for (const flag of flags) {
      const taken = (this.#taken.get(flag) ?? 0) + difference;
      if (taken > 0) this.#taken.set(flag, taken);
      else this.#taken.delete(flag);
    }
  }

  #isFull(flag: string): boolean {
    const most = flag === slowFlag ? webhooksAtOnce.slow : webhooksAtOnce.ofOrganization;
    return (this.#taken.get(flag) ?? 0) >= most;
  }
}

class WebhookJob {
  /** True if some of the latest answers were slow. */
  isSlow = false;
  readonly #means: DeliveryJobOptions;
  readonly #webhook_id: string;
  readonly #context: Pick<JobContext, 'signal' | 'stopping'>;
  readonly #begun = performance.now();
  #target: Target | undefined;
  #secrets: readonly string[] | undefined;
  #waiting: DueDelivery[] = [];
  #after = leastId;
  /** Running tries with their start times. */
  readonly #underWay = new Map<DueDelivery, number>();
  #tried: Tried[] = [];
  #isEnded = false;
  #isStopped = false;
  #wake = () => undefined as void;

  constructor(means: DeliveryJobOptions, webhook_id: string, context: Pick<JobContext, 'signal' | 'stopping'>) {
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

  /** The next delivery. New ones do not wait for retries, which never fill all places. */
  get #next(): DueDelivery | undefined {
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

  async #try(due: DueDelivery): Promise<void> {
    this.#waiting.splice(this.#waiting.indexOf(due), 1);
    this.#underWay.set(due, performance.now());
    const outcome = await this.#send(due).catch(() => undefined);
    this.#underWay.delete(due);
    if (outcome) this.#keep(due, outcome);
    this.#wake();
  }

  async #send({ fact_id, body }: DueDelivery): Promise<TryOutcome> {
    if (!this.#secrets) return { response_status: null, duration_ms: 0, error: 'SECRET_UNREADABLE' };
    const message = { id: fact_id, body, url: this.#target!.url, secrets: this.#secrets };
    return this.#means.sender.send(message, timeoutMs, this.#context.signal);
  }

  #keep({ id, tries }: DueDelivery, outcome: TryOutcome): void {
    this.#means.count(outcome.error ?? 'ok');
    const verdict = decideRetry(outcome, tries + 1, Math.random());
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

  /** Stores outcomes, with retries until the database answers: otherwise they would be sent again. */
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

  /** Returns the organization of a stopped webhook; undefined if it stays active. */
  async #storeIn(tx: Db, tried: readonly Tried[]): Promise<string | undefined> {
    const isLost = await noteTries(tx, this.#webhook_id, tried);
    if (!isLost && !this.#isEnded) return undefined;
    this.#isStopped = true;
    return stop(tx, this.#webhook_id, this.#isEnded ? 'ended' : 'disabled');
  }
}

const nobody = { user_id: null, key_id: null, session_id: null, request_id: null };

/** Stops a webhook that only fails or whose receiver answered 410, and records the fact. */
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
