/** A kiosk at a door: the queue of the page, with a disk in memory and requests that are written down. */
import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { HandIn, type Answer } from '../../web/kiosk/hand-in.ts';
import type { Manifest, Outcome, Scan, Verdict } from '../../web/kiosk/model.ts';
import { Store } from '../../web/kiosk/store.ts';
import type { Entry, History } from './history.ts';
import { keyOfScan } from './scans.ts';
import { written, type Guest, type Morning, type Theatre } from './theatre.ts';

type Point = Morning['points'][number];

/** Milliseconds after which somebody at the door waits for the service no longer, and between two manifests. */
const [patience, contactEvery] = [1_500, 500];
/** Milliseconds until all that waits has been handed in. */
const handInWithin = 60_000;

let count = 0;

export class KioskAtDoor {
  readonly key: string;
  readonly #port: number;
  readonly #point: Point;
  readonly #history: History;
  readonly #store: Store;
  readonly #handIn: HandIn;
  readonly #timer: NodeJS.Timeout;
  #contact: Promise<boolean> | undefined;

  static async pair({ door: { port } }: Theatre, scene: Morning, history: History, point: Point): Promise<KioskAtDoor> {
    const { acme, hack, key } = scene;
    const device = { kind: 'kiosk', name: `Door ${++count}`, super_event_id: hack.id, checkin_point_ids: [point.id] };
    const path = `/organizations/${acme.id}/devices`;
    const added = await history.ask('device', device.name, port, written('POST', path, key, device));
    const { code } = added.body.data.pairing as { code: string };
    const paired = await history.ask('device', code, port, written('POST', '/devices/pair', '', { code }));
    const kiosk = new KioskAtDoor(paired.body.data.key as string, port, point, history, await Store.open(device.name));
    await kiosk.contact();
    return kiosk;
  }

  private constructor(key: string, port: number, point: Point, history: History, store: Store) {
    this.key = key;
    this.#port = port;
    this.#point = point;
    this.#history = history;
    this.#store = store;
    this.#handIn = new HandIn({
      store,
      send: (_, scans) => this.#send(scans),
      // Nobody is let in by mistake here.
      undo: () => Promise.resolve('late'),
      settleUndo: () => Promise.resolve(),
      settle: (decided) => store.settle(decided.map(settledOf)),
      onSilence: () => undefined,
      onEnd: () => Promise.resolve(),
    });
    this.#timer = setInterval(() => void this.contact(), contactEvery);
  }

  /** Learns who may come in, and hands in what waits. Returns whether it was told. */
  contact(): Promise<boolean> {
    return (this.#contact ??= this.#speak().finally(() => (this.#contact = undefined)));
  }

  async #speak(): Promise<boolean> {
    const after = (await this.#store.get('ground'))?.next;
    const path = `/device/manifest${after ? `?after=${after}` : ''}`;
    const { outcome, body } = await this.#asking('manifest', path);
    if (outcome === 'ok') await this.#store.update(body.data as Manifest);
    await this.#handIn.wake();
    return outcome === 'ok';
  }

  /** Reads everybody's code, one after the other. */
  async scanAll(guests: readonly Guest[]): Promise<void> {
    for (const { token } of guests) {
      const scanned_at = new Date().toISOString();
      await this.#store.enqueue({ nonce: randomUUID(), token, point_id: this.#point.id, scanned_at, shown: null });
      await Promise.race([this.#handIn.wake(), pause(patience)]);
    }
  }

  /** Waits until nothing waits any more, with what the service tells now. */
  async handInAll(): Promise<void> {
    for (const deadline = Date.now() + handInWithin; Date.now() < deadline; await pause(50)) {
      if ((await this.contact()) && (await this.#store.queued()) === 0) return;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#contact;
    this.#handIn.stop();
    this.#store.close();
  }

  #asking(op: string, path: string) {
    return this.#history.ask(op, '', this.#port, { path, headers: { 'X-Api-Key': this.key } });
  }

  /** One by one. No answer, or one that says nothing of the scan, decides nothing. */
  async #send(scans: readonly Scan[]): Promise<Answer> {
    const decided = new Map<string, Outcome>();
    for (const { nonce, token = '', scanned_at } of scans) {
      const told = { token, nonce, method: 'qr_scan', scanned_at };
      const asked = written('POST', `/checkin-points/${this.#point.id}/scan`, this.key, told);
      const entry = await this.#history.ask('scan', keyOfScan(this.#point, token), this.#port, asked);
      if (entry.outcome === 'info') break;
      decided.set(nonce, outcomeOf(entry));
    }
    return decided.size === 0 ? { later: 100 } : { decided };
  }
}

const outcomeOf = ({ outcome, body }: Entry): Outcome =>
  (outcome === 'ok' ? { data: body.data } : { code: body.code }) as Outcome;

const words = { name: null, track: null, answers: '', advice: '', since: null, missing: [] };
function settledOf([scan, outcome]: readonly [Scan, Outcome]) {
  const isRecorded = 'data' in outcome;
  const verdict: Verdict = { kind: isRecorded ? 'ok' : 'refused', ...words };
  return { scan, token_hash: scan.nonce, verdict, isRecorded, inAt: null, checkin_id: undefined, isAwaited: true };
}
