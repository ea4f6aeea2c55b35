import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { muster } from './command.ts';

let dataDir: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-demo-'));
});
afterAll(async () => {
  for (const child of children.filter(({ exitCode }) => exitCode === null)) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await rm(dataDir, { recursive: true, force: true });
});

/** Answers once everything it has to say is said. */
async function startDemo(env: NodeJS.ProcessEnv = {}) {
  const options = { env: { ...process.env, DATA_DIR: dataDir, PORT: '0', ADMIN_PORT: '0', ...env } };
  const child = spawn(process.execPath, ['cli/demo.ts'], options);
  children.push(child);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  let stdout = '';
  for await (const text of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
    stdout += text;
    if (stdout.includes('stops it')) break;
  }
  if (!stdout.includes('stops it')) throw new Error(`The demo said nothing but: ${complaint}`);
  const [, key = '', url = ''] = /^curl -H "X-Api-Key: (\S+)" (\S+)$/m.exec(stdout) ?? [];
  const stop = async () => {
    child.kill('SIGTERM');
    return (await ended)[0];
  };
  return { stdout, complaint: () => complaint, key, url, stop };
}

const get = (url: string, key: string) => fetch(url, { headers: { 'X-Api-Key': key } });

describe('npm run demo in an empty directory', () => {
  let demo: Awaited<ReturnType<typeof startDemo>>;
  beforeAll(async () => {
    demo = await startDemo({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/production' });
  }, 60_000);

  it('shows a command that answers 200, and fits 80 columns but for it', async () => {
    expect(await (await get(demo.url, demo.key)).json()).toMatchObject({
      data: { super_event: { slug: 'spring-hack' } },
    });
    const lines = demo.stdout.split('\n').filter((line) => !line.startsWith('curl') && !line.includes(dataDir));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('shows one key per role, each of which works', async () => {
    const keys = [...demo.stdout.matchAll(/(\w+) +(mst_\w+)/g)].map(([, role, key]) => [role, key]);
    expect(keys.map(([role]) => role)).toEqual(['owner', 'organizer', 'judge', 'kiosk', 'participant']);
    const answers = await Promise.all(keys.map(([, key = '']) => get(demo.url, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('says that it leaves the database of the environment alone', () => {
    expect(demo.complaint()).toBe('The demo runs on its own, whatever is set as DATABASE_URL.\n');
  });

  it('has the whole example in it, as the command line sees beside it', async () => {
    const { code, stdout } = await muster(['plan', '-f', 'examples/spring-hack.yaml', '--json'], { DATA_DIR: dataDir });
    expect(code).toBe(2);
    const { changes, actions } = JSON.parse(stdout);
    expect(changes).toEqual({ created: 7, changed: 0, unchanged: 1007 });
    expect(actions.every(({ what }: { what: string }) => what.startsWith('API key '))).toBe(true);
  });

  it('ends with 0 on SIGTERM, and shows fresh keys at the next start', async () => {
    expect(await demo.stop()).toBe(0);
    const next = await startDemo();
    expect((await get(next.url, next.key)).status).toBe(200);
    expect((await get(next.url, demo.key)).status).toBe(401);
    expect(await next.stop()).toBe(0);
  }, 60_000);
});

describe('The command line on an embedded database that nobody runs', () => {
  it('starts it for the moment, and stops it again', async () => {
    const { code, stdout } = await muster(['keys', 'list', '--json'], { DATA_DIR: dataDir });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).api_keys.map(({ label }: { label: string }) => label)).toEqual([
      'demo-judge',
      'demo-kiosk',
      'demo-organizer',
      'demo-owner',
      'demo-participant',
    ]);
  });
});
