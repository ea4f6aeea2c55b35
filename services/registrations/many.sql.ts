/** SQL to change the status of many people of one hackathon at once. */
import { sql, type RawBuilder } from 'kysely';
import type { DecidedStatus, RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { afterMargin, statusBefore, wasTold } from './emails.sql.ts';
import type { superEventRegistration } from './entities.ts';
import { followStatus, tokenOn, type MovedParent } from './parents.sql.ts';
import type { Moved } from './registrations.sql.ts';

/** On which a person may be accepted for the first time. */
export type Placed = Omit<Moved, 'former'> & { readonly former: RegistrationStatus | null };

export interface Move {
  /** Parents of one hackathon, locked by this transaction. Their seats are settled already. */
  readonly ids: readonly string[];
  readonly to: DecidedStatus;
  /** Accept on these tracks; without it, on those that people applied for. */
  readonly track_ids?: readonly string[] | undefined;
  readonly confirm_by?: string | undefined;
  readonly lapses?: boolean;
  /** Notes it as a decision that can be taken back; its emails leave when it no longer can. */
  readonly decision?: {
    readonly organization_id: string;
    readonly super_event_id: string;
    readonly user_id: string;
    readonly sendsEmails: boolean;
  };
}
interface Decided extends MovedParent {
  /** The decision is told by an email. */
  is_told: boolean;
  /** Another email of before had not left, and does not leave. */
  was_held: boolean;
}
interface Many {
  /** Null unless it is a decision. */
  decision_id: string | null;
  undo_until: Date | string | null;
  /** When its emails leave. */
  leaves_at: Date | string | null;
  /** Includes people who keep their status and get another track. */
  parents: Decided[];
  registrations: Placed[];
}

/** When an email of before leaves that had not left. */
const heldUntil = sql`case when old.letter_at > now() then old.letter_at end`;

/** How a registration stood: what taking the decision back restores. */
const placed = sql`
  r.id, r.super_event_registration_id as parent_id, r.user_id, r.event_id, old.status as former,
  case when old.id is not null
       then jsonb_build_object('status', old.status, 'checkin_token', old.checkin_token, 'letter_at', ${heldUntil})
       end as stood`;

/** If the status of a parent changes, that of its registrations does. */
function placing({ to, track_ids }: Move): RawBuilder<unknown> {
  if (to === 'accepted' && track_ids) {
    return sql`
      insert into registration as r
             (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status)
      select p.organization_id, p.super_event_id, t.id, p.id, p.user_id, 'accepted'
        from target p cross join unnest(${track_ids}::uuid[]) as t (id) order by p.user_id, t.id
      on conflict (event_id, user_id) do update
         set status = 'accepted', updated_at = now(), checkin_token = case
               when r.status in ('rejected', 'cancelled') then excluded.checkin_token else r.checkin_token end
       where r.status <> 'accepted'
      returning ${placed}`;
  }
  const isMeant = to === 'accepted' ? sql`r.status <> 'accepted'` : sql`p.status <> ${to} and r.status <> ${to}`;
  return sql`
      update registration r set status = ${to}, updated_at = now(),
             checkin_token = case when r.status = 'rejected' and ${to} <> 'rejected' then new_token()
                                  else r.checkin_token end
        from target p
       where r.super_event_registration_id = p.id and ${isMeant} and r.status <> 'cancelled'
         and (r.status <> 'rejected' or p.status = 'rejected')
         and exists (select from published.tracks t where t.id = r.event_id)
      returning ${placed}`;
}

/** The columns of a parent that a decision notes, with their types, and that taking it back restores. */
export const notedColumns = {
  ...{ status: 'text', decision_id: 'uuid', checkin_token: 'text' },
  ...{ confirm_by: 'timestamptz', confirmed_at: 'timestamptz', asked_at: 'timestamptz', remind_at: 'timestamptz' },
  ...{ waiting_since: 'timestamptz', lapsed_at: 'timestamptz' },
  ...{ letter_at: 'timestamptz', letter_before: 'text', letter_told: 'boolean' },
} as const satisfies Partial<Record<keyof RowOf<typeof superEventRegistration>, string>>;

/** How a parent stood. */
const stood = sql`jsonb_build_object(${sql.join(
  Object.keys(notedColumns).flatMap((column) => [
    sql.lit(column),
    column === 'letter_at' ? heldUntil : sql.ref(`old.${column}`),
  ]),
)})`;

/**
 * The email about a decision. One that has not left is taken back by a trigger as its key is replaced: then both decisions are told
 * in one. Without an email, one of before still leaves where its status stays. `pending` is told to people who know another
 * status by an email.
 */
function letterOf({ decision, to }: Move): RawBuilder<unknown> {
  const tells = decision?.sendsEmails ? (to === 'pending' ? wasTold : sql`true`) : sql`false`;
  const stays = decision?.sendsEmails ? sql`false` : sql`p.status = ${to}`;
  const columns: readonly (readonly [column: string, becomes: RawBuilder<unknown>])[] = [
    ['letter_key', sql`case when ${tells} then ${keyOf} end`],
    ['letter_at', sql`case when ${tells} then made.leaves_at end`],
    ['letter_before', statusBefore(sql`p.status`)],
    ['letter_told', wasTold],
  ];
  const settings = columns.map(
    ([name, becomes]) => sql`${sql.ref(name)} = case when ${stays} then ${sql.ref(`p.${name}`)} else ${becomes} end`,
  );
  return sql.join(settings);
}
const keyOf = sql`concat('decision ', made.id, ' ', p.id)`;

function making({ decision, to }: Move): RawBuilder<unknown> {
  if (!decision) return sql`select null::uuid as id, null::timestamptz as undo_until, null::timestamptz as leaves_at`;
  const { organization_id, super_event_id, user_id } = decision;
  return sql`
      insert into decision (organization_id, super_event_id, user_id, status)
      values (${organization_id}, ${super_event_id}, ${user_id}, ${to}) returning id, undo_until, ${afterMargin(sql`undo_until`)} as leaves_at`;
}

/**
 * Changes the status of these people, on their tracks as well; who leaves `accepted` leaves their team. `parted` and `noted`
 * are asked for because PostgreSQL runs no SELECT in a WITH that nobody reads.
 */
export async function moveMany(db: Db, move: Move): Promise<Many> {
  const { ids, to, confirm_by, lapses } = move;
  const { rows } = await sql<Many>`
    with made as (${making(move)}),
    target as (select p.* from super_event_registration p where p.id = any (${ids}::uuid[])),
    placed as (${placing(move)}),
    moved as (
      update super_event_registration p
         set status = ${to}, checkin_token = ${tokenOn(to)}, ${followStatus(to, { confirm_by, lapses, decision_id: sql`made.id` })},
             ${letterOf(move)},
             updated_at = case when p.status = ${to} then p.updated_at else now() end
        from made
       where p.id = any (${ids}::uuid[])
         and (p.status <> ${to} or exists (select from placed where placed.parent_id = p.id))
      returning p.id, p.super_event_id, p.user_id, old.status as former, ${stood} as stood,
                coalesce(p.letter_key = ${keyOf}, false) as is_told, (${heldUntil}) is not null as was_held),
    parted as (
      select published.end_memberships_for(max(made.id::text)::uuid, array_agg(placed.user_id), array_agg(placed.event_id))
        from placed, made
       where placed.former = 'accepted' and ${to} <> 'accepted' having count(*) > 0),
    noted as (
      insert into decided (decision_id, parent_id, registration_id, former)
      select made.id, moved.id, null, moved.stood from moved, made where made.id is not null
      union all
      select made.id, placed.parent_id, placed.id, placed.stood from placed, made where made.id is not null)
    select made.id as decision_id, made.undo_until, made.leaves_at, (select count(*) from parted) as parted,
           (select coalesce(json_agg(m), '[]') from (select id, super_event_id, user_id, former, is_told, was_held from moved) m) as parents,
           (select coalesce(json_agg(r), '[]')
              from (select id, user_id, event_id, former from placed) r) as registrations
      from made`.execute(db.getKysely());
  const [many] = rows;
  if (!many) throw new Error('A statement that always returns one row returned none.');
  return many;
}
