/** SQL fragments that several queries of teams share. */
import { sql } from 'kysely';
import { teamSize, maxPageSize } from '../../shared/contract/teams/shapes.ts';
import { kinds } from '../../shared/kit/whole-list.ts';
import type { Position } from './cursor.ts';

/** The maximum team size on the track `e`. A value that is no number counts as not given. */
export const maxMembers = sql<number>`
  (case when jsonb_typeof(e.config_json -> 'max_team_size') = 'number'
        then greatest(${sql.lit(teamSize.min)}, least(${sql.lit(teamSize.max)}, floor((e.config_json ->> 'max_team_size')::numeric)))::int
        else ${teamSize.usual}::int end)`;

export const trackOf = sql`json_build_object('id', e.id, 'name', e.name, 'slug', e.slug)`;

/** The time of creation as cursors carry it. */
export const created = (table: string) => sql`${kinds.moment.written(sql.ref(`${table}.created_at`))} as created`;

/** The condition for rows after a position, newest first. */
export const after = (table: string, position: Position | undefined) =>
  position
    ? sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)})
          < (${kinds.moment.read(String(position.created))}, ${kinds.id.read(position.id)})`
    : sql`true`;

/** The condition if a value was given, otherwise true. */
export const where = (asked: unknown, condition: ReturnType<typeof sql>) =>
  asked === undefined ? sql`true` : condition;

/**
 * The maximum page size plus one. It is a literal beneath the requested limit, because for an unknown limit PostgreSQL
 * assumes a tenth of all rows and plans the statement each time.
 */
export const maxPageRows = sql.lit(maxPageSize + 1);
