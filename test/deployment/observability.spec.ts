import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { alerts, metricsPage, operatorRules } from '../../cli/docs.ts';
import { serviceNames } from '../../shared/contract/services.ts';
import { measures } from '../../shared/process/measures.ts';
import { Metrics } from '../../shared/process/metrics.ts';
import { complaints, hasPromtool, noticeMissingPromtool } from '../support/promtool.ts';
import { compose, read } from './files.ts';

if (!hasPromtool) noticeMissingPromtool();
const withPromtool = hasPromtool ? it : it.skip;

const folder = mkdtempSync(join(tmpdir(), 'muster-observability-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
}
const dashboard = JSON.parse(read('k8s/observability/grafana/dashboard.json')) as { panels: Panel[] };
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
/** Grafana puts in a length of time that fits what is shown. */
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '5m')] as const),
);
const questions = [...queries, ...alerts().map(({ alert, expr }) => [alert, expr] as const)];

/** Labels that Prometheus adds to each series, and those by which this deployment names its source. */
const added = ['instance', 'job', 'component'];

/** Returns the labels of everything that may be asked for, by its name. */
async function known(): Promise<Map<string, Set<string>>> {
  const all = new Map([['up', new Set(added)]]);
  const add = (name: string, type: string, labels: readonly string[]) => {
    const parts = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    for (const part of parts) all.set(name + part, new Set([...labels, ...added, ...(part ? ['le'] : [])]));
  };
  for (const [name, { type, labels }] of Object.entries(measures)) add(name, type, labels);
  // Those of Node; nothing has to have happened yet.
  const ofNode = (await new Metrics().text()).matchAll(/^# TYPE (\w+) (\w+)$/gm);
  for (const [, name = '', type = ''] of ofNode) add(name, type, []);
  return all;
}

const words = new Set(['by', 'without', 'on', 'ignoring', 'and', 'or', 'unless', 'offset', 'bool']);
/** Returns the names in a query, each with the labels that it is chosen by; functions are followed by a parenthesis. */
const namesIn = (expr: string) =>
  [
    ...expr
      .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
      .matchAll(/(?<![\w"$])([a-z_:][a-z_:\d]*)\b(?!\s*\(|[=!]|")(?:\{([^}]*)\})?/g),
  ]
    .filter(([, name = '']) => !words.has(name))
    .map(([, name = '', chosen = '']) => ({
      name,
      labels: [...chosen.matchAll(/(\w+)\s*[=!]~?=?\s*"/g)].map(([, label = '']) => label),
    }));
const groupsIn = (expr: string) =>
  [...expr.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(',').map((one) => one.trim()));

describe('The dashboard and the alerts', () => {
  it.each(questions)('%s asks for what there is: %s', async (_, expr) => {
    const all = await known();
    const asked = namesIn(expr);
    expect(asked).not.toEqual([]);
    for (const { name, labels } of asked) {
      expect([...all.keys()]).toContain(name);
      expect(labels.filter((label) => !all.get(name)?.has(label))).toEqual([]);
    }
    const somewhere = new Set(asked.flatMap(({ name }) => [...(all.get(name) ?? [])]));
    expect(groupsIn(expr).filter((label) => !somewhere.has(label))).toEqual([]);
  });

  it('leave out no measure that an event morning may ask for', () => {
    const asked = questions.map(([, expr]) => expr).join();
    expect(Object.keys(measures).filter((name) => !asked.includes(name))).toEqual([]);
  });

  it('have a case for each alert in which it fires, and one in which it is quiet', () => {
    const { tests } = parse(read('test/deployment/alerts.test.yaml')) as { tests: { name: string }[] };
    expect(tests.map(({ name }) => name)).toEqual(
      alerts().flatMap(({ alert }) => [`${alert} fires`, `${alert} is quiet`]),
    );
  });

  withPromtool('alert when they should, and only then', () => {
    expect(complaints(['test', 'rules', 'test/deployment/alerts.test.yaml'])).toBe('');
  });

  withPromtool('are what Prometheus understands', () => {
    const rules = queries.map(([, expr], index) => ({ record: `panel:query_${index}`, expr }));
    const path = join(folder, 'queries.yaml');
    writeFileSync(path, stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(complaints(['check', 'rules', path, 'k8s/observability/prometheus/alerts.yaml'])).toBe('');
    const config = 'k8s/observability/prometheus/prometheus.yaml';
    expect(complaints(['check', 'config', '--syntax-only', config])).toBe('');
  });

  it.each([
    ['docs/operations/metrics.md', metricsPage],
    ['k8s/observability/operator/rules.yaml', operatorRules],
  ])('are in %s as `npm run docs` writes it', async (path, written) => {
    expect(readFileSync(path, 'utf8')).toBe(await written());
  });
});

describe('Prometheus of docker compose', () => {
  it('reads every service, however many replicas it has', () => {
    const { scrape_configs } = parse(read('k8s/observability/prometheus/prometheus.yaml')) as {
      scrape_configs: { dns_sd_configs: { names: string[]; port: number; type: string }[] }[];
    };
    const [found] = scrape_configs.flatMap(({ dns_sd_configs }) => dns_sd_configs);
    expect(found).toMatchObject({ type: 'A', port: 3030, names: serviceNames });
  });

  it('and Grafana are started only where they are asked for, for this machine alone', () => {
    for (const name of ['prometheus', 'grafana']) {
      const { profiles, ports = [] } = compose.services[name] ?? {};
      expect(profiles).toEqual(['observability']);
      expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    }
  });
});
