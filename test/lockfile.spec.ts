import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

interface LockEntry {
  version?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockEntry> };
const entries = Object.entries(packages);
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? '';
const versionsOf = (belongs: (name: string) => boolean) =>
  entries.flatMap(([path, { version }]) => (version && belongs(nameOf(path)) ? [version] : []));

describe('The lock file', () => {
  it('has an entry for every optional dependency, or `npm ci` refuses it', () => {
    const locked = new Set(entries.map(([path]) => nameOf(path)));
    const missing = entries
      .flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies))
      .filter((name) => !locked.has(name));
    expect(missing).toEqual([]);
  });

  it('names no registry, so that each installs from their own', () => {
    expect(entries.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
  });

  it('keeps path-to-regexp at a version without the known denials of service', () => {
    const versions = versionsOf((name) => name === 'path-to-regexp');
    expect(versions).not.toEqual([]);
    expect(versions.filter((version) => !isAtLeast(version, [8, 4]))).toEqual([]);
  });

  it('holds all of MikroORM at one version: they refuse to work together otherwise', () => {
    expect(new Set(versionsOf((name) => name.startsWith('@mikro-orm/'))).size).toBe(1);
  });
});

function isAtLeast(version: string, [major, minor]: [number, number]): boolean {
  const [its = 0, itsMinor = 0] = version.split('.').map(Number);
  return its > major || (its === major && itsMinor >= minor);
}
