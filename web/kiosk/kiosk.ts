/**
 * A kiosk at work. Every reading is kept first, then handed in; what people see is the server's decision, or the roster's
 * where the server takes too long.
 */
import { computed, signal, type Signal } from '@preact/signals';
import { corrected } from './clock.ts';
import { HandIn } from './hand-in.ts';
import type { Dispute, Entry, Ground, Guest, Known, Outcome, Pairing, Point, Scan, Verdict } from './model.ts';
import { Readings } from './readings.ts';
import { hashOf, Roster } from './roster.ts';
import type { Listener, Server } from './server.ts';
import type { Settled, Store } from './store.ts';
import { ownZone } from '../shared/time.ts';
import { agrees, decidedAt, letsIn, provisional, refusedFor, unkept } from './verdict.ts';

/** Milliseconds after which the roster speaks. */
const patience = 1_500;
/** The longest token there is: the capacity of the largest QR code. */
const longestToken = 7_089;
/** Milliseconds by which answers may differ about the time without saying anything. */
const noticeable = 2_000;
/** The NUL character, which no token has and nobody could keep. */
const unkeepable = '\0';

export type Phase = 'unpaired' | 'choosing' | 'door' | 'ended';
export type Speaks = Pick<Server, 'send' | 'manifest' | 'report'>;
export interface Surroundings {
  readonly store: Store;
  /** What speaks with the service by this key. */
  readonly connect: (key: string, listener: Listener) => Speaks;
  /** The release of this page. */
  readonly version: string;
}
export interface Screen {
  readonly nonce: string;
  readonly verdict: Verdict;
}

export class Kiosk {
  readonly phase = signal<Phase>('unpaired');
  /** The hackathon, its tracks and the points of this kiosk, once the service has told them. */
  readonly ground = signal<Ground | undefined>(undefined);
  readonly points = computed(() => this.ground.value?.points ?? []);
  /** The time zone of the hackathon, else of this device. */
  readonly zone = computed(() => this.ground.value?.super_event?.tz ?? ownZone);
  readonly point = signal<Point | null>(null);
  /** The point before another one is chosen, to go back to. */
  readonly former = signal<Point | null>(null);
  readonly queued = signal(0);
  /** What the screen shows of the latest reading. */
  readonly screen: Signal<Screen | null> = signal(null);
  readonly latest = signal<readonly Entry[]>([]);
  readonly disputes = signal<readonly Dispute[]>([]);
  /** By how many milliseconds the server's clock is ahead. */
  readonly ahead = signal(0);
  roster = new Roster([]);

