/** The receiver of docs/webhooks.md, run as it stands there. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { deliveryErrors } from '../../shared/contract/webhooks.ts';
import { retries } from '../../services/webhooks/rules.ts';
import { Receiver } from '../support/receiver.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';

const page = readFileSync('docs/webhooks.md', 'utf8');
const [, program = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
/** In the project, so that it finds the library. */
const file = join(process.cwd(), `receiver-${process.pid}.tmp.mjs`);

let world: World;
let child: ChildProcess | undefined;
beforeAll(async () => {
  world = await openWorld({ WEBHOOKS_INSECURE: 'on' });
});
afterAll(async () => {
  child?.kill();
  await rm(file, { force: true });
  await world.close();
});

it('The receiver of the page verifies what comes, and refuses what is not signed', async () => {
  const place = await Receiver.listen();
  const { port, url } = place;
  place.close();
  const acme = await world.organization();
  const api = world.as(await world.member(acme, 'OWNER'), acme);
  const { body } = await api.post(`/organizations/${acme.id}/webhooks`, { url, types: ['member.added'] });
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
