/**
 * MikroORM's driver with values as parameters, as Kysely sends them. MikroORM itself writes them into the text, which
 * PostgreSQL would then parse and plan for each value anew.
 */
import {
  isRaw,
  PostgreSqlConnection,
  PostgreSqlDriver,
  raw,
  type DriverException,
  type NativeQueryBuilder,
  type RawQueryFragment,
} from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';

class BoundConnection extends PostgreSqlConnection {
  override async execute<T>(
    query: string | NativeQueryBuilder | RawQueryFragment,
    params: readonly unknown[] | Record<string, unknown> = [],
    method: 'all' | 'get' | 'run' = 'all',
    transaction?: Kysely<unknown>,
  ): Promise<T> {
    const fragment = typeof query === 'string' ? raw(query, params) : isRaw(query) ? query : query.toRaw();
    const values: unknown[] = [];
    const text = this.#bound(fragment, values);
    const result = await (transaction ?? this.getClient<unknown>()).executeQuery(CompiledQuery.raw(text, values));
    return this.transformRawResult<T>(result, method);
  }

  /** Numbers the values as PostgreSQL wants them; `??` is a name, and a backslash keeps a question mark. */
  #bound({ sql, params }: RawQueryFragment, values: unknown[]): string {
    if (params.length === 0) return sql;
    let next = 0;
    return sql.replace(/\\\?|\?\??/g, (mark) => {
      if (mark === '\\?') return '?';
      const value = params[next++];
      if (mark === '??') return this.platform.quoteIdentifier(String(value));
      if (isRaw(value)) return this.#bound(value, values);
      const listed = Array.isArray(value) ? value : [value];
      return listed.map((each) => `$${values.push(each)}`).join(', ');
    });
  }
}

export const BoundDriver: typeof PostgreSqlDriver = class extends PostgreSqlDriver {
  protected override readonly connection = new BoundConnection(this.config);

  /** Leaves errors as they are: the message of a converted one shows the row, with the secrets in it. */
  override convertException(exception: Error): DriverException {
    return exception;
  }
};