  readonly #around: Surroundings;
  readonly #handIn: HandIn;
  readonly #readings = new Readings();
  /** Those who wait for a decision, by nonce. */
  readonly #waiting = new Map<string, (isDecided: boolean) => void>();
  #pairing: Pairing | undefined;
  #speaks: Speaks | undefined;
  #contact: Promise<void> | undefined;
  #newest: { readonly nonce: string; told: Verdict | null } | undefined;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#handIn = new HandIn({
      store: around.store,
      send: (point_id, scans) => this.#send(point_id, scans),
      settle: (decided) => this.#settle(decided),
      onSilence: () => this.#giveUpWaiting(),
      onEnd: () => this.#end(),
    });
  }

  /** Takes up what is kept. */
  async open(): Promise<void> {
    const { store } = this.#around;
    const pairing = await store.get('pairing');
    await this.#refresh();
    if (!pairing) return void (this.phase.value = 'unpaired');
    const { key } = pairing;
    if (key === null) return void (this.phase.value = 'ended');
    this.ahead.value = (await store.get('ahead')) ?? 0;
    this.roster = new Roster(await store.roster());
    this.ground.value = await store.get('ground');
    this.#pairing = pairing;
    this.#speaks = this.#around.connect(key, { onTime: (ahead) => this.#learn(ahead), now: () => this.now() });
    await this.#takePoint();
  }

  /** Begins with a key that was just given. What waits from before is handed in with it. */
  async pair(pairing: Pairing): Promise<void> {
    // What the former key is still told says nothing of this one.
    this.#pairing = undefined;
    this.#speaks = undefined;
    this.#contact = undefined;
    await this.#around.store.begin(pairing);
    await this.open();
    await this.contact();
  }

  /** The server's time. */
  now(): string {
    return corrected(Date.now(), this.ahead.value);
  }

  async choose(point: Point | null): Promise<void> {
    this.former.value = point ? null : this.point.value;
    await this.#around.store.keep('point', point?.id ?? '');
    this.screen.value = null;
    await this.#takePoint();
  }

  /**
   * Takes a code that was read, typed or scanned by hand.
   * @param isTyped Whether it counts however soon it comes again.
   */
  async read(text: string, isTyped = false): Promise<void> {
    const token = text.trim();
    const point = this.point.value;
    if (!point || token === '') return;
    if (!this.#readings.counts(token, performance.now()) && !isTyped) return;
    const nonce = crypto.randomUUID();
    this.#newest = { nonce, told: null };
    if (token.length > longestToken || token.includes(unkeepable))
      return this.#show(nonce, refusedFor('INVALID_TOKEN'));
    const scan = { nonce, token, point_id: point.id, scanned_at: this.now(), shown: null };
    try {
      await this.#around.store.enqueue(scan);
    } catch {
      return this.#show(nonce, unkept());
    }
    this.queued.value++;
    const decision = this.#decisionAbout(nonce);
    void this.#handIn.wake();
    if (!(await decision)) await this.#speakFor(scan, point);
  }

  /** Reports, learns who may come in, and hands in what waits. */
  contact(): Promise<void> {
    if (this.#contact) return this.#contact;
    const contact = this.#speak().finally(() => {
      if (this.#contact === contact) this.#contact = undefined;
    });
    this.#contact = contact;
    return contact;
  }

  /** Of a key that was replaced meanwhile an end says nothing. */
  async #send(...given: Parameters<Speaks['send']>): ReturnType<Speaks['send']> {
    const speaks = this.#speaks;
    if (!speaks) return { later: 0 };
    const answer = await speaks.send(...given);
    return answer === 'ended' && speaks !== this.#speaks ? { later: 0 } : answer;
  }

  async #speak(): Promise<void> {
    const speaks = this.#speaks;
    if (!speaks) return;
    const { store, version } = this.#around;
    const [oldest] = await store.oldest(1);
    const report = { queued: this.queued.value, oldest_queued_at: oldest?.scanned_at ?? null, version };
    const answers = [await speaks.report(report), await this.#askForRoster(speaks)];
    if (speaks !== this.#speaks) return;
    if (answers.includes('ended')) return this.#end();
    await this.#handIn.wake();
  }

  /** The name of the track that somebody's token is for; null for one of the whole hackathon. */
  trackOf({ event_id }: Pick<Guest | Point, 'event_id'>): string | null {
    return this.ground.value?.tracks.find(({ id }) => id === event_id)?.name ?? null;
  }

  /** Takes the verdict from the screen. */
  clear(): void {
    this.screen.value = null;
  }

  async dismiss(nonce: string): Promise<void> {
    await this.#around.store.dismiss(nonce);
    await this.#refresh();
  }

  /** What waits to be handed in, for a file. */
  waiting(): Promise<Scan[]> {
    return this.#around.store.oldest();
  }

  /** Forgets everything. */
  async wipe(): Promise<void> {
    await this.#around.store.wipe();
    await this.open();
  }

  async #askForRoster(speaks: Speaks): Promise<'ended' | undefined> {
    const { store } = this.#around;
    const after = this.ground.value?.next;
    const manifest = await speaks.manifest(after);
    if (manifest === 'ended') return manifest;
    if (!manifest || speaks !== this.#speaks) return;
    await store.update(manifest);
    this.roster.update(manifest);
    const { super_event, tracks, points, next } = manifest;
    this.ground.value = { super_event, tracks, points, next };
    await this.#takePoint();
  }

  /** The point that was chosen, or the only one. */
  async #takePoint(): Promise<void> {
    const points = this.points.value;
    const id = await this.#around.store.get('point');
    const chosen =
      points.find((point) => point.id === id) ?? (points.length === 1 && id === undefined ? points[0] : null);
    this.point.value = chosen ?? null;
    this.phase.value = chosen ? 'door' : 'choosing';
  }

  #known(token_hash: string): Known {
    const guest = this.roster.find(token_hash);
    return { guest, track: guest ? this.trackOf(guest) : null };
  }

  #learn(ahead: number): void {
    if (Math.abs(ahead - this.ahead.value) < noticeable) return;
    this.ahead.value = ahead;
    void this.#around.store.keep('ahead', ahead);
  }

  /** Whether the server decides in time. */
  #decisionAbout(nonce: string): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#waiting.get(nonce)?.(false), patience);
      this.#waiting.set(nonce, (isDecided) => {
        clearTimeout(timer);
        this.#waiting.delete(nonce);
        resolve(isDecided);
      });
    });
  }

  #giveUpWaiting(): void {
    for (const resolve of [...this.#waiting.values()]) resolve(false);
  }

  async #speakFor(scan: Scan, point: Point): Promise<void> {
    const { store } = this.#around;
    const token_hash = await hashOf(scan.token);
    const seen = await store.seenAt(point.id, token_hash);
    const verdict = provisional(this.#known(token_hash), { point, seen, now: scan.scanned_at });
    if (await store.noteShown(scan, token_hash, verdict, letsIn(verdict))) this.#show(scan.nonce, verdict);
    await this.#refresh();
  }

  async #settle(decided: readonly (readonly [Scan, Outcome])[]): Promise<void> {
    const settled = await Promise.all(decided.map(([scan, outcome]) => this.#settledOf(scan, outcome)));
    await this.#around.store.settle(settled);
    for (const { scan, verdict } of settled) {
      this.#show(scan.nonce, verdict);
      this.#waiting.get(scan.nonce)?.(true);
    }
    await this.#refresh();
  }

  async #settledOf(scan: Scan, outcome: Outcome): Promise<Settled> {
    const token_hash = await hashOf(scan.token);
    const place = { id: scan.point_id, points: this.points.value, zone: this.zone.value };
    const verdict = decidedAt(outcome, this.#known(token_hash), place);
    const isAwaited = this.#waiting.has(scan.nonce);
    return { scan, token_hash, verdict, inAt: letsIn(verdict) ? scan.scanned_at : verdict.since, isAwaited };
  }

  /** Shows a verdict on the newest reading. Once it was taken from the screen it comes back only as another one. */
  #show(nonce: string, verdict: Verdict): void {
    const newest = this.#newest;
    if (newest?.nonce !== nonce) return;
    const isGone = newest.told !== null && this.screen.value === null;
    if (!isGone || !agrees(newest.told, verdict)) this.screen.value = { nonce, verdict };
    newest.told = verdict;
  }

  async #end(): Promise<void> {
    const pairing = this.#pairing;
    if (!pairing) return;
    this.#handIn.stop();
    this.#speaks = undefined;
    this.screen.value = null;
    this.#pairing = undefined;
    // From now on nobody is read.
    this.point.value = null;
    const isEnded = await this.#around.store.end(pairing);
    this.#giveUpWaiting();
    // Another tab has paired this device anew.
    if (!isEnded) return this.open();
    this.roster = new Roster([]);
    this.ground.value = undefined;
    await this.#refresh();
    this.phase.value = 'ended';
  }

  async #refresh(): Promise<void> {
    const { store } = this.#around;
    const [queued, latest, disputes] = await Promise.all([store.queued(), store.latest(), store.disputes()]);
    this.queued.value = queued;
    this.latest.value = latest;
    this.disputes.value = disputes;
  }
}
