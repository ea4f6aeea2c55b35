/** The files a deployment is made of, as the tests of it read them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { environment } from '../../shared/process/environment.ts';

interface Composed {
  image: string;
  volumes?: string[];
  build?: string;
  command?: string[];
  container_name?: string;
  profiles?: string[];
  ports?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  cap_drop?: string[];
  security_opt?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  stop_grace_period?: string;
  restart?: string;
}
interface Container {
  name: string;
  image?: string;
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string } } }[];
  securityContext?: unknown;
  resources?: { requests: { cpu: string; memory: string } };
  [probe: string]: unknown;
}
export interface PodSpec {
  containers: Container[];
  securityContext?: unknown;
  terminationGracePeriodSeconds?: number;
  volumes?: unknown[];
  topologySpreadConstraints?: { topologyKey: string; whenUnsatisfiable: string }[];
}
export interface Manifest {
  kind: string;
  metadata: { name: string };
  spec?: { [member: string]: unknown; template?: { spec: PodSpec } };
}
interface Kustomization {
  namespace?: string;
  resources?: string[];
  replicas?: { name: string; count: number }[];
  patches?: { path?: string; patch?: string; target?: { kind: string } }[];
  configMapGenerator?: { name: string; literals?: string[]; files?: string[] }[];
  images?: { name: string; newTag: string }[];
}

export const read = (path: string) => readFileSync(path, 'utf8');
export const compose = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Composed> };
export const kustomizations = globSync('k8s/**/kustomization.yaml');
export const kustomization = (folder: string) => parse(read(join(folder, 'kustomization.yaml'))) as Kustomization;
export const manifestsIn = (path: string) =>
  parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest);
export const base = kustomization('k8s/base');
export const manifests = (base.resources ?? []).flatMap((path) => manifestsIn(join('k8s/base', path)));
export const [everyService] = manifestsIn('k8s/base/workload.yaml');
export const named = (kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name);
export const podOf = (one?: Manifest) => one?.spec?.template?.spec ?? { containers: [] };
export const variablesOf = (pod: PodSpec) => pod.containers.flatMap(({ env = [] }) => env);
export const settings = (base.configMapGenerator ?? [])
  .flatMap(({ literals = [] }) => literals)
  .map((literal) => literal.split('=', 2) as [string, string]);

const known = new Set(
  Object.entries(environment).flatMap(([name, { secret }]) => [name, ...(secret ? [`${name}_FILE`] : [])]),
);
/** Variables that the SDK of the file store reads itself. */
const ofStore = ['AWS_ENDPOINT_URL_S3', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
for (const name of ofStore) known.add(name);
export const unknown = (names: Iterable<string>) => [...names].filter((name) => !known.has(name));

/** The CPUs and GiB that an overlay reserves when nothing is scaled up: of every service, and of the bus. */
export function reservedBy(overlay: string) {
  const { replicas = [], patches = [] } = kustomization(overlay);
  const raised = patches.flatMap(({ path }) => (path ? manifestsIn(join(overlay, path)) : []));
  const changedIn = (kind: string) =>
    patches
      .filter(({ target }) => target?.kind === kind)
      .flatMap(({ patch = '[]' }) => parse(patch) as { path: string; value: string }[])
      .map(({ path, value }) => [path.split('/').at(-1), value]);
  const podsOf = ({ kind, metadata: { name }, spec }: Manifest) => {
    const scaled = [...raised, ...manifests].find((one) => isScaler(one) && one.metadata.name === name);
    const counted = kind === 'Deployment' ? replicas.find((one) => one.name === name)?.count : undefined;
    return Number(scaled?.spec?.minReplicas ?? counted ?? spec?.replicas);
  };
  const requestsOf = (one: Manifest) => {
    const [container] = podOf(one.kind === 'Deployment' ? everyService : one).containers;
    const usual = container?.resources?.requests ?? { cpu: '', memory: '' };
    return { ...usual, ...(Object.fromEntries(changedIn(one.kind)) as Partial<typeof usual>) };
  };
  const reserving = manifests.filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind));
  const sum = (amountOf: (one: Manifest) => number) =>
    reserving.reduce((total, one) => total + podsOf(one) * amountOf(one), 0);
  return {
    cpu: sum((one) => Number.parseInt(requestsOf(one).cpu, 10) / 1_000),
    memory: sum((one) => Number.parseInt(requestsOf(one).memory, 10) / 1_024),
  };
}
const isScaler = ({ kind }: Manifest) => kind === 'HorizontalPodAutoscaler';
