/**
 * The types of facts, by what they are about. The contract's own list would bring the rules of its fields into the
 * browser; the compiler holds this one against it.
 */
import type { FactType } from '../../../../shared/contract/facts.ts';
import type { Subject } from '../../live.ts';

type Changes<S extends Subject, T = FactType> = T extends `${S}.${infer Change}` ? Change : never;
type Listed = { readonly [S in Subject]: Readonly<Record<Changes<S>, true>> };

const listed: Listed = {
  registration: {
    ...{ created: true, status_changed: true, cancelled: true },
    ...{ moved: true, lapsed: true, changed: true },
  },
  review: { saved: true },
  participant: { invited: true, onboarded: true },
  checkin: { recorded: true, annulled: true, refused: true },
  checkin_point: { created: true, changed: true, deleted: true },
  team: {
    ...{ created: true, changed: true, deleted: true, moved: true },
    ...{ member_joined: true, member_left: true, leader_changed: true },
  },
  submission: { created: true, changed: true },
  criterion: { created: true, changed: true, deleted: true },
  assignment: { created: true, deleted: true, declined: true, submitted: true, reopened: true },
  results: { calculated: true, published: true },
  event: { created: true, changed: true, deleted: true },
  super_event: {
    ...{ created: true, changed: true, deleted: true },
    ...{ field_added: true, field_changed: true, field_removed: true },
    ...{ prize_added: true, prize_changed: true, prize_removed: true },
  },
  prize: { published: true },
  announcement: { sent: true, cancelled: true },
  role: { invited: true, granted: true, accepted: true, revoked: true },
  organization: { created: true, changed: true },
  member: { added: true, changed: true, removed: true },
  person: { erased: true },
  device: { added: true, changed: true, removed: true },
  key: { created: true, changed: true, revoked: true },
  webhook: {
    ...{ created: true, changed: true, secret_rotated: true },
    ...{ disabled: true, ended: true, deleted: true },
  },
};

export const groups = Object.entries(listed).map(([subject, changes]) => ({
  subject: subject as Subject,
  types: Object.keys(changes).map((change) => `${subject}.${change}` as FactType),
}));

/** Every type but the one below, and those that there will be. */
export const everyType = '*';
/** Many, and few receivers need them: sent only where they are named. */
export const byName = 'checkin.refused' satisfies FactType;
