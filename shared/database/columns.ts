/** Helpers that describe tables and published views: name, purpose, columns. */
import {
  defineEntity,
  p,
  type EntityName,
  type EntitySchema,
  type EntitySchemaWithMeta,
  type InferKyselyDB,
  type InferKyselyTable,
} from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';

const uuid = () => p.uuid();

export const c = {
  /** A UUIDv7: sorted by creation, without telling how many others there are. */
  id: () => uuid().primary().defaultRaw('uuidv7()'),
  uuid,
  uuids: () =>
    p
      .array((value) => value)
      .columnType('uuid[]')
      .$type<string[]>(),
  texts: () =>
    p
      .array((value) => value)
      .columnType('text[]')
      .$type<string[]>(),
  text: () => p.text(),
  boolean: () => p.boolean(),
  smallint: () => p.smallint(),
  integer: () => p.integer(),
  double: () => p.double().$type<number>(),
  /** An exact number, which the driver returns as text. */
  numeric: (precision?: number, scale?: number) =>
    p
      .decimal()
      .columnType(precision === undefined ? 'numeric' : `numeric(${precision},${scale})`)
      .$type<string>(),
  instant: () => p.datetime().$type<Date | string>(),
  json: <T = Record<string, unknown>>() => p.json<T>(),
  /** JSON kept exactly as it was written, returned as text. */
  verbatim: () => p.json().columnType('json').$type<string>(),
  /** The number of a transaction, returned as text. */
  xid: () => p.string().columnType('xid8').$type<string>(),
  bytes: () => p.blob().$type<Buffer>(),
  /** One of these words. */
  oneOf: <const T extends string>(words: readonly T[]) => p.enum(words),
  /** A foreign key to another table of the same service; MikroORM needs the column's name again. */
  reference: <T extends EntityName, const Name extends string>(target: T, name: Name) =>
    p.manyToOne(target).fieldName(name).mapToPk(),
};

/**
 * Describes a table of a service's own schema.
 * @param uniques The unique keys of several columns.
 */
export const table = <const Name extends string, Columns extends Record<string, unknown>>(
  name: Name,
  about: string,
  properties: Columns,
  uniques: readonly (readonly (keyof Columns & string)[])[] = [],
) => {
  const keys = uniques.map((columns) => ({ properties: [...columns] }));
  return Object.assign(defineEntity({ name, tableName: name, properties, uniques: keys }), { about });
};

/** Describes a view that a service publishes for others to read. */
export const view = <const Name extends string, Columns extends Record<string, unknown>>(
  name: Name,
  about: string,
  properties: Columns,
) => {
  // Required by MikroORM for views. Migrations create the view, so the expression is never run.
  const made = { view: true, expression: 'select' } as const;
  return Object.assign(defineEntity({ name, tableName: `published.${name}`, properties, ...made }), { about });
};

/** A table or view with any columns. */
export type Described = EntitySchema & { readonly about: string };

/** The type of a row as it is read. */
export type RowOf<Entity extends EntitySchemaWithMeta> = Selectable<InferKyselyTable<Entity>>;

/**
 * The tables a service queries, by their names in statements: `db.getKysely<TablesOf<[typeof team, typeof
 * member]>>()`.
 */
export type TablesOf<Entities extends readonly EntitySchemaWithMeta[]> = InferKyselyDB<Entities[number]>;

/** The names of an entity's columns. */
export type ColumnOf<Entity extends EntitySchemaWithMeta> = keyof RowOf<Entity> & string;
