/** Written by `npm run docs` from the contracts of Muster. */
import type { Texts, OptionTexts, RegistrationStatus, TeamRole } from '../shapes.ts';

export type Builder = {
  type: 'builder';
  userId: string;
  name: string | null;
  email: string;
  registrationId: string;
  avatarUrl: string | null;
  status: BuilderStatus;
  trackIds: string[];
  tracks: TrackReference[];
  activeTeam: { id: string; name: string; trackId: string; role: TeamRole; trackName: string } | null;
  interestedTrackIds: string[];
  squad: { id: string } | null;
  lookingForTeam: boolean;
  createdAt: string;
  updatedAt: string;
};

export type BuilderStatus = 'pending' | 'accepted' | 'waitlisted';

export type TrackReference = { id: string; name: string; slug: string };

export type CursorPagination = { limit: number; nextCursor: string | null; hasMore: boolean };

export type BuilderDetail = {
  type: 'builder';
  userId: string;
  name: string | null;
  email: string;
  status: BuilderStatus;
  activeTeam: { id: string; name: string; trackId: string; role: TeamRole } | null;
  confirmBy: string | null;
  confirmedAt: string | null;
  consentedAt: string | null;
  consentedTo: string[] | null;
  answers: Record<string, unknown>;
  trackRegistrations: {
    id: string;
    track: TrackReference;
    status: RegistrationStatus;
    lookingForTeam: boolean;
    createdAt: string;
  }[];
  teamHistory: {
    teamId: string;
    teamName: string;
    track: TrackReference;
    role: TeamRole;
    joinedAt: string;
    leftAt: string | null;
  }[];
};

export type ManagedTeam = {
  type: 'team';
  id: string;
  name: string;
  track: TrackReference;
  memberCount: number;
  status: RecruitingStatus;
  table: string | null;
  avatarUrl: string | null;
  problem: string | null;
  maxMembers: number;
  recruitingStatus: RecruitingStatus;
  isFull: boolean;
  leader: TeamMember | null;
  hasSubmission: boolean;
  createdAt: string;
  updatedAt: string;
  members: TeamMember[];
  submission: { id: string; title: string; description: string | null; links: string[]; submitted_at: string } | null;
};

export type RecruitingStatus = 'looking_for_members' | 'closed';

export type TeamMember = { userId: string; name: string | null; role: TeamRole; email: string; joinedAt: string };

export type TeamDetail = {
  type: 'team';
  id: string;
  name: string;
  track: TrackReference;
  memberCount: number;
  status: RecruitingStatus;
  table: string | null;
  leader: { userId: string; name: string | null; role: TeamRole } | null;
  members: { userId: string; name: string | null; role: TeamRole; joinedAt: string }[];
};

export type Team = {
  id: string;
  event_id: string;
  name: string;
  problem: string | null;
  is_open: boolean;
  squad_id: string | null;
  table: string | null;
  created_at: string;
  updated_at: string;
};

export type Submission = {
  id: string;
  team_id: string;
  event_id: string;
  checkin_point_id: string | null;
  title: string;
  description: string | null;
  links: string[];
  answers_json: Record<string, unknown>;
  submitted_by: string;
  submitted_at: string;
  updated_at: string;
  video_url: string | null;
  built_with: string[];
  prize_ids: string[];
  listed: boolean;
  late_by_ms: number | null;
};

export type ShownProject = {
  id: string;
  title: string;
  summary: string | null;
  team: { id: string; name: string };
  track: { id: string; name: string; slug: string; name_i18n?: Texts | undefined };
  table: string | null;
  links: string[];
  video_url: string | null;
  built_with: string[];
  prizes_won: { id: string; name: string; name_i18n?: Texts | undefined }[];
};

export type OwnTeam = {
  id: string;
  event_id: string;
  super_event_id: string;
  name: string;
  problem: string | null;
  is_open: boolean;
  table: string | null;
  role: TeamRole;
  members: { user_id: string; role: TeamRole; name: string | null }[];
  places_left: number;
  submission: Submission | null;
  submissions_close_at: string | null;
  questions: ShownQuestion[];
  self_service: boolean;
  locked_at: string | null;
  prizes_won: { id: string; name: string; name_i18n?: Texts | undefined }[];
};

export type ShownQuestion = {
  id: string;
  field_type: 'text' | 'textarea' | 'url' | 'select' | 'multiselect' | 'radio' | 'checkbox';
  label: string;
  description: string | null;
  options: string[];
  is_required: boolean;
  validation_rules: Record<string, unknown>;
  label_i18n?: Texts | undefined;
  description_i18n?: Texts | undefined;
  options_i18n?: OptionTexts | undefined;
};
