/** SQL of announcements. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { Texts } from '../../shared/contract/languages.ts';
import type { looks, tracks } from '../../shared/database/published/events.ts';
import { oldestFirst, type Listing } from '../../shared/kit/whole-list.ts';
import type { announcement, Audience } from './entities.ts';
import { peopleReached, type AudienceQuery } from './audience.sql.ts';

/** The names of the jobs: begin at its time, send one email, send one to somebody who tries it out. */
export const tasks = { begin: 'begin-announcement', send: 'announcement', test: 'announcement-test' } as const;

type Row = RowOf<typeof announcement>;
const shown = [
  ...(['id', 'organization_id', 'super_event_id', 'subject', 'body', 'audience', 'status'] as const),
  ...(['send_at', 'sent_at', 'created_by', 'created_at'] as const),
] as const;
interface Counts {
  recipients: number;
  queued: number;
  sent: number;
  failed: number;
}
export type Announcement = Pick<Row, (typeof shown)[number]> & Counts;

/** An announcement `a` with its numbers. */
const columns = sql`
  ${sql.join(shown.map((name) => sql.ref(`a.${name}`)))}, n.recipients, n.queued, n.sent, n.failed`;
const withCounts = sql`
  announcement a
  cross join lateral (
    select count(*)::int as recipients,
           count(*) filter (where status = 'queued')::int as queued,
           count(*) filter (where status = 'sent')::int as sent,
           count(*) filter (where status = 'failed')::int as failed
      from recipient where announcement_id = a.id) n`;

export const announcementsOf = (super_event_id: string): Listing<Announcement> => ({
  rows: sql`select ${columns} from ${withCounts} where a.super_event_id = ${super_event_id}`,
  by: oldestFirst,
});

export async function findAnnouncement(db: Db, id: string): Promise<Announcement | undefined> {
  const { rows } = await sql<Announcement>`
    select ${columns} from ${withCounts} where a.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

export type LockedAnnouncement = Pick<Row, (typeof shown)[number]>;

/** Reads an announcement and locks it until the transaction ends. */
export async function lockAnnouncement(db: Db, id: string): Promise<LockedAnnouncement | undefined> {
  const { rows } = await sql<LockedAnnouncement>`
    select ${sql.join(shown.map((name) => sql.ref(name)))} from announcement where id = ${id} for no key update`.execute(
    db.getKysely(),
  );
  return rows[0];
}

type Draft = Pick<Row, 'id' | 'organization_id' | 'super_event_id' | 'subject' | 'body' | 'status' | 'created_by'> & {
  readonly audience: Audience;
  readonly send_at: string | null;
};

export async function insertAnnouncement(db: Db, draft: Draft): Promise<void> {
  const { id, organization_id, super_event_id, subject, body, audience, status, send_at, created_by } = draft;
  await sql`
    insert into announcement (id, organization_id, super_event_id, subject, body, audience, status, send_at, created_by)
    values (${id}, ${organization_id}, ${super_event_id}, ${subject}, ${body}, ${JSON.stringify(audience)}::jsonb,
            ${status}, ${send_at}, ${created_by})`.execute(db.getKysely());
}

export async function writeAnnouncement(
  db: Db,
  { id, subject, body, audience, status, send_at }: Omit<Draft, 'organization_id' | 'super_event_id' | 'created_by'>,
): Promise<void> {
  await sql`
    update announcement
       set subject = ${subject}, body = ${body}, audience = ${JSON.stringify(audience)}::jsonb, status = ${status},
           send_at = ${send_at}
     where id = ${id}`.execute(db.getKysely());
}

export async function deleteAnnouncement(db: Db, id: string): Promise<void> {
  await sql`delete from announcement where id = ${id}`.execute(db.getKysely());
}

const jobOf = (id: string) => `${tasks.begin} ${id}`;

/** Has the announcement begin by itself at a time, or, with null, not any more. */
export async function schedule(db: Db, id: string, send_at: string | null): Promise<void> {
  await (
    send_at === null
      ? sql`select mail_queue.remove_job(${jobOf(id)})`
      : sql`select mail_queue.add_job(${tasks.begin}, json_build_object('id', ${id}::text), job_key => ${jobOf(id)},
                                      run_at => ${send_at}::timestamptz)`
  ).execute(db.getKysely());
}

/** Emails about a person's own place leave before those of announcements. */
const laterThanOthers = 10;
const triesAtMost = 20;

/**
 * Settles the recipients of a locked announcement and queues an email for each, in two statements however many they are.
 * @returns The number of recipients.
 */
export async function begin(db: Db, id: string, reach: AudienceQuery): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with reached as materialized (${peopleReached(reach)}),
    linked as (
      insert into subscription (organization_id, user_id) select ${reach.organization_id}, user_id from reached
      on conflict do nothing
    ), settled as (
      insert into recipient (announcement_id, user_id) select ${id}, user_id from reached returning user_id
    ), begun as (
      update announcement
         set sent_at = now(), status = case when exists (select from settled) then 'sending' else 'sent' end
       where id = ${id}
    )
    select count(*)::int as n from settled`.execute(db.getKysely());
  await sql`
    select count(*) from mail_queue.add_jobs(array(
      select (${tasks.send}, json_build_object('announcement_id', r.announcement_id, 'user_id', r.user_id), null, null,
              ${triesAtMost}::int, ${keyOf(id)} || r.user_id, ${laterThanOthers}::int, null)::mail_queue.job_spec
        from recipient r where r.announcement_id = ${id}))`.execute(db.getKysely());
  return rows[0]?.n ?? 0;
}

