/** Written by `npm run docs` from the contracts of Muster. */
import type { RegistrationStatus, PagePagination } from '../shapes.ts';

export type RegistrationPage = { registrations: ListedRegistration[]; pagination: PagePagination };

export type ListedRegistration = {
  id: string;
  event_id: string;
  user_id: string;
  status: RegistrationStatus;
  name: string;
  email: string;
  evaluation_score: number | null;
  evaluation_recommendation: string | null;
};

export type DecidedRegistration = { updated: boolean; status: RegistrationStatus };

export type CancelledRegistration = { id: string; status: 'cancelled' };

export type SuperEventRegistration = {
  id: string;
  super_event_id: string;
  user_id: string;
  status: RegistrationStatus;
  checkin_token: string;
  answers_json: Record<string, unknown>;
  looking_for_team: boolean;
  interested_track_ids: string[];
  created_at: string;
  updated_at: string;
  confirm_by: string | null;
  confirmed_at: string | null;
  lapsed_at: string | null;
  email_leaves_at: string | null;
  users: { id: string; name: string; email: string };
};

export type ApplicationToReview = {
  id: string;
  answers: { label: string; value: unknown }[];
  tracks: { id: string; name: string }[];
  name?: string | undefined;
  email?: string | undefined;
};

export type RefusedDecision = { id: string; code: 'NOT_FOUND' | 'MAX_PARTICIPANTS_REACHED' };

export type KeptDecision = { id: string; code: 'DECIDED_ANEW' | 'MAX_PARTICIPANTS_REACHED' };
