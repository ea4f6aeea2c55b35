/**
 * The work of a kiosk. Every reading is stored first, then sent. The screen shows the decision of the service, or that
 * of the roster if the service takes too long.
 */
import { computed, signal } from '@preact/signals';
import { tokenIn } from '../../shared/contract/formats.ts';
import { corrected } from '../shared/server-clock.ts';
import { textOf } from '../shared/spoken.ts';
import { Decisions, HandIn } from './hand-in.ts';
import { Lists, withMore } from './keeping.ts';
import type { Entry, Ground, Guest, Known, Outcome, Pairing, Point, Scan } from './model.ts';
import { mayBeToken, Readings, Screens } from './readings.ts';
import { hashIn, Roster } from './roster.ts';
import type { Present } from '../shared/pairing.tsx';
import { Speaking, type Speaks, type Surroundings } from './speaking.ts';
import type { Settled } from './store.ts';
import { ownZone } from '../shared/intl.ts';
import { decidedAt, letsIn, notUndone, provisional, refusedFor, unkept } from './verdict.ts';

/** Milliseconds by which answers may differ about the time without saying anything. */
const noticeable = 2_000;

export type Phase = 'unpaired' | 'choosing' | 'door' | 'ended';
export class Kiosk {
  readonly phase = signal<Phase>('unpaired');
  /** The hackathon, its tracks and the points of this kiosk, once the service has told them. */
  readonly ground = signal<Ground | undefined>(undefined);
  readonly points = computed(() => this.ground.value?.points ?? []);
  /** The time zone of the hackathon, else of this device. */
  readonly zone = computed(() => this.ground.value?.super_event?.tz ?? ownZone);
  readonly point = signal<Point | null>(null);
  /** How many were recorded at its point, as far as is known. */
  readonly came = computed(() => this.points.value.find(({ id }) => id === this.point.value?.id)?.checked_in_count);
  /** The point before another one is chosen, to go back to. */
  readonly former = signal<Point | null>(null);
  readonly screens = new Screens();
  readonly lists: Lists;
  /** By how many milliseconds the server's clock is ahead. */
  readonly ahead = signal(0);
  roster = new Roster([]);
  readonly badge = (checkin_id: string) => this.#speaking.present?.badge(checkin_id);

  readonly #around: Surroundings;
  readonly #handIn: HandIn;
  readonly #readings = new Readings();
  readonly #decisions = new Decisions();
  readonly lock = signal<Pairing['lock']>(null);
  #pairing: Pairing | undefined;
  readonly #speaking: Speaking;
  #contact: Promise<void> | undefined;

