/**
 * Ids in creation order: UUIDv7, from here or from PostgreSQL's uuidv7(). Rows with equal sort keys are then listed in
 * the order of creation, and indexes grow at one end. An id does not reveal the number of others. Do not use them for
 * tokens, invitations or sessions, which must not be guessable.
 */
import { sql } from 'kysely';
import { v7 } from 'uuid';

/** Creates an id for a row before it is written. Ids of one process always increase. */
export const newId = (): string => v7();

/**
 * Returns an SQL condition for any of these ids; its text is the same for any number of them, so it is prepared once.
 */
export const anyOf = (ids: readonly string[]) => sql<string>`any (${ids}::uuid[])`;
