/** SQL for the emails of an announcement: their data and outcomes. */
import { sql } from 'kysely';
import type { Locale } from '../../shared/contract/vocabulary.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { announcement, subscription } from './entities.ts';

export interface AnnouncementSender {
  readonly hackathon: string;
  readonly organization_name: string;
}
type Written = Pick<RowOf<typeof announcement>, 'subject' | 'body'>;

export interface Recipient extends Written, AnnouncementSender, Pick<RowOf<typeof subscription>, 'token'> {
  readonly super_event_id: string;
  readonly email: string;
  readonly name: string;
  readonly track: string | null;
  readonly team: string | null;
  readonly code: string | null;
  readonly locale: Locale | null;
}

/**
 * Reads what the email to a recipient says, in one statement; undefined where it is not to leave any more. Of several tracks
 * and codes those of the audience count.
 */
export async function readRecipient(db: Db, announcement_id: string, user_id: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select a.subject, a.body, a.super_event_id, coalesce(s.name_i18n ->> p.locale, s.name) as hackathon, o.name as organization_name,
           p.email, p.name, p.locale, u.token,
           (select string_agg(coalesce(t.name_i18n ->> p.locale, t.name), ', ' order by t.name)
              from published.registrations x join published.tracks t on t.id = x.event_id
             where x.super_event_id = a.super_event_id and x.user_id = p.id and x.status <> 'cancelled'
               and (x.status <> 'rejected' or a.audience -> 'statuses' ? 'rejected')
               and (a.audience -> 'track_ids' is null or a.audience -> 'track_ids' ? x.event_id::text)) as track,
           (select t.name from published.team_members m join published.teams t on t.id = m.team_id
             where m.super_event_id = a.super_event_id and m.user_id = p.id limit 1) as team,
           (select c.checkin_token from published.checkin_tokens c
             where c.super_event_id = a.super_event_id and c.user_id = p.id and c.status = 'accepted'
             order by coalesce(a.audience -> 'track_ids' ? c.event_id::text, false) desc, c.event_id nulls last
             limit 1) as code
      from announcement a
      join recipient r on r.announcement_id = a.id and r.user_id = ${user_id}
      join published.super_events s on s.id = a.super_event_id
      join published.organizations o on o.id = a.organization_id
      join published.people p on p.id = r.user_id
      join subscription u on u.organization_id = a.organization_id and u.user_id = r.user_id
     where a.id = ${announcement_id} and a.status = 'sending' and r.status = 'queued' and u.unsubscribed_at is null`.execute(
    db.getKysely(),
  );
  return rows[0];
}

/** Reads an announcement for somebody who tries it out. */
export async function readTest(db: Db, announcement_id: string, locale: Locale | null) {
  const { rows } = await sql<Written & AnnouncementSender & { super_event_id: string }>`
    select a.subject, a.body, a.super_event_id, coalesce(s.name_i18n ->> ${locale}::text, s.name) as hackathon,
           o.name as organization_name
      from announcement a
      join published.super_events s on s.id = a.super_event_id
      join published.organizations o on o.id = a.organization_id
     where a.id = ${announcement_id}`.execute(db.getKysely());
  return rows[0];
}

export async function findSender(db: Db, super_event_id: string): Promise<AnnouncementSender | undefined> {
  const { rows } = await sql<AnnouncementSender>`
    select s.name as hackathon, o.name as organization_name
      from published.super_events s join published.organizations o on o.id = s.organization_id
     where s.id = ${super_event_id}`.execute(db.getKysely());
  return rows[0];
}

/** Returns the language of the person with this address; undefined where nobody has it, or has chosen none. */
export async function findLocale(db: Db, email: string): Promise<Locale | undefined> {
  const { rows } = await sql<{ locale: Locale | null }>`
    select locale from published.people where email = ${email}`.execute(db.getKysely());
  return rows[0]?.locale ?? undefined;
}

export async function findPerson(db: Db, id: string) {
  const { rows } = await sql<Pick<RowOf<typeof people>, 'email' | 'name' | 'locale'>>`
    select email, name, locale from published.people where id = ${id}`.execute(db.getKysely());
  return rows[0];
}

/**
 * Records the outcome of the email to a recipient. A sent one stays sent after a cancellation; a failed one keeps its
 * reason.
 */
export async function noteOutcome(
  db: Db,
  { announcement_id, user_id }: Addressed,
  outcome: 'sent' | 'failed' | 'stays',
): Promise<void> {
  await sql`
    update recipient set status = ${outcome}
     where announcement_id = ${announcement_id} and user_id = ${user_id}
       and (status = 'queued' or ${outcome} = 'sent')`.execute(db.getKysely());
}

export interface Addressed {
  readonly announcement_id: string;
  readonly user_id: string;
}

/**
 * Notes that an announcement is done once nothing of it is queued: a statement after that of the outcome, so that of two who end
 * at once the later one sees both.
 */
export async function noteDone(db: Db, announcement_id: string): Promise<void> {
  await sql`
    update announcement set status = 'sent'
     where id = ${announcement_id} and status = 'sending'
       and not exists (select from recipient where announcement_id = ${announcement_id} and status = 'queued')`.execute(
    db.getKysely(),
  );
}

/**
 * Takes the next moment at which an email may leave, for all processes together.
 * @param everyMs The time between two emails.
 * @returns Milliseconds until then.
 */
export async function nextSendDelay(db: Db, everyMs: number): Promise<number> {
  const next = sql`greatest(clock_timestamp(), p.next_at + make_interval(secs => ${everyMs / 1_000}::float8))`;
  const { rows } = await sql<{ wait_ms: number }>`
    insert into pace as p (next_at) values (clock_timestamp())
    on conflict (id) do update set next_at = ${next}
    returning extract(epoch from p.next_at - clock_timestamp())::float8 * 1000 as wait_ms`.execute(db.getKysely());
  return Math.max(0, rows[0]?.wait_ms ?? 0);
}
