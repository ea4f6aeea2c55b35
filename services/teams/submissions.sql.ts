/** SQL for submissions. */
import { sql, type RawBuilder } from 'kysely';
import { isEmpty } from '../../shared/contract/answers.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { checkinPoints } from '../../shared/database/published/check-in.ts';
import type { ResourceLocation } from '../../shared/kit/access.ts';
import { storedQuestions } from '../../shared/kit/questions.ts';
import type { Listing } from '../../shared/kit/whole-list.ts';
import type { submission, Tables } from './entities.ts';

const shown = [
  'id',
  'team_id',
  'event_id',
  'checkin_point_id',
  'title',
  'description',
  'links',
  'answers_json',
  'submitted_by',
  'submitted_at',
  'updated_at',
  'video_url',
  'built_with',
  'prize_ids',
  'listed',
  'late_by_ms',
] as const;
export type Submission = Pick<RowOf<typeof submission>, (typeof shown)[number]>;
type Fields = Pick<
  Submission,
  'title' | 'description' | 'links' | 'answers_json' | 'video_url' | 'built_with' | 'prize_ids' | 'listed'
>;
type NewSubmission = Fields & Pick<Submission, 'team_id' | 'checkin_point_id' | 'submitted_by'>;

interface Hour {
  /** The time at which the device saved it, if it was sent. */
  readonly savedAt: string | undefined;
}
interface Circumstances {
  /** The deadline, if it has passed. */
  readonly closed_at: Date | null;
  readonly unknown_prizes: readonly string[];
  /** Of the track, as organizers wrote them. */
  readonly questions: unknown;
}
/** A submission that was written, if nothing but its answers can be wrong. */
export interface WrittenSubmission<Row extends Submission> extends Circumstances {
  readonly row: Row | undefined;
}
const writtenOf = <Row extends Submission>(
  found: (Row & Circumstances) | undefined,
): WrittenSubmission<Row> | undefined =>
  found && { ...found, row: (found.id as string | null) === null ? undefined : found };
/** Grace time for a change saved before the deadline, because networks fail in the last minute. */
const graceMs = 60_000;

/** Columns of the submission `h`. */
export const columns = sql.join(shown.map((name) => sql.ref(`h.${name}`)));
type Point = RowOf<typeof checkinPoints>;

/** Locks a point that serves the team's track, and returns its type; undefined for any other point. */
export async function lockPoint(db: Db, id: string, location: ResourceLocation): Promise<Point['type'] | undefined> {
  const { rows } = await sql<{ type: Point['type'] | null }>`
    select published.hold_point(id) as type from published.checkin_points
     where id = ${id} and super_event_id = ${location.super_event_id}
       and (event_id is null or event_id = ${location.event_id})`.execute(db.getKysely());
  return rows[0]?.type ?? undefined;
}

/**
 * The deadline of submissions on the track `e` of the hackathon `s`. Without one, submissions close with the end of the
 * track; so do milestones (`point`). A malformed time counts as missing, because settings once had no rules.
 */
export const closesAt = (point: RawBuilder<unknown>) => sql`coalesce(
  case when ${point} is null and pg_input_is_valid(e.config_json #>> '{submissions,closes_at}', 'timestamptz')
       then (e.config_json #>> '{submissions,closes_at}')::timestamptz end,
  e.end_at, s.end_at, 'infinity')`;

/** Tells whether a submission now is in time for the deadline `d.closes_at`. */
const isTaken = ({ savedAt = null }: { readonly savedAt: string | null | undefined }) => sql`(now() <= d.closes_at
  or (coalesce(${savedAt}::timestamptz <= d.closes_at, false) and now() <= d.closes_at + ${`${graceMs} milliseconds`}::interval))`;

/** Those of the given prizes that the hackathon of `s` does not have, or not for the track `e`. */
const unknownPrizes = (prize_ids: readonly string[] = []) => sql`array(
  select w.id from unnest(${prize_ids}::uuid[]) as w (id)
   where not exists (select 1 from published.prizes p where p.id = w.id and p.super_event_id = s.id
                      and (p.track_ids is null or e.id = any (p.track_ids))))`;
const circumstances = (taken: RawBuilder<unknown>) =>
  sql`case when not ${taken} then d.closes_at end as closed_at, d.unknown_prizes, d.questions`;
const lateByMs = sql`case when now() > d.closes_at then ceil(extract(epoch from now() - d.closes_at) * 1000)::int end`;

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/**
 * The answers once these are sent: to the questions of a track, those that are sent are changed, an empty one is taken away, and the
 * others stay. Any others are replaced.
 * @param point The milestone, null for a project.
 * @param former The stored answers.
 */
