/** Requests of a kiosk to the service, with its key. */
import {
  isRefusal,
  MusterError,
  type Answer as AnswerOf,
  type Muster,
  type Params,
} from '../../clients/typescript/src/index.ts';
import { clientFor } from '../shared/client.ts';
import type { BadgeData } from '../shared/badge.tsx';
import { waitOf } from '../shared/refused.ts';
import { aheadBy, notAfter } from '../shared/server-clock.ts';
import type { Answer, UndoAnswer } from './hand-in.ts';
import type { Manifest, Outcome, Scan, ScanCode, Undo } from './model.ts';

type BatchResult = AnswerOf<'checkIn', 'scanBatch'>['results'][number];

/** Milliseconds. An answer that took longer is asked for again, under the same nonces. */
const patience = 10_000;

/** Refusals that decide about a scan; all others may be different the next time. */
const final: Record<ScanCode, true> = {
  POINT_NOT_FOUND: true,
  ORGANIZER_REQUIRED: true,
  INVALID_TOKEN: true,
  PERMISSION_DENIED: true,
  SECOND_FACTOR_MISSING: true,
  IDEMPOTENCY_KEY_REUSED: true,
  NOT_ACCEPTED: true,
  TOO_EARLY: true,
  TOO_LATE: true,
  NO_TEAM: true,
  VALIDATION_FAILED: true,
};
const isFinal = (code: string): code is ScanCode => Object.hasOwn(final, code);

export interface Listener {
  /** How far the server's clock is ahead, in milliseconds. */
  readonly onTime: (ahead: number) => void;
  /** The server's time as this device knows it. */
  readonly now: () => string;
}

export class Server {
  readonly #client: Muster;
  readonly #listener: Listener;

  constructor(key: string, listener: Listener) {
    const heard = ({ headers }: Response, asked: number) => {
      const ahead = aheadBy(headers.get('Date'), [asked, Date.now()]);
      if (ahead !== null) listener.onTime(ahead);
    };
    this.#client = clientFor({ apiKey: key, patience, heard });
    this.#listener = listener;
  }

  /** Hands in scans of one point. Never throws. */
  async send(point_id: string, scans: readonly Scan[]): Promise<Answer> {
    try {
      const [only] = scans;
      const decided = only && scans.length === 1 ? await this.#one(point_id, only) : await this.#many(point_id, scans);
      return { decided: new Map(decided) };
    } catch (error) {
      return answerFor(error, scans);
    }
  }

  /** Annuls a check-in of this device. Never throws. */
  async undo({ checkin_id }: Undo): Promise<UndoAnswer> {
    // Its scan recorded nobody.
    if (checkin_id === null) return 'undone';
    try {
      await this.#client.checkIn.annul({ id: checkin_id });
      return 'undone';
    } catch (error) {
      if (isOfTheEnd(error)) return 'ended';
      if (isRefusal(error, 'NOT_FOUND')) return 'undone';
      if (isRefusal(error, 'PERMISSION_DENIED')) return 'late';
      return { later: error instanceof MusterError ? waitOf(error) : 0 };
    }
  }

  /** The points and the roster, or what has changed since `after`; null without an answer. */
  manifest(after: string | undefined): Promise<Manifest | 'ended' | null> {
    return this.#tried(() => this.#client.checkIn.manifest({ after }));
  }

  /** The badge of somebody who was checked in; undefined without an answer. */
  async badge(id: string): Promise<BadgeData | undefined> {
    const told = await this.#tried(() => this.#client.checkIn.badge({ id }));
    return told && told !== 'ended' ? told.badge : undefined;
  }

  /** Tells how this device is. */
  report(state: Params<'identity', 'reportDevice'>): Promise<unknown> {
    return this.#tried(() => this.#client.identity.reportDevice(state));
  }

  async #tried<T>(ask: () => Promise<T>): Promise<T | 'ended' | null> {
    try {
      return await ask();
    } catch (error) {
      return isOfTheEnd(error) ? 'ended' : null;
    }
  }

  async #one(point_id: string, scan: Scan): Promise<[string, Outcome][]> {
    return [[scan.nonce, { data: await this.#client.checkIn.scan({ pointId: point_id, ...this.#told(scan) }) }]];
  }

  async #many(point_id: string, scans: readonly Scan[]): Promise<[string, Outcome][]> {
    const told = scans.map((scan) => this.#told(scan));
    const { results } = await this.#client.checkIn.scanBatch({ pointId: point_id, scans: told });
    return results.flatMap((result) => outcomesIn(result));
  }

  #told({ token, registration_id, nonce, scanned_at }: Scan) {
    const whose =
      token === undefined ? { registration_id, method: 'manual' as const } : { token, method: 'qr_scan' as const };
    return { ...whose, nonce, scanned_at: notAfter(scanned_at, this.#listener.now()) };
  }
}

const isOfTheEnd = (error: unknown) => isRefusal(error, 'UNAUTHENTICATED');

function outcomesIn(result: BatchResult): [string, Outcome][] {
  if ('data' in result) return [[result.nonce, { data: result.data }]];
  const { nonce, code, registration_status: status } = result;
  return isFinal(code) ? [[nonce, { code, status }]] : [];
}

/** Anything that is no answer of the service, such as the page of a captive portal, decides nothing. */
function answerFor(error: unknown, scans: readonly Scan[]): Answer {
  if (isOfTheEnd(error)) return 'ended';
  if (!isRefusal(error)) return { later: error instanceof MusterError ? waitOf(error) : 0 };
  const { code } = error;
  const areAllMeant = code === 'POINT_NOT_FOUND' || scans.length === 1;
  const status = isRefusal(error, 'NOT_ACCEPTED') ? error.extras.registration_status : undefined;
  if (isFinal(code) && areAllMeant) return { decided: new Map(scans.map(({ nonce }) => [nonce, { code, status }])) };
  return isFinal(code) || code === 'PAYLOAD_TOO_LARGE' ? 'singly' : { later: waitOf(error) };
}
