/** Records in the audit which registrations changed their status. */
import { instant } from '../../shared/base/instant.ts';
import { toldStatuses, type RegistrationStatus } from '../../shared/contract/values.ts';
import type { Db } from '../../shared/database/database.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import { sendEmail, sendEmailsLater } from '../../shared/kit/emails.ts';
import {
  addressee,
  addressees,
  addresseesOnTracks,
  holdEmail,
  type Addressee,
  type EmailSubject,
  type SingleDecision,
} from './emails.sql.ts';
import type { Placed } from './many.sql.ts';
import type { MovedParent } from './parents.sql.ts';

type Note = Pick<Ctx, 'changed'>;

/** Which fact it is that a place which had one status, or was none, has this one now. */
export function factOf(former: RegistrationStatus | null, status: RegistrationStatus) {
  if (former === null) return 'registration.created';
  return status === 'cancelled' ? 'registration.cancelled' : 'registration.status_changed';
}

export function noteMoved(ctx: Note, moved: readonly Placed[], status: RegistrationStatus): void {
  for (const { id, user_id, event_id, former } of moved) {
    const before = former ? { status: former } : {};
    ctx.changed(factOf(former, status), { registration_id: id, user_id, event_id }, before, { status });
  }
}

/** Records the status of a parent, if it changed. */
export function noteParent(
  ctx: Note,
  parent: Omit<MovedParent, 'super_event_id'> | undefined,
  status: RegistrationStatus,
): void {
  if (!parent || parent.former === status) return;
  const ids = { super_event_registration_id: parent.id, user_id: parent.user_id, event_id: null };
  ctx.changed(factOf(parent.former, status), ids, { status: parent.former }, { status });
}

type Told = (typeof toldStatuses)[number];
const isTold = (status: RegistrationStatus): status is Told => toldStatuses.some((one) => one === status);

/**
 * Queues the email about a place that somebody got without a decision of an organizer, with their check-in token. It leaves
 * at once. There is none about `pending` and `cancelled`.
 */
export async function announce(db: Db, subject: EmailSubject, status: RegistrationStatus): Promise<void> {
  if (!isTold(status)) return;
  const found = await addressee(db, subject);
  if (found) await sendEmail(db, 'decision', emailTo(found, status));
}

/**
 * Queues the email about a decision on one place, which the next decision on it takes back while it is held. To somebody who knows
 * another status by an email, `pending` is told as well.
 * @param waitMs How long it is held; 0 where it leaves at once.
 */
export async function announceDecision(
  db: Db,
  subject: EmailSubject,
  decision: SingleDecision,
  waitMs: number,
): Promise<void> {
  const held = await holdEmail(db, subject, { ...decision, waitMs });
  if (!held) return;
  const { status, leaves_at, ...found } = held;
  await sendEmailsLater(db, 'decision', [emailTo(found, status)], new Date(leaves_at));
}

/**
 * Queues the emails about a decision on many people, one for each.
 * @param leavesAt When they leave; null where they do at once.
 */
export async function announceMany(
  db: Db,
  moved: Parameters<typeof addressees>[1],
  status: Told | 'pending',
  leavesAt: Date | string | null,
): Promise<void> {
  if (moved.parents.length === 0) return;
  await sendLater(db, await addressees(db, moved), status, leavesAt);
}

/** The same of places on tracks, an email for each. */
export async function announceOnTracks(
  db: Db,
  registrations: readonly { readonly id: string }[],
  status: Told | 'pending',
  leavesAt: Date | string | null,
): Promise<void> {
  const ids = registrations.map(({ id }) => id);
  await sendLater(db, await addresseesOnTracks(db, ids), status, leavesAt);
}

const sendLater = (db: Db, all: readonly Addressee[], status: Told | 'pending', leavesAt: Date | string | null) =>
  sendEmailsLater(
    db,
    'decision',
    all.map((each) => emailTo(each, status)),
    leavesAt ? new Date(leavesAt) : new Date(),
  );

function emailTo({ email, checkin_token, key, confirm_by, ...data }: Addressee, status: Told | 'pending') {
  return {
    to: email,
    data: { ...data, status, confirm_by: instant(confirm_by) },
    ...(status === 'accepted' && { secret: checkin_token }),
    key,
  };
}
