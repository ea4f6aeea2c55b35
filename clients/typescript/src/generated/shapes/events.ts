/** Written by `npm run docs` from the contracts of Muster. */
import type { TrackRole, EventStatus, Visibility } from '../shapes.ts';

export type SuperEvent = {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  status: EventStatus;
  visibility: Visibility;
  payment_status: PaymentStatus;
  start_at: string | null;
  end_at: string | null;
  tz: string | null;
  track_count: number;
  paid_track_count: number;
  paid_days: number;
  max_participants: number | null;
  format: EventMode | null;
  config_json: Record<string, unknown>;
};

export type PaymentStatus = 'unpaid' | 'pending' | 'paid' | 'refunded';

export type EventMode = 'online' | 'onsite' | 'hybrid';

export type Track = {
  id: string;
  name: string;
  slug: string;
  status: EventStatus;
  mode: EventMode | null;
  start_at: string | null;
  end_at: string | null;
  tz: string | null;
  super_event_id: string;
  stream_start_at: string | null;
  config_json: Record<string, unknown>;
};

export type RegistrationFieldType =
  'text' | 'textarea' | 'url' | 'email' | 'phone' | 'select' | 'multiselect' | 'radio' | 'checkbox' | 'date' | 'file';

export type AssignedRole = { user_id: string; event_id: string; role: TrackRole };

export type InvitedRole = 'MENTOR' | 'JUDGE' | 'TECH_PARTNER' | 'PARTNER';

export type CreatedRoleInvites = {
  invites: { id: string; event_id: string; role: InvitedRole }[];
  errors: { event_id: string; code: 'ALREADY_INVITED' | 'NOT_FOUND' }[];
};
