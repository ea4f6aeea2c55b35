/**
 * MikroORM with values as parameters, as Kysely sends them. By default it writes them into the text, so that PostgreSQL
 * would parse and plan the statement for each value.
 */
import {
  EntityManager,
  isRaw,
  PostgreSqlConnection,
  PostgreSqlDriver,
  raw,
  Utils,
  type DriverException,
  type EntityData,
  type EntityName,
  type FilterQuery,
  type NativeInsertUpdateOptions,
  type NativeQueryBuilder,
  type RawQueryFragment,
  type RequiredEntityData,
  type UpdateOptions,
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

  /** Leaves errors as they are: the message of a converted error contains the row, with its secrets. */
  override convertException(exception: Error): DriverException {
    return exception;
  }
};

/**
 * Leaves out members that are undefined, as Kysely and JSON do. MikroORM would write null for them, also within JSON,
 * and into the given object.
 */
export class DefinedOnly extends EntityManager {
  override insert<E extends object>(
    name: EntityName<E> | E,
    data?: NoInfer<RequiredEntityData<E> | E>,
    options?: NativeInsertUpdateOptions<E>,
  ) {
    return super.insert(name, defined(data), options);
  }

  override nativeUpdate<E extends object>(
    name: EntityName<E>,
    where: FilterQuery<NoInfer<E>>,
    data: EntityData<E>,
    options?: UpdateOptions<E>,
  ) {
    return super.nativeUpdate(name, where, defined(data), options);
  }
}

function defined<T>(value: T): T {
  if (Array.isArray(value)) return value.map(defined) as T;
  if (!Utils.isPlainObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, defined(member)])) as T;
}
