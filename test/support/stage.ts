/** A database of a test's own, a copy of the migrated template, with fixtures. */
import { Client, type Person } from './client.ts';
import { Fixtures } from './fixtures.ts';
import { openRows, type Rows } from './rows.ts';
import { cloneTemplate } from './template.ts';
import './refusal.ts';

export type { Rows } from './rows.ts';

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

  /** Returns a client for a gateway on this port, with the person's key in this organization. */
  at = (port: number, person: Person, organization: { id: string }): Client =>
    new Client(`http://127.0.0.1:${port}`, async () => ({ 'X-Api-Key': await this.keyOf(person, organization) }));

  close(): Promise<void> {
    return this.#end();
  }
}

/** Copies the template; `close` drops the copy. */
export async function openStage(): Promise<Stage> {
  const { url, drop } = await cloneTemplate();
  const { rows, end } = openRows(url);
  return new Stage(url, rows, async () => {
    await end();
    await drop();
  });
}
