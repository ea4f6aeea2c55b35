/** Changes the status of many rows at once, by the rules for one: new tokens, seats, and leaving teams. */
import { sql } from 'kysely';
import type { RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import { updateRows } from '../../shared/database/bulk.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { CannotApply, type Changed } from '../../shared/database/portable.ts';
import type { superEvents } from '../../shared/database/published/events.ts';
import { registration, type seat as seats, type superEventRegistration } from './entities.ts';
import { out } from './rules.ts';

type Place = RowOf<typeof registration> | RowOf<typeof superEventRegistration>;
type Moved = Readonly<Pick<Place, 'id' | 'super_event_id' | 'user_id' | 'status'>> & {
  readonly former: RegistrationStatus;
};

/** People accepted by a file are not asked to confirm; `n` is the row as it will be. */
const unasked = sql`
  confirm_by = null, confirmed_at = null, asked_at = null, remind_at = null, lapsed_at = null, decision_id = null,
  waiting_since = case n.status when 'waitlisted' then now() end`;

/**
 * Returns the actual former state of each row, which may be newer than the compared one. Rows are locked in the order
 * of ids.
 */
export async function setMoved(
  db: Db,
  table: typeof registration | typeof superEventRegistration,
  changed: readonly Pick<Changed, 'present' | 'fields'>[],
): Promise<Moved[]> {
  if (changed.length === 0) return [];
  const movers = changed.map(({ present, fields }) => ({ id: String(present['id']), ...fields }));
  const ids = movers.map(({ id }) => id);
  const { rows } = await sql<Omit<Moved, 'status'>>`
    select id, super_event_id, user_id, status as former from ${sql.table(table.meta.tableName)}
     where id = any (${ids}::uuid[]) order by id for no key update`.execute(db.getKysely());
  const formerly = new Map(rows.map((row) => [row.id, row]));
  // `t` is the row as it was.
  const fresh = sql`checkin_token = case
      when t.status = any (${out}::text[]) and n.status <> all (${out}::text[]) then new_token() else t.checkin_token end`;
  const also = table === registration ? fresh : sql`${fresh}, ${unasked}`;
  await updateRows(db, table, movers.filter(isMove), { by: ['id'], also: sql`updated_at = now(), ${also}` });
  const others = movers.filter((mover) => !isMove(mover));
  await updateRows(db, table, others, { by: ['id'], also: sql`updated_at = now()` });
  return movers.filter(isMove).flatMap(({ id, status }) => {
    const row = formerly.get(id);
    return row ? [{ ...row, status }] : [];
  });
}

const isMove = (mover: { id: string; status?: unknown }): mover is { id: string; status: RegistrationStatus } =>
  mover.status !== undefined;

export const becameAccepted = ({ former, status }: Moved) => status === 'accepted' && former !== status;
export const leftAccepted = ({ former, status }: Moved) => former === 'accepted' && status !== former;

/** Each of these people leaves the team they are in on this track. */
export async function endMemberships(
  db: Db,
  leaving: readonly Pick<RowOf<typeof registration>, 'event_id' | 'user_id'>[],
): Promise<void> {
  for (const [track, people] of Map.groupBy(leaving, ({ event_id }) => event_id)) {
    const leavers = people.map(({ user_id }) => user_id);
    await sql`select published.end_memberships(${leavers}::uuid[], ${[track]}::uuid[])`.execute(db.getKysely());
  }
}

interface Taken
  extends Pick<RowOf<typeof seats>, 'accepted'>, Pick<RowOf<typeof superEvents>, 'slug' | 'max_participants'> {
  step: number;
}

/**
 * Late and once, because all acceptances of the hackathon contend for this row. A cap below the taken seats removes
 * nobody, and admits nobody. `joined` and `gone` are the hackathons of each person.
 */
export async function updateSeats(db: Db, joined: readonly string[], gone: readonly string[]): Promise<void> {
  const balance = new Map<string, number>();
  for (const id of joined) balance.set(id, (balance.get(id) ?? 0) + 1);
  for (const id of gone) balance.set(id, (balance.get(id) ?? 0) - 1);
  const steps = [...balance].flatMap(([super_event_id, step]) => (step === 0 ? [] : [{ super_event_id, step }]));
  if (steps.length === 0) return;
  const { rows } = await sql<Taken>`
    with steps as (select * from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as n (super_event_id uuid, step int)),
    seated as (
      insert into seat as s (super_event_id, accepted)
      select super_event_id, greatest(step, 0) from steps order by super_event_id
      on conflict (super_event_id) do update
         set accepted = s.accepted + (select step from steps where steps.super_event_id = s.super_event_id),
             withheld = greatest(0, s.withheld - excluded.accepted)
      returning s.super_event_id, s.accepted)
    select e.slug, e.max_participants, seated.accepted, steps.step
      from seated join steps using (super_event_id) join published.super_events e on e.id = seated.super_event_id`.execute(
    db.getKysely(),
  );
  const full = rows.find(
    ({ accepted, max_participants, step }) => step > 0 && accepted > (max_participants ?? Infinity),
  );
  if (!full) return;
  const before = full.accepted - full.step;
  throw new CannotApply(
    `${full.slug} has ${full.max_participants} places and ${before} accepted participants: ${full.step} more do not fit.`,
    'Raise max_participants in the file, or accept fewer.',
  );
}
