/** Written by `npm run docs` from the contracts of Muster. */
import type {
  Locale,
  TrackRole,
  Texts,
  GalleryState,
  OptionTexts,
  EventStatus,
  Visibility,
  Winner,
} from '../shapes.ts';

export type ListedHackathon = {
  id: string;
  name: string;
  slug: string;
  organization: PublicOrganization;
  start_at: string | null;
  end_at: string | null;
  tz: string | null;
  format: EventMode | null;
  gallery: GalleryState;
  is_open: boolean;
  name_i18n?: Texts | undefined;
};

export type PublicOrganization = { name: string; slug: string };

export type EventMode = 'online' | 'onsite' | 'hybrid';

export type PublicHackathon = {
  id: string;
  name: string;
  slug: string;
  organization: PublicOrganization;
  start_at: string | null;
  end_at: string | null;
  tz: string | null;
  format: EventMode | null;
  gallery: GalleryState;
  is_open: boolean;
  name_i18n?: Texts | undefined;
  description: string | null;
  logo_url: string | null;
  colour: string | null;
  max_participants: number | null;
  spots_left: number | null;
  opens_at: string | null;
  closes_at: string | null;
  max_file_bytes: number;
  privacy_url: string | null;
  terms_url: string | null;
  tracks: PublicTrack[];
  fields: PublicField[];
  sections: FormSection[];
  prizes: PublicPrize[];
  locales: Locale[];
  description_i18n?: Texts | undefined;
};

export type PublicTrack = {
  id: string;
  name: string;
  slug: string;
  mode: EventMode | null;
  start_at: string | null;
  end_at: string | null;
  is_open: boolean;
  name_i18n?: Texts | undefined;
};

export type PublicField = {
  id: string;
  field_type: RegistrationFieldType;
  label: string;
  description: string | null;
  placeholder: string | null;
  options: string[];
  is_required: boolean;
  order_index: number;
  validation_rules: Record<string, unknown>;
  at_door: boolean;
  choices: string | null;
  show_if: Condition | null;
  label_i18n?: Texts | undefined;
  description_i18n?: Texts | undefined;
  placeholder_i18n?: Texts | undefined;
  options_i18n?: OptionTexts | undefined;
};

export type RegistrationFieldType =
  'text' | 'textarea' | 'url' | 'email' | 'phone' | 'select' | 'multiselect' | 'radio' | 'checkbox' | 'date' | 'file';

export type Condition = { field_id: string; equals?: string | boolean | undefined; includes?: string | undefined };

export type FormSection = { title: string; field_ids: string[]; title_i18n?: Texts | undefined };

export type PublicPrize = {
  id: string;
  name: string;
  sponsor: string | null;
  description: string | null;
  name_i18n?: Texts | undefined;
  description_i18n?: Texts | undefined;
};

export type SuperEvent = {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  status: EventStatus;
  visibility: Visibility;
  gallery: GalleryState;
  payment_status: PaymentStatus;
  start_at: string | null;
  end_at: string | null;
  tz: string | null;
  track_count: number;
  paid_track_count: number;
  paid_days: number;
  max_participants: number | null;
  opens_at: string | null;
  closes_at: string | null;
  confirm_within_hours: number | null;
  waitlist_moves: boolean;
  retention_days: number | null;
  privacy_url: string | null;
  terms_url: string | null;
  format: EventMode | null;
  logo_url: string | null;
  colour: string | null;
  reply_to: string | null;
  letters: DecisionLetters;
  config_json: Record<string, unknown>;
  locales: Locale[];
  name_i18n?: Texts | undefined;
  description_i18n?: Texts | undefined;
};

export type PaymentStatus = 'unpaid' | 'pending' | 'paid' | 'refunded';

export type DecisionLetters = {
  accepted?: string | undefined;
  waitlisted?: string | undefined;
  rejected?: string | undefined;
  accepted_i18n?:
    { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined } | undefined;
  waitlisted_i18n?:
    { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined } | undefined;
  rejected_i18n?:
    { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined } | undefined;
};

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
  name_i18n?: Texts | undefined;
};

export type ProjectQuestion = {
  id: string;
  field_type: 'text' | 'textarea' | 'url' | 'select' | 'multiselect' | 'radio' | 'checkbox';
  label: string;
  description?: string | undefined;
  options?: string[] | undefined;
  is_required?: boolean | undefined;
  validation_rules?: Record<string, unknown> | undefined;
  label_i18n?:
    { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined } | undefined;
  description_i18n?:
    { en?: string | undefined; de?: string | undefined; es?: string | undefined; fr?: string | undefined } | undefined;
  options_i18n?:
    | { en?: string[] | undefined; de?: string[] | undefined; es?: string[] | undefined; fr?: string[] | undefined }
    | undefined;
};

export type ChoiceList = { name: string; value_count: number; updated_at: string };

export type Prize = {
  id: string;
  name: string;
  sponsor: string | null;
  description: string | null;
  order_index: number;
  track_ids: string[] | null;
  by: 'judges' | 'ranking';
  judge_user_ids: string[];
  name_i18n?: Texts | undefined;
  description_i18n?: Texts | undefined;
  winners: Winner[];
};

export type AssignedRole = { user_id: string; event_id: string; role: TrackRole };

export type InvitedRole = 'MENTOR' | 'JUDGE' | 'TECH_PARTNER' | 'PARTNER';

export type CreatedRoleInvites = {
  invites: { id: string; event_id: string; role: InvitedRole }[];
  errors: { event_id: string; code: 'ALREADY_INVITED' | 'NOT_FOUND' }[];
};
