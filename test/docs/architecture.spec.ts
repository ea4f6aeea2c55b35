import { describe, expect, it } from '@jest/globals';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { entities } from '../../services/entities.ts';
import * as gatewayLimits from '../../services/gateway/limits.ts';
import * as processLimits from '../../shared/base/limits.ts';
import { callsOf } from '../../shared/contract/calls.ts';
import { answererOf, schemaOf, serviceNames, type ServiceName } from '../../shared/contract/services.ts';
import { filesOfScan } from '../support/files-of-scan.ts';

const page = readFileSync('docs/architecture.md', 'utf8');

/** `a -.-> b & c` as pairs; what says how, such as `-- HTTP -->`, leads out of the house. */
function linesOf(arrow: string): string[] {
  const [, chart = ''] = /```mermaid\nflowchart[^\n]*\n([\s\S]*?)```/.exec(page) ?? [];
  const inside = chart.split('\n').filter((line) => !line.includes(' -- '));
  return inside.flatMap((line) => {
    const [from = '', to] = line.split(` ${arrow} `);
    return (to?.split(' & ') ?? []).map((one) => `${from.trim()} ${one.trim()}`);
  });
}

const ownerOf = new Map(
  Object.entries(entities).flatMap(([service, { views }]) =>
    views.map(({ meta }) => [meta.tableName.replace('published.', ''), service]),
  ),
);

/** The owners of the views that a service names in its statements. */
function readsOf(service: string): string[] {
  const files = globSync(`services/${service}/**/*.ts`).filter((file) => !file.includes('/migrations/'));
  const named = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bpublished\.(\w+)/g)]);
  const owners = named.map(([, view = '']) => ownerOf.get(view)).filter((owner) => owner && owner !== service);
  return [...new Set(owners)].map((owner) => `${service} ${owner}`);
}

describe('The picture of who calls whom', () => {
  it('draws the calls that the bus lets through', () => {
    const calls = serviceNames.flatMap((service) =>
      callsOf(service).map((action) => `${service} ${answererOf(action)}`),
    );
    const between = calls.filter((pair) => new Set(pair.split(' ')).size === 2);
    expect(new Set(linesOf('-->'))).toEqual(new Set(between));
  });

  it('draws the views that statements read', () => {
    expect(new Set(linesOf('-.->'))).toEqual(new Set(serviceNames.flatMap(readsOf)));
  });
});

/** A constant as its row has it: the unit of its name behind a number, and all members of an object. */
function valueText(name: string, value: number | Readonly<Record<string, number>>): string {
  const text = (one: number) => one.toLocaleString('en-US');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, one]) => `${key} ${text(one)}`)
      .join(', ');
  const units = { Ms: ' ms', Bytes: ' bytes' };
  const [, unit = ''] = Object.entries(units).find(([ending]) => name.endsWith(ending)) ?? [];
  return text(value) + unit;
}

describe('The table of limits and waits', () => {
  const [, section = ''] = page.split('## Limits and waits');
  const tables = { 'services/gateway/limits.ts': gatewayLimits, 'shared/base/limits.ts': processLimits };

  it.each(Object.entries(tables))('has each constant of %s with its value, and nothing else', (file, constants) => {
    const [, table = ''] = section.split('\n## ')[0]?.split(`\n\`${file}\`:\n`) ?? [];
    const [rows = ''] = table.split(/\n`[\w/]+\.ts`:\n/);
    const listed = [...rows.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\| [^|]*\w[^|]*\| [^|]*\w/gm)];
    expect(Object.fromEntries(listed.map(([, name = '', value]) => [name, value]))).toEqual(
      Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, valueText(name, value)])),
    );
  });
});

describe("A scan's way through the files", () => {
  it('names files that are there, each once, as many as the page and README say', () => {
    expect(filesOfScan.filter((file) => !existsSync(file))).toEqual([]);
    expect(new Set(filesOfScan).size).toBe(filesOfScan.length);
    expect(page).toContain(`These ${filesOfScan.length} files decide something about a scan`);
    expect(readFileSync('README.md', 'utf8')).toContain(`in ${filesOfScan.length} files that decide something`);
  });
});

describe('The glossary', () => {
  const [, glossary = ''] = page.split('## Glossary');
  const rows = [...glossary.matchAll(/^\| (?!Word|-)([^|]+)\|([^|]+)\|([^|]+)\|$/gm)].map(
    ([, word = '', , code = '']) => ({
      word: word.trim(),
      names: [...code.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name),
    }),
  );
  const sources = globSync('{services,shared}/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const tables = Object.entries(entities).flatMap(([service, { tables: own, views }]) => [
    ...own.map(({ meta }) => `${schemaOf(service as ServiceName)}.${meta.tableName}`),
    ...views.map(({ meta }) => meta.tableName),
  ]);
  const definitionsOf = (name: string) => {
    const definition = new RegExp(
      `^export (?:abstract |async )*(?:class|const|function|interface|type) ${name}\\b`,
      'm',
    );
    return name.includes('.')
      ? tables.filter((table) => table === name)
      : sources.filter((text) => definition.test(text));
  };

  it('gives each word one meaning', () => {
    expect(rows.length).toBeGreaterThan(20);
    expect(new Set(rows.map(({ word }) => word)).size).toBe(rows.length);
  });

  it.each(rows)('defines $word in one place', ({ names }) => {
    expect(names).not.toEqual([]);
    expect(names.filter((name) => definitionsOf(name).length !== 1)).toEqual([]);
  });

  // A name that stands for the same thing in each of its places.
  const sameInEach = new Map([['Tables', 'the tables of the service that declares it, for its own statements']]);
  const typesByName = Map.groupBy(
    globSync('{services,shared,cli,event-file}/**/*.ts')
      .filter((file) => !file.includes('/migrations/'))
      .flatMap((file) => {
        const declared = readFileSync(file, 'utf8').matchAll(/^export (?:abstract )?(?:class|interface|type) (\w+)/gm);
        return [...declared].map(([, name = '']) => ({ name, file }));
      }),
    ({ name }) => name,
  );
  const severalTimes = [...typesByName].filter(([, places]) => places.length > 1);

  it('gives each exported type one meaning, so that it is declared in one place', () => {
    expect(typesByName.size).toBeGreaterThan(300);
    const twice = severalTimes.filter(([name]) => !sameInEach.has(name));
    expect(twice.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`)).toEqual([]);
  });

  it('lists no exception that is none', () => {
    expect([...sameInEach.keys()].filter((name) => !severalTimes.some(([each]) => each === name))).toEqual([]);
  });
});