const keyOf = (id: string) => `announcement ${id} `;

/** Cancels a locked announcement, and takes what has not left out of the queue. */
export async function cancel(db: Db, id: string): Promise<void> {
  await sql`
    with cancelled as (
      update announcement set status = 'cancelled' where id = ${id}
    ), staying as (
      update recipient set status = 'stays' where announcement_id = ${id} and status = 'queued' returning user_id
    )
    select count(*) from mail_queue.complete_jobs(array(
      select j.id from mail_queue.jobs j join staying s on j.key = ${keyOf(id)} || s.user_id))`.execute(db.getKysely());
}

/** Queues one email to somebody who tries it out. */
export async function queueTestEmail(db: Db, id: string, user_id: string, key: string): Promise<void> {
  await sql`
    select mail_queue.add_job(${tasks.test}, json_build_object('announcement_id', ${id}::text, 'user_id', ${user_id}::text),
                              job_key => ${`announcement-test ${id} ${key}`}, max_attempts => ${triesAtMost})`.execute(
    db.getKysely(),
  );
}

type Named = Pick<RowOf<typeof tracks>, 'name' | 'name_i18n'>;
export interface EmailLook extends Pick<
  RowOf<typeof looks>,
  'logo_url' | 'colour' | 'reply_to' | 'letters' | 'locales'
> {
  /** The name of the hackathon in its languages; null where it has no more than one. */
  readonly name_i18n: Texts | null;
  /** The tracks of a hackathon in several languages. */
  readonly tracks: readonly Named[];
}

export async function findEmailLook(db: Db, super_event_id: string): Promise<EmailLook | undefined> {
  const { rows } = await sql<EmailLook>`
    select l.logo_url, l.colour, l.reply_to, l.letters, l.locales, s.name_i18n,
           (select coalesce(json_agg(json_build_object('name', t.name, 'name_i18n', t.name_i18n)), '[]')
              from published.tracks t where t.super_event_id = s.id and s.name_i18n is not null) as tracks
      from published.looks l join published.super_events s on s.id = l.super_event_id
     where l.super_event_id = ${super_event_id}`.execute(db.getKysely());
  return rows[0];
}
