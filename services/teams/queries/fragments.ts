/** Pieces of SQL that several queries about teams share. */
import { sql } from 'kysely';
import type { Position } from '../cursor.ts';

const defaultTeamSize = 4;

/** How many a team may have on the track `e`. What is no number counts as not given. */
export const maxMembers = sql`
  (case when jsonb_typeof(e.config_json -> 'max_team_size') = 'number'
        then greatest(1, least(1000, floor((e.config_json ->> 'max_team_size')::numeric)))::int
        else ${defaultTeamSize}::int end)`;

export const trackOf = sql`json_build_object('id', e.id, 'name', e.name, 'slug', e.slug)`;

/** The moment of creation as a cursor carries it. */
export const created = (table: string) =>
  sql`(extract(epoch from ${sql.ref(`${table}.created_at`)}) * 1000000)::bigint::text as created`;

/** Newest first: what comes after a position. */
export const after = (table: string, position: Position | undefined) =>
  position
    ? sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)})
          < (timestamptz 'epoch' + ${position.created}::bigint * interval '1 microsecond', ${position.id}::uuid)`
    : sql`true`;

/** True for everything where nothing is asked for. */
export const where = (asked: unknown, condition: ReturnType<typeof sql>) =>
  asked === undefined ? sql`true` : condition;

/** Without case and accents; wildcards are escaped after folding, which makes plain ones of their full-width forms. */
export const containing = (term: string) =>
  sql`'%' || regexp_replace(published.fold(${term}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/**
 * No page holds more, and one row beyond it. It stands in the text below the limit that was asked for: from an unknown one
 * PostgreSQL would expect a tenth of everything, and plan anew each time.
 */
export const mostListed = sql.lit(101);
