/** All rows of all services as lines of text, one for each row: its table and its JSON as PostgreSQL writes it. */
import pg from 'pg';

const columns = `
  select format('%I.%I', table_schema, table_name) as table, string_agg(quote_ident(column_name), ', ') as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
   where table_type = 'BASE TABLE' and is_generated = 'NEVER'
     and table_schema not in ('pg_catalog', 'information_schema', 'public', 'mail_queue', 'webhooks_queue')
   group by 1 order by 1`;

/** As JSON would be read and written by JavaScript, long numbers would be others. */
export async function dumpRows(url: string): Promise<string> {
  return within(url, async (client) => {
    const { rows: tables } = await client.query<{ table: string; columns: string }>(columns);
    const lines: string[] = [];
    for (const each of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(r)::text as row from (select ${each.columns} from ${each.table}) r order by 1`,
      );
      lines.push(...rows.map(({ row }) => `${each.table} ${row}\n`));
    }
    return lines.join('');
  });
}

/** Into a database that has the tables, past their triggers: what these made is among the rows. */
export async function restoreRows(url: string, text: string): Promise<void> {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => /^(\S+) (.*)$/.exec(line) ?? []);
  await within(url, async (client) => {
    await client.query('set session_replication_role = replica');
    const { rows: tables } = await client.query<{ table: string; columns: string }>(columns);
    for (const { table, columns: named } of tables) {
      const rows = lines.flatMap(([, name, row]) => (name === table ? [row] : []));
      await client.query(
        `insert into ${table} (${named}) overriding system value
         select ${named} from jsonb_populate_recordset(null::${table}, $1)`,
        [`[${rows.join(',')}]`],
      );
    }
  });
}

export async function within<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
