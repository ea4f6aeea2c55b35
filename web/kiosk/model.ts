/** What a kiosk keeps and shows. */
import type { ErrorsOf } from '../../shared/contract/endpoint.ts';
import type { Definition } from '../../shared/contract/index.ts';
import type { Answer } from '../../clients/typescript/src/index.ts';

export type Manifest = Answer<'checkIn', 'manifest'>;
/** What of it is kept as it is. */
export type Ground = Pick<Manifest, 'super_event' | 'tracks' | 'points' | 'next'>;
export type Point = Manifest['points'][number];
/** Somebody accepted, by the hash of one of their tokens. */
export type Guest = Manifest['roster'][number];
/** Whose token it is, as far as the roster knows. */
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
}

export type ScanCode = ErrorsOf<Definition<'check-in.scan'>>;
type ScanData = Answer<'checkIn', 'scan'>;
/** What the server decided about a scan, for good. */
export type Outcome = { readonly data: ScanData } | { readonly code: ScanCode };

/** A reading as it is kept until the server has decided about it. */
export interface Scan {
  readonly nonce: string;
  readonly token: string;
  readonly point_id: string;
  /** When it was read, by the server's clock as far as it is known. */
  readonly scanned_at: string;
  /** What people were told meanwhile; null: nothing yet. */
  readonly shown: Verdict | null;
}

export type VerdictKind = 'ok' | 'again' | 'gate' | 'refused' | 'offline-ok' | 'offline-unknown';
export interface Verdict {
  readonly kind: VerdictKind;
  readonly name: string | null;
  readonly track: string | null;
  /** What to say or do. */
  readonly advice: string;
  /** When the person was recorded first, where that was before. */
  readonly since: string | null;
  /** What the team of a milestone has still to hand in. */
  readonly missing: readonly string[];
}

/** A reading in the list of the latest. */
export interface Entry {
  readonly nonce: string;
  readonly at: string;
  readonly verdict: Verdict;
}
/** A reading about which the server decided otherwise than people were told. It keeps what was read. */
export interface Dispute extends Entry {
  readonly token: string;
  readonly point_id: string;
  readonly shown: Verdict | null;
}
