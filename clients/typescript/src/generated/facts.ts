/** Written by `npm run docs` from the contracts of Muster. */

import type {
  Locale,
  OrganizationRole,
  DeviceKind,
  Texts,
  GalleryState,
  EventStatus,
  Visibility,
  RegistrationStatus,
  CheckinPointType,
  ScanMethod,
  Ranking,
  RegistrationSwitch,
} from './shapes.ts';

/** The data of a fact of each type. */
export interface FactData {
  /** Somebody registered or was accepted for the first time. */
  'registration.created': {
    registration_id?: string | undefined;
    super_event_registration_id?: string | undefined;
    user_id: string;
    status: RegistrationStatus;
  };
  /** A place has another status. */
  'registration.status_changed': {
    registration_id?: string | undefined;
    super_event_registration_id?: string | undefined;
    user_id: string;
    status: RegistrationStatus;
  };
  /** A place was given up. */
  'registration.cancelled': {
    registration_id?: string | undefined;
    super_event_registration_id?: string | undefined;
    user_id: string;
    status: RegistrationStatus;
  };
  /** Somebody came to a track because they or their team were moved there. */
  'registration.moved': {
    registration_id?: string | undefined;
    super_event_registration_id?: string | undefined;
    user_id: string;
    status: RegistrationStatus;
  };
  /** A place that was not confirmed in time went to the waiting list. */
  'registration.lapsed': {
    registration_id?: string | undefined;
    super_event_registration_id?: string | undefined;
    user_id: string;
    status: RegistrationStatus;
  };
  /** Answers, wishes, the confirmation or the evaluation of a place were changed. */
  'registration.changed': {
    registration_id?: string | undefined;
    super_event_registration_id?: string | undefined;
    user_id: string;
    confirm_by?: string | null | undefined;
    confirmed_at?: string | null | undefined;
    looking_for_team?: boolean | undefined;
    interested_track_ids?: string[] | undefined;
  };
  /** An organizer reviewed an application, or changed their review. */
  'review.saved': { super_event_registration_id: string; user_id: string };
  /** Somebody was invited by email. */
  'participant.invited': { invite_id: string; expires_at: string };
  /** Somebody accepted an invitation, or was enrolled at once. */
  'participant.onboarded': { user_id: string; invite_id?: string | undefined };
  /** Somebody was checked in. */
  'checkin.recorded': {
    checkin_id: string;
    point_id: string;
    registration_id: string;
    user_id: string;
    method: ScanMethod;
    checked_in_at: string;
  };
  /** A check-in was taken back. */
  'checkin.annulled': {
    checkin_id: string;
    point_id: string;
    registration_id: string;
    user_id: string;
    annulled_at: string;
  };
  /** A scan was refused. */
  'checkin.refused': { point_id: string; registration_id: string | null; reason: string; scanned_at: string };
  /** A check-in point was created. */
  'checkin_point.created': {
    point_id: string;
    name?: string | undefined;
    type?: CheckinPointType | undefined;
    event_id?: string | null | undefined;
    opens_at?: string | undefined;
    closes_at?: string | undefined;
  };
  /** A check-in point was changed. */
  'checkin_point.changed': {
    point_id: string;
    name?: string | undefined;
    type?: CheckinPointType | undefined;
    event_id?: string | null | undefined;
    opens_at?: string | undefined;
    closes_at?: string | undefined;
  };
  /** A check-in point was deleted. */
  'checkin_point.deleted': { point_id: string };
  /** A team was founded. */
  'team.created': {
    team_id: string;
    name: string;
    problem: string | null;
    is_open: boolean;
    squad_id: string | null;
    table?: string | null | undefined;
    member_user_ids: string[];
  };
  /** A team was changed. */
  'team.changed': {
    team_id: string;
    name?: string | undefined;
    problem?: string | null | undefined;
    is_open?: boolean | undefined;
    squad_id?: string | null | undefined;
    table?: string | null | undefined;
    avatar_url?: string | null | undefined;
  };
  /** A team was deleted. */
  'team.deleted': { team_id: string };
  /** A team is on another track. */
  'team.moved': { team_id: string; member_user_ids: string[] };
  /** Somebody joined a team. */
  'team.member_joined': { team_id: string; user_id: string };
  /** Somebody left a team. */
  'team.member_left': { team_id: string; user_id: string };
  /** A team has another leader, or none. */
  'team.leader_changed': { team_id: string; leader_user_id: string | null };
  /** A team submitted a project or a milestone. */
  'submission.created': {
    submission_id: string;
    team_id: string;
    checkin_point_id: string | null;
    title: string;
    links: string[];
  };
  /** A team changed a submission. */
  'submission.changed': {
    submission_id: string;
    team_id: string;
    title?: string | undefined;
    links?: string[] | undefined;
  };
  /** A criterion was created. */
  'criterion.created': {
    criterion_id: string;
    name?: string | undefined;
    description?: string | null | undefined;
    weight?: number | undefined;
    order_index?: number | undefined;
  };
  /** A criterion was changed. */
  'criterion.changed': {
    criterion_id: string;
    name?: string | undefined;
    description?: string | null | undefined;
    weight?: number | undefined;
    order_index?: number | undefined;
  };
  /** A criterion was deleted. */
  'criterion.deleted': { criterion_id: string };
  /** A judge was given a team. */
  'assignment.created': { assignment_id: string; judge_user_id: string; team_id: string };
  /** A team was taken from a judge. */
  'assignment.deleted': { assignment_id: string };
  /** A judge declined a team, which they no longer judge. */
  'assignment.declined': { assignment_id: string; judge_user_id: string; team_id: string };
  /** A judge submitted their scores. */
  'assignment.submitted': { assignment_id: string; submitted_at: string };
  /** A submitted assignment was reopened for its judge. */
  'assignment.reopened': { assignment_id: string };
  /** The ranking of a track was calculated. */
  'results.calculated': { calculated_at: string };
  /** The results of a track were published, for the first time or others than before. */
  'results.published': { notifications_sent_at: string; ranking?: Ranking | undefined };
  /** A track was created. */
  'event.created': {
    name?: string | undefined;
    slug?: string | undefined;
    status?: EventStatus | undefined;
    start_at?: string | null | undefined;
    end_at?: string | null | undefined;
    tz?: string | null | undefined;
    registration?: RegistrationSwitch | undefined;
    name_i18n?: Texts | undefined;
  };
  /** A track was changed, or its registration opened or closed. */
  'event.changed': {
    name?: string | undefined;
    slug?: string | undefined;
    status?: EventStatus | undefined;
    start_at?: string | null | undefined;
    end_at?: string | null | undefined;
    tz?: string | null | undefined;
    registration?: RegistrationSwitch | undefined;
    name_i18n?: Texts | undefined;
  };
  /** A track was deleted. */
  'event.deleted': Record<string, never>;
  /** A hackathon was created. */
  'super_event.created': {
    name?: string | undefined;
    slug?: string | undefined;
    status?: EventStatus | undefined;
    start_at?: string | null | undefined;
    end_at?: string | null | undefined;
    tz?: string | null | undefined;
    visibility?: Visibility | undefined;
    max_participants?: number | null | undefined;
    opens_at?: string | null | undefined;
    closes_at?: string | null | undefined;
    confirm_within_hours?: number | null | undefined;
    waitlist_moves?: boolean | undefined;
    retention_days?: number | null | undefined;
    privacy_url?: string | null | undefined;
    terms_url?: string | null | undefined;
    gallery?: GalleryState | undefined;
    locales?: Locale[] | undefined;
    name_i18n?: Texts | undefined;
  };
  /** A hackathon was changed. */
  'super_event.changed': {
    name?: string | undefined;
    slug?: string | undefined;
    status?: EventStatus | undefined;
    start_at?: string | null | undefined;
    end_at?: string | null | undefined;
    tz?: string | null | undefined;
    visibility?: Visibility | undefined;
    max_participants?: number | null | undefined;
    opens_at?: string | null | undefined;
    closes_at?: string | null | undefined;
    confirm_within_hours?: number | null | undefined;
    waitlist_moves?: boolean | undefined;
    retention_days?: number | null | undefined;
    privacy_url?: string | null | undefined;
    terms_url?: string | null | undefined;
    gallery?: GalleryState | undefined;
    locales?: Locale[] | undefined;
    name_i18n?: Texts | undefined;
  };
  /** A hackathon was deleted. */
  'super_event.deleted': Record<string, never>;
  /** A question was added to the form. */
  'super_event.field_added': {
    registration_field_id: string;
    label?: string | undefined;
    field_type?: string | undefined;
    is_required?: boolean | undefined;
    order_index?: number | undefined;
    label_i18n?: Texts | undefined;
  };
  /** A question of the form was changed. */
  'super_event.field_changed': {
    registration_field_id: string;
    label?: string | undefined;
    field_type?: string | undefined;
    is_required?: boolean | undefined;
    order_index?: number | undefined;
    label_i18n?: Texts | undefined;
  };
  /** A question was taken off the form. */
  'super_event.field_removed': { registration_field_id: string };
  /** A prize was added. */
  'super_event.prize_added': {
    prize_id: string;
    name?: string | undefined;
    sponsor?: string | null | undefined;
    order_index?: number | undefined;
    name_i18n?: Texts | undefined;
  };
  /** A prize was changed. */
  'super_event.prize_changed': {
    prize_id: string;
    name?: string | undefined;
    sponsor?: string | null | undefined;
    order_index?: number | undefined;
    name_i18n?: Texts | undefined;
  };
  /** Everybody may read who wins a prize. */
  'prize.published': { prize_id: string; team_ids: string[] };
  /** A prize was deleted. */
  'super_event.prize_removed': { prize_id: string };
  /** An announcement is on its way to its recipients. */
  'announcement.sent': { announcement_id: string; recipients: number };
  /** An announcement was cancelled; emails that had not left do not leave. */
  'announcement.cancelled': { announcement_id: string };
  /** Somebody was invited to a role on a track. */
  'role.invited': { role_invite_id: string; role: string };
  /** An invitation to a role on a track was withdrawn. */
  'role.invite_withdrawn': { role_invite_id: string; role: string };
  /** Somebody was given a role on a track. */
  'role.granted': { user_id: string; role: string };
  /** Somebody accepted the invitation to a role on a track. */
  'role.accepted': { user_id: string; role: string; role_invite_id: string };
  /** Somebody lost a role on a track. */
  'role.revoked': { user_id: string; role: string };
  /** An organization was created. */
  'organization.created': { name?: string | undefined; slug?: string | undefined };
  /** An organization has another name or slug. */
  'organization.changed': { name?: string | undefined; slug?: string | undefined };
  /** Somebody belongs to the organization. */
  'member.added': { user_id: string; role: OrganizationRole };
  /** Somebody has another role in the organization. */
  'member.changed': { user_id: string; role: OrganizationRole };
  /** Somebody left the organization. */
  'member.removed': { user_id: string };
  /** Everything of a person was erased, or what one hackathon had of them; receivers should do the same. */
  'person.erased': { user_id: string };
  /** A kiosk or board was added. */
  'device.added': {
    device_id: string;
    kind: DeviceKind;
    name: string;
    may_search?: boolean | undefined;
    sees_answers?: boolean | undefined;
    prints?: boolean | undefined;
  };
  /** A kiosk or a board has another name, other points or other options. */
  'device.changed': {
    device_id: string;
    name?: string | undefined;
    checkin_point_ids?: string[] | null | undefined;
    may_search?: boolean | undefined;
    sees_answers?: boolean | undefined;
    prints?: boolean | undefined;
  };
  /** A kiosk or a board was ended. */
  'device.removed': { device_id: string };
  /** An API key was created. */
  'key.created': { key_id?: string | undefined; label: string; expires_at?: string | null | undefined };
  /** The expiry of an API key was changed. */
  'key.changed': { key_id?: string | undefined; label: string; expires_at?: string | null | undefined };
  /** An API key was ended. */
  'key.revoked': { key_id?: string | undefined; label: string };
  /** A webhook was created. */
  'webhook.created': {
    webhook_id: string;
    host?: string | undefined;
    types?: string[] | undefined;
    description?: string | null | undefined;
    status?: string | undefined;
  };
  /** A webhook was changed, or switched on or off. */
  'webhook.changed': {
    webhook_id: string;
    host?: string | undefined;
    types?: string[] | undefined;
    description?: string | null | undefined;
    status?: string | undefined;
  };
  /** A webhook has another secret. */
  'webhook.secret_rotated': { webhook_id: string };
  /** A webhook was switched off after three days without a success. */
  'webhook.disabled': { webhook_id: string };
  /** A webhook ended, because its receiver answered 410. */
  'webhook.ended': { webhook_id: string };
  /** A webhook was deleted. */
  'webhook.deleted': { webhook_id: string };
}
export type FactType = keyof FactData;
/** A fact of one type. */
export interface FactOf<T extends FactType> {
  type: T;
  data: FactData[T];
  id: string;
  position: string;
  occurred_at: string;
  organization_id: string;
  super_event_id: string | null;
  event_id: string | null;
  actor: { user_id: string | null; key_id: string | null };
}
/** A fact, told apart by its `type`. */
export type Fact = { [T in FactType]: FactOf<T> }[FactType];
