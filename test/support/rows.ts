/** A connection with the owner's login, for tests. */
import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

/** Runs SQL as the owner, to arrange what no endpoint can and to inspect what was stored. */
export type Rows = <Row>(strings: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>;

export interface OwnerConnection {
  readonly rows: Rows;
  readonly end: () => Promise<void>;
}

export function openRows(url: string): OwnerConnection {
  const pool = new pg.Pool({ connectionString: url, max: 3, Client: PlanningOnce });
  // A database may be dropped, or die, while somebody is connected.
  pool.on('error', () => undefined);
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return {
    rows: async <Row>(strings: TemplateStringsArray, ...values: unknown[]) =>
      (await sql<Row>(strings, ...values).execute(owner)).rows,
    end: () => owner.destroy(),
  };
}

/** Statements that were met before, and so may come again. */
const met = new Set<string>();

/** Specs arrange what they need by the same few statements. Each gets a name when it comes again, and is planned once. */
class PlanningOnce extends pg.Client {
  override query(...given: unknown[]): never {
    const [text, values] = given;
    const send = super.query.bind(this) as (...all: unknown[]) => unknown;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return send(...given) as never;
    const name = createHash('sha1').update(text).digest('hex');
    if (!met.has(name)) {
      met.add(name);
      return send(...given) as never;
    }
    const answer = send({ name, text, values }) as Promise<unknown>;
    return answer.catch((error: { code?: string }) => {
      const isOutdated = error.code === '0A000';
      if (!isOutdated) throw error;
      return send(text, values);
    }) as never;
  }
}
