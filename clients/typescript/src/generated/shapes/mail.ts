/** Written by `npm run docs` from the contracts of Muster. */
import type { TrackRole, RegistrationStatus } from '../shapes.ts';

export type Announcement = {
  id: string;
  super_event_id: string;
  subject: string;
  body: string;
  audience: Audience;
  status: AnnouncementStatus;
  send_at: string | null;
  sent_at: string | null;
  created_by: string;
  created_at: string;
  recipients: number | null;
  queued: number;
  sent: number;
  failed: number;
};

export type Audience = {
  statuses?: RegistrationStatus[] | undefined;
  track_ids?: string[] | undefined;
  roles?: TrackRole[] | undefined;
  confirmed?: boolean | undefined;
  checked_in?: boolean | undefined;
  has_team?: boolean | undefined;
};

export type AnnouncementStatus = 'draft' | 'scheduled' | 'sending' | 'sent' | 'cancelled';
