/** Written by `npm run docs` from the contracts of Muster. */

export type Webhook = {
  id: string;
  url: string;
  types: WebhookType[];
  super_event_id: string | null;
  description: string | null;
  status: 'active' | 'disabled' | 'ended';
  failing_since: string | null;
  former_secret_until: string | null;
  created_at: string;
};

export type WebhookType =
  | '*'
  | 'registration.created'
  | 'registration.status_changed'
  | 'registration.cancelled'
  | 'registration.moved'
  | 'registration.lapsed'
  | 'registration.changed'
  | 'review.saved'
  | 'participant.invited'
  | 'participant.onboarded'
  | 'checkin.recorded'
  | 'checkin.annulled'
  | 'checkin.refused'
  | 'checkin_point.created'
  | 'checkin_point.changed'
  | 'checkin_point.deleted'
  | 'team.created'
  | 'team.changed'
  | 'team.deleted'
  | 'team.moved'
  | 'team.member_joined'
  | 'team.member_left'
  | 'team.leader_changed'
  | 'submission.created'
  | 'submission.changed'
  | 'criterion.created'
  | 'criterion.changed'
  | 'criterion.deleted'
  | 'assignment.created'
  | 'assignment.deleted'
  | 'assignment.declined'
  | 'assignment.submitted'
  | 'assignment.reopened'
  | 'results.calculated'
  | 'results.published'
  | 'event.created'
  | 'event.changed'
  | 'event.deleted'
  | 'super_event.created'
  | 'super_event.changed'
  | 'super_event.deleted'
  | 'super_event.field_added'
  | 'super_event.field_changed'
  | 'super_event.field_removed'
  | 'super_event.prize_added'
  | 'super_event.prize_changed'
  | 'prize.published'
  | 'super_event.prize_removed'
  | 'announcement.sent'
  | 'announcement.cancelled'
  | 'role.invited'
  | 'role.invite_withdrawn'
  | 'role.granted'
  | 'role.accepted'
  | 'role.revoked'
  | 'organization.created'
  | 'organization.changed'
  | 'member.added'
  | 'member.changed'
  | 'member.removed'
  | 'person.erased'
  | 'device.added'
  | 'device.changed'
  | 'device.removed'
  | 'key.created'
  | 'key.changed'
  | 'key.revoked'
  | 'webhook.created'
  | 'webhook.changed'
  | 'webhook.secret_rotated'
  | 'webhook.disabled'
  | 'webhook.ended'
  | 'webhook.deleted';

export type DeliveryError =
  | 'ADDRESS_FORBIDDEN'
  | 'NAME_UNKNOWN'
  | 'CONNECTION_FAILED'
  | 'TLS_FAILED'
  | 'TIMEOUT'
  | 'BAD_ANSWER'
  | 'REFUSED'
  | 'SECRET_UNREADABLE';

export type WebhookDelivery = {
  id: string;
  webhook_id: string;
  fact_id: string;
  type: string;
  status: DeliveryStatus;
  tries: number;
  response_status: number | null;
  duration_ms: number | null;
  error: DeliveryError | null;
  tried_at: string | null;
  next_try_at: string | null;
  created_at: string;
};

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';
