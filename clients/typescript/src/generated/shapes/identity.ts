/** Written by `npm run docs` from the contracts of Muster. */
import type { DeviceKind } from '../shapes.ts';

export type OwnSession = {
  id: string;
  device: string | null;
  created_at: string;
  last_seen_at: string;
  is_current: boolean;
};

export type Passkey = { id: string; name: string; created_at: string; last_used_at: string | null };

export type ApiKey = {
  id: string;
  label: string;
  user_id: string;
  user_name: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
};

export type Device = {
  id: string;
  kind: DeviceKind;
  name: string;
  organization_id: string;
  super_event_id: string;
  checkin_point_ids: string[] | null;
  may_search: boolean;
  sees_answers: boolean;
  prints: boolean;
  is_locked: boolean;
  created_at: string;
  paired_at: string | null;
  expires_at: string | null;
  last_seen_at: string | null;
  queued: number | null;
  oldest_queued_at: string | null;
  version: string | null;
};
