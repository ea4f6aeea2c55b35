/**
 * Ids in creation order: UUIDv7, from here or from PostgreSQL's uuidv7(). Rows with equal sort keys are then listed
 * in the order in which they were made, and indexes grow at one end. An id does not tell how many others there are.
 * Anything that must not be guessed (tokens, invitations, sessions) takes no id from here.
 */
import { sql } from 'kysely';
import { v7 } from 'uuid';

/** Creates an id for a row before it is written. Ids of one process always increase. */
export const newId = (): string => v7();

/** For migrations: returns the SQL that makes these tables of a schema default to UUIDv7. */
export const orderedIds = (schema: string, ...tables: string[]) => defaultIds('uuidv7()', schema, tables);
/** For migrations: returns the SQL that makes these tables of a schema default to random UUIDs. */
export const randomIds = (schema: string, ...tables: string[]) => defaultIds('gen_random_uuid()', schema, tables);

const defaultIds = (source: string, schema: string, tables: readonly string[]) =>
  tables.map((table) => `alter table ${schema}.${table} alter column id set default ${source};`).join('\n');

/**
 * Returns an SQL condition for any of these ids; its text is the same for any number of them, so it is prepared once.
 */
export const anyOf = (ids: readonly string[]) => sql<string>`any (${ids}::uuid[])`;
