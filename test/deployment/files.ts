/** The files a deployment is made of, as the tests of it read them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { environment } from '../../shared/broker/environment.ts';

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
export interface PodSpec {
  containers: Container[];
  securityContext?: unknown;
  terminationGracePeriodSeconds?: number;
}
export interface Manifest {
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

export const read = (path: string) => readFileSync(path, 'utf8');
export const compose = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Composed> };
export const kustomizations = globSync('k8s/**/kustomization.yaml');
export const kustomization = (folder: string) => parse(read(join(folder, 'kustomization.yaml'))) as Kustomization;
export const manifestsIn = (path: string) =>
  parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest);
export const base = kustomization('k8s/base');
export const manifests = base.resources.flatMap((path) => manifestsIn(join('k8s/base', path)));
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
/** What the SDK of the file store reads itself. */
const ofStore = ['AWS_ENDPOINT_URL_S3', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
for (const name of ofStore) known.add(name);
export const unknown = (names: Iterable<string>) => [...names].filter((name) => !known.has(name));
