import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callsOf } from '../shared/contract/calls.ts';
import { commonErrors, errors } from '../shared/contract/errors.ts';
import { routes } from '../shared/contract/index.ts';
import { ownsSchema, schemaOf, serviceNames } from '../shared/contract/services.ts';
import { openStage, type Stage } from './support/stage.ts';

const files = globSync('{services,shared,event-file,cli,clients,web,test,bench}/**/*.{ts,tsx}')
  .filter((file) => !file.includes('/dist/'))
  .concat('moleculer.config.ts')
  .sort();
const textOf = (file: string) => readFileSync(file, 'utf8');

/** The paths of this project that a file imports by `from '…'`, `import '…'` and `import('…')`; types count as well. */
function importsOf(file: string): string[] {
  const named = textOf(file).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"`](\.[^'"`$]*)['"`]/g);
  return [...named].map(([, path = '']) => normalize(join(dirname(file), path)));
}
const imports = new Map(files.map((file) => [file, importsOf(file)]));
const among = (folder: string) => files.filter((file) => file.startsWith(folder));
const strays = (folder: string, isAllowed: (target: string, file: string) => boolean) =>
  among(folder).flatMap((file) =>
    (imports.get(file) ?? []).filter((target) => !isAllowed(target, file)).map((target) => `${file} -> ${target}`),
  );
const serviceOf = (file: string) => file.split('/')[1];
const isIn = (target: string, ...folders: string[]) => folders.some((folder) => target.startsWith(folder));

/** The floors of the house, from the ground up; `shared/` lies below `services/`, which lie below what starts them. */
const floors: readonly RegExp[] = [
  /^shared\/contract\//,
  /^shared\/base\//,
  /^shared\/database\//,
  /^shared\/(process|bus|pages)\//,
  /^shared\/kit\//,
  /^services\/(?!setup\/)[a-z-]+\//,
  /^event-file\//,
  /^services\/setup\//,
  /^(services\/[a-z]+|moleculer\.config)\.ts$/,
  /^bench\/(loadtest|seed)\//,
  /^cli\//,
];
const floorOf = (file: string) => floors.findIndex((floor) => floor.test(file));

