import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { natsUsers } from '../../cli/config-docs.ts';
import { readConfig } from '../../shared/broker/config.ts';
import { databaseVariable, environment } from '../../shared/broker/environment.ts';
import { ownsSchema, serviceNames } from '../../shared/contract/services.ts';
import {
  base,
  everyService,
  kustomization,
  kustomizations,
  manifests,
  manifestsIn,
  named,
  podOf,
  read,
  settings,
  unknown,
  variablesOf,
} from './files.ts';

describe.each(kustomizations.map((path) => dirname(path)))('The kustomization of %s', (folder) => {
  const { resources, patches = [], configMapGenerator = [] } = kustomization(folder);

  it('names only files that exist', () => {
    const files = [
      ...resources,
      ...patches.flatMap(({ path }) => path ?? []),
      ...configMapGenerator.flatMap(({ files = [] }) => files),
    ];
    expect(files.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  });

  it('leaves no file beside it unused', () => {
    const used = [...resources, ...patches.map(({ path }) => path), 'kustomization.yaml'];
    expect(globSync('*.yaml', { cwd: folder }).filter((path) => !used.includes(path))).toEqual([]);
  });
});

describe('Kubernetes', () => {
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment');

  it('has one Deployment per service and a budget for its disruptions', () => {
    expect(new Set(deployments.map(({ metadata }) => metadata.name))).toEqual(new Set(serviceNames));
    for (const service of serviceNames) {
      const labels = { 'app.kubernetes.io/name': 'muster', 'app.kubernetes.io/component': service };
      const selector = { matchLabels: labels };
      expect(named('Deployment', service)?.spec).toMatchObject({ selector, template: { metadata: { labels } } });
      expect(named('PodDisruptionBudget', service)?.spec).toEqual({ minAvailable: 1, selector });
    }
  });

  it.each(serviceNames)('gives %s an environment that starts it, and only it', (service) => {
    const variables = [...variablesOf(podOf(everyService)), ...variablesOf(podOf(named('Deployment', service)))];
    const names = variables.map(({ name }) => name);
    expect(unknown([...names, ...settings.map(([name]) => name)])).toEqual([]);
    const env = Object.fromEntries(variables.map(({ name, value }) => [name, value ?? environment[name]?.example]));
    const config = readConfig({ ...Object.fromEntries(settings), ...env });
    expect(config.services).toEqual([service]);
    expect(names.filter((name) => name.startsWith('DATABASE_URL'))).toEqual(
      ownsSchema(service) ? [databaseVariable(service)] : [],
    );
  });

  it.each(serviceNames)('gives %s a login of its own at the bus', (service) => {
    const own = variablesOf(podOf(named('Deployment', service)));
    expect(own).toContainEqual({ name: 'NATS_USER', value: service });
    const valueFrom = { secretKeyRef: { name: 'muster-nats', key: service } };
    expect(own).toContainEqual({ name: 'NATS_PASSWORD', valueFrom });
  });

  it('has the migration make the login of every service', () => {
    const names = variablesOf(podOf(named('Job', 'migrate'))).map(({ name }) => name);
    expect(names).toEqual(['DATABASE_URL', ...serviceNames.filter(ownsSchema).map(databaseVariable)]);
  });

  it('tells NATS who may log in, and the password of every user, in quotes', () => {
    expect(read('k8s/base/nats-users.conf')).toBe(natsUsers());
    expect(read('k8s/base/nats.conf')).toContain('include nats-users.conf');
    const env = variablesOf(podOf(named('StatefulSet', 'nats')));
    for (const [, name = ''] of natsUsers().matchAll(/\$NATS_PASSWORD_(\w+)/g)) {
      const key = name === 'CHECK_IN' ? 'check-in' : name.toLowerCase();
      const valueFrom = { secretKeyRef: { name: 'muster-nats', key } };
      expect(env).toContainEqual({ name: `PLAIN_${name}`, valueFrom });
      expect(env).toContainEqual({ name: `NATS_PASSWORD_${name}`, value: `"$(PLAIN_${name})"` });
    }
  });

  it('applies what all services have in common to every Deployment', () => {
    expect(base.patches).toEqual([{ path: 'workload.yaml', target: { kind: 'Deployment' } }]);
    expect(new Set(deployments.flatMap((one) => podOf(one).containers.map(({ name }) => name)))).toEqual(
      new Set(podOf(everyService).containers.map(({ name }) => name)),
    );
  });

  it('replaces a service without a moment of fewer pods, and drains each', () => {
    expect(everyService?.spec?.strategy).toEqual({ rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } });
    expect(podOf(everyService)).toMatchObject({
      terminationGracePeriodSeconds: 45,
      containers: [
        {
          livenessProbe: { httpGet: { path: '/live', port: 'admin' } },
          readinessProbe: { httpGet: { path: '/ready', port: 'admin' } },
          lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } },
        },
      ],
    });
  });

  it.each([
    ['every service', everyService],
    ['the migration', named('Job', 'migrate')],
    ['the bus', named('StatefulSet', 'nats')],
  ])('gives %s no right it can do without', (_, workload) => {
    const pod = podOf(workload);
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(pod.containers.map(({ securityContext }) => securityContext)).toEqual([
      { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    ]);
  });

  it('lets only the gateway be reached from outside, and only services reach the bus and the database', () => {
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(named('NetworkPolicy', 'deny-all')?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    const open = policies.filter(({ spec }) =>
      (spec?.ingress as { from?: unknown }[] | undefined)?.some(({ from }) => !from),
    );
    expect(open.map(({ metadata }) => metadata.name)).toEqual(['gateway-from-outside']);
    const ports = policies.flatMap(({ spec }) => (spec?.egress ?? []) as { ports: { port: number }[] }[]);
    expect(new Set(ports.flatMap((rule) => rule.ports.map(({ port }) => port)))).toEqual(
      new Set([53, 443, 465, 587, 4222, 5432, 6222]),
    );
  });

  it('scales check-in and the gateway by their CPU, from a higher floor on the day of the event', () => {
    for (const service of ['check-in', 'gateway']) {
      const { minReplicas, metrics } = named('HorizontalPodAutoscaler', service)?.spec ?? {};
      expect(metrics).toEqual([
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
      ]);
      const [raised] = manifestsIn(`k8s/overlays/event-day/${service}.yaml`);
      expect(raised?.spec?.minReplicas).toBeGreaterThan(Number(minReplicas));
      expect(named('Deployment', service)?.spec).not.toHaveProperty('replicas');
    }
  });
});
