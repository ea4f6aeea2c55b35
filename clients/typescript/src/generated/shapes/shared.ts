/** Written by `npm run docs` from the contracts of Muster. */

export type Locale = 'en' | 'de' | 'es' | 'fr';

export type Session = {
  access_token: string;
  refresh_token: string;
  token_type: 'Bearer';
  expires_in: number;
  user: User;
};

export type User = {
  id: string;
  email: string;
  name: string;
  avatar_url: string | null;
  linkedin_url: string | null;
  github_url: string | null;
  locale: string | null;
};

export type PageSession = { access_token: string; token_type: 'Bearer'; expires_in: number; user: User };

export type OrganizationRole = 'OWNER' | 'ADMIN' | 'MEMBER';

export type TrackRole = 'ORGANIZER' | 'MENTOR' | 'JUDGE' | 'PARTICIPANT';

export type DeviceKind = 'kiosk' | 'board';

export type Texts = {
  en?: string | undefined;
  de?: string | undefined;
  es?: string | undefined;
  fr?: string | undefined;
};

export type OffsetPagination = { total: number; limit: number; offset: number; has_more: boolean };

export type GalleryState = 'open' | 'closed';

export type OptionTexts = {
  en?: string[] | undefined;
  de?: string[] | undefined;
  es?: string[] | undefined;
  fr?: string[] | undefined;
};

export type EventStatus = 'draft' | 'final';

export type Visibility = 'public' | 'unlisted' | 'private';

export type Winner = { team_id: string; team_name: string };

export type RegistrationStatus = 'pending' | 'accepted' | 'waitlisted' | 'rejected' | 'cancelled';

export type TeamRole = 'LEADER' | 'MEMBER';

export type PagePagination = { page: number; limit: number; total: number; totalPages: number };

export type CheckinPointType = 'attendance' | 'doorkeeper' | 'milestone' | 'meal' | 'item';

export type ScanMethod = 'qr_scan' | 'self_check' | 'manual';

export type Ranking = 'plain' | 'fair';

export type RegistrationSwitch = 'never_opened' | 'open' | 'closed';
