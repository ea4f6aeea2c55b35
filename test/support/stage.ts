/** A database of a test's own, a copy of the migrated template, with the nouns tests are written in. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { Client, type Person } from './client.ts';
import { Fixtures } from './fixtures.ts';
import { cloneTemplate } from './template.ts';
import './refusal.ts';

/** Runs the owner's SQL beside the service: arranges what no endpoint can, and looks at what was stored. */
export type Rows = <Row>(strings: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>;

export class Stage extends Fixtures {
  readonly databaseUrl: string;
  readonly rows: Rows;
  readonly #end: () => Promise<void>;

  constructor(databaseUrl: string, rows: Rows, end: () => Promise<void>) {
    super(rows);
    this.databaseUrl = databaseUrl;
    this.rows = rows;
    this.#end = end;
  }

  /** Speaks HTTP to a gateway on this port with a key of this person in this organization. */
  at = (port: number, person: Person, organization: { id: string }): Client =>
    new Client(`http://127.0.0.1:${port}`, async () => ({ 'X-Api-Key': await this.keyOf(person, organization) }));

  close(): Promise<void> {
    return this.#end();
  }
}

export async function openStage(): Promise<Stage> {
  const { url, drop } = await cloneTemplate();
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  // The database is dropped with whoever is still connected to it.
  pool.on('error', () => undefined);
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const rows: Rows = async <Row>(strings: TemplateStringsArray, ...values: unknown[]) =>
    (await sql<Row>(strings, ...values).execute(owner)).rows;
  return new Stage(url, rows, async () => {
    await owner.destroy();
    await drop();
  });
}
