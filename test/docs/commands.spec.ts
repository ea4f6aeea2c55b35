/** Every command of every document: run here on the example event, run by a spec that is named, or known why it is not. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compose, manifests } from '../deployment/files.ts';
import { muster } from '../cli/command.ts';
import { openWorld, type World } from '../support/world.ts';
import { commands, mentions, statements, type Shown } from './commands.ts';
import { wayOf, ways } from './ways.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

describe('Every command of the documents', () => {
  const all = [...commands, ...mentions];

  it('is run, or has a reason', () => {
    expect(commands.length).toBeGreaterThan(40);
    expect(all.filter(({ text }) => !wayOf(text))).toEqual([]);
  });

  it('is not one that nobody shows any more', () => {
    expect(ways.filter((way) => !all.some(({ text }) => wayOf(text) === way))).toEqual([]);
  });

  it('is run by the spec that is named for it', () => {
    const named = ways.flatMap((way) => ('spec' in way ? [way] : []));
    const silent = named.filter(
      ({ spec, naming }) => !existsSync(spec) || !readFileSync(spec, 'utf8').includes(naming),
    );
    expect(silent).toEqual([]);
  });

  it('names scripts that are there', () => {
    const asked = all.flatMap(({ text }) =>
      [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name = '']) => name),
    );
    expect(asked.filter((name) => !(name in scripts))).toEqual([]);
    // Specs start the service by this command, without npm.
    expect(scripts.start).toBe('node services/main.ts');
  });

  it('names files, services and deployments that are there', () => {
    const texts = all.map(({ text }) => text).join('\n');
    const found = (pattern: RegExp) => [...new Set([...texts.matchAll(pattern)].map(([, name = '']) => name))];
    // The page says how to make it.
    const made = 'k8s/overlays/ours';
    expect(found(/ -[kf] (k8s\/[\w/.-]+)/g).filter((path) => path !== made && !existsSync(path))).toEqual([]);
    expect(found(/--scale ([\w-]+)=/g).filter((service) => !compose.services[service])).toEqual([]);
    expect(
      found(/ exec (?:-it )?([a-z]\w+) /g).filter((service) => service !== 'deployment' && !compose.services[service]),
    ).toEqual([]);
    const deployments = manifests.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    expect(found(/deployment\/([\w-]+)/g).filter((name) => !deployments.includes(name))).toEqual([]);
  });

  it('has every script of examples/curl run by a spec', () => {
    const specs = globSync('test/**/*.spec.ts')
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    const names = globSync('examples/curl/*.sh').map((path) => path.split('/').at(-1) ?? '');
    expect(names.filter((name) => !specs.includes(name))).toEqual([]);
  });
});

/** A call of `muster` in a sentence, or in a container: its words and options. */
const askedOf = ({ text }: Shown) => {
  const [, asked = ''] = /(?:^|-- )muster (?:-- )?([a-z].*)$|run --rm migrate ([a-z].*)$/.exec(text) ?? [];
  return asked === '' ? [] : [asked];
};
const words = (asked: string) =>
  /^[a-z]+(?:-[a-z]+)?(?: (?:up|status|tail|add|list|remove|create|revoke)\b)?/.exec(asked)?.[0] ?? '';

describe('A call of muster in a sentence', () => {
  const elsewhere = commands.filter(({ text }) => /^(kubectl|docker)/.test(text));
  const asked = [...new Set([...mentions, ...elsewhere].flatMap(askedOf))];
  const helps = new Map<string, Promise<string>>();
  const helpOf = (command: string) => {
    const help = helps.get(command) ?? muster([...command.split(' '), '--help']).then(({ stdout }) => stdout);
    helps.set(command, help);
    return help;
  };

  it.each(asked)('is there: muster %s', async (text) => {
    const help = await helpOf(words(text));
    expect(help).toMatch(`Usage: muster ${words(text)}`);
    for (const [option] of text.matchAll(/(?<= )--?[a-z][a-z-]*/g)) expect(help).toContain(option);
  });
});

describe('On the example event', () => {
  let world: World;
  let place: string;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    world = await openWorld();
    place = await mkdtemp(join(tmpdir(), 'muster-documents-'));
    for (const name of ['examples', '.env.example']) await symlink(resolve(name), join(place, name));
    await copyFile('examples/spring-hack.yaml', join(place, 'event.yaml'));
    const shim = `#!/bin/sh\nexec '${process.execPath}' --no-warnings '${resolve('cli/muster.ts')}' "$@"\n`;
    await writeFile(join(place, 'muster'), shim);
    await chmod(join(place, 'muster'), 0o755);
    env = {
      ...process.env,
      ...{ PATH: `${place}:${process.env.PATH}`, NODE_OPTIONS: '', DATABASE_URL: world.databaseUrl },
      ...{ DATA_DIR: world.dataDir, PUBLIC_URL: 'https://muster.test', MUSTER: world.url },
    };
  });
  afterAll(async () => {
    await rm(place, { recursive: true });
    await world.close();
  });

  /** Where the documents speak of addresses and an organization of the reader. */
  const here = (text: string) =>
    text
      .replace('npm run -s muster --', 'muster')
      .replace(/https:\/\/muster\.example\.org|http:\/\/localhost:3000/, world.url)
      .replace('http://localhost:3030', `http://127.0.0.1:${world.gateway.adminPort}`)
      .replace(/^curl /, 'curl --fail-with-body ')
      // A process is not ready while the machine is too busy for its database to answer soon.
      .replace(/\/ready$/, '/ready --retry 40 --retry-delay 1')
      .replaceAll(/\bacme\b/g, 'nordlicht');
  const ownerKey = async () => {
    const [olga] = await world.rows<any>`select id, email, name from identity.person where email like 'olga@%'`;
    const [org] = await world.rows<{ id: string }>`select id from organizations.organization where slug = 'nordlicht'`;
    return olga && org ? world.keyOf(olga, org) : '';
  };

  const run = commands.flatMap((command) => {
    const way = wayOf(command.text);
    return way && 'run' in way ? [{ ...command, codes: way.run }] : [];
  });
  it.each(run)('$page: $text', async ({ text, codes }) => {
    const [point] = await world.rows<{ id: string }>`select id from check_in.point limit 1`;
    const reader = { KEY: await ownerKey(), POINT: point?.id ?? '' };
    const { code, stderr } = await promisify(execFile)('sh', ['-c', here(text)], {
      cwd: place,
      env: { ...env, ...reader },
      timeout: 50_000,
    }).then(
      ({ stderr }) => ({ code: 0, stderr }),
      (error: { code: number; stderr: string }) => error,
    );
    expect(codes.includes(code) ? '' : `ended with ${code}: ${stderr}`).toBe('');
    // A crash ends with 1 as well.
    if (code !== 0) expect(stderr).not.toMatch(/ {4}at |Error:/);
  });

  it.each(statements)('$page: $text', async ({ text }) => {
    await expect(world.rows([text] as unknown as TemplateStringsArray)).resolves.toEqual(expect.any(Array));
  });
});
