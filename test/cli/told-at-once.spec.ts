import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apply } from '../../cli/commands/apply.ts';
import { remove } from '../../cli/commands/devices.ts';
import { create, revoke } from '../../cli/commands/keys.ts';
import { Client } from '../support/client.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { eventually } from '../support/wire.ts';
import { acme } from './acme.ts';
import { ask, run, written } from './command.ts';

/** Milliseconds for which a gateway that is told nothing goes on knowing a key at least, and which a second is well below. */
const remembered = 6_000;

let stage: Stage;
let cluster: Cluster;
let gateway: Process;
beforeAll(async () => {
  stage = await openStage();
  cluster = await Cluster.open(stage.databaseUrl, { bus: false });
  process.env['DATABASE_URL'] = stage.databaseUrl;
  delete process.env['NATS_URL'];
  await ask(apply, { file: written(file) });
  gateway = await cluster.start('identity,organizations,events,check-in,gateway', { NATS_URL: '' });
});
afterAll(async () => {
  await cluster.close();
  await stage.close();
});

const device = '    devices: [{ key: left, kind: kiosk, name: Left door }]\n';
const file = acme();
const withDevice = file.replace('    participants:', `${device}    participants:`);
const withKey = (key: string) =>
  new Client(`http://127.0.0.1:${gateway.port}`, () => Promise.resolve({ 'X-Api-Key': key }));
const stranger = () => new Client(`http://127.0.0.1:${gateway.port}`, () => Promise.resolve({}));

let label = 0;
async function newKey() {
  const owner = { user: 'olga@acme.test', org: 'acme', label: `key-${++label}` };
  return { key: (await run(create, owner)).stdout.trim(), label: owner.label, path: '/super-events/spring-hack' };
}
async function newKiosk() {
  const { answer } = await ask(apply, { file: written(withDevice) });
  const { id, pairing_url } = answer.super_events['spring-hack'].devices.left;
  const code = new URL(pairing_url).hash.slice(1);
  const { key } = (await stranger().post('/devices/pair', { code })).body.data;
  return { id, key, path: '/device/manifest' };
}

/**
 * How long a key goes on working after its first look-up. One slow run on a busy machine proves nothing, so it is repeated
 * until it was quick once; without the news of the revocation it never is.
 */
const endsAtOnce = (round: () => Promise<{ key: string; path: string; end: () => Promise<unknown> }>) =>
  eventually(
    async () => {
      const { key, path, end } = await round();
      const since = performance.now();
      const api = withKey(key);
      expect((await api.get(path)).status).toBe(200);
      await end();
      await eventually(
        () => api.get(path),
        ({ status }) => status === 401,
      );
      return performance.now() - since;
    },
    (took) => took < remembered,
  );

describe('Without a bus, a process hears at once', () => {
  const ways = {
    'of a key that was revoked': async () => {
      const made = await newKey();
      return { ...made, end: () => run(revoke, { label: made.label }) };
    },
    'of a device that was removed': async () => {
      const kiosk = await newKiosk();
      return { ...kiosk, end: () => run(remove, { device: kiosk.id }) };
    },
    'of a device that an event file leaves out': async () => {
      const kiosk = await newKiosk();
      return { ...kiosk, end: () => ask(apply, { file: written(file), prune: true }) };
    },
  };
  it.each(Object.entries(ways))('%s', async (_what, round) => {
    await endsAtOnce(round);
  });

  it('after its connection was lost, too', async () => {
    const listening = () => stage.rows<{ pid: number }>`
      select pid from pg_stat_activity
       where datname = current_database() and application_name = 'muster events' and query like 'listen%' and state = 'idle'`;
    const [former] = await listening();
    await stage.rows`select pg_terminate_backend(${former!.pid})`;
    await eventually(listening, ([present]) => present !== undefined && present.pid !== former!.pid);
    await endsAtOnce(ways['of a key that was revoked']);
  });

  it('and no other word on its channel does harm', async () => {
    const { key, path } = await newKey();
    expect((await withKey(key).get(path)).status).toBe(200);
    for (const text of [
      '',
      'nonsense',
      '{}',
      '["access-ended"]',
      '["access-ended", null]',
      '["facts", { "id": 1 }]',
      '["x", {}]',
    ]) {
      await stage.rows`select pg_notify('muster_events', ${text})`;
    }
    await stage.rows`select pg_notify('muster_events', '["access-ended", { "id": "x" }]')`;
    await endsAtOnce(ways['of a key that was revoked']);
    expect((await withKey(key).get(path)).status).toBe(200);
  });
});

describe('muster keys revoke and devices remove', () => {
  it('say that what they ended works nowhere any more', async () => {
    const { label } = await newKey();
    const { id } = await newKiosk();
    const sentence =
      'It works nowhere any more, and within ten seconds not at a gateway that could not be told either.\n';
    expect((await run(revoke, { label })).stderr).toBe(sentence);
    expect(await run(remove, { device: id })).toMatchObject({ stdout: 'Removed Left door.\n', stderr: sentence });
  });
});
