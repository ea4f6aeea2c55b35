/** The smallest installation, `npm ci --omit=dev --omit=optional`, with a PostgreSQL of its own. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { personWithPassword, password } from '../support/sign-in.ts';
import { openStage, type Stage } from '../support/stage.ts';

let stage: Stage;
let directory: string;
beforeAll(async () => {
  stage = await openStage();
  directory = await mkdtemp(join(tmpdir(), 'muster-left-out-'));
});
afterAll(async () => {
  await stage.close();
  await rm(directory, { recursive: true, force: true });
});

/** A process that finds only the packages that such an installation has. */
const start = (env: Record<string, string>) =>
  spawn(process.execPath, ['--no-warnings', '--import', resolve('test/deployment/leave-out.ts'), 'services/main.ts'], {
    env: {
      ...process.env,
      NATS_URL: '',
      DATA_DIR: directory,
      PORT: '0',
      ADMIN_PORT: '0',
      LOG_FORMAT: 'json',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function refusal(env: Record<string, string>) {
  const child = start(env);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { said, code: code as number };
}

describe('Without optional packages', () => {
  it('every service runs, signs people in and shows the reference; only pages are missing, which it says', async () => {
    const ada = await personWithPassword(stage);
    const child = start({ DATABASE_URL: stage.databaseUrl, LOG_LEVEL: 'info' });
    const exited = once(child, 'exit');
    const said: string[] = [];
    let url = '';
    for await (const line of createInterface({ input: child.stdout })) {
      said.push(line);
      const port = /Listening on port (\d+)/.exec(line)?.[1];
      if (!port) continue;
      url = `http://127.0.0.1:${port}`;
      break;
    }
    expect(said.join('\n')).toContain('Pages are not served: what bundles them was left out');

    const body = JSON.stringify({ email: ada.email, password });
    const headers = { 'Content-Type': 'application/json' };
    expect((await fetch(`${url}/auth/signin`, { method: 'POST', headers, body })).status).toBe(200);
    expect((await fetch(`${url}/reference/swagger-ui-bundle.js`)).status).toBe(200);
    const page = await fetch(`${url}/kiosk`);
    expect({ status: page.status, ...((await page.json()) as object) }).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
    });
    child.stdout.resume();
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });

  it('a process that needs one of them says which way leads on', async () => {
    const embedded = await refusal({ DATABASE_URL: '' });
    expect(embedded).toMatchObject({
      code: 1,
      said: expect.stringMatching(/No PostgreSQL is installed.*DATABASE_URL/),
    });
    const bucket = await refusal({ DATABASE_URL: stage.databaseUrl, FILES_URL: 's3://bucket' });
    expect(bucket).toEqual({
      code: 78,
      said: 'FILES_URL names a bucket, and what speaks to one is not installed: run "npm ci --omit=dev" for it\n',
    });
  });
});
