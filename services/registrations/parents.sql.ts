/** SQL for super event registrations, the parents, and for their seats. */
import { raw } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { superEvents } from '../../shared/database/published/events.ts';
import type { people } from '../../shared/database/published/identity.ts';
import { superEventRegistration, type seat } from './entities.ts';
import { isOut, out } from './rules.ts';

type Row = RowOf<typeof superEventRegistration>;
type Person = RowOf<typeof people>;
export type Parent = Pick<Row, 'id' | 'super_event_id' | 'user_id' | 'status' | 'checkin_token'>;
export interface ParentDetail
  extends
    Parent,
    Pick<Row, 'answers_json' | 'looking_for_team' | 'interested_track_ids' | 'created_at' | 'updated_at'>,
    Pick<Row, 'confirm_by' | 'confirmed_at' | 'lapsed_at'> {
  /** Null where none waits. */
  email_leaves_at: Row['letter_at'];
  is_paid: boolean;
  user_name: Person['name'];
  user_email: Person['email'];
}

/** When the latest of the emails leaves that wait for a parent `p` and its registrations; null where none does. */
const emailLeavesAt = sql`(
  select max(w.at) from (select p.letter_at as at union all
                         select r.letter_at from registration r where r.super_event_registration_id = p.id) w
   where w.at > now())`;

