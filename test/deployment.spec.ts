import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { passwordVariable } from '../cli/commands/nats-config.ts';
import { natsUsers } from '../cli/config-docs.ts';
import { readConfig } from '../shared/broker/config.ts';
import { databaseVariable, environment } from '../shared/broker/environment.ts';
import { ownsSchema, schemaOf, serviceNames } from '../shared/contract/services.ts';
import manifest from '../package.json' with { type: 'json' };
// As published at https://github.com/compose-spec/compose-spec.
import composeSpecification from './fixtures/compose-spec.json' with { type: 'json' };

interface Composed {
  image: string;
  build?: string;
  command?: string[];
  container_name?: string;
  ports?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  restart?: string;
}
interface Container {
  name: string;
  image?: string;
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string } } }[];
  securityContext?: unknown;
  [probe: string]: unknown;
}
interface PodSpec {
  containers: Container[];
  securityContext?: unknown;
  terminationGracePeriodSeconds?: number;
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  spec?: { [member: string]: unknown; template?: { spec: PodSpec } };
}
interface Kustomization {
  resources: string[];
  patches?: { path?: string; target?: { kind: string } }[];
  configMapGenerator?: { name: string; literals?: string[]; files?: string[] }[];
  images?: { name: string; newTag: string }[];
}

const read = (path: string) => readFileSync(path, 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Composed> };
const kustomizations = globSync('k8s/**/kustomization.yaml');
const kustomization = (folder: string) => parse(read(join(folder, 'kustomization.yaml'))) as Kustomization;
const manifestsIn = (path: string) => parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest);
const base = kustomization('k8s/base');
const manifests = base.resources.flatMap((path) => manifestsIn(join('k8s/base', path)));
const [everyService] = manifestsIn('k8s/base/workload.yaml');
const named = (kind: string, name: string) => manifests.find((one) => one.kind === kind && one.metadata.name === name);
const podOf = (one?: Manifest) => one?.spec?.template?.spec ?? { containers: [] };
const variablesOf = (pod: PodSpec) => pod.containers.flatMap(({ env = [] }) => env);
const settings = (base.configMapGenerator ?? [])
  .flatMap(({ literals = [] }) => literals)
  .map((literal) => literal.split('=', 2) as [string, string]);