function answersAfter(point: RawBuilder<unknown>, former: RawBuilder<unknown>, sent: Fields['answers_json']) {
  const emptied = Object.keys(sent).filter((id) => isEmpty(sent[id]));
  return sql`
    case when ${point} is null and jsonb_typeof(d.questions) = 'array' and d.questions <> '[]'
         then (${former} || ${json(sent)}) - ${emptied}::text[]
         else ${json(sent)} end`;
}

/**
 * Creates a submission.
 * @param given `isForced` ignores the deadline.
 * @returns undefined if the team was deleted meanwhile.
 */
export async function insertSubmission(
  db: Db,
  given: NewSubmission & Hour & { readonly isForced: boolean },
): Promise<WrittenSubmission<Submission> | undefined> {
  const taken = sql`(${given.isForced} or ${isTaken(given)})`;
  const answers = answersAfter(sql`${given.checkin_point_id}::uuid`, sql`'{}'::jsonb`, given.answers_json);
  const { rows } = await sql<Submission & Circumstances>`
    with place as (
      select t.id, t.super_event_id, t.event_id from team t where t.id = ${given.team_id} and t.deleted_at is null for share
    ), d as (
      select place.*, ${closesAt(sql`${given.checkin_point_id}::uuid`)} as closes_at,
             ${unknownPrizes(given.prize_ids)} as unknown_prizes, ${storedQuestions} as questions
        from place join published.tracks e on e.id = place.event_id join published.super_events s on s.id = e.super_event_id
    ), h as (
      insert into submission (team_id, super_event_id, event_id, checkin_point_id, title, description, links, answers_json,
                              submitted_by, video_url, built_with, prize_ids, listed, late_by_ms)
      select d.id, d.super_event_id, d.event_id, ${given.checkin_point_id}::uuid, ${given.title}, ${given.description},
             ${json(given.links)}, ${answers}, ${given.submitted_by}::uuid, ${given.video_url},
             ${json(given.built_with)}, ${given.prize_ids}::uuid[], ${given.listed}, ${lateByMs}
        from d where ${taken} and d.unknown_prizes = '{}'
      returning *
    )
    select ${columns}, ${circumstances(taken)} from d left join h on true`.execute(db.getKysely());
  return writtenOf(rows[0]);
}

/** Reads a submission, with Kysely: the entity manager would take more than a tenth of the request's processor time. */
export const findSubmission = (db: Db, id: string): Promise<Submission | undefined> =>
  db.getKysely<Tables>().selectFrom('submission').select(shown).where('id', '=', id).executeTakeFirst();

/** The submissions on a track. */
export const submissionsOn = (event_id: string): Listing<Submission> => ({
  rows: sql`select ${columns} from submission h where h.event_id = ${event_id}`,
  by: [
    { column: 'submitted_at', kind: 'moment', falls: true },
    { column: 'id', kind: 'id' },
  ],
});

/**
 * Changes a submission.
 * @returns undefined if there is none.
 */
export async function updateSubmission(
  db: Db,
  id: string,
  { savedAt, ...fields }: { [Field in keyof Fields]?: Fields[Field] | undefined } & Hour,
): Promise<WrittenSubmission<Submission & { former: Fields }> | undefined> {
  const [point, former] = [sql`submission.checkin_point_id`, sql`submission.answers_json`];
  const answers = answersAfter(point, former, fields.answers_json ?? {});
  const set = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (name === 'prize_ids') return [sql`prize_ids = ${value}::uuid[]`];
    if (name === 'answers_json') return [sql`answers_json = ${answers}`];
    return typeof value === 'object' && value !== null
      ? [sql`${sql.ref(name)} = ${json(value)}`]
      : [sql`${sql.ref(name)} = ${value}`];
  });
  const touched =
    set.length > 0 ? [...set, sql`updated_at = now()`, sql`late_by_ms = ${lateByMs}`] : [sql`title = title`];
  const replaced = (Object.keys(fields) as (keyof Fields)[]).map((name) => sql`${sql.lit(name)}, old.${sql.ref(name)}`);
  const { rows } = await sql<Submission & { former: Fields } & Circumstances>`
    with d as (
      select x.id, ${closesAt(sql`x.checkin_point_id`)} as closes_at, ${unknownPrizes(fields.prize_ids)} as unknown_prizes,
             ${storedQuestions} as questions
        from submission x join published.tracks e on e.id = x.event_id join published.super_events s on s.id = e.super_event_id
       where x.id = ${id}
    ), h as (
      update submission set ${sql.join(touched)} from d
       where submission.id = d.id and ${isTaken({ savedAt })} and d.unknown_prizes = '{}'
      returning submission.*, json_build_object(${sql.join(replaced)}) as former
    )
    select ${columns}, h.former, ${circumstances(isTaken({ savedAt }))} from d left join h on true`.execute(
    db.getKysely(),
  );
  return writtenOf(rows[0]);
}