/** Reads a parent with its person. */
export async function findParent(db: Db, id: string): Promise<ParentDetail | undefined> {
  const { rows } = await sql<ParentDetail>`
    select p.id, p.super_event_id, p.user_id, p.status, p.checkin_token, p.answers_json, p.looking_for_team,
           p.interested_track_ids, p.created_at, p.updated_at, p.confirm_by, p.confirmed_at, p.lapsed_at,
           ${emailLeavesAt} as email_leaves_at,
           s.payment_status = 'paid' as is_paid,
           u.name as user_name, u.email as user_email
      from super_event_registration p
      join published.super_events s on s.id = p.super_event_id
      left join published.people u on u.id = p.user_id
     where p.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

type Wishes = Partial<Pick<Row, 'looking_for_team' | 'interested_track_ids'>>;

export interface NewParent extends Readonly<Pick<Row, 'organization_id' | 'super_event_id' | 'user_id'>> {
  readonly answers: Row['answers_json'];
  readonly wishes: { readonly [Name in keyof Wishes]: Wishes[Name] | undefined };
  /** Null where the hackathon asks for no consent. */
  readonly consented_to: Row['consented_to'];
}

/** Creates an application, or reopens a cancelled one. Returns undefined if the person has applied already. */
export async function createApplication(db: Db, { answers, wishes, consented_to, ...row }: NewParent) {
  const texts = consented_to && JSON.stringify(consented_to);
  const { looking_for_team = null, interested_track_ids = null } = wishes;
  const { rows } = await sql<Parent & { former: Row['status'] | null }>`
    insert into super_event_registration as p
           (organization_id, super_event_id, user_id, status, answers_json, looking_for_team, interested_track_ids,
            consented_to, consented_at)
    values (${row.organization_id}, ${row.super_event_id}, ${row.user_id}, 'pending', ${JSON.stringify(answers)}::jsonb,
            coalesce(${looking_for_team}::boolean, false), coalesce(${interested_track_ids}::uuid[], '{}'),
            ${texts}::jsonb, case when ${texts}::jsonb is not null then now() end)
    on conflict (super_event_id, user_id) do update
       set status = 'pending', answers_json = excluded.answers_json, checkin_token = excluded.checkin_token,
           looking_for_team = coalesce(${looking_for_team}::boolean, p.looking_for_team),
           interested_track_ids = coalesce(${interested_track_ids}::uuid[], p.interested_track_ids),
           consented_to = excluded.consented_to, consented_at = excluded.consented_at, updated_at = now()
     where p.status = 'cancelled'
    returning id, super_event_id, user_id, new.status, checkin_token, old.status as former`.execute(db.getKysely());
  return rows[0];
}

/** Returns the id of the person's application. */
export async function takenApplication(db: Db, super_event_id: string, user_id: string): Promise<string | undefined> {
  return (await db.findOne(superEventRegistration, { super_event_id, user_id }))?.id;
}

type WrittenParent = Wishes & Partial<Pick<Row, 'answers_json'>>;

/** Changes the given columns. */
export async function writeParent(db: Db, id: string, written: WrittenParent): Promise<void> {
  await db.nativeUpdate(superEventRegistration, id, { ...written, updated_at: raw('now()') });
}

/** Locks the parent of a registration until the transaction ends. */
export async function lockParentOf(db: Db, registration_id: string): Promise<void> {
  await sql`select from super_event_registration p where ${isParentOf(registration_id)} for no key update`.execute(
    db.getKysely(),
  );
}

/** The condition for one parent `p`. */
export const parentIs = (id: string) => sql`p.id = ${id}`;
/** The condition for one parent `p` that is rejected or cancelled. */
export const parentIsOut = (id: string) => sql`p.id = ${id} and p.status = any (${out}::text[])`;
/** The condition for the parent `p` of a registration. */
export const isParentOf = (registration_id: string) =>
  sql`p.id = (select r.super_event_registration_id from registration r where r.id = ${registration_id})`;
/**
 * The condition for the parent `p` of a registration that is the only accepted one below it. Those on deleted tracks do
 * not count, because nobody can decide about them.
 */
export const isParentOfOnlyAccepted = (registration_id: string) => sql`
  ${isParentOf(registration_id)}
  and exists (select from registration r where r.id = ${registration_id} and r.status = 'accepted')
  and not exists (select from registration r join published.tracks t on t.id = r.event_id
                   where r.super_event_registration_id = p.id and r.id <> ${registration_id} and r.status = 'accepted')`;

export interface MovedParent extends Pick<Row, 'id' | 'super_event_id' | 'user_id'> {
  former: Row['status'];
}

/** Sets the status. Writes even an unchanged one, because that locks the row until the transaction ends. */
export async function setParentStatus(
  db: Db,
  which: RawBuilder<unknown>,
  to: RegistrationStatus,
): Promise<MovedParent | undefined> {
  const { rows } = await sql<MovedParent>`
    update super_event_registration p
       set status = ${to}, checkin_token = ${tokenOn(to)}, ${followStatus(to)},
           updated_at = case when status = ${to} then updated_at else now() end
     where ${which}
    returning p.id, p.super_event_id, p.user_id, old.status as former`.execute(db.getKysely());
  return rows[0];
}

const capOf = (super_event_id: RawBuilder<unknown>) => sql`
  coalesce((select e.max_participants from published.super_events e where e.id = ${super_event_id}), 2147483647)`;
/** The free seats of `s` if so many people more are accepted. A cap below the taken seats leaves none. */
const freeAfter = (more: RawBuilder<unknown>) => sql`
  greatest(0, ${capOf(sql`s.super_event_id`)} - s.accepted - ${more})`;

/**
 * Takes seats for this number of people, or for as many as the cap leaves.
 * @param unheld How many of the wanted seats are none of those that are withheld from people who lapsed: seats for those people,
 * who come last, and for people who get theirs back.
 * @returns The number of taken seats.
 */
export async function takeSeats(db: Db, super_event_id: string, wanted: number, unheld = 0): Promise<number> {
  const taken = sql`least(${wanted}::int, ${freeAfter(sql`0`)})`;
  const { rows } = await sql<{ taken: number }>`
    insert into seat as s (super_event_id, accepted)
    values (${super_event_id}, least(${wanted}::int, ${capOf(sql`${super_event_id}::uuid`)}))
    on conflict (super_event_id) do update
       set accepted = s.accepted + ${taken},
           withheld = greatest(0, least(s.withheld - least(${taken}, ${wanted - unheld}::int), ${freeAfter(taken)}))
    returning new.accepted - coalesce(old.accepted, 0) as taken`.execute(db.getKysely());
  return rows[0]?.taken ?? 0;
}

/**
 * Frees seats. A statement of its own: one that waited for the parent does not see a seat that was first taken
 * meanwhile.
 * @param why Seats that are free because of this are withheld from people who lapsed. The first who lapse get none of those either
 * that are free already.
 */
export async function freeSeats(db: Db, super_event_id: string, freed = 1, why?: 'lapsed' | 'undone'): Promise<void> {
  const others = sql`
    select from super_event_registration p join published.super_events e on e.id = p.super_event_id
     where e.id = s.super_event_id and e.waitlist_moves and p.status = 'waitlisted' and p.lapsed_at is not null`;
  const more = sql`s.withheld + ${freed}::int`;
  const withheld = why === 'lapsed' ? sql`case when exists (${others}) then ${more} end` : more;
  await sql`
    update seat s
       set accepted = s.accepted - ${freed}::int,
           withheld = ${why ? sql`least(${withheld}, ${freeAfter(sql`-${freed}::int`)})` : sql`least(s.withheld, ${freeAfter(sql`0`)})`}
     where s.super_event_id = ${super_event_id}`.execute(db.getKysely());
}

export interface Occupancy extends Record<string, unknown> {
  acceptedCount: RowOf<typeof seat>['accepted'];
  maxParticipants: RowOf<typeof superEvents>['max_participants'];
}

/** Reads how many are accepted, and the cap. */
export async function occupancyOf(db: Db, super_event_id: string): Promise<Occupancy> {
  const { rows } = await sql<Occupancy>`
    select s.accepted as "acceptedCount", e.max_participants as "maxParticipants"
      from seat s left join published.super_events e on e.id = s.super_event_id
     where s.super_event_id = ${super_event_id}`.execute(db.getKysely());
  return rows[0] ?? { acceptedCount: 0, maxParticipants: null };
}

/** Returns the token for a new status. A registration that was cancelled or rejected gets a fresh one. */
export const tokenOn = (to: RegistrationStatus) =>
  isOut(to) ? sql`checkin_token` : sql`case when status = any (${out}::text[]) then new_token() else checkin_token end`;

interface Ways {
  /** Until when somebody who is accepted has to confirm; without it, as the hackathon says. */
  readonly confirm_by?: string | undefined;
  /** The place was not confirmed in time: it waits behind all others. */
  readonly lapses?: boolean | undefined;
  /** The decision about many that it is. */
  readonly decision_id?: RawBuilder<unknown> | undefined;
}

/**
 * Sets whether the parent `p` is asked to confirm, and since when it waits. Nothing of it changes where the status stays.
 * A new decision takes the place out of the decision about many that gave it its status.
 */
export function followStatus(to: RegistrationStatus, { confirm_by, lapses = false, decision_id }: Ways = {}) {
  const until = confirm_by === undefined ? sql`confirm_until(p.super_event_id)` : sql`${confirm_by}::timestamptz`;
  const asks = to === 'accepted';
  const waits = to === 'waitlisted';
  const columns: readonly (readonly [column: string, becomes: RawBuilder<unknown>])[] = [
    ['confirm_by', asks ? until : sql`null`],
    ['asked_at', asks ? sql`now()` : sql`null`],
    ['remind_at', asks ? sql`next_reminder(now(), ${until}, now())` : sql`null`],
    ['confirmed_at', sql`null`],
    ['waiting_since', waits ? sql`now()` : sql`null`],
    ['lapsed_at', lapses ? sql`now()` : sql`null`],
  ];
  const follows = columns.map(([name, becomes]) => {
    const column = sql.ref(name);
    return sql`${column} = case when p.status = ${to} then p.${column} else ${becomes} end`;
  });
  const decided = decision_id ?? sql`case when p.status = ${to} then p.decision_id end`;
  return sql.join([...follows, sql`decision_id = ${decided}`]);
}
