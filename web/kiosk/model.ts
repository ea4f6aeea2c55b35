/** Data that a kiosk stores and shows. */
import type { ErrorsOf } from '../../shared/contract/endpoint.ts';
import type { Definition } from '../../shared/contract/index.ts';
import type { RegistrationStatus } from '../../shared/contract/values.ts';
import type { Answer } from '../../clients/typescript/src/index.ts';

export type Manifest = Answer<'checkIn', 'manifest'>;
/** The part of the manifest that is stored as it comes. */
export type Ground = Pick<Manifest, 'super_event' | 'tracks' | 'device' | 'timeline' | 'next'> & {
  readonly points: readonly Point[];
};
type ToldPoint = Manifest['points'][number];
/** A point. Without its number where a former release told of it. */
export type Point = Omit<ToldPoint, 'checked_in_count'> & Partial<Pick<ToldPoint, 'checked_in_count'>>;
type Told = Manifest['roster'][number];
/** Somebody accepted, by the hash of one of their tokens. Without the person where a former release told of them. */
export type Guest = Omit<Told, 'user_id'> & Partial<Pick<Told, 'user_id'>>;
/** The person of the token, as far as the roster knows. */
export interface Known {
  readonly guest: Guest | undefined;
  /** The name of their track. */
  readonly track: string | null;
}
export type Device = Answer<'identity', 'pairDevice'>['device'];

/** As what this kiosk is known; without a key once the service takes it no more. */
export interface Pairing {
  readonly key: string | null;
  readonly device: Device;
  /** The hash of the PIN that unlocks its settings. */
  readonly lock?: Answer<'identity', 'pairDevice'>['lock'];
}

export type ScanCode = ErrorsOf<Definition<'check-in.scan'>>;
type ScanData = Answer<'checkIn', 'scan'>;
/** The server's final decision about a scan. */
export type Outcome =
  | { readonly data: ScanData }
  /** The status of a registration that is not accepted, unless a former release answers. */
  | { readonly code: ScanCode; readonly status?: RegistrationStatus | undefined };

/** A reading as it is kept until the server has decided about it. */
export interface Scan {
  readonly nonce: string;
  /** The key of this kiosk when it was read, with which it is handed in; absent once that has ended. */
  readonly api_key?: string | undefined;
  /** Absent where somebody was found by their name: then there is what the roster says of them. */
  readonly token?: string;
  readonly registration_id?: string;
  readonly token_hash?: string;
  readonly point_id: string;
  /** When it was read, by the server's clock as far as it is known. */
  readonly scanned_at: string;
  /** The verdict that was shown meanwhile; null for none yet. */
  readonly shown: Verdict | null;
}

/** Stands in the queue behind the scan that it takes back. */
export interface Undo {
  readonly nonce: string;
  /** The nonce of that scan. */
  readonly undoes: string;
  /** That of the scan. */
  readonly api_key?: string | undefined;
  readonly point_id: string;
  readonly scanned_at: string;
  /** Null until the scan was handed in. */
  readonly checkin_id: string | null;
}
export type Queued = Scan | Undo;
/** Records of the server, kept for a while: a standby that takes over may lack it. */
export type Acknowledged = Queued & {
  /** When the server said so, in milliseconds of this device's clock. */
  readonly at: number;
};

export type VerdictKind = 'ok' | 'again' | 'gate' | 'refused' | 'offline-ok' | 'offline-unknown';
export interface Verdict {
  readonly kind: VerdictKind;
  readonly name: string | null;
  /** In the place of a name; the code is unknown unless said. */
  readonly unnamed?: string;
  readonly track: string | null;
  /** Answers to the questions for the door, such as "Vegan · L". */
  readonly answers: string;
  /** Advice for the staff. */
  readonly advice: string;
  /** When the person was recorded first, where that was before. */
  readonly since: string | null;
  /** The parts that the team of a milestone has still to hand in. */
  readonly missing: readonly string[];
}

/** A reading in the list of the latest. */
export interface Entry {
  readonly nonce: string;
  readonly at: string;
  readonly verdict: Verdict;
  /** The person and the point of the reading. */
  readonly of?: { readonly point_id: string; readonly token_hash: string } & Pick<Scan, 'api_key'>;
  /** Once the service has recorded it. */
  readonly checkin_id?: string | undefined;
  readonly isUndone?: boolean;
}
/** A reading that the server decided differently from the screen. It keeps the code. */
export interface Dispute extends Entry {
  readonly token?: string | undefined;
  readonly point_id: string;
  readonly shown: Verdict | null;
}
