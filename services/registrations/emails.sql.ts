/** SQL for the emails about registrations. */
import { sql, type RawBuilder } from 'kysely';
import type { EventDetails } from '../../shared/contract/emails.ts';
import { toldStatuses, type RegistrationStatus } from '../../shared/contract/values.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { superEvents, tracks } from '../../shared/database/published/events.ts';
import type { people } from '../../shared/database/published/identity.ts';
import { eventDetails } from '../../shared/kit/emails.ts';
import type { registration, superEventRegistration } from './entities.ts';

/** A registration on a track, or for the hackathon as a whole. */
export type EmailSubject = { readonly registration_id: string } | { readonly parent_id: string };
export interface Addressee
  extends
    Pick<RowOf<typeof people>, 'email' | 'name'>,
    Pick<RowOf<typeof registration>, 'checkin_token'>,
    Pick<RowOf<typeof superEventRegistration>, 'confirm_by'> {
  registration_id: string;
  happening: EventDetails;
  super_event_name: RowOf<typeof superEvents>['name'];
  event_name: RowOf<typeof tracks>['name'] | null;
  /** Of the email; differs for each decision. */
  key: string;
}

/** The data of an email about a registration `r` on a track `t`, or about the parent `a` alone. */
const said = sql`
  p.email, p.name, s.name as super_event_name, t.name as event_name, r.checkin_token, r.id as registration_id,
  a.confirm_by, ${eventDetails('t', 's')}`;
const around = sql`
  join published.people p on p.id = r.user_id
  join published.super_events s on s.id = r.super_event_id
  join published.organizations o on o.id = s.organization_id
  left join published.tracks t on t.id = r.event_id
  join super_event_registration a on a.id = r.parent_id`;
const once = sql`concat('decision ', r.id, ' ', r.status, ' ', extract(epoch from r.updated_at))`;
const columns = sql`r.id, r.user_id, r.super_event_id, r.status, r.checkin_token, r.updated_at`;

/** Reads whom to write to about a registration, and what the email says. */
export async function addressee(db: Db, subject: EmailSubject): Promise<Addressee | undefined> {
  const registrations =
    'registration_id' in subject
      ? sql`select ${columns}, event_id, super_event_registration_id as parent_id from registration r
             where id = ${subject.registration_id}`
      : sql`select ${columns}, null::uuid as event_id, id as parent_id from super_event_registration r
             where id = ${subject.parent_id}`;
  const { rows } = await sql<Addressee>`
    select ${said}, ${once} as key from (${registrations}) r ${around}`.execute(db.getKysely());
  return rows[0];
}

/** Of a place `p`: an email about its status has not left. */
const isHeld = sql`coalesce(p.letter_at > now(), false)`;
/** Of a place `p`: its status before an email that has not left; the given one where there is none. */
export const statusBefore = (former: RawBuilder<unknown>) =>
  sql`case when ${isHeld} then p.letter_before else ${former} end`;
/** Of a place `p`: its person knows a status by an email that has left. */
export const wasTold = sql`(p.letter_told or (p.letter_key is not null and not ${isHeld}))`;
/** When an email leaves that can be taken back until then: later, for an attempt that began in time and is under way. */
export const afterMargin = (until: RawBuilder<unknown>) => sql`${until} + interval '2 seconds'`;

/** A decision on one place, which has been written. */
export interface SingleDecision {
  readonly former: RegistrationStatus;
  readonly status: RegistrationStatus;
}
type HeldEmail = Addressee & {
  /** The status that the email tells. */
  readonly status: (typeof toldStatuses)[number] | 'pending';
  readonly leaves_at: Date | string;
};

const columnsOf = (subject: EmailSubject) =>
  'registration_id' in subject
    ? {
        ...{ table: sql`registration`, id: subject.registration_id },
        ...{ event_id: sql`p.event_id`, parent_id: sql`p.super_event_registration_id` },
      }
    : {
        ...{ table: sql`super_event_registration`, id: subject.parent_id },
        ...{ event_id: sql`null::uuid`, parent_id: sql`p.id` },
      };

/**
 * Notes at a place which email a decision causes, and when it leaves. While the email of the decision before is held, it counts as
 * never written: then the two decisions are one, from the status before.
 *
 * `pending` is told only to people who know another status by an email.
 * @returns Undefined where there is nothing to tell.
 */
export async function holdEmail(
  db: Db,
  subject: EmailSubject,
  { former, status, waitMs }: SingleDecision & { readonly waitMs: number },
): Promise<HeldEmail | undefined> {
  const { table, id, event_id, parent_id } = columnsOf(subject);
  const leaving = waitMs > 0 ? afterMargin(sql`now() + make_interval(secs => ${waitMs / 1_000})`) : sql`now()`;
  const { rows } = await sql<HeldEmail>`
    with known as materialized (
      select p.id, ${statusBefore(sql`${former}`)} as before, ${wasTold} as is_told
        from ${table} p where p.id = ${id}
    ), meant as materialized (
      select k.*, case when k.before = ${status} then null
                       when ${status} = any (${[...toldStatuses]}::text[]) then ${status}
                       when ${status} = 'pending' and k.is_told then 'pending' end as tells
        from known k
    ), r as (
      update ${table} p
         set letter_key = case when m.tells is not null
                               then concat('decision ', p.id, ' ', p.status, ' ', extract(epoch from p.updated_at)) end,
             letter_at = case when m.tells is not null then ${leaving} end,
             letter_before = case when m.tells is not null then m.before end,
             letter_told = m.is_told and (m.tells is not null or m.before = ${status})
        from meant m where p.id = m.id
      returning p.id, p.user_id, p.super_event_id, p.checkin_token, ${event_id} as event_id, ${parent_id} as parent_id,
                p.letter_key, p.letter_at, m.tells
    )
    select ${said}, r.letter_key as key, r.letter_at as leaves_at, r.tells as status
      from r ${around} where r.tells is not null`.execute(db.getKysely());
  return rows[0];
}

interface Moved {
  readonly parents: readonly { readonly id: string }[];
  readonly registrations: readonly { readonly id: string }[];
}

/** The same of many people: about their track, where one alone was decided about, else about the hackathon. */
export async function addressees(db: Db, { parents, registrations }: Moved): Promise<Addressee[]> {
  const [people, places] = [parents, registrations].map((each) => each.map(({ id }) => id));
  const { rows } = await sql<Addressee>`
    with single as (
      select r.super_event_registration_id as parent_id, (array_agg(r.id))[1] as id from registration r
       where r.id = any (${places}::uuid[]) group by r.super_event_registration_id having count(*) = 1)
    select ${said}, coalesce(a.letter_key, ${once}) as key
      from (select g.id as parent_id, coalesce(r.id, g.id) as id, g.user_id, g.super_event_id, r.event_id, g.status,
                   coalesce(r.checkin_token, g.checkin_token) as checkin_token, g.updated_at
              from super_event_registration g
              left join single on single.parent_id = g.id
              left join registration r on r.id = single.id
             where g.id = any (${people}::uuid[])) r ${around}`.execute(db.getKysely());
  return rows;
}

/** The same of places on tracks, each about its own. */
export async function addresseesOnTracks(db: Db, ids: readonly string[]): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select ${said}, coalesce(r.letter_key, ${once}) as key
      from (select ${columns}, event_id, super_event_registration_id as parent_id, letter_key from registration r
             where id = any (${ids}::uuid[])) r ${around}`.execute(db.getKysely());
  return rows;
}
