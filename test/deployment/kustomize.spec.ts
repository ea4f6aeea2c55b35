/** What Kubernetes gets: the folders of k8s, and the examples of the documents, as `kubectl kustomize` puts them together. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { read } from './files.ts';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
if (!hasKubectl) process.stderr.write('NOT TESTED: what kubectl makes of k8s, for there is no kubectl on the PATH.\n');
const withKubectl = hasKubectl ? describe : describe.skip;

interface Resource {
  kind: string;
  metadata: { name: string; namespace?: string; annotations?: Record<string, string> };
  data?: Record<string, string>;
  spec?: {
    template?: {
      metadata: Resource['metadata'];
      spec: { containers: { image: string; volumeMounts?: unknown[] }[]; volumes?: unknown[] };
    };
  };
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-kustomize-'));
  cpSync('k8s', join(folder, 'k8s'), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function built(path: string): Resource[] {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Resource);
}

/** An overlay of somebody's own. */
function ours(text: string): Resource[] {
  const path = join(folder, 'k8s/overlays/ours');
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'kustomization.yaml'), text);
  return built(path);
}

/** The block of YAML in a document that has these words. */
const example = (page: string, words: string) =>
  [...read(page).matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text).find((text) => text.includes(words)) ??
  '';

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
    const resources = built(join('k8s', path));
    const elsewhere = resources.filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'muster');
    expect(elsewhere).toEqual([]);
    expect(named(resources, 'Namespace')).toEqual(['muster']);
    const kept = named(resources, 'ConfigMap');
    expect([...asked(resources)].sort()).toEqual(kept.sort());
  });

  it('a bus of k8s/overlays/event-day that says nothing in the clear', () => {
    const resources = built('k8s/overlays/event-day');
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
    const resources = ours(example('docs/operations/deploy.md', 'overlays/ours/kustomization.yaml'));
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

  it('what docs/operations/metrics.md has as an example, on every service', () => {
    const components = example('docs/operations/metrics.md', 'observability/operator');
    const resources = ours(`resources: [../event-day]\n${components}`);
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