describe('Imports point one way', () => {
  it('from each floor down, never up', () => {
    const found = files.flatMap((file) => {
      const floor = floorOf(file);
      const targets = (imports.get(file) ?? []).filter((target) => target !== 'package.json');
      return floor < 0
        ? []
        : targets.filter((target) => floorOf(target) > floor).map((target) => `${file} -> ${target}`);
    });
    expect(found).toEqual([]);
  });

  it('a service knows no other service', () => {
    const found = strays('services/', (target, file) => {
      const isTop = (path: string) => /^services\/[a-z]+\.ts$/.test(path);
      return isTop(file) || !isIn(target, 'services/') || serviceOf(target) === serviceOf(file);
    });
    expect(found).toEqual([]);
  });

  it('shared/contract imports nothing outside itself', () => {
    expect(strays('shared/contract/', (target) => isIn(target, 'shared/contract/'))).toEqual([]);
  });

  it('a service calls what it is declared to call, which is what the bus lets it', () => {
    for (const service of serviceNames) {
      const called = among(`services/${service}/`).flatMap((file) =>
        [...textOf(file).matchAll(/\b(?:call|ask)(?:<[^(]*>)?\(\s*'([\w-]+\.\w+)'/g)].map(([, action = '']) => action),
      );
      const declared = callsOf(service);
      expect(called.filter((action) => !declared.includes(action))).toEqual([]);
      // The gateway calls most by a variable.
      if (service !== 'gateway') expect(new Set(declared)).toEqual(new Set(called));
    }
  });

  it('the event file takes of a service what is portable, and knows no command', () => {
    const found = strays(
      'event-file/',
      (target) => isIn(target, 'event-file/', 'shared/') || /^services\/[a-z-]+\/portable\.ts$/.test(target),
    );
    expect(found).toEqual([]);
  });

  it('the command line is a composition root: of a service it takes what is portable or due, its migrations and its doctor', () => {
    const found = strays(
      'cli/',
      (target) =>
        isIn(target, 'cli/', 'bench/loadtest/', 'bench/seed/', 'event-file/', 'shared/') ||
        /^services\/[a-z]+\.ts$/.test(target) ||
        /^services\/[a-z-]+\/(portable|due|migrations|doctor)(\/|\.ts$)/.test(target),
    );
    expect(found).toEqual([]);
  });

  it('a page knows the contracts, and asks for everything else over HTTP', () => {
    // A device reports its release, which stands in package.json; a calendar file and a period are the same as in an email,
    // names are found as the service finds them, and the usual scale is the service's.
    const others = [
      'package.json',
      ...['calendar', 'folding', 'periods', 'scoring'].map((name) => `shared/base/${name}.ts`),
    ];
    const isKnown = (target: string) =>
      isIn(target, 'web/', 'shared/contract/', 'clients/typescript/src/') || others.includes(target);
    expect(strays('web/', isKnown)).toEqual([]);
  });

  it('shared/pages bundles what it does not know', () => {
    expect(strays('shared/pages/', (target) => isIn(target, 'shared/pages/', 'shared/contract/'))).toEqual([]);
  });

  it('a client imports itself alone, and is generated from the contracts', () => {
    const [client, source] = ['clients/typescript/', 'clients/typescript/src/'];
    expect(strays(source, (target) => isIn(target, source))).toEqual([]);
    expect(strays(client, (target) => isIn(target, client, 'shared/contract/'))).toEqual([]);
    // It runs where Node is not.
    expect(among(source).filter((file) => /['"`]node:/.test(textOf(file)))).toEqual([]);
  });

  it('the package for services on the bus takes the contracts, and how the bus is spoken', () => {
    const spoken = /^shared\/(bus\/(connection|named-nats|pieces|subjects)|base\/(api-key|limits|viewer))\.ts$/;
    const source = 'clients/contract/';
    expect(strays(source, (to) => isIn(to, source, 'shared/contract/') || spoken.test(to))).toEqual([]);
  });

  it('nothing that runs imports a test, or a measurement but the load test and the seed, which operators run', () => {
    for (const folder of ['services/', 'shared/', 'event-file/', 'web/', 'clients/']) {
      expect(strays(folder, (target) => !isIn(target, 'test/', 'bench/'))).toEqual([]);
    }
    const run = ['bench/loadtest/', 'bench/seed/'];
    for (const folder of ['cli/', ...run]) {
      expect(strays(folder, (target) => isIn(target, ...run) || !isIn(target, 'test/', 'bench/'))).toEqual([]);
    }
  });

  it('a measurement takes no command', () => {
    expect(strays('bench/', (target) => !isIn(target, 'cli/'))).toEqual([]);
  });

  it('and never in a circle', () => {
    const state = new Map<string, 'open' | 'done'>();
    const circles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (state.get(file) === 'open') return void circles.push([...path, file].join(' -> '));
      if (state.has(file)) return;
      state.set(file, 'open');
      for (const target of valueImportsOf(file)) visit(target, [...path, file]);
      state.set(file, 'done');
    };
    for (const file of files) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('every file that is named is there', () => {
    const known = new Set([...files, 'package.json']);
    const lost = files.flatMap((file) => (imports.get(file) ?? []).filter((target) => !known.has(target)));
    expect(lost.filter((target) => !/\.(json|css|wasm)$/.test(target))).toEqual([]);
  });
});

/** Types are gone when the program runs: only values can meet themselves in a circle. */
function valueImportsOf(file: string): string[] {
  const statements = textOf(file).matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from\s+['"](\.[^'"]+)['"]/gms);
  return [...statements].map(([, path = '']) => normalize(join(dirname(file), path)));
}

describe('A file', () => {
  it('has at most 320 lines, unless it is generated', () => {
    const written = files.filter((file) => !file.includes('/generated/'));
    const long = written.map((file) => [file, textOf(file).split('\n').length - 1] as const);
    expect(long.filter(([, lines]) => lines > 320)).toEqual([]);
  });

  it('is not called what says nothing', () => {
    expect(files.filter((file) => /(utils?|helpers?|common|misc|constants|manager)(\/|\.tsx?$)/.test(file))).toEqual(
      [],
    );
  });

  it('of a service has a migration list, and owns a schema, unless it keeps nothing', () => {
    const storing = serviceNames.filter(ownsSchema);
    expect(storing.filter((name) => !files.includes(`services/${name}/migrations/index.ts`))).toEqual([]);
  });
});

describe('A refusal', () => {
  const specs = globSync('test/**/*.spec.ts').filter((file) => !file.includes('architecture'));
  const text = specs.map(textOf).join('\n');
  const reachable = new Set([
    ...routes.flatMap(({ endpoint }) => [...endpoint.errors, ...Object.values(endpoint.invalid ?? {})]),
    ...routes.flatMap(({ endpoint }) => endpoint.absent ?? []),
    ...commonErrors,
    ...(['UNAUTHENTICATED', 'PERMISSION_DENIED', 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'NOT_IMPLEMENTED'] as const),
    ...(['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const),
    ...(['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS', 'VALIDATION_FAILED'] as const),
  ]);

  it.each([...reachable].sort())('%s is met in a test', (code) => {
    expect(errors).toHaveProperty(code);
    expect(text.includes(`'${code}'`)).toBe(true);
  });
});

describe('The database', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  const roles = serviceNames.filter(ownsSchema).map((name) => `muster_${schemaOf(name)}`);

  it('lets no role write outside its schema', async () => {
    const grants = await stage.rows<{ grantee: string; table_schema: string; privilege_type: string }>`
      select distinct grantee, table_schema, privilege_type from information_schema.role_table_grants
       where grantee like 'muster\_%' and privilege_type <> 'SELECT' and grantee <> 'muster_' || table_schema
         and table_schema <> substring(grantee from 8) || '_queue'`;
    expect(grants).toEqual([]);
  });

  it('lets no role read the tables of another, only what is published and which migrations ran', async () => {
    const grants = await stage.rows`
      select distinct grantee, table_schema from information_schema.role_table_grants
       where grantee like 'muster\_%' and table_schema not in ('published', substring(grantee from 8))
         and (table_schema, table_name) <> ('public', 'migration')
         and table_schema <> substring(grantee from 8) || '_queue'`;
    expect(grants).toEqual([]);
  });

  it('lets every role read everything that is published', async () => {
    const [row] = await stage.rows<{ views: number; grants: number }>`
      select (select count(*)::int from pg_views where schemaname = 'published') as views,
             (select count(*)::int from information_schema.role_table_grants
               where table_schema = 'published' and privilege_type = 'SELECT' and grantee like 'muster\_%') as grants`;
    expect(row?.grants).toBe((row?.views ?? 0) * roles.length);
  });

  it('lets no role create, own or become anything', async () => {
    const able = await stage.rows`
      select rolname from pg_roles where rolname like 'muster\_%'
         and (rolsuper or rolcreaterole or rolcreatedb or rolcanlogin or rolbypassrls)`;
    expect(able).toEqual([]);
    const owned = await stage.rows`
      select c.relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname like 'muster\_%'`;
    expect(owned).toEqual([]);
    const creating = await stage.rows`
      select n.nspname, r.rolname from pg_namespace n cross join pg_roles r
       where r.rolname like 'muster\_%' and n.nspname !~ '^pg_' and has_schema_privilege(r.oid, n.oid, 'CREATE')`;
    expect(creating).toEqual([]);
  });

  it('lets the role of setup be that of every other service, and no other be any', async () => {
    const memberships = await stage.rows<{ member: string; of: string }>`
      select m.member::regrole::text as member, m.roleid::regrole::text as of from pg_auth_members m
       where m.member::regrole::text like 'muster\_%' and m.roleid::regrole::text like 'muster\_%' order by 2`;
    expect([...new Set(memberships.map(({ member }) => member))]).toEqual(['muster_setup']);
    expect(memberships.map(({ of }) => of)).toEqual(roles.filter((role) => role !== 'muster_setup').toSorted());
  });

  it('has no key that reaches into another schema', async () => {
    const reaching = await stage.rows`
      select c.conname from pg_constraint c
        join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
       where c.contype = 'f' and a.relnamespace <> b.relnamespace`;
    expect(reaching).toEqual([]);
  });

  it('asks of the job queue what it shows to others, and nothing of its insides', () => {
    const nosy = ['services/', 'shared/', 'event-file/', 'cli/']
      .flatMap(among)
      .filter((file) => textOf(file).includes('_private_'))
      // Letters of erased people are found by their address, which the queue shows to nobody.
      .filter((file) => !/migrations\/00\d\d_(erasure|own_data|retention)\.ts$/.test(file));
    expect(nosy).toEqual([]);
  });

  it('runs every published routine that writes with an empty search path, for those named alone', async () => {
    const routines = await stage.rows<{ proname: string; config: string[] | null; is_open: boolean }>`
      select p.proname, p.proconfig as config, has_function_privilege('public', p.oid, 'EXECUTE') as is_open
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'published' and p.prosecdef`;
    expect(routines.length).toBeGreaterThan(0);
    expect(routines.filter(({ config, is_open }) => is_open || !config?.includes('search_path=""'))).toEqual([]);
  });

  it('has an index under every reference to what is deleted or listed by it', async () => {
    const bare = await stage.rows`
      select c.conrelid::regclass::text as on_table, a.attname
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and not exists (
         select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`;
    expect(bare).toEqual([]);
  });
});
