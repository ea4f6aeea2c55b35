/** Moving many rows between statuses at once, by the rules that hold for one: fresh tokens, and teams left. */
import { sql } from 'kysely';
import { registrationStatuses, type RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import { updateRows, type Row } from '../../../shared/database/bulk.ts';
import type { OrganizationWork } from '../../../shared/database/reconcile.ts';
import { isOut } from '../rules.ts';

/** A row, and its columns that change. */
export interface Mover extends Row {
  readonly id: string;
}
export interface Moved {
  readonly id: string;
  readonly super_event_id: string;
  readonly user_id: string;
  readonly former: RegistrationStatus;
  readonly status: RegistrationStatus;
}

const out = registrationStatuses.filter(isOut);

/** Answers what each row really was, which may be later than what was compared. Rows are locked in the order of ids. */
export async function setMoved(
  { db }: OrganizationWork,
  table: `registrations.${string}`,
  movers: readonly Mover[],
): Promise<Moved[]> {
  if (movers.length === 0) return [];
  const ids = movers.map(({ id }) => id);
  const { rows } = await sql<Omit<Moved, 'status'>>`
    select id, super_event_id, user_id, status as former from ${sql.table(table)}
     where id = any (${ids}::uuid[]) order by id for no key update`.execute(db.getKysely());
  const formerly = new Map(rows.map((row) => [row.id, row]));
  // `t` is the row as it was.
  const also = sql`updated_at = now(), checkin_token = case
      when t.status = any (${out}::text[]) and n.status <> all (${out}::text[]) then registrations.new_token()
      else t.checkin_token end`;
  await updateRows(db, table, movers.filter(isMove), { by: ['id'], also });
  const others = movers.filter((mover) => !isMove(mover));
  await updateRows(db, table, others, { by: ['id'], also: sql`updated_at = now()` });
  return movers.filter(isMove).flatMap(({ id, status }) => {
    const row = formerly.get(id);
    return row ? [{ ...row, status }] : [];
  });
}

const isMove = (mover: Mover): mover is Mover & { status: RegistrationStatus } => mover['status'] !== undefined;

/** Each of these people leaves the team they are in on this track. */
export async function endMemberships(
  { db }: OrganizationWork,
  left: readonly { event_id: string; user_id: string }[],
): Promise<void> {
  for (const [track, people] of Map.groupBy(left, ({ event_id }) => event_id)) {
    const leavers = people.map(({ user_id }) => user_id);
    await sql`select published.end_memberships(${leavers}::uuid[], ${[track]}::uuid[])`.execute(db.getKysely());
  }
}
