/** Fills everything that one person can fill, erases them, and looks for their words everywhere. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { erase } from '../../../cli/commands/erase.ts';
import { ask } from '../../cli/command.ts';
import { openBuckets, type Buckets } from '../../support/bucket.ts';
import { restoreEnvironment } from '../../support/environment.ts';
import { password } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';
import { eventually, factsAt } from '../../support/wire.ts';
import { fill, mark, type Filled } from './filling.ts';
import { otherActions, otherColumns, otherMembers, wordyMembers } from './kept.ts';
import { readAll } from './reading.ts';
import { columnsWith, filesWith, wordyColumns } from './searching.ts';

let buckets: Buckets;
let world: World;
let filled: Filled;
let before: Map<string, string>;
const former = { ...process.env };

beforeAll(async () => {
  buckets = await openBuckets();
  Object.assign(process.env, buckets.env);
  world = await openWorld({ FILES_URL: 's3://here/uploads' });
  filled = await fill(world);
  await world.rows`update events.super_event set start_at = now() - interval '9 days', end_at = now() - interval '7 days'`;
  before = await readAll(filled);
});
afterAll(async () => {
  await world.close();
  buckets.close();
  restoreEnvironment(former);
});

const objectsWith = () => [...buckets.objects.values()].filter(({ bytes }) => bytes.includes(mark)).length;
const isOther = (others: readonly (readonly [string, RegExp])[], name: string) =>
  others.some(([, pattern]) => pattern.test(name));

describe('Before the erasure', () => {
  it('every column has a word of the person, but those that are listed as having none', async () => {
    const columns = (await wordyColumns(world.rows)).map(({ table, name }) => `${table}.${name}`);
    const hit = new Set(await columnsWith(world.rows, [mark]));
    expect(columns.filter((column) => !hit.has(column) && !isOther(otherColumns, column))).toEqual([]);
  });

  it('every member of every request has a word, but those that are listed as having none', () => {
    const { marked } = filled.asker;
    const isListed = (member: string) =>
      isOther(otherMembers, member) || isOther(otherActions, member.split(' ')[0] ?? '');
    expect(wordyMembers().filter((member) => !marked.has(member) && !isListed(member))).toEqual([]);
  });

  it('the words are in the store of files, in letters, and in many answers', async () => {
    expect(objectsWith()).toBe(1);
    expect(await filesWith(world.dataDir, [mark])).not.toEqual([]);
    expect([...before.values()].filter((text) => text.includes(mark)).length).toBeGreaterThan(15);
  });
});

describe('After the erasure', () => {
  beforeAll(async () => {
    expect((await filled.own.del('/me', { password })).status).toBe(202);
    await world.rows`update identity.erasure set due_at = now()`;
    process.env.DATABASE_URL = world.databaseUrl;
    expect(await ask(erase, {})).toEqual({ code: 0, answer: { accounts: 1, hackathons: 0 } });
  });

  it('no column of any table has a word or a token of the person', async () => {
    const words = [mark, ...filled.tokens];
    const left = await eventually(
      () => columnsWith(world.rows, words),
      (found) => found.length === 0 || !found.every((column) => column.startsWith('mail_queue.')),
    );
    expect(left).toEqual([]);
  });

  it('no object of the store and no file has one', async () => {
    await eventually(
      () => Promise.resolve(objectsWith()),
      (count) => count === 0,
    );
    expect(await filesWith(world.dataDir, [mark])).toEqual([]);
  });

  it('no answer has one', async () => {
    const marked = (answers: Awaited<ReturnType<typeof readAll>>) =>
      [...answers].filter(([, text]) => text.includes(mark)).map(([action]) => action);
    // Requests for a board share a reading for a second.
    const after = await eventually(
      () => readAll(filled),
      (answers) => !marked(answers).includes('check-in.board'),
    );
    expect(marked(after)).toEqual([]);
    expect([...before.keys()].filter((action) => !after.has(action))).toEqual(['registrations.getFile']);
  });

  it('rankings, scores, names of teams and counts are as before', async () => {
    const [kept] = await world.rows`
      select (select count(*)::int from teams.team where name = 'Rockets' and member_count = 1) as teams,
             (select count(*)::int from check_in.record where annulled_at is null) as checkins,
             (select count(*)::int from registrations.registration where status = 'accepted' and event_id = ${filled.track.id}) as places,
             (select max(value)::int from judging.score) as score,
             (select count(*)::int from judging.published_result) as results`;
    expect(kept).toEqual({ teams: 1, checkins: 1, places: 1, score: 5, results: 1 });
  });

  it('the organization has a fact that tells receivers to do the same', async () => {
    expect(await factsAt(filled.owner, `/organizations/${filled.acme.id}/facts?types=person.erased`)).toMatchObject([
      { type: 'person.erased', data: { user_id: filled.me.id } },
    ]);
  });

  it('the person is signed in nowhere, and the address is free', async () => {
    await eventually(
      () => filled.own.get('/auth/user'),
      ({ status }) => status === 401,
    );
    expect(await world.rows`select id from identity.person where email like ${`%${mark}%`}`).toEqual([]);
  });
});
