/** The manifests for Kubernetes: folders of k8s and examples of the documents, as `kubectl kustomize` builds them. */
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { built, example, hasKubectl, ours, type Built } from './kustomize.ts';
import { storingServices } from '../../shared/process/environment.ts';

const withKubectl = hasKubectl ? describe : describe.skip;

type Resource = Built & {
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template?: {
      readonly metadata: Built['metadata'];
      readonly spec: {
        readonly containers: { image: string; volumeMounts?: unknown[] }[];
        readonly volumes?: unknown[];
      };
    };
  };
};

const named = (resources: readonly Resource[], kind: string) =>
  resources.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);

/** Names of ConfigMaps that pods ask for. */
const asked = (resources: readonly Resource[]) =>
  new Set(
    [
      ...JSON.stringify(resources.map(({ spec }) => spec)).matchAll(
        /"configMap(?:Ref|KeyRef)?":\{[^{}]*"name":"([^"]+)"/g,
      ),
    ].map(([, name]) => name),
  );

withKubectl('kubectl makes', () => {
  it.each(['base', 'overlays/small', 'overlays/event-day'])('one whole of k8s/%s, in its namespace', (path) => {
    const resources = built<Resource>(join('k8s', path));
    const elsewhere = resources.filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'muster');
    expect(elsewhere).toEqual([]);
    expect(named(resources, 'Namespace')).toEqual(['muster']);
    const kept = named(resources, 'ConfigMap');
    expect([...asked(resources)].sort()).toEqual(kept.sort());
  });

  it('a bus of k8s/overlays/event-day that says nothing in the clear', () => {
    const resources = built<Resource>('k8s/overlays/event-day');
    const data = (name: RegExp) =>
      resources.find(({ kind, metadata }) => kind === 'ConfigMap' && name.test(metadata.name))?.data;
    expect(data(/^settings-/)).toMatchObject({ NATS_TLS_CA: '/etc/nats-tls/ca.crt' });
    for (const file of ['nats-tls.conf', 'nats-routes-tls.conf']) {
      expect(data(/^nats-config-/)?.[file]).toContain('cert_file: /etc/nats-tls/tls.crt');
    }
    const speaking = resources.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
    for (const { kind, spec } of speaking) {
      // Of services nobody shows a certificate, so none has the key.
      const items = kind === 'Deployment' ? { items: [{ key: 'ca.crt', path: 'ca.crt' }] } : {};
      const { containers, volumes } = spec?.template?.spec ?? { containers: [] };
      expect(volumes).toContainEqual({ name: 'nats-tls', secret: { secretName: 'muster-nats-tls', ...items } });
      expect(containers[0]?.volumeMounts).toContainEqual({
        ...{ name: 'nats-tls', mountPath: '/etc/nats-tls', readOnly: true },
      });
    }
    expect(speaking.length).toBeGreaterThan(5);
  });

  it('what docs/operations/deploy.md has as an example, with its image and settings everywhere', () => {
    const resources = ours<Resource>(example('docs/operations/deploy.md', 'overlays/ours/kustomization.yaml'));
    expect(named(resources, 'Ingress')).toEqual(['gateway']);
    const settings = resources.find(({ kind, metadata }) => kind === 'ConfigMap' && /^settings-/.test(metadata.name));
    expect(settings?.data).toMatchObject({
      PUBLIC_URL: 'https://muster.example.org',
      TRUST_PROXY: expect.stringMatching(/\//),
    });
    expect(asked(resources)).toContain(settings?.metadata.name);
    const images = resources.flatMap(({ spec }) => spec?.template?.spec.containers.map(({ image }) => image) ?? []);
    expect(new Set(images)).toEqual(
      new Set(['registry.example.org/muster:0.1.0', expect.stringMatching(/^nats:/) as unknown as string]),
    );
  });

  it('what docs/operations/deploy.md has with PgBouncer, which every pod that stores knows the way past', () => {
    const resources = ours<Resource>(example('docs/operations/deploy.md', 'with PgBouncer'));
    const informed = resources.filter(({ spec }) => JSON.stringify(spec ?? '').includes('"DATABASE_URL_DIRECT"'));
    expect(informed.map(({ metadata }) => metadata.name).sort()).toEqual([...storingServices, 'migrate'].sort());
    const kept = named(resources, 'ConfigMap').find((name) => name.startsWith('pgbouncer-'));
    const pooler = resources.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'pgbouncer');
    expect(JSON.stringify(pooler?.spec)).toContain(kept);
    expect(pooler?.spec?.template?.spec.containers).toMatchObject([
      { image: 'registry.example.org/muster-pgbouncer:0.1.0' },
    ]);
  });

  it('what docs/operations/metrics.md has as an example, on every service', () => {
    const components = example('docs/operations/metrics.md', 'observability/operator');
    const resources = ours<Resource>(`resources: [../event-day]\n${components}`);
    const services = resources.filter(({ kind }) => kind === 'Deployment');
    for (const { metadata, spec } of services) {
      const { annotations = {} } = spec?.template?.metadata ?? { name: '' };
      expect({ service: metadata.name, ...annotations }).toMatchObject({ 'prometheus.io/scrape': 'true' });
    }
    expect(services.length).toBeGreaterThan(5);
    expect(named(resources, 'PodMonitor')).toHaveLength(1);
    expect(named(resources, 'ConfigMap')).toContain('muster-dashboard');
  });
});
