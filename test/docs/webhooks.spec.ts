/** The receiver of docs/webhooks.md, run as it stands there. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { deliveryErrors } from '../../shared/contract/webhooks.ts';
import { retries } from '../../services/webhooks/rules.ts';
import { freePort } from '../support/free-port.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';

const page = readFileSync('docs/webhooks.md', 'utf8');
const [, program = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];

let world: World;
let place: string;
let child: ChildProcess | undefined;
beforeAll(async () => {
  world = await openWorld({ WEBHOOKS_INSECURE: 'on' });
  place = await mkdtemp(join(tmpdir(), 'muster-receiver-'));
  await symlink(resolve('node_modules'), join(place, 'node_modules'));
});
afterAll(async () => {
  child?.kill();
  await rm(place, { recursive: true });
  await world.close();
});

it('The receiver of the page verifies what comes, and refuses what is not signed', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const acme = await world.organization();
  const api = world.as(await world.member(acme, 'OWNER'), acme);
  const { body } = await api.post(`/organizations/${acme.id}/webhooks`, { url, types: ['member.added'] });
  const file = join(place, 'receiver.mjs');
  await writeFile(file, program);
  child = spawn(process.execPath, [file], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: String(port), SECRET: String(body.data.secret) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await eventually(
    () =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 400,
  );
  const person = await world.person();
  await api.post(`/organizations/${acme.id}/members`, { user_id: person.id });
  await eventually(
    () => Promise.resolve(said),
    (seen) => seen.includes('member.added') && seen.includes(person.id),
  );
  const ended = once(child, 'exit');
  child.kill();
  await ended;
});

it('The page has the waits between tries, and the meaning of every error', () => {
  const minutes = (text: string) => {
    const [, count, unit] = /^(\d+) (s|min|h)$/.exec(text) ?? [];
    return Number(count) * ({ s: 1, min: 60, h: 3_600 }[unit ?? ''] ?? NaN);
  };
  const waits = [...page.matchAll(/^\| \d+ +\| (\d+ \w+) +\|$/gm)].map(([, wait = '']) => minutes(wait));
  expect(waits).toEqual(retries);
  const explained = [...page.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name]) => name);
  expect(new Set(explained)).toEqual(new Set(deliveryErrors));
});
