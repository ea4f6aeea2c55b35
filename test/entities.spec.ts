import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { MikroORM, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import { databasePage } from '../cli/docs.ts';
import { entities } from '../services/entities.ts';
import { ownsSchema, schemaOf, serviceNames, type ServiceName } from '../shared/contract/services.ts';
import { journals } from '../shared/database/facts.ts';
import { audit, factView, writeKey } from '../shared/database/kit-entities.ts';
import { openStage, type Stage } from './support/stage.ts';

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterAll(() => stage.close());

/** Keys are called what PostgreSQL itself calls them. */
class AsPostgresDoes extends UnderscoreNamingStrategy {
  override indexName(table: string, columns: string[], type: string): string {
    const endings: Record<string, string> = { unique: 'key', foreign: 'fkey', check: 'check' };
    return type === 'primary' ? `${table}_pkey` : [table, ...columns, endings[type] ?? type].join('_');
  }
}

/** The changes that would make the database match the entities. */
async function differences(service: keyof typeof entities): Promise<string[]> {
  const schema = schemaOf(service);
  const orm = await MikroORM.init({
    clientUrl: stage.databaseUrl,
    entities: [...entities[service].tables, audit, writeKey],
    schema,
    namingStrategy: AsPostgresDoes,
    driverOptions: { options: `-c search_path=${schema}` },
  });
  try {
    const text = await orm.schema.getUpdateSchemaSQL({ schema, wrap: false, safe: true });
    return text.split('\n').filter((line) => line !== '' && !standsInMigrations(line));
  } finally {
    await orm.close();
  }
}

/** Indexes, checks of values, and the words of a format, which the migration names in another order. */
const standsInMigrations = (statement: string) =>
  /^drop index|drop constraint "\w+_check";$|add constraint "super_event_format_check"/.test(statement);

const owners = serviceNames.filter(ownsSchema) as (keyof typeof entities)[];

describe('The entities', () => {
  it.each(owners)('of %s are its tables', async (service) => {
    expect(await differences(service)).toEqual([]);
  });

  it('leave out no table but the tallies, which have no key', async () => {
    const there = await stage.rows<{ name: string }>`
      select schemaname || '.' || tablename as name from pg_tables
       where schemaname = any(${owners.map(schemaOf)}) and tablename not like '%\\_tally'`;
    const described = owners.flatMap((service) =>
      [...entities[service].tables, audit, writeKey].map(({ meta }) => `${schemaOf(service)}.${meta.tableName}`),
    );
    expect(described.toSorted()).toEqual(there.map(({ name }) => name).toSorted());
  });

  it('are shown as `npm run docs` writes them', async () => {
    expect(readFileSync('docs/database.md', 'utf8')).toBe(await databasePage());
  });
});

describe('The published views', () => {
  const shapeOf = (columns: readonly (readonly [name: string, type: string])[]) =>
    columns.map((column) => column.join(' ')).toSorted();

  /** The columns of each view in PostgreSQL, except those of the audits, which equal their table, and of the facts. */
  async function published(): Promise<Map<string, string[]>> {
    const rows = await stage.rows<{ view: string; name: string; type: string }>`
      select c.relname as view, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where c.relnamespace = 'published'::regnamespace and c.relkind = 'v' and c.relname not like '%\\_audit' and c.relname not like '%\\_facts'`;
    const columns = Map.groupBy(rows, ({ view }) => view);
    return new Map([...columns].map(([view, all]) => [view, shapeOf(all.map(({ name, type }) => [name, type]))]));
  }

  /** As PostgreSQL spells them. */
  const spelled = (type = '') =>
    ({ timestamptz: 'timestamp with time zone', int: 'integer', decimal: 'numeric' })[type] ?? type;

  it('have the columns that their entities say', async () => {
    const orm = new MikroORM({ dbName: 'muster', entities: owners.flatMap((service) => entities[service].views) });
    const described = [...orm.getMetadata().getAll().values()].map((meta) => [
      meta.tableName,
      shapeOf(meta.props.map(({ fieldNames: [name = ''], columnTypes: [type] }) => [name, spelled(type)])),
    ]);
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(await published()));
  });

  it('of facts all have the columns of one entity', async () => {
    const rows = await stage.rows<{ view: string; columns: string }>`
      select c.relname as view,
             string_agg(concat(a.attname, ' ', format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where c.relnamespace = 'published'::regnamespace and c.relname like '%\\_facts' group by 1`;
    const { props } = new MikroORM({ dbName: 'muster', entities: [factView] }).getMetadata().get(factView.meta.class);
    const columns = props.map(({ fieldNames: [name], columnTypes: [type] }) => `${name} ${spelled(type)}`).join(', ');
    expect(rows.map(({ view }) => view).toSorted()).toEqual(journals.toSorted());
    expect(new Set(rows.map((row) => row.columns))).toEqual(new Set([columns]));
  });
});

it('Every service that stores something is described', () => {
  expect(new Set<ServiceName>(owners)).toEqual(new Set(Object.keys(entities)));
});
