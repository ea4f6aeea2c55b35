/** PgBouncer as an option of both deployments: every service finds it with a login of its own, and what listens goes past it. */
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { connectionsOf, poolsOf } from '../../shared/process/connections.ts';
import { readConfig } from '../../shared/process/config.ts';
import { databaseVariable, storingServices } from '../../shared/process/environment.ts';
import { schemaOf } from '../../shared/contract/services.ts';
import { compose, kustomization, manifestsIn, podOf, read } from './files.ts';

interface Override {
  services: Record<string, { environment?: Record<string, string>; build?: string; [member: string]: unknown }>;
  configs: Record<string, { content?: string; file?: string }>;
}
const override = parse(read('docker-compose.pgbouncer.yml'), { merge: true }) as Override;
const ini = read('k8s/pgbouncer/pgbouncer.ini');
const said = (name: string) => new RegExp(`^${name} = (.*)$`, 'm').exec(ini)?.[1];
const [deployment] = manifestsIn('k8s/pgbouncer/pgbouncer.yaml');

describe('The file of PgBouncer', () => {
  it('shares connections between transactions, and keeps prepared statements', () => {
    expect(said('pool_mode')).toBe('transaction');
    expect(Number(said('max_prepared_statements'))).toBeGreaterThanOrEqual(200);
  });

  it('lets no more than 60 connections through on an event day, with those that go past it', () => {
    const replicas = { registrations: 3, mail: 2, webhooks: 2 };
    const counted = kustomization('k8s/overlays/event-day').replicas ?? [];
    expect(counted.find(({ name }) => name === 'registrations')?.count).toBe(replicas.registrations);
    const direct = Object.entries(replicas).map(
      ([name, count]) => count * poolsOf(name as keyof typeof replicas).worker,
    );
    const pooled = Number(deployment?.spec?.['replicas']) * Number(said('max_db_connections'));
    expect(direct.reduce((sum, each) => sum + each, pooled)).toBeLessThanOrEqual(60);
  });

  it('has room for the connections of all services at their most', () => {
    const eventDay = connectionsOf(storingServices) * 3 + connectionsOf(['check-in']) * 12;
    expect(Number(said('max_client_conn'))).toBeGreaterThanOrEqual(eventDay);
  });
});

describe('docker compose with PgBouncer', () => {
  it.each(storingServices)('leads %s through it, and past it where it has to', (service) => {
    const { environment = {} } = override.services[service] ?? {};
    const name = databaseVariable(service);
    const usual = compose.services[service]?.environment ?? {};
    expect(environment).toEqual({
      DATABASE_URL_DIRECT: 'postgres://postgres:5432/muster',
      [name]: usual[name]?.replace('@postgres:5432', '@pgbouncer:6432'),
    });
    expect(override.services['migrate']?.environment).toMatchObject(environment);
    const filled = { ...usual, ...environment, DATABASE_PASSWORD: '' };
    const words = Object.entries(filled).map(([each, value]) => [
      each,
      value.replace(/\$\{[^}]*\}/g, 'word'.repeat(8)),
    ]);
    const kept = Object.fromEntries(words.filter(([each]) => /^(SERVICES|NATS_|DATABASE_URL|.*_KEY)/.test(each ?? '')));
    expect(readConfig(kept).databaseUrlFor(service)).toContain('@pgbouncer:6432/muster');
  });

  it('tells it the password of every service', () => {
    const users = override.configs['pgbouncer-users']?.content ?? '';
    for (const service of storingServices) {
      const variable = databaseVariable(service).replace('URL', 'PASSWORD');
      expect(users).toContain(`"${schemaOf(service)}" "\${${variable}:?`);
    }
  });

  it('drops every capability and gains none', () => {
    expect(override.services['pgbouncer']).toMatchObject({
      ...{ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], read_only: true, build: 'k8s/pgbouncer' },
    });
  });

  it('has an image made of one that is named by what is in it', () => {
    const [, image] = /^FROM (\S+)$/m.exec(read('k8s/pgbouncer/Dockerfile')) ?? [];
    expect(image).toBe(compose.services['postgres']?.image);
  });
});

describe('Kubernetes with PgBouncer', () => {
  const { patches = [] } = kustomization('k8s/pgbouncer');

  it('tells every service and the migration the way past it', () => {
    const targets = patches.map(({ target }) => target as { kind: string; name: string });
    expect(targets.map(({ kind, name }) => [kind, name.split('|')])).toEqual([
      ['Deployment', storingServices],
      ['Job', ['migrate']],
    ]);
    for (const { patch } of patches) expect(patch).toContain('key: direct-url');
  });

  it('runs two, as an ordinary user on a read-only file system', () => {
    expect(deployment?.spec).toMatchObject({ replicas: 2 });
    const { securityContext, containers } = podOf(deployment);
    expect(securityContext).toMatchObject({ runAsNonRoot: true });
    expect(containers[0]?.securityContext).toEqual({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    });
  });
});
