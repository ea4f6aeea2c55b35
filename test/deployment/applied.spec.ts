/**
 * The errors of an API server for the manifests: whether each is of its kind in Kubernetes 1.30, the oldest release
 * that `docs/operations/deploy.md` names, and whether what refers to something finds it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { closingMs } from '../../services/gateway/limits.ts';
import { stopDelayMs, stopWithinMs } from '../../shared/base/limits.ts';
import { read, type PodSpec } from './files.ts';
import { built, example, hasKubectl, ours, type Built } from './kustomize.ts';

const withKubectl = hasKubectl ? describe : describe.skip;

type Labels = Record<string, string>;
interface Selector {
  readonly matchLabels: Labels;
}
interface Resource extends Built {
  readonly spec: Record<string, never> & {
    readonly selector: Selector & Labels;
    readonly replicas?: number;
    readonly minAvailable: number;
    readonly minReplicas: number;
    readonly maxReplicas: number;
    readonly scaleTargetRef: { readonly kind: string; readonly name: string };
    readonly ports: readonly { readonly port: number; readonly targetPort?: string }[];
    readonly strategy: { readonly rollingUpdate: { readonly maxUnavailable: number; readonly maxSurge: number } };
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
  };
}

const titleOf = ({ kind, metadata }: Resource) => `${kind} ${metadata.name}`;

/** Of an API group that Kubernetes itself has, and not an operator. */
const isOwn = ({ apiVersion }: Resource) => !/\.\w+\//.test(apiVersion) || apiVersion.includes('.k8s.io/');

/** `apps/v1` and `Deployment` as the types of them are called. */
function typeOf({ apiVersion, kind }: Resource): string {
  const [version = '', group = 'core'] = apiVersion.split('/').toReversed();
  return `import('kubernetes-types/${group.split('.')[0]}/${version}').${kind}`;
}

