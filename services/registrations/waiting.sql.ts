/** SQL for timed changes of places: reminders, lapses, and seats for the waiting list. */
import { sql } from 'kysely';
import type { Db } from '../../shared/database/database.ts';
import { eventDetails, sendEmails } from '../../shared/kit/emails.ts';
import { out } from './rules.ts';

/** People of one hackathon, or of one reminder, at most; the others follow in the next round. */
const atOnce = 500;
/** Milliseconds for which seats that a decision about many has freed stay free, so that it can be taken back. */
const heldMs = 50_000;

const isUnderWay = sql`(s.end_at is null or s.end_at > now())`;
/** Free seats go to the waiting list by themselves. */
const moves = sql`(s.waitlist_moves and s.payment_status = 'paid' and ${isUnderWay})`;
/** Accepted, not confirmed, and not here either. */
const isUnconfirmed = sql`
  p.status = 'accepted' and p.confirmed_at is null
  and not exists (select from published.checkins c
                   where c.super_event_id = p.super_event_id and c.user_id = p.user_id)`;
const hasLapsed = sql`p.confirm_by <= now() and ${isUnconfirmed}`;
/** Waits, and was not rejected on each of their tracks or gave them up. */
const isWaiting = sql`
  p.status = 'waitlisted'
  and coalesce((select bool_or(r.status <> all (${out}::text[])) from registration r
                 where r.super_event_registration_id = p.id), true)`;

export interface Hackathon {
  readonly id: string;
  readonly organization_id: string;
}
export interface DueMoves {
  /** Hackathons in which places have lapsed. */
  readonly lapsing: readonly Hackathon[];
  /** Hackathons with free seats and people who wait for them, or with fewer seats than are withheld. */
  readonly moving: readonly Hackathon[];
  readonly reminds: boolean;
}

/** Looks for what there is to do. */
export async function findDue(db: Db): Promise<DueMoves> {
  const { rows } = await sql<DueMoves>`
    select (select coalesce(json_agg(h), '[]')
              from (select distinct s.id, s.organization_id from super_event_registration p
                      join published.super_events s on s.id = p.super_event_id
                     where ${hasLapsed} and ${isUnderWay}) h) as lapsing,
           (select coalesce(json_agg(h), '[]')
              from (select s.id, s.organization_id
                      from published.super_events s left join seat g on g.super_event_id = s.id
                     where ${moves}
                       and (g.withheld > greatest(0, s.max_participants - g.accepted)
                            or s.max_participants > coalesce(g.accepted, 0)
                               and exists (select from super_event_registration p
                                            where p.super_event_id = s.id and ${isWaiting}
                                              and (p.lapsed_at is null or s.max_participants
                                                     > coalesce(g.accepted + g.withheld, 0))))) h) as moving,
           exists (select from super_event_registration p where p.remind_at <= now()) as reminds`.execute(
    db.getKysely(),
  );
  return rows[0] ?? { lapsing: [], moving: [], reminds: false };
}

/** Locks some people whose places have lapsed, and skips locked ones. */
export async function lockLapsed(db: Db, super_event_id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from super_event_registration p
     where p.super_event_id = ${super_event_id} and ${hasLapsed}
     order by p.id limit ${atOnce} for no key update skip locked`.execute(db.getKysely());
  return rows.map(({ id }) => id);
}

export async function writeToLapsed(db: Db, ids: readonly string[]): Promise<void> {
  await sendEmails(
    db,
    'lapsed',
    sql`
      select u.email as recipient, concat('lapsed ', p.id, ' ', extract(epoch from p.lapsed_at)) as key,
             jsonb_build_object('name', u.name, 'super_event_name', s.name, 'moves', s.waitlist_moves,
                                'happening', ${held}) as data
        from ${people(ids)}`,
  );
}

const held = sql`(select h.happening from (select ${eventDetails('s')}) h)`;
const people = (ids: readonly string[]) => sql`
  super_event_registration p
  join published.people u on u.id = p.user_id
  join published.super_events s on s.id = p.super_event_id
  join published.organizations o on o.id = s.organization_id
 where p.id = any (${ids}::uuid[])`;

/** Moves due reminders to their next time. Returns the recipients. */
export async function advanceReminders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      select id from super_event_registration where remind_at <= now()
       order by remind_at limit ${atOnce} for no key update skip locked),
    next as (
      update super_event_registration p set remind_at = next_reminder(p.asked_at, p.confirm_by, now())
        from due where p.id = due.id
      returning p.id, p.super_event_id, ${isUnconfirmed} and p.confirm_by > now() as is_meant)
    select next.id from next join published.super_events s on s.id = next.super_event_id
     where next.is_meant and ${isUnderWay}`.execute(db.getKysely());
  return rows.map(({ id }) => id);
}

