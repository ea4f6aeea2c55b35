/** Announcements: organizers write, test, send, schedule and cancel them; people unsubscribe. */
import { sql } from 'kysely';
import { instant } from '../../shared/base/instant.ts';
import { isUuid } from '../../shared/contract/formats.ts';
import type { Db } from '../../shared/database/database.ts';
import { newId } from '../../shared/database/ids.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import { difference, isEmpty } from '../../shared/kit/changes.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { draftOf, exampleWords } from './rich-text.ts';
import type { Audience } from './entities.ts';
import { compose } from './layout.ts';
import {
  announcementsOf,
  begin,
  cancel,
  deleteAnnouncement,
  findAnnouncement,
  findEmailLook,
  lockAnnouncement,
  insertAnnouncement,
  queueTestEmail,
  schedule,
  writeAnnouncement,
  type Announcement,
  type LockedAnnouncement,
} from './announcements.sql.ts';
import { areTracksOf, countReached } from './audience.sql.ts';
import { findPerson, findSender } from './recipients.sql.ts';

type Drafting = Ctx<unknown, 'VALIDATION_FAILED' | 'INVALID_TRACK' | 'NOT_FOUND'>;

const isOpen = ({ status }: Pick<LockedAnnouncement, 'status'>) => status === 'draft' || status === 'scheduled';

const shown = (row: Announcement) => ({
  ...{ id: row.id, super_event_id: row.super_event_id, subject: row.subject, body: row.body, audience: row.audience },
  status: row.status,
  send_at: instant(row.send_at),
  sent_at: instant(row.sent_at),
  created_by: row.created_by,
  created_at: instant(row.created_at),
  ...{ recipients: row.recipients, queued: row.queued, sent: row.sent, failed: row.failed },
});

export const listAnnouncements: Action<'mail.listAnnouncements'> = async (ctx) => {
  const { rows, count } = await readList(ctx, announcementsOf(ctx.resource.id));
  const announcements = rows.map((row) => ({ ...shown(row), recipients: row.sent_at ? row.recipients : null }));
  return { announcements, count };
};

