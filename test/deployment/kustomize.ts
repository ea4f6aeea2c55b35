/**
 * The output of `kubectl kustomize` for the folders of k8s, and of the overlays that the documents have as examples.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { read } from './files.ts';

export interface Built {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

export const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
if (!hasKubectl) process.stderr.write('NOT TESTED: what kubectl makes of k8s, for there is no kubectl on the PATH.\n');

export function built<Resource extends Built>(path: string): Resource[] {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Resource);
}

/** An overlay of somebody's own. */
export function ours<Resource extends Built>(text: string): Resource[] {
  const folder = mkdtempSync(join(tmpdir(), 'muster-kustomize-'));
  try {
    cpSync('k8s', join(folder, 'k8s'), { recursive: true });
    const path = join(folder, 'k8s/overlays/ours');
    mkdirSync(path);
    writeFileSync(join(path, 'kustomization.yaml'), text);
    return built(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The block of YAML in a document that has these words. */
export const example = (page: string, words: string) =>
  [...read(page).matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text).find((text) => text.includes(words)) ??
  '';
