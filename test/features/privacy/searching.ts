/** Searches everything that is stored for a word: every column of every table, and every file. Columns are found in the catalog. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Rows } from '../../support/rows.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/** Types that can hold a word. */
const wordy = ['text', 'text[]', 'json', 'jsonb', 'bytea', 'character varying', 'name'];

/** Finds the columns that can hold a word, of the services and of their queues. */
export const wordyColumns = (rows: Rows): Promise<Column[]> => rows<Column>`
  select n.nspname || '.' || c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
     and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
     and format_type(a.atttypid, null) = any (${wordy})
   order by 1, 2`;

/** Returns where one of the words stands, as `schema.table.column`. */
export async function columnsWith(rows: Rows, words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { table, name, type } of await wordyColumns(rows)) {
    const [schema = '', relation = ''] = table.split('.');
    const column = sql.ref(name);
    const text = type === 'bytea' ? sql`encode(${column}, 'escape')` : sql`${column}::text`;
    const [hit] = await rows<{ n: number }>`
      select count(*)::int as n from ${sql.table(`${schema}.${relation}`)} t
       where exists (select from unnest(${words}::text[]) w where position(lower(w) in lower(${text})) > 0)`;
    if (hit && hit.n > 0) found.push(`${table}.${name}`);
  }
  return found;
}

/** Returns the files below a directory with one of the words in their name or content. */
export async function filesWith(directory: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    if (words.some((word) => path.includes(word) || content.includes(word))) found.push(path);
  }
  return found;
}