export async function writeReminders(db: Db, ids: readonly string[]): Promise<void> {
  await sendEmails(
    db,
    'confirm-reminder',
    sql`
      select u.email as recipient, concat('confirm ', p.id, ' ', extract(epoch from now())) as key,
             jsonb_build_object('name', u.name, 'super_event_name', s.name, 'confirm_by', p.confirm_by,
                                'happening', ${held}) as data
        from ${people(ids)}`,
  );
}

/** Makes those who move the list of a hackathon take turns; false where another one does so now. */
export async function tryLockList(db: Db, super_event_id: string): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('registrations.waitlist ' || ${super_event_id}, 0)) as is_ours`.execute(
    db.getKysely(),
  );
  return rows[0]?.is_ours ?? false;
}

interface Waiting {
  readonly id: string;
  readonly has_lapsed: boolean;
}

/** Seats that decisions about many have freed and that wait for these to be taken back. */
const stillHeld = (super_event_id: string) => sql`
  (select count(*) from decision d join decided k on k.decision_id = d.id
     join super_event_registration p on p.id = k.parent_id and p.decision_id = d.id
    where d.super_event_id = ${super_event_id} and d.undone_at is null and d.status <> 'accepted'
      and d.decided_at > now() - make_interval(secs => ${heldMs / 1_000}) and k.registration_id is null
      and k.former ->> 'status' = 'accepted')`;

/**
 * Reads who is next, as many as there are free seats: by score, then by the time of waiting. Those who lapsed come behind
 * all others, and get only seats that have become free since.
 */
export async function nextInLine(db: Db, super_event_id: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    with room as materialized (
      select s.id, s.max_participants - coalesce(g.accepted, 0) - ${stillHeld(super_event_id)} as free,
             coalesce(g.withheld, 0) as withheld
        from published.super_events s left join seat g on g.super_event_id = s.id
       where s.id = ${super_event_id} and ${moves}),
    line as (
      select p.id, p.lapsed_at is not null as has_lapsed,
             row_number() over (partition by p.lapsed_at is null
                                    order by p.lapsed_at, greatest(p.evaluation_score, e.score) desc nulls last,
                                             coalesce(p.waiting_since, p.created_at), p.id) as nth
        from super_event_registration p
        left join lateral (select max(r.evaluation_score) as score from registration r
                            where r.super_event_registration_id = p.id and r.status <> 'cancelled') e on true
       where p.super_event_id = ${super_event_id} and ${isWaiting})
    select line.id, line.has_lapsed from line join room on not line.has_lapsed or line.nth <= room.free - room.withheld
     order by line.has_lapsed, line.nth
     limit least(${atOnce}, greatest(0, (select free from room)))`.execute(db.getKysely());
  return rows;
}

/** Holds those of these people who still wait, and returns them in the order they were given. */
export async function lockWaiting(db: Db, line: readonly Waiting[]): Promise<Waiting[]> {
  const ids = line.map(({ id }) => id);
  const { rows } = await sql<Pick<Waiting, 'id'>>`
    select id from super_event_registration where id = any (${ids}::uuid[]) and status = 'waitlisted'
     order by id for no key update`.execute(db.getKysely());
  const waiting = new Set(rows.map(({ id }) => id));
  return line.filter(({ id }) => waiting.has(id));
}
