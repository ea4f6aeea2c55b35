/** SQL of imports: their lines and outcomes. */
import { sql, type RawBuilder } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { importLine, peopleImport } from '../entities.ts';
import type { LineVerdict } from './decide.ts';
import type { Line } from './lines.ts';

type Row = RowOf<typeof peopleImport>;
type LineRow = RowOf<typeof importLine>;

export const importTask = 'import-people';

type NewImport = Readonly<
  Pick<Row, 'organization_id' | 'super_event_id' | 'user_id' | 'key_id' | 'session_id' | 'request_id'>
>;

/** Writes down everything that is to be done, and has it begun once that is committed. Returns the id. */
export async function createImport(db: Db, row: NewImport, lines: readonly Line[]): Promise<string> {
  const { rows } = await sql<Pick<Row, 'id'>>`
    with made as (
      insert into people_import (organization_id, super_event_id, user_id, key_id, session_id, request_id, rows)
      values (${row.organization_id}, ${row.super_event_id}, ${row.user_id}, ${row.key_id}, ${row.session_id},
              ${row.request_id}, ${lines.length}) returning id, super_event_id),
    written as (
      insert into import_line (import_id, line, email, first_name, last_name, track_ids, answers_json, code)
      select made.id, n.line, n.email, n.first_name, n.last_name, n.track_ids, n.answers, n.code
        from made, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
               as n (line int, email text, first_name text, last_name text, track_ids uuid[], answers jsonb, code text))
    select made.id, ${begin(sql`made.id`, sql`made.super_event_id`)} from made`.execute(db.getKysely());
  return rows[0]?.id ?? '';
}

/** Some minutes, as each waits longer than the one before. */
const triesAtMost = 8;

const keyOf = (id: RawBuilder<unknown>) => sql`concat('import/', ${id})`;

/** Has a job begin once this is committed. Those of one hackathon are done one after the other. */
const begin = (id: RawBuilder<unknown>, hackathon: RawBuilder<unknown>) => sql`
  registrations_queue.add_job(${importTask}, json_build_object('id', ${id}),
    queue_name => concat('import/', ${hackathon}), job_key => ${keyOf(id)}, max_attempts => ${triesAtMost})`;

/** Has the rest be done by a job of its own. */
export async function queueImport(db: Db, { id, super_event_id }: Pick<Row, 'id' | 'super_event_id'>): Promise<void> {
  await sql`select ${begin(sql`${id}::text`, sql`${super_event_id}::text`)}`.execute(db.getKysely());
}

/** Reads and locks an import, so that two processes never do the same lines. Undefined if there is none any more. */
export async function lockImport(db: Db, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select * from people_import where id = ${id} for no key update`.execute(db.getKysely());
  return rows[0];
}

/** The next lines nothing has come of yet. */
export async function nextLines(db: Db, import_id: string, limit: number): Promise<Line[]> {
  const { rows } = await sql<Omit<LineRow, 'answers_json' | 'email'> & { email: string; answers: Line['answers'] }>`
    select line, coalesce(email, '') as email, first_name, last_name, track_ids, answers_json as answers, code
      from import_line where import_id = ${import_id} and status is null order by line limit ${limit}`.execute(
    db.getKysely(),
  );
  return rows as readonly unknown[] as Line[];
}

/** Records the outcome of lines, and deletes their values. */
export async function settleLines(db: Db, import_id: string, verdicts: readonly LineVerdict[]): Promise<void> {
  const settled = verdicts.map(({ line: { line }, status, code = null }) => ({ line, status, code }));
  await sql`
    update import_line l
       set status = n.status, code = n.code, email = null, first_name = null, last_name = null, answers_json = '{}'
      from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as n (line int, status text, code text)
     where l.import_id = ${import_id} and l.line = n.line`.execute(db.getKysely());
}

type Settled = { line: number } & Pick<LineRow, 'status' | 'code'>;
interface Progress extends Pick<Row, 'rows'> {
  /** A job is at it, or will be. */
  goes_on: boolean;
  lines: Settled[];
}

export async function progressOf(
  db: Db,
  { id, super_event_id }: Pick<Row, 'id' | 'super_event_id'>,
): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`
    select i.rows,
           exists (select from registrations_queue.jobs j
                    where j.key = ${keyOf(sql`i.id`)} and (j.attempts < j.max_attempts or j.locked_at is not null)) as goes_on,
           (select coalesce(json_agg(l order by l.line), '[]')
              from (select line, status, code from import_line
                     where import_id = i.id and status is not null) l) as lines
      from people_import i where i.id = ${id} and i.super_event_id = ${super_event_id}`.execute(db.getKysely());
  return rows[0];
}

// SQL of tables that are sent: their parts, kept until they are read.

/** Tables of a person that are kept at once: of more, the oldest are forgotten. */
const tablesEach = 8;

interface Part {
  readonly user_id: string;
  /** Of the whole text, hexadecimal. */
  readonly sha256: string;
  readonly index: number;
  readonly count: number;
  readonly content: Buffer;
}

/** Keeping it again changes nothing but its age. */
export async function keepPart(db: Db, { user_id, sha256, index, count, content }: Part): Promise<void> {
  await sql`
    with kept as (
      insert into table_part (user_id, sha256, index, count, content)
      values (${user_id}, decode(${sha256}, 'hex'), ${index}, ${count}, ${content})
      on conflict (user_id, sha256, index) do update set kept_at = now()),
    others as (
      select sha256 from table_part where user_id = ${user_id} and sha256 <> decode(${sha256}, 'hex')
       group by sha256 order by max(kept_at) desc offset ${tablesEach - 1})
    delete from table_part where user_id = ${user_id} and sha256 in (select sha256 from others)`.execute(
    db.getKysely(),
  );
}

/** Forgets tables that were read long ago, or never. */
export async function forgetTables(db: Db): Promise<void> {
  await sql`delete from table_part where kept_at < now() - interval '1 hour'`.execute(db.getKysely());
}
