/** Writes `docs/database.md` from the entities: tables by owner, columns, and published views. */
import { MikroORM, type EntityMetadata, type EntityProperty } from '@mikro-orm/postgresql';
import { format } from 'prettier';
import { entities } from '../services/entities.ts';
import { schemaOf, type ServiceName } from '../shared/contract/services.ts';
import type { Described } from '../shared/database/columns.ts';
import { audit, factView, writeKey } from '../shared/database/kit-entities.ts';

/** Returns MikroORM's metadata of the entities; needs no database. */
function metadataOf(described: readonly Described[]): EntityMetadata[] {
  if (described.length === 0) return [];
  const orm = new MikroORM({ dbName: 'muster', entities: [...described] });
  return described.map(({ meta }) => orm.getMetadata().get(meta.class));
}

/** Returns `docs/database.md`. */
export async function databasePage(): Promise<string> {
  const owned = Object.entries(entities).flatMap(([service, { tables, views }]) => [
    `## ${service}`,
    ...sectionsOf(tables, (name) => `${schemaOf(service as ServiceName)}.${name}`),
    ...(views.length > 0 ? [`### What ${service} publishes`, listOf(views)] : []),
  ]);
  const kit = ['## In the schema of every service', ...sectionsOf([audit, writeKey], (name) => name), ...factSection()];
  return format([introduction, ...owned, ...kit].join('\n\n'), { parser: 'markdown', printWidth: 120 });
}

const factSection = () => [
  '### Facts',
  `Every service publishes what its audit tells others as \`<schema>_facts\`, and check-in its records and refusals as well.
All have the same columns, and \`shared/database/facts.ts\` reads them together: [facts.md](facts.md).`,
  listOf([factView]),
];

const introduction = `# The database

Every service has a schema of its own in one PostgreSQL, and a login that may write there alone; \`setup\`, which applies
event files, may write in all of them. What others may read it publishes as a view in the schema \`published\`.

The tables are described in \`services/<service>/entities.ts\`, the views in \`shared/database/published/\`; this page is made
of them by \`npm run docs\`. A test holds both against the migrated database. Indexes, checks of values and triggers stand in
the migrations alone. A key in bold is the primary one, or a part of it.`;

const sectionsOf = (tables: readonly Described[], nameOf: (name: string) => string): string[] =>
  metadataOf(tables).flatMap((meta, index) => [
    `### ${nameOf(meta.tableName)}`,
    (tables[index] as Described).about,
    ['| Column | Type | Beside that |', '| --- | --- | --- |', ...meta.props.map(rowOf)].join('\n'),
  ]);

function rowOf({ fieldNames: [name], columnTypes: [type], primary, ...rest }: EntityProperty): string {
  const remarks = [
    rest.nullable && 'may be null',
    rest.items && rest.items.map((word) => `\`${word}\``).join(', '),
    rest.targetMeta && `of ${rest.targetMeta.tableName}`,
    rest.unique && 'unique',
    rest.generated && 'computed',
    rest.defaultRaw && `else \`${rest.defaultRaw}\``,
  ].filter(Boolean);
  return `| ${primary ? `**${name}**` : name} | ${type} | ${remarks.join('; ')} |`;
}

const listOf = (views: readonly Described[]): string =>
  metadataOf(views)
    .map((meta, index) => {
      const columns = meta.props.map(({ fieldNames: [name] }) => name).join(', ');
      return `- \`${meta.tableName}\`: ${(views[index] as Described).about} ${columns}.`;
    })
    .join('\n');
