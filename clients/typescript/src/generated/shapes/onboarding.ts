/** Written by `npm run docs` from the contracts of Muster. */

export type Invitation = {
  role: 'MENTOR' | 'JUDGE' | 'TECH_PARTNER' | 'PARTNER' | null;
  super_event_name: string;
  event_name: string | null;
  organization_name: string;
  invited_by: string | null;
  email: string;
  name: string | null;
  start_at: string | null;
  end_at: string | null;
  tz: string | null;
  place: string | null;
  expires_at: string;
};