/** Counts the recipients of an unsent announcement. */
async function answerOf(ctx: Pick<Ctx<unknown, 'NOT_FOUND'>, 'db' | 'fail'>, id: string) {
  const found = (await findAnnouncement(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const recipients = isOpen(found) ? await countReached(ctx.db, found) : found.recipients;
  return { announcement: { ...shown(found), recipients } };
}

export const getAnnouncement: Action<'mail.getAnnouncement'> = (ctx) => answerOf(ctx, ctx.resource.id);

export const createAnnouncement: Action<'mail.createAnnouncement'> = async (ctx) => {
  const { subject, body, audience, send_at = null } = ctx.params;
  const { id: super_event_id, organization_id } = ctx.resource;
  await checkTracks(ctx, super_event_id, audience);
  const draft = { subject, body, audience, ...timed(ctx, send_at) };
  const id = newId();
  const created_by = ctx.viewer.user_id;
  await insertAnnouncement(ctx.db, { id, organization_id, super_event_id, created_by, ...draft });
  if (send_at !== null) await schedule(ctx.db, id, send_at);
  ctx.changed(null, { super_event_id, announcement_id: id }, {}, draft);
  return answerOf(ctx, id);
};

export const updateAnnouncement: Action<'mail.updateAnnouncement'> = async (ctx) => {
  const held = await holdOpen(ctx);
  const { id, super_event_id } = held;
  if (ctx.params.audience) await checkTracks(ctx, super_event_id, ctx.params.audience);
  const { subject, body, audience, send_at } = ctx.params;
  const sent = { subject, body, audience, ...(send_at !== undefined && timed(ctx, send_at)) };
  const stored = { ...held, send_at: instant(held.send_at) };
  const { before, after } = difference<Record<string, unknown>>(stored, sent);
  if (!isEmpty({ before, after })) {
    await writeAnnouncement(ctx.db, { ...stored, ...after });
    if (send_at !== undefined) await schedule(ctx.db, id, send_at);
    ctx.changed(null, { super_event_id, announcement_id: id }, before, after);
  }
  return answerOf(ctx, id);
};

export const removeAnnouncement: Action<'mail.deleteAnnouncement'> = async (ctx) => {
  const { id, super_event_id, subject } = await holdOpen(ctx);
  await schedule(ctx.db, id, null);
  await deleteAnnouncement(ctx.db, id);
  ctx.changed(null, { super_event_id, announcement_id: id }, { subject }, {});
  return { deleted: true };
};

export const previewAnnouncement: Action<'mail.previewAnnouncement'> = async (ctx) => {
  const { subject = '', body = '', audience } = ctx.params;
  const { id: super_event_id, organization_id } = ctx.resource;
  await checkTracks(ctx, super_event_id, audience);
  const recipients = await countReached(ctx.db, { organization_id, super_event_id, audience });
  const sender = (await findSender(ctx.db, super_event_id)) ?? ctx.fail('NOT_FOUND');
  const person = await findPerson(ctx.db, ctx.viewer.user_id);
  const words = exampleWords(person?.name ?? '', sender);
  const look = await findEmailLook(ctx.db, super_event_id);
  const email = compose(draftOf({ subject, body }, words, { ...sender, look, unsubscribe: undefined }));
  return { recipients, subject: email.subject, text: email.text, html: email.html };
};

/** A repeat of this request is answered by the write key; another one sends another email. */
export const testAnnouncement: Action<'mail.testAnnouncement'> = async (ctx) => {
  const { user_id } = ctx.viewer;
  const { email } = (await findPerson(ctx.db, user_id)) ?? ctx.fail('NOT_FOUND');
  await queueTestEmail(ctx.db, ctx.resource.id, user_id, ctx.writeKey || newId());
  return { email };
};

/** The second of two requests finds it sent. */
export const sendAnnouncement: Action<'mail.sendAnnouncement'> = async (ctx) => {
  const held = (await lockAnnouncement(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  const { id, super_event_id } = held;
  if (held.status === 'cancelled') return ctx.fail('ANNOUNCEMENT_CANCELLED');
  if (isOpen(held)) {
    await schedule(ctx.db, id, null);
    const recipients = await begin(ctx.db, id, held);
    ctx.changed('announcement.sent', { super_event_id, announcement_id: id }, {}, { recipients });
  }
  return answerOf(ctx, id);
};

export const cancelAnnouncement: Action<'mail.cancelAnnouncement'> = async (ctx) => {
  const held = (await lockAnnouncement(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  const { id, super_event_id, status } = held;
  if (status === 'draft') return ctx.fail('ANNOUNCEMENT_NOT_SENT');
  if (status === 'sent') return ctx.fail('ANNOUNCEMENT_SENT');
  if (status !== 'cancelled') {
    await schedule(ctx.db, id, null);
    await cancel(ctx.db, id);
    ctx.changed('announcement.cancelled', { super_event_id, announcement_id: id }, { status }, { status: 'cancelled' });
  }
  return answerOf(ctx, id);
};

async function holdOpen(ctx: Pick<Ctx<unknown, 'NOT_FOUND' | 'ANNOUNCEMENT_SENT'>, 'db' | 'resource' | 'fail'>) {
  const held = (await lockAnnouncement(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  return isOpen(held) ? held : ctx.fail('ANNOUNCEMENT_SENT');
}

async function checkTracks(ctx: Pick<Drafting, 'db' | 'fail'>, super_event_id: string, { track_ids }: Audience) {
  if (track_ids && !(await areTracksOf(ctx.db, super_event_id, track_ids))) ctx.fail('INVALID_TRACK');
}

/** A time that is over is a mistake: to send it now there is a request of its own. */
function timed({ fail }: Pick<Drafting, 'fail'>, send_at: string | null) {
  if (send_at !== null && Date.parse(send_at) <= Date.now()) {
    fail('VALIDATION_FAILED', {
      errors: [{ field: 'send_at', code: 'past', message: 'send_at must be in the future' }],
    });
  }
  return { status: send_at === null ? ('draft' as const) : ('scheduled' as const), send_at };
}

/** The answer of a link by which people stop the announcements of an organization, and get them again. */
interface Subscription {
  readonly organization_name: string;
  readonly unsubscribed: boolean;
}

/** @param change Whether the emails stop from now on; undefined only reads. */
async function subscriptionOf(db: Db, token: string, change?: boolean): Promise<Subscription | undefined> {
  if (!isUuid(token)) return undefined;
  const kept = change === undefined ? sql`unsubscribed_at` : change ? sql`coalesce(unsubscribed_at, now())` : sql`null`;
  const found =
    change === undefined
      ? sql`select organization_id, unsubscribed_at from subscription where token = ${token}`
      : sql`update subscription set unsubscribed_at = ${kept} where token = ${token} returning organization_id, unsubscribed_at`;
  const { rows } = await sql<Subscription>`
    with u as (${found})
    select o.name as organization_name, u.unsubscribed_at is not null as unsubscribed
      from u join published.organizations o on o.id = u.organization_id`.execute(db.getKysely());
  return rows[0];
}

export const readSubscription: Action<'mail.readSubscription'> = async (ctx) =>
  (await subscriptionOf(ctx.db, ctx.params.token)) ?? ctx.fail('NOT_FOUND');

export const unsubscribe: Action<'mail.unsubscribe'> = async (ctx) =>
  (await subscriptionOf(ctx.db, ctx.params.token, true)) ?? ctx.fail('NOT_FOUND');

export const resubscribe: Action<'mail.resubscribe'> = async (ctx) =>
  (await subscriptionOf(ctx.db, ctx.params.token, false)) ?? ctx.fail('NOT_FOUND');
