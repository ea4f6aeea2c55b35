import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { natsUsers } from '../../cli/docs.ts';
import { readConfig } from '../../shared/process/config.ts';
import { databaseVariable, environment } from '../../shared/process/environment.ts';
import { ownsSchema, serviceNames } from '../../shared/contract/services.ts';
import { formBytes } from '../../services/gateway/limits.ts';
import { serverOptions } from '../../services/gateway/server.ts';
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
  reservedBy,
  settings,
  unknown,
  variablesOf,
  type Manifest,
} from './files.ts';

describe.each(kustomizations.map((path) => dirname(path)))('The kustomization of %s', (folder) => {
  const { resources = [], patches = [], configMapGenerator = [] } = kustomization(folder);

  it('names only files that exist', () => {
    const files = [
      ...resources,
      ...patches.flatMap(({ path }) => path ?? []),
      ...configMapGenerator.flatMap(({ files = [] }) => files),
    ];
    expect(files.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  });

  it('leaves no file beside it unused', () => {
    const generated = configMapGenerator.flatMap(({ files = [] }) => files);
    const used = [...resources, ...patches.map(({ path }) => path), ...generated, 'kustomization.yaml'];
    expect(globSync('*.{yaml,conf}', { cwd: folder }).filter((path) => !used.includes(path))).toEqual([]);
  });
});

describe('A collector of metrics', () => {
  const [policy] = manifestsIn('k8s/observability/network.yaml');
  const [annotated] = manifestsIn('k8s/observability/scraped.yaml');
  const admin = podOf(everyService).containers.flatMap(
    ({ ports }) => ports as { name: string; containerPort: number }[],
  );

  it('is let in from its namespace alone, to the admin port alone', () => {
    expect(policy?.spec?.ingress).toEqual([
      {
        from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
        ports: [{ protocol: 'TCP', port: 'admin' }],
      },
    ]);
  });

  it('finds every pod and its port', () => {
    expect(admin).toEqual([{ name: 'admin', containerPort: 3030 }]);
    expect(annotated?.spec?.template).toEqual({
      metadata: {
        annotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': '3030', 'prometheus.io/path': '/metrics' },
      },
    });
    const [monitor] = manifestsIn('k8s/observability/operator/pod-monitor.yaml');
    expect(monitor?.spec).toMatchObject({
      selector: { matchLabels: { 'app.kubernetes.io/name': 'muster' } },
      podMetricsEndpoints: [{ port: 'admin', path: '/metrics' }],
    });
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

  it('gives mail how many emails may leave a minute', () => {
    expect(Object.fromEntries(settings)).toMatchObject({ MAIL_RATE: '600' });
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

  it('lets no server of the bus in among the others without their password', () => {
    const config = read('k8s/base/nats.conf');
    expect(config).toContain('authorization { user: "nats", password: $NATS_PASSWORD_ROUTES,');
    const env = variablesOf(podOf(named('StatefulSet', 'nats')));
    const valueFrom = { secretKeyRef: { name: 'muster-nats', key: 'routes' } };
    expect(env).toContainEqual({ name: 'PLAIN_ROUTES', valueFrom });
    for (const [, name = '', server = ''] of config.matchAll(/\$(NATS_ROUTE_(\d))/g)) {
      expect(env).toContainEqual({ name, value: `"nats://nats:$(PLAIN_ROUTES)@nats-${server}.nats:6222"` });
    }
  });

  it('applies what all services have in common to every Deployment', () => {
    expect(base.patches).toEqual([
      { path: 'workload.yaml', target: { kind: 'Deployment' } },
      // Its process that reads large event files stands beside it.
      { target: { kind: 'Deployment', name: 'setup' }, patch: expect.stringMatching(/limits\/memory\n {2}value: 1Gi/) },
    ]);
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
          lifecycle: { preStop: { sleep: { seconds: 5 } } },
        },
      ],
    });
  });

  it.each([
    ['every service', everyService],
    ['the migration', named('Job', 'migrate')],
  ])('gives %s a bounded place for temporary files', (_, workload) => {
    expect(podOf(workload).volumes).toEqual([{ name: 'tmp', emptyDir: { sizeLimit: '512Mi' } }]);
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

  it('spreads the pods of a service, and of the bus, over zones and nodes, and runs all of them where there is one', () => {
    for (const workload of [everyService, named('StatefulSet', 'nats')]) {
      const spread = podOf(workload).topologySpreadConstraints ?? [];
      expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
        'topology.kubernetes.io/zone',
        'kubernetes.io/hostname',
      ]);
      expect(new Set(spread.map(({ whenUnsatisfiable }) => whenUnsatisfiable))).toEqual(new Set(['ScheduleAnyway']));
    }
  });

  it.each(['small', 'event-day'])('reserves with the overlay %s what the documentation says', (overlay) => {
    const { cpu, memory } = reservedBy(`k8s/overlays/${overlay}`);
    const row = new RegExp(`^\\| \`${overlay}\` +\\| ([\\d.]+) +\\| ([\\d.]+) GiB`, 'm').exec(
      read('docs/operations/deploy.md'),
    );
    expect(row?.slice(1)).toEqual([cpu.toFixed(1), memory.toFixed(1)]);
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

describe('The way in from outside', () => {
  const [ingress] = manifestsIn('k8s/ingress/ingress.yaml') as [Manifest & { metadata: Record<string, unknown> }];
  const { tls, rules } = ingress.spec as { tls: { hosts: string[] }[]; rules: { host: string; http: unknown }[] };
  const annotations = ingress.metadata.annotations as Record<string, string>;
  const own = kustomization('k8s/ingress').configMapGenerator?.flatMap(({ literals = [] }) => literals) ?? [];
  const env = Object.fromEntries([...settings, ...own.map((literal) => literal.split('=', 2) as [string, string])]);

  it('leads to the gateway under the public address, over TLS', () => {
    const { hostname } = new URL(env.PUBLIC_URL ?? '');
    const backend = { service: { name: 'gateway', port: { name: 'http' } } };
    expect(ingress.metadata).toMatchObject({ namespace: base.namespace });
    expect(rules).toEqual([{ host: hostname, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }]);
    expect(tls).toMatchObject([{ hosts: [hostname] }]);
  });

  it('lets the longest form pass, in the longest time, and streams without holding them back', () => {
    const told = (name: string) => annotations[`nginx.ingress.kubernetes.io/proxy-${name}`];
    expect(told('body-size')).toBe(`${formBytes.inAll / 2 ** 20}m`);
    for (const name of ['read-timeout', 'send-timeout']) {
      expect(Number(told(name)) * 1_000).toBeGreaterThan(serverOptions.requestTimeout ?? Infinity);
    }
    expect([told('buffering'), told('request-buffering')]).toEqual(['off', 'off']);
  });

  it('believes its proxy alone about the addresses of clients, and lets nobody else speak to the gateway', () => {
    expect(unknown(own.map((literal) => literal.split('=')[0] ?? ''))).toEqual([]);
    const config = readConfig({ ...env, SERVICES: 'gateway' });
    expect(config.trustProxy).toEqual(['10.0.0.0/8']);
    const [narrowed] = manifestsIn('k8s/ingress/network.yaml');
    expect(named('NetworkPolicy', narrowed?.metadata.name ?? '')).toBeDefined();
    const [rule] = (narrowed?.spec?.ingress ?? []) as { from: object[] }[];
    expect(rule?.from).toEqual([{ namespaceSelector: expect.anything() }]);
  });
});