/** The errors of the compiler for these manifests: unknown fields, missing ones, and values of another type. */
function complaints(resources: readonly Resource[]): string[] {
  mkdirSync('node_modules/.cache', { recursive: true });
  const folder = mkdtempSync('node_modules/.cache/applied-');
  try {
    // One line for each, so that the number of the line names it.
    const lines = resources.map((one) => `export const _ = ${JSON.stringify(one)} satisfies ${typeOf(one)};`);
    const file = join(folder, 'manifests.ts');
    writeFileSync(file, lines.map((line, place) => line.replace('_', `_${place}`)).join('\n'));
    const options = '--ignoreConfig --noEmit --strict --module esnext --moduleResolution bundler --pretty false'.split(
      ' ',
    );
    const compiler = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...options, file], {
      encoding: 'utf8',
    });
    return [...compiler.stdout.matchAll(/^.*?\((\d+),\d+\): (.*)$/gm)].map(
      ([, line, words]) => `${titleOf(resources[Number(line) - 1] as Resource)}: ${words}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const includes = (labels: Labels, wanted: Labels) =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);

const deploying = 'docs/operations/deploy.md';
const applied = {
  'k8s/overlays/small': () => built<Resource>('k8s/overlays/small'),
  'k8s/overlays/event-day': () => built<Resource>('k8s/overlays/event-day'),
  'k8s/observability': () => built<Resource>('k8s/observability'),
  'The example of an overlay, with its ingress': () =>
    ours<Resource>(example(deploying, 'overlays/ours/kustomization.yaml')),
};

withKubectl.each(Object.entries(applied))('%s', (_, build) => {
  const resources = hasKubectl ? build() : [];
  const ofKind = (...kinds: string[]) => resources.filter(({ kind }) => kinds.includes(kind));
  const workloads = ofKind('Deployment', 'StatefulSet');
  const scalerOf = (name: string) => ofKind('HorizontalPodAutoscaler').find((one) => one.metadata.name === name);
  const leastOf = ({ metadata, spec }: Resource) => scalerOf(metadata.name)?.spec.minReplicas ?? spec.replicas ?? 1;

  it('is of the kinds of the oldest Kubernetes that the documentation names', () => {
    const [, oldest] = /Kubernetes (1\.\d+) or later/.exec(read(deploying)) ?? [];
    expect(JSON.parse(read('node_modules/kubernetes-types/package.json'))).toMatchObject({ version: `${oldest}.0` });
    expect(resources.length).toBeGreaterThan(0);
    expect(complaints(resources.filter(isOwn))).toEqual([]);
  });

  it('names nothing twice', () => {
    const titles = resources.map(titleOf);
    expect(titles.filter((title, place) => titles.indexOf(title) !== place)).toEqual([]);
  });

  it('selects with every selector the pods that it means', () => {
    for (const { spec } of workloads) expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    for (const budget of ofKind('PodDisruptionBudget')) {
      const held = workloads.filter(({ spec }) =>
        includes(spec.template.metadata.labels, budget.spec.selector.matchLabels),
      );
      expect(held.map(({ metadata }) => metadata.name)).toEqual([budget.metadata.name]);
    }
    for (const { spec } of ofKind('Service')) {
      const [pod] = workloads.filter((one) => includes(one.spec.template.metadata.labels, spec.selector));
      const ports = pod?.spec.template.spec.containers.flatMap(
        (one) => one['ports'] as { name: string; containerPort: number }[],
      );
      for (const { port, targetPort } of spec.ports) {
        const named = ports?.filter(({ name, containerPort }) => targetPort === name || port === containerPort);
        expect(named).toHaveLength(1);
      }
    }
  });

  it('probes ports that its containers have', () => {
    for (const container of workloads.flatMap(({ spec }) => spec.template.spec.containers)) {
      const names = (container['ports'] as { name: string }[]).map(({ name }) => name);
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
        expect(names).toContain((container[probe] as { httpGet: { port: string } }).httpGet.port);
      }
    }
  });

  it('scales what it has, between bounds that leave a rolling update room', () => {
    for (const { spec } of ofKind('HorizontalPodAutoscaler')) {
      expect(ofKind(spec.scaleTargetRef.kind).map(({ metadata }) => metadata.name)).toContain(spec.scaleTargetRef.name);
      expect(spec.maxReplicas).toBeGreaterThan(spec.minReplicas);
    }
    for (const { spec } of ofKind('Deployment')) {
      expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
    }
  });

  it('lets a node be drained: each budget has a pod to spare', () => {
    for (const { metadata, spec } of ofKind('PodDisruptionBudget')) {
      const workload = workloads.find((one) => one.metadata.name === metadata.name);
      expect(workload && leastOf(workload)).toBeGreaterThan(spec.minAvailable);
    }
  });

  it('waits for a pod that stops for longer than it takes to stop', () => {
    for (const { spec } of ofKind('Deployment')) {
      const { terminationGracePeriodSeconds = 0, containers } = spec.template.spec;
      const [lifecycle] = containers.map((one) => one['lifecycle'] as { preStop: { sleep: { seconds: number } } });
      // Clients of a gateway and running calls have their time one after the other.
      const stopMs = closingMs + 2 * stopWithinMs + stopDelayMs;
      expect(terminationGracePeriodSeconds).toBeGreaterThan((lifecycle?.preStop.sleep.seconds ?? NaN) + stopMs / 1_000);
    }
    const conf = read('k8s/base/nats.conf');
    const [grace = 0, duration = 0] = ['grace_period', 'duration'].map((what) =>
      Number(new RegExp(`^lame_duck_${what}: "(\\d+)s"$`, 'm').exec(conf)?.[1]),
    );
    for (const { spec } of ofKind('StatefulSet')) {
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(grace + duration);
    }
  });
});

describe('What the compiler says of a manifest', () => {
  const budget = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'teams' } };
  const refusedBy = (spec: object) => complaints([{ ...budget, spec } as unknown as Resource]);

  it('is nothing where it is right', () => {
    expect(refusedBy({ minAvailable: 1, selector: { matchLabels: {} } })).toEqual([]);
  });

  it.each([
    ['is misspelt', { minAvailible: 1 }],
    ['is of another type', { minAvailable: true }],
    ['is misspelt further in', { minAvailable: 1, selector: { matchAnything: {} } }],
  ])('names it where a field %s', (_, spec) => {
    expect(refusedBy(spec)).toEqual([expect.stringMatching(/^PodDisruptionBudget teams: error TS/)]);
  });
});

describe('Every kubectl in the documentation', () => {
  const resources = hasKubectl ? built<Resource>('k8s/overlays/event-day') : [];
  const commands = ['deploy', 'event-morning', 'metrics', 'backup', 'reliability', 'scale'].flatMap((page) =>
    [...read(`docs/operations/${page}.md`).matchAll(/^.*?\bkubectl ([^`\n]+?)(?: +#.*|`.*)?$/gm)].map(
      ([, command = '']) => command.trim(),
    ),
  );

  it('is found', () => {
    for (const verb of ['rollout status', 'rollout undo', 'drain', 'uncordon', 'patch hpa', 'exec', 'apply -k']) {
      expect(commands.join('\n')).toContain(verb);
    }
  });

  (hasKubectl ? it.each(commands) : it.skip.each(commands))('kubectl %s names what there is', (command) => {
    const kinds = { deployment: 'Deployment', statefulset: 'StatefulSet', job: 'Job', hpa: 'HorizontalPodAutoscaler' };
    for (const [, kind = '', name = ''] of command.matchAll(/\b(deployment|statefulset|job|hpa)[/ ]([a-z][\w-]*)/g)) {
      const named = resources.filter((one) => one.kind === kinds[kind as keyof typeof kinds]);
      expect(named.map(({ metadata }) => metadata.name)).toContain(name);
    }
    for (const [, path = ''] of command.matchAll(/ -[kf] (\S+)/g)) {
      if (path !== 'k8s/overlays/ours') expect(spawnSync('ls', [path]).status).toBe(0);
    }
    if (/\b(deployment|statefulset|job|hpa|pods)\b/.test(command)) expect(command).toContain('-n muster');
  });
});
