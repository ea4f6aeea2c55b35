/** Written by `npm run docs` from the contracts of Muster. */

import type {
  OrganizationRole,
  DeviceKind,
  EventStatus,
  Visibility,
  RegistrationStatus,
  CheckinPointType,
  ScanMethod,
  Ranking,
  RegistrationSwitch,
} from './shapes.ts';

/** What a fact of each type tells. */
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
  /** Answers, wishes or the evaluation of a place were changed. */
  'registration.changed': {
    registration_id?: string | undefined;
    super_event_registration_id?: string | undefined;
    user_id: string;
    looking_for_team?: boolean | undefined;
    interested_track_ids?: string[] | undefined;
  };
  /** Somebody was invited by letter. */
  'participant.invited': { invite_id: string; expires_at: string };
  /** Somebody took their place, by the link of the letter or enrolled at once. */
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
  /** There is a further check-in point. */
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
    member_user_ids: string[];
  };
  /** A team was changed. */
  'team.changed': {
    team_id: string;
    name?: string | undefined;
    problem?: string | null | undefined;
    is_open?: boolean | undefined;
    squad_id?: string | null | undefined;
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
  /** A team handed something in. */
  'submission.created': {
    submission_id: string;
    team_id: string;
    checkin_point_id: string | null;
    title: string;
    links: string[];
  };
  /** A team changed what it had handed in. */
  'submission.changed': {
    submission_id: string;
    team_id: string;
    title?: string | undefined;
    links?: string[] | undefined;
  };
  /** There is a further criterion. */
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
  /** A judge declined a team, and does not have it any more. */
  'assignment.declined': { assignment_id: string; judge_user_id: string; team_id: string };
  /** A judge handed in their scores. */
  'assignment.submitted': { assignment_id: string; submitted_at: string };
  /** A judge may change scores that were handed in. */
  'assignment.reopened': { assignment_id: string };
  /** The ranking of a track was calculated. */
  'results.calculated': { calculated_at: string };
  /** The results of a track were published, for the first time or others than before. */
  'results.published': { notifications_sent_at: string; ranking?: Ranking | undefined };
  /** There is a further track. */
  'event.created': {
    name?: string | undefined;
    slug?: string | undefined;
    status?: EventStatus | undefined;
    start_at?: string | null | undefined;
    end_at?: string | null | undefined;
    tz?: string | null | undefined;
    registration?: RegistrationSwitch | undefined;
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
  };
  /** A track was deleted. */
  'event.deleted': Record<string, never>;
  /** There is a further hackathon. */
  'super_event.created': {
    name?: string | undefined;
    slug?: string | undefined;
    status?: EventStatus | undefined;
    start_at?: string | null | undefined;
    end_at?: string | null | undefined;
    tz?: string | null | undefined;
    visibility?: Visibility | undefined;
    max_participants?: number | null | undefined;
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
  };
  /** A hackathon was deleted. */
  'super_event.deleted': Record<string, never>;
  /** The form has a further question. */
  'super_event.field_added': {
    registration_field_id: string;
    label?: string | undefined;
    field_type?: string | undefined;
    is_required?: boolean | undefined;
    order_index?: number | undefined;
  };
  /** A question of the form was changed. */
  'super_event.field_changed': {
    registration_field_id: string;
    label?: string | undefined;
    field_type?: string | undefined;
    is_required?: boolean | undefined;
    order_index?: number | undefined;
  };
  /** A question was taken off the form. */
  'super_event.field_removed': { registration_field_id: string };
  /** Somebody was invited to a role on a track. */
  'role.invited': { role_invite_id: string; role: string };
  /** Somebody has a further role on a track. */
  'role.granted': { user_id: string; role: string };
  /** Somebody accepted the invitation to a role on a track. */
  'role.accepted': { user_id: string; role: string; role_invite_id: string };
  /** Somebody lost a role on a track. */
  'role.revoked': { user_id: string; role: string };
  /** There is a further organization. */
  'organization.created': { name?: string | undefined; slug?: string | undefined };
  /** An organization has another name or slug. */
  'organization.changed': { name?: string | undefined; slug?: string | undefined };
  /** Somebody belongs to the organization. */
  'member.added': { user_id: string; role: OrganizationRole };
  /** Somebody has another role in the organization. */
  'member.changed': { user_id: string; role: OrganizationRole };
  /** Somebody left the organization. */
  'member.removed': { user_id: string };
  /** There is a further kiosk or board. */
  'device.added': { device_id: string; kind: DeviceKind; name: string };
  /** A kiosk or a board has another name, or other points. */
  'device.changed': { device_id: string; name?: string | undefined; checkin_point_ids?: string[] | null | undefined };
  /** A kiosk or a board was ended. */
  'device.removed': { device_id: string };
  /** There is a further API key. */
  'key.created': { key_id?: string | undefined; label: string; expires_at?: string | null | undefined };
  /** An API key runs out at another time. */
  'key.changed': { key_id?: string | undefined; label: string; expires_at?: string | null | undefined };
  /** An API key was ended. */
  'key.revoked': { key_id?: string | undefined; label: string };
  /** There is a further webhook. */
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
  /** A webhook was switched off after three days of failures only. */
  'webhook.disabled': { webhook_id: string };
  /** A webhook ended, for its receiver wants no more (410). */
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
/** What happened, told apart by its `type`. */
export type Fact = { [T in FactType]: FactOf<T> }[FactType];
