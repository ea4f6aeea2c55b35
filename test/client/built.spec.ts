/** The package as it is published: packed, installed, and run where nobody strips types. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compileFiles } from '../support/compiler.ts';
import { memberWithPassword, password, personWithPassword } from '../support/sign-in.ts';
import { openWorld, type World } from '../support/world.ts';

const run = promisify(execFile);
const example = 'clients/typescript/examples/judged.js';

/** The oldest Node that the package promises, where this machine has it, and ours without its own TypeScript. */
const isOld = (path: string) =>
  existsSync(path) && /^v20\./.test(execFileSync(path, ['--version'], { encoding: 'utf8' }));
const old = ['/usr/local/bin/node', '/usr/bin/node'].filter(isOld).slice(0, 1);
const nodes = [...old.map((path) => [path] as const), [process.execPath, '--no-strip-types'] as const];

let world: World;
let place: string;
let installed: string;
beforeAll(async () => {
  world = await openWorld();
  place = await mkdtemp(join(tmpdir(), 'muster-client-'));
  installed = join(place, 'node_modules/@muster/client');
  await mkdir(installed, { recursive: true });
  const pack = ['pack', './clients/typescript', '--silent', '--pack-destination', place];
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  await run('npm', pack, { env: { ...process.env, NODE_OPTIONS: '', PATH: path } });
  const [archive = ''] = globSync('*.tgz', { cwd: place });
  await run('tar', ['-xzf', join(place, archive), '--strip-components=1', '-C', installed]);
  await symlink(resolve('node_modules/standardwebhooks'), join(place, 'node_modules/standardwebhooks'));
  await writeFile(join(place, 'package.json'), '{ "type": "module" }');
});
afterAll(async () => {
  await rm(place, { recursive: true, force: true });
  await world.close();
});

const runIn = async ([node, ...flags]: readonly [string, ...string[]], file: string, env: Record<string, string>) =>
  (await run(node, [...flags, file], { cwd: place, env: { ...env, PATH: process.env.PATH ?? '' } })).stdout;

describe('The package', () => {
  it('has what runs, its types and how to use it, and nothing else', () => {
    const files = globSync('**/*', { cwd: installed, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(
      files
        .filter(({ name }) => !/\.(js|d\.ts)$/.test(name))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['README.md', 'package.json']);
  });

  it('imports itself alone, but for the library that webhooks are verified with', async () => {
    const files = globSync('dist/**/*.{js,d.ts}', { cwd: installed });
    const named = await Promise.all(
      files.map(async (file) => {
        const text = await readFile(join(installed, file), 'utf8');
        return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name);
      }),
    );
    const outside = new Set(named.flat().filter((name) => !/^\.\.?\/.*\.js$/.test(name) || name.includes('../../')));
    expect([...outside]).toEqual(['standardwebhooks']);
  });
});

describe.each(nodes)('Plain Node: %s %s', (...node) => {
  it('runs the example of the page from nothing to judged', async () => {
    const organization = await world.organization({ can_create_events: true });
    const ada = await world.member(organization, 'MEMBER');
    const owner = await memberWithPassword(world, organization, 'OWNER');
    const judge = await personWithPassword(world);
    await writeFile(join(place, 'judged.js'), await readFile(example));
    const said = await runIn(node, 'judged.js', {
      MUSTER_URL: world.url,
      ORG: organization.id,
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: password,
      ADA_KEY: await world.keyOf(ada, organization),
      JUDGE_EMAIL: judge.email,
      JUDGE_PASSWORD: password,
    });
    expect(said).toBe('1 Comets 8\n');
  });

  it('reads deliveries', async () => {
    const program = `
      import { readDelivery } from '@muster/client/webhooks';
      import { Webhook } from 'standardwebhooks';
      const [secret, at] = ['whsec_' + btoa('0123456789abcdef0123456789abcdef'), new Date()];
      const body = JSON.stringify({ type: 'webhook.test', data: {} });
      const signature = new Webhook(secret).sign('1', at, body);
      const headers = { 'webhook-id': '1', 'webhook-timestamp': String(Math.floor(at / 1000)), 'webhook-signature': signature };
      console.log(readDelivery(secret, body, headers).type);`;
    await writeFile(join(place, 'deliveries.js'), program);
    expect(await runIn(node as [string], 'deliveries.js', {})).toBe('webhook.test\n');
  });
});

describe('The types of the package', () => {
  const program = `
    import { createClient, isRefusal, type Answer } from '@muster/client';
    const muster = createClient({ url: 'https://muster.example.org', apiKey: 'mst_' });
    export const team: Answer<'teams', 'create'>['team'] = (await muster.teams.create({ superEventId: '', trackId: '', name: '' })).team;
    export const why = (error: unknown) => (isRefusal(error, 'ALREADY_IN_TEAM') ? error.extras.userIds : []);
    // @ts-expect-error a missing parameter
    await muster.teams.get();`;

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('are found by the compiler without those of Node: %s, %s', async (module, moduleResolution) => {
    await writeFile(join(place, 'typed.ts'), program);
    const platform = { target: 'es2022', lib: ['es2022', 'dom'], types: [], strict: true };
    const { complaints } = await compileFiles(place, ['typed.ts'], { ...platform, module, moduleResolution });
    expect(complaints).toEqual([]);
  });
});

it('The page shows the example that is run', async () => {
  const page = await readFile('clients/typescript/README.md', 'utf8');
  expect(page).toContain(`\`\`\`js\n${await readFile(example, 'utf8')}\`\`\``);
});