const known = new Set(
  Object.entries(environment).flatMap(([name, { secret }]) => [name, ...(secret ? [`${name}_FILE`] : [])]),
);
/** What the SDK of the file store reads itself. */
const ofStore = ['AWS_ENDPOINT_URL_S3', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
for (const name of ofStore) known.add(name);
const unknown = (names: Iterable<string>) => [...names].filter((name) => !known.has(name));

describe('Every YAML file of the deployment', () => {
  it.each(['docker-compose.yml', ...globSync('k8s/**/*.yaml')])('%s is well-formed', (path) => {
    expect(parseAllDocuments(read(path), { merge: true }).flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('contains no secret', () => {
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    const values = [...manifests, everyService].flatMap((one) => variablesOf(podOf(one)));
    const written = values.filter(({ name, value }) => environment[name]?.secret && value && !/^"?\$\(/.test(value));
    expect(written).toEqual([]);
  });

  it('names the image by the version of this release', () => {
    expect(base.images).toEqual([{ name: 'muster', newTag: manifest.version }]);
    for (const { build, image } of Object.values(compose.services)) {
      if (build) expect(image).toBe(`muster:${manifest.version}`);
    }
  });
});

describe('docker compose', () => {
  const own = Object.entries(compose.services).filter(([, { build }]) => build);

  it('is what the compose specification takes', () => {
    const ajv = new Ajv({ strict: false, allErrors: true, formats: { duration: true } });
    const schema = { ...composeSpecification, $schema: 'http://json-schema.org/draft-07/schema#' };
    ajv.validate(schema, compose);
    expect(ajv.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`) ?? []).toEqual([]);
  });

  it.each(serviceNames)('runs %s in a container of its own', (service) => {
    const { environment: env = {}, depends_on, stop_grace_period, restart } = compose.services[service] ?? {};
    expect(env.SERVICES).toBe(service);
    expect(depends_on?.migrate).toEqual({ condition: 'service_completed_successfully' });
    expect({ stop_grace_period, restart }).toEqual({ stop_grace_period: '25s', restart: 'unless-stopped' });
  });

  it('starts nothing beside them but the migration and what the services stand on', () => {
    expect(new Set(Object.keys(compose.services))).toEqual(
      new Set([...serviceNames, 'migrate', 'postgres', 'nats', 'mailpit']),
    );
  });

  it('sets only variables the services know', () => {
    expect(unknown(own.flatMap(([, { environment: env = {} }]) => Object.keys(env)))).toEqual([]);
  });

  it.each(own)('gives %s an environment that starts it', (_, { environment: env = {} }) => {
    const filled = Object.entries(env).map(([name, value]) => [
      name,
      value.includes('${') ? environment[name]?.example : value,
    ]);
    expect(() => readConfig(Object.fromEntries(filled) as Record<string, string>)).not.toThrow();
  });

  it.each(serviceNames)('gives %s a login of its own at the bus and the database, and no other', (service) => {
    const { environment: env = {} } = compose.services[service] ?? {};
    expect(env.NATS_USER).toBe(service);
    expect(env.NATS_PASSWORD).toContain(`\${${passwordVariable(service)}:?`);
    const databases = Object.entries(env).filter(([name]) => name.startsWith('DATABASE_URL'));
    expect(databases.map(([name]) => name)).toEqual(ownsSchema(service) ? [databaseVariable(service)] : []);
    for (const [name, url] of databases) {
      expect(url).toMatch(`postgres://${schemaOf(service)}:`);
      expect(compose.services.migrate?.environment?.[name]).toBe(url);
    }
  });

  it('tells NATS the password of every user, in quotes', () => {
    const { environment: env = {} } = compose.services.nats ?? {};
    const asked = [...natsUsers().matchAll(/\$(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(env)).toEqual(expect.arrayContaining(asked));
    for (const name of asked) expect(env[name ?? '']).toMatch(`"\${${name}:?`);
  });

  it('reads only variables that .env.example explains', () => {
    const explained = new Set([...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name));
    const asked = [...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
    expect(asked.filter((name) => !explained.has(name))).toEqual([]);
  });

  it('refuses to start without its passwords instead of assuming some', () => {
    for (const [, name, rest] of read('docker-compose.yml').matchAll(/\$\{(\w*PASSWORD\w*)(:?.)/g)) {
      expect([name, rest]).toEqual([name, ':?']);
    }
  });

  it('opens no port of the host but the one of the gateway', () => {
    expect(Object.entries(compose.services).filter(([, { ports }]) => ports)).toEqual([
      ['gateway', expect.objectContaining({ ports: ['${PORT:-3000}:3000'] })],
    ]);
  });

  it('gives no container a fixed name, so that each can be scaled', () => {
    expect(Object.values(compose.services).filter(({ container_name }) => container_name)).toEqual([]);
  });

  it.each(Object.entries(compose.services))('%s drops every capability and gains none', (_, service) => {
    expect(service).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  });

  it.each(own)('%s runs as an ordinary user on a read-only file system', (_, service) => {
    expect(service).toMatchObject({ user: 'node', read_only: true });
  });
});

describe('The image', () => {
  const dockerfile = read('Dockerfile');

  it('sets only variables the services know, or Node', () => {
    const set = [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, pairs = '']) => pairs.split(' '));
    expect(unknown(set.map((pair) => pair.split('=')[0] ?? ''))).toEqual(['NODE_OPTIONS']);
  });

  it('listens on every address of its container', () => {
    expect(dockerfile).toMatch(/ HOST=0\.0\.0\.0 .*ADMIN_HOST=0\.0\.0\.0 /);
  });

  it('runs one service process as an ordinary user', () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/^ENTRYPOINT \["node", "shared\/broker\/main\.ts"\]$/m);
  });

  it('holds nothing but what is named', () => {
    const [first, ...allowed] = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    expect(first).toBe('*');
    expect(allowed.filter((line) => !line.startsWith('!'))).toEqual([]);
    expect(allowed).not.toContain('!.env');
  });
});

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
