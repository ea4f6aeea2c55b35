import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seed } from '../../cli/commands/seed.ts';
import { checkEventFile } from '../../event-file/read.ts';
import { hackathonOf } from '../../bench/seed/hackathon.ts';
import { openWorld, type World } from '../support/world.ts';
import { ask, run } from './command.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  process.env['DATABASE_URL'] = world.databaseUrl;
});
afterAll(() => world.close());

describe('muster seed', () => {
  it('makes a hackathon of that size, with a key to look at it', async () => {
    const { answer } = await ask(seed, { participants: '400', seed: '42' });
    expect(answer).toMatchObject({ organization: 'seed-42', super_event: 'seed-hack', participants: 400 });
    expect(answer.changes).toMatchObject({ changed: 0, unchanged: 0 });
    const owner = world.stranger({ 'X-Api-Key': answer.owner_key });
    const { body } = await owner.get('/super-events/seed-hack/registrations?limit=1');
    expect(body.data.pagination.total).toBeGreaterThanOrEqual(400);
    const [seats] = await world.rows`
      select s.accepted = (select count(*) from registrations.super_event_registration where status = 'accepted') as right
        from registrations.seat s`;
    expect(seats).toEqual({ right: true });
    const totals = await world.rows`select total::float8 as total from judging.weight_total`;
    expect(totals).toEqual(Array(5).fill({ total: 1 }));
  });

  it('makes the same once more, which changes nothing, and a fresh key', async () => {
    const { answer } = await ask(seed, { participants: '400', seed: '42' });
    expect(answer.changes).toMatchObject({ created: 0, changed: 0 });
    expect(answer.owner_key).toMatch(/^mst_/);
  });

  it('describes what the event file allows', () => {
    const text = JSON.stringify(hackathonOf({ participants: 300, applications: 100, seed: 7 }));
    expect(checkEventFile('seed', text, {})).toHaveProperty('file');
  });

  it('makes people who applied with answers and wait', async () => {
    const { answer } = await ask(seed, { applications: '200', seed: '43' });
    expect(answer).toMatchObject({ participants: 0, applications: 200, teams: 0 });
    const owner = world.stranger({ 'X-Api-Key': answer.owner_key });
    const { body } = await owner.get('/super-events/seed-hack/reviews/next');
    expect(body.data.left).toBe(200);
    expect(body.data.application.answers).toHaveLength(7);
  });

  it('takes 5,000 people in less than a minute', async () => {
    const { answer } = await ask(seed, { participants: '5000', seed: '5' });
    expect(answer.participants).toBe(5_000);
  });

  it.each(['0', 'many', '-1', '1.5', '9999999'])('refuses %s participants as wrong usage', async (participants) => {
    expect(await run(seed, { participants, seed: '42' })).toMatchObject({ code: 64 });
  });
});
