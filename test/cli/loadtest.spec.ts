import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signIn } from '../../bench/loadtest/api.ts';
import { judge } from '../../bench/loadtest/verdict.ts';
import { loadtest } from '../../cli/commands/loadtest.ts';
import { memberWithPassword, password } from '../support/sign-in.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';
import { ask, run } from './command.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  process.env['MUSTER_PASSWORD'] = password;
});
afterAll(async () => {
  delete process.env['MUSTER_PASSWORD'];
  await world.close();
});

const signal = new AbortController().signal;

async function installation() {
  const acme = await world.organization();
  const olga = await memberWithPassword(world, acme, 'OWNER');
  const hack = await world.superEvent(acme, {});
  const numbers = { people: '10', rate: '40', duration: '1', p99: '60000' };
  return {
    acme,
    hack,
    api: world.as(olga, acme),
    options: { url: world.url, user: olga.email, org: acme.slug, ...numbers, signal },
  };
}
type Installation = Awaited<ReturnType<typeof installation>>;

/** The hackathons of the organization, and its keys. */
async function whatIsThere({ acme, api }: Installation) {
  const { super_events } = (await api.get(`/organizations/${acme.slug}/super-events`)).body.data;
  const { api_keys } = (await api.get(`/organizations/${acme.slug}/keys`)).body.data;
  return { super_events, keys: api_keys.length };
}

describe('A load test', () => {
  it('brings people to doors of its own, says how it went, and leaves nothing to be seen', async () => {
    const place = await installation();
    const before = await whatIsThere(place);
    const { code, answer } = await ask(loadtest, place.options);
    expect({ code, ...answer }).toMatchObject({ code: 0, ok: true, missed: [], sent: 40, refused: {}, failed: {} });
    expect(answer.first).toBe(answer.recorded);
    expect(answer.first + answer.again + answer.unknown).toBe(40);
    expect(await whatIsThere(place)).toEqual(before);
    const addresses = await world.rows<{
      email: string;
    }>`select email from identity.person where email like 'visitor-%'`;
    expect(addresses.filter(({ email }) => !email.endsWith(`@${place.acme.slug}.loadtest.invalid`))).toEqual([]);
    expect(addresses).toHaveLength(10);
    expect(await world.rows`select 1 from mail_queue.jobs`).toEqual([]);
    await ask(loadtest, place.options);
    expect(await world.rows`select 1 from identity.person where email like 'visitor-%'`).toHaveLength(10);
  });

  it('signs out at the end', async () => {
    const place = await installation();
    await ask(loadtest, place.options);
    const open = await world.rows`
      select s.id from identity.session s join identity.person p on p.id = s.user_id
       where p.email = ${place.options.user} and s.ended_at is null`;
    expect(open).toEqual([]);
  });

  it('renews its session, which would end before a long test does', async () => {
    const { options } = await installation();
    const clock = { now: 0 };
    const { api } = await signIn(world.url, { email: options.user, password }, () => clock.now);
    const [first, again] = [await api.headers(), await api.headers()];
    expect(again).toEqual(first);
    clock.now = 9 * 60_000;
    const renewed = await api.headers();
    expect(renewed).not.toEqual(first);
    expect((await world.stranger(renewed).get('/auth/user')).status).toBe(200);
  });

  it('borrows a key of the owner where the database is at hand, which ends with it, or by itself', async () => {
    const place = await installation();
    const before = await whatIsThere(place);
    process.env['DATABASE_URL'] = world.databaseUrl;
    const { code } = await ask(loadtest, { ...place.options, user: undefined });
    expect(code).toBe(0);
    expect(await whatIsThere(place)).toEqual(before);
    const keys = await world.rows<{ is_revoked: boolean; minutes: number }>`
      select revoked_at is not null as is_revoked, extract(epoch from expires_at - created_at)::float8 / 60 as minutes
        from identity.api_key where organization_id = ${place.acme.id} and label = 'load test'`;
    expect(keys).toEqual([{ is_revoked: true, minutes: expect.closeTo(15, 0) }]);
  });

  it('is removed after Ctrl-C as well', async () => {
    const place = await installation();
    const before = await whatIsThere(place);
    const { url, user, org } = place.options;
    const args = ['loadtest', '--url', url, '--user', user, '--org', org, '--people', '10', '--duration', '600'];
    const child = spawn(process.execPath, ['cli/muster.ts', ...args], { stdio: 'ignore' });
    const scans = () => world.rows`
      select 1 from check_in.record r join check_in.point p on p.id = r.point_id where p.organization_id = ${place.acme.id}`;
    try {
      await eventually(scans, (found) => found.length > 0);
      child.kill('SIGINT');
      expect(await once(child, 'exit')).toEqual([1, null]);
    } finally {
      child.kill('SIGKILL');
    }
    expect(await whatIsThere(place)).toEqual(before);
  });

  it('does not begin where webhooks would be told, without a person who may, or nowhere', async () => {
    const place = await installation();
    const { id } = place.acme;
    await world.rows`
      insert into webhooks.webhook (organization_id, url, types, secret)
      values (${id}, 'https://hall.example.org/hook', array['*'], '\\x00')`;
    const told = await run(loadtest, place.options);
    expect(told).toMatchObject({ code: 64, stderr: expect.stringContaining('hall.example.org') });
    const member = await memberWithPassword(world, place.acme, 'MEMBER');
    expect(await run(loadtest, { ...place.options, user: member.email })).toMatchObject({ code: 1 });
    const stranger = await run(loadtest, { ...place.options, user: 'nobody@muster.test' });
    expect(stranger).toMatchObject({ code: 1, stderr: expect.stringContaining('MUSTER_PASSWORD') });
    const nowhere = await run(loadtest, { ...place.options, url: 'http://127.0.0.1:1' });
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('was not reached') });
    const many = await run(loadtest, { ...place.options, people: 'many' });
    expect(many).toMatchObject({ code: 64 });
  });
});

describe('The verdict', () => {
  const counts = { sent: 100, first: 90, again: 5, unknown: 5, refused: {}, failed: {} };
  const outcome = { counts, times: Float64Array.from({ length: 100 }, (_, index) => index + 1), seconds: 1 };
  const goals = { rate: 100, seconds: 1, p99: 200 };

  it('is good where all goals are met', () => {
    expect(judge(outcome, 90, goals)).toEqual({ figures: { p50: 51, p95: 96, p99: 100, rate: 100 }, missed: [] });
  });

  it.each<[string, Partial<typeof counts>, number, Partial<typeof goals>]>([
    ['1 scans failed', { failed: { ECONNRESET: 1 } }, 90, {}],
    ['2 scans were refused', { refused: { RATE_LIMITED: 2 } }, 90, {}],
    ['p99 is 100 ms', {}, 90, { p99: 99 }],
    ['100 scans a second were sent', {}, 90, { rate: 200 }],
    ['89 check-ins are recorded', {}, 89, {}],
    ['91 check-ins are recorded', {}, 91, {}],
  ])('says that %s', (sentence, changed, recorded, wanted) => {
    const { missed } = judge({ ...outcome, counts: { ...counts, ...changed } }, recorded, { ...goals, ...wanted });
    expect(missed).toEqual([expect.stringContaining(sentence)]);
  });
});