  constructor(around: Surroundings) {
    this.#around = around;
    this.lists = new Lists(around.store);
    this.#speaking = new Speaking(around, { onTime: (ahead) => this.#learn(ahead), now: () => this.now() });
    this.#handIn = new HandIn({
      store: around.store,
      send: (point_id, scans) => this.#speaking.ask(scans[0]?.api_key, (speaks) => speaks.send(point_id, scans)),
      undo: (undo) => this.#speaking.ask(undo.api_key, (speaks) => speaks.undo(undo)),
      settle: (decided) => this.#settle(decided),
      settleUndo: async (undo, answer) => {
        if (answer === 'undone' && undo.checkin_id !== null) this.#recorded(undo.point_id, -1);
        await around.store.settleUndo(undo, answer === 'late' ? ({ verdict }) => notUndone(verdict) : null);
        await this.lists.refresh();
      },
      onSilence: () => this.#decisions.giveUp(),
      onEnd: () => this.#end(),
    });
  }

  /** Goes on with the stored state. */
  async open(): Promise<void> {
    const { store } = this.#around;
    const pairing = await store.get('pairing');
    await this.lists.refresh();
    if (!pairing) return void (this.phase.value = 'unpaired');
    const { key } = pairing;
    if (key === null) return void (this.phase.value = 'ended');
    this.ahead.value = (await store.get('ahead')) ?? 0;
    this.roster = new Roster(await store.roster());
    this.ground.value = await store.get('ground');
    this.#pairing = pairing;
    this.lock.value = pairing.lock;
    this.#speaking.begin(key);
    await this.#takePoint();
  }

  /** This device as it is paired, with how much waits here; undefined while it is not. */
  present(): Present | undefined {
    const device = this.#pairing?.device;
    const hackathon = this.ground.value?.super_event;
    return device && { name: device.name, hackathon, waiting: this.lists.queued.value };
  }

  /**
   * Hands in what waits before another key takes the place of this one.
   * @returns False where this one has ended meanwhile, and people have to see to what waits.
   */
  async leave(): Promise<boolean> {
    await this.#handIn.wake();
    return this.phase.value !== 'ended' || this.lists.queued.value === 0;
  }

  /** Begins with a key that was just given. Scans that wait from before are handed in with theirs. */
  async pair(pairing: Pairing): Promise<void> {
    // Nobody is read in between, and answers that still arrive for the former key say nothing about this one.
    this.point.value = null;
    this.#pairing = undefined;
    this.#speaking.end();
    this.#contact = undefined;
    await this.#around.store.begin(pairing);
    this.#around.onReplaced();
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
    this.screens.clear();
    await this.#takePoint();
  }

  /**
   * Takes a code that was read, typed or scanned by hand.
   * @param isTyped Whether it counts however soon it comes again.
   */
  async read(text: string, isTyped = false): Promise<void> {
    const token = tokenIn(text);
    const point = this.point.value;
    if (!point || token === '') return;
    if (!this.#readings.counts(token, performance.now()) && !isTyped) return;
    const nonce = crypto.randomUUID();
    this.screens.await(nonce);
    if (!mayBeToken(token)) return this.screens.show(nonce, refusedFor('INVALID_TOKEN'));
    await this.#take({ nonce, token, point_id: point.id, scanned_at: this.now(), shown: null }, point);
  }

  /** Checks somebody in who was found by their name. */
  async checkIn({ registration_id, token_hash }: Guest): Promise<void> {
    const point = this.point.value;
    if (!point || registration_id === undefined) return;
    const nonce = crypto.randomUUID();
    this.screens.await(nonce);
    const whose = { registration_id, token_hash };
    await this.#take({ nonce, ...whose, point_id: point.id, scanned_at: this.now(), shown: null }, point);
  }

  /** Takes back a check-in of this kiosk. */
  async undo(entry: Pick<Entry, 'nonce'>): Promise<void> {
    await this.#around.store.undo(entry, { nonce: crypto.randomUUID(), scanned_at: this.now() });
    this.screens.clear();
    await this.lists.refresh();
    await this.#handIn.wake();
  }

  async #take(scan: Scan, point: Point): Promise<void> {
    const { nonce } = scan;
    try {
      await this.#around.store.enqueue({ ...scan, api_key: this.#pairing?.key ?? undefined });
    } catch {
      return this.screens.show(nonce, unkept());
    }
    this.lists.queued.value++;
    const decision = this.#decisions.about(nonce);
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

  async #speak(): Promise<void> {
    const speaks = this.#speaking.present;
    if (!speaks) return;
    const { store, version } = this.#around;
    const [oldest] = await store.oldest(1);
    const report = { queued: this.lists.queued.value, oldest_queued_at: oldest?.scanned_at ?? null, version };
    const answers = [await speaks.report(report), await this.#askForRoster(speaks)];
    if (speaks !== this.#speaking.present) return;
    if (answers.includes('ended')) return this.#end();
    await this.#handIn.wake();
  }

  /** The name of the track that somebody's token is for; null for one of the whole hackathon. */
  trackOf({ event_id }: Pick<Guest | Point, 'event_id'>): string | null {
    const track = this.ground.value?.tracks.find(({ id }) => id === event_id);
    return track ? textOf(track, 'name') : null;
  }

  /** Forgets everything. */
  async wipe(): Promise<void> {
    await this.#around.store.wipe();
    await this.open();
  }

  async #askForRoster(speaks: Speaks): Promise<'ended' | undefined> {
    const { store } = this.#around;
    const manifest = await speaks.manifest(this.ground.value?.next);
    if (manifest === 'ended') return manifest;
    if (!manifest || speaks !== this.#speaking.present) return;
    if (!(await store.update(manifest, this.#pairing?.key))) return;
    this.roster.update(manifest);
    this.ground.value = await store.get('ground');
    // Scans that a standby may lack wait once more.
    await this.lists.refresh();
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

  #recorded(point_id: string, more: number): void {
    this.ground.value = this.ground.value && withMore(this.ground.value, point_id, more);
  }

  #learn(ahead: number): void {
    if (Math.abs(ahead - this.ahead.value) < noticeable) return;
    this.ahead.value = ahead;
    void this.#around.store.keep('ahead', ahead);
  }

  async #speakFor(scan: Scan, point: Point): Promise<void> {
    const { store } = this.#around;
    const token_hash = await hashIn(scan);
    const known_by = this.roster.knownAt(point, token_hash);
    const seen = await store.seenAt(point.id, known_by, point.portions);
    const verdict = provisional(this.#known(token_hash), { point, seen, now: scan.scanned_at, zone: this.zone.value });
    if (await store.noteShown(scan, known_by, verdict, letsIn(verdict))) this.screens.show(scan.nonce, verdict);
    await this.lists.refresh();
  }

  async #settle(decided: readonly (readonly [Scan, Outcome])[]): Promise<void> {
    const settled = await Promise.all(decided.map(([scan, outcome]) => this.#settledOf(scan, outcome)));
    await this.#around.store.settle(settled);
    for (const { scan, verdict, checkin_id, isAwaited } of settled) {
      this.screens.show(scan.nonce, verdict);
      this.#decisions.made(scan.nonce);
      // One that was handed in later, or once more, may be in the number that the service told last.
      if (checkin_id !== undefined && isAwaited) this.#recorded(scan.point_id, 1);
    }
    await this.lists.refresh();
  }

  async #settledOf(scan: Scan, outcome: Outcome): Promise<Settled> {
    const token_hash = await hashIn(scan);
    const place = { id: scan.point_id, points: this.points.value, zone: this.zone.value };
    const verdict = decidedAt(outcome, this.#known(token_hash), place);
    const isAwaited = this.#decisions.isAwaited(scan.nonce);
    const checkin_id = 'data' in outcome && 'checked_in' in outcome.data ? outcome.data.checkin_id : undefined;
    const isRecorded = 'data' in outcome;
    const inAt = letsIn(verdict) ? scan.scanned_at : verdict.since;
    const point = place.points.find(({ id }) => id === scan.point_id);
    const known_by = this.roster.knownAt(point, token_hash);
    return { scan, token_hash: known_by, verdict, isRecorded, inAt, checkin_id, isAwaited };
  }

  async #end(): Promise<void> {
    const pairing = this.#pairing;
    if (!pairing) return;
    this.#handIn.stop();
    this.#speaking.end();
    this.screens.clear();
    this.#pairing = undefined;
    // From now on nobody is read.
    this.point.value = null;
    const isEnded = await this.#around.store.end(pairing);
    this.#decisions.giveUp();
    // Another tab has paired this device anew.
    if (!isEnded) return this.open();
    this.roster = new Roster([]);
    this.ground.value = undefined;
    await this.lists.refresh();
    this.phase.value = 'ended';
  }
}
