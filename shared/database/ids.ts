/**
 * Ids in the order in which rows are made, as PostgreSQL's own uuidv7() has them: what has the same sort key is then
 * listed as it came, and indexes grow at one end. Nobody learns from one how many others there are. What must not be
 * guessed (tokens, invitations, sessions) takes no id from here.
 */
import { v7 } from 'uuid';

/** For a row whose id has to be known before it is written; of two from one process the later is the greater. */
export const newId = (): string => v7();

/** For migrations: these tables of a schema mint such ids from now on. */
export const orderedIds = (schema: string, ...tables: string[]) => defaultIds('uuidv7()', schema, tables);
export const randomIds = (schema: string, ...tables: string[]) => defaultIds('gen_random_uuid()', schema, tables);

const defaultIds = (source: string, schema: string, tables: readonly string[]) =>
  tables.map((table) => `alter table ${schema}.${table} alter column id set default ${source};`).join('\n');
