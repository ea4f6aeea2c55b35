import { globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { parseAllDocuments } from 'yaml';
import { passwordVariable } from '../../cli/commands/nats-config.ts';
import { natsUsers } from '../../cli/docs.ts';
import { readConfig } from '../../shared/process/config.ts';
import { databaseVariable, environment } from '../../shared/process/environment.ts';
import { ownsSchema, schemaOf, serviceNames } from '../../shared/contract/services.ts';
import manifest from '../../package.json' with { type: 'json' };
// As published at https://github.com/compose-spec/compose-spec.
import composeSpecification from '../fixtures/compose-spec.json' with { type: 'json' };
import { base, compose, everyService, manifests, podOf, read, unknown, variablesOf, type Manifest } from './files.ts';

const podImages = (spec: Manifest['spec']) => spec?.template?.spec.containers.map(({ image }) => image) ?? [];

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

  it('names the images of others by their version and by what is in them', () => {
    const others = Object.entries(compose.services).filter(([name, { build }]) => !build && name !== 'mailpit');
    const named = others.map(([, { image }]) => image);
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    const bus = manifests.flatMap(({ kind, spec }) => (kind === 'StatefulSet' ? podImages(spec) : []));
    for (const image of [...named, ...bases, ...bus]) expect(image).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
    expect(bus).toEqual([compose.services.nats?.image]);
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

  it.each(serviceNames)('gives %s no more memory for temporary files than it says', (service) => {
    expect(compose.services[service]).toMatchObject({ read_only: true, tmpfs: ['/tmp:size=320m'] });
  });

  it('gives uploaded files to those who keep them, and to backups', () => {
    const keepers = Object.entries(compose.services).filter(([, { volumes = [] }]) => volumes.includes('data:/data'));
    expect(keepers.map(([name]) => name)).toEqual(['registrations', 'migrate']);
    const others = own.flatMap(([name, { volumes = [] }]) => volumes.map((volume) => [name, volume]));
    expect(others.filter(([, volume]) => volume !== 'data:/data')).toEqual([['mail', 'emails:/data']]);
  });

  it('starts nothing beside them but the migration and what the services stand on', () => {
    expect(new Set(Object.keys(compose.services))).toEqual(
      new Set([...serviceNames, 'migrate', 'postgres', 'nats', 'mailpit', 'prometheus', 'grafana']),
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

  it('opens no port of the host to others but the one of the gateway', () => {
    const toOthers = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.filter((port) => !port.startsWith('127.0.0.1:')).map((port) => [name, port]),
    );
    expect(toOthers).toEqual([['gateway', '${PORT:-3000}:3000']]);
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
    expect(dockerfile).toMatch(/^ENTRYPOINT \["node", "services\/main\.ts"\]$/m);
  });

  it('holds nothing but what is named', () => {
    const [first, ...allowed] = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    expect(first).toBe('*');
    expect(allowed.filter((line) => !line.startsWith('!'))).toEqual([]);
    expect(allowed).not.toContain('!.env');
  });

  it('holds what its programs import', () => {
    const held = read('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    const isHeld = (path: string) => held.some((name) => path === name || path.startsWith(`${name}/`));
    const sources = held.flatMap((name) => globSync(name.includes('.') ? name : `${name}/**/*.{ts,tsx}`));
    const lacking = sources.flatMap((file) =>
      [...read(file).matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
        .map(([, path = '']) => normalize(join(dirname(file), path)))
        .filter((path) => !isHeld(path))
        .map((path) => `${file} -> ${path}`),
    );
    expect(sources).toContain('bench/loadtest/loadtest.ts');
    expect(lacking).toEqual([]);
  });
});
