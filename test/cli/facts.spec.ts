import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tail } from '../../cli/commands/facts.ts';
import { createOutput } from '../../cli/output.ts';
import type { Fact } from '../../shared/contract/facts.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';
import { run } from './command.ts';

let world: World;
let acme: Awaited<ReturnType<World['organization']>>;
let owner: Client;
let happen: () => Promise<string>;
beforeAll(async () => {
  world = await openWorld();
  process.env['DATABASE_URL'] = world.databaseUrl;
  acme = await world.organization();
  const track = await world.track(await world.superEvent(acme));
  owner = world.as(await world.member(acme, 'OWNER'), acme);
  happen = async () => {
    const { id } = await world.person();
    await owner.post(`/events/${track.id}/roles`, { user_id: id, role: 'MENTOR' });
    return id;
  };
});
afterAll(() => world.close());

/** Follows until the work is done; what was said meanwhile can be seen by it. */
async function following(
  options: { types?: string },
  work: (said: { stdout: string; stderr: string }) => Promise<unknown>,
): Promise<void> {
  const said = { stdout: '', stderr: '' };
  const over = new AbortController();
  const output = createOutput(
    { json: true },
    { write: (text) => (said.stdout += text) },
    { write: (text) => (said.stderr += text) },
  );
  const ended = tail({ org: acme.slug, ...options, signal: over.signal }, output);
  try {
    await eventually(
      () => Promise.resolve(said.stderr),
      (text) => text.includes('until Ctrl-C'),
    );
    await work(said);
  } finally {
    over.abort();
    expect(await ended).toBe(0);
  }
}
const factsIn = ({ stdout }: { stdout: string }): Fact[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Fact);

describe('muster facts tail', () => {
  it('shows what happens from now on, a line each', async () => {
    await happen();
    await following({}, async (said) => {
      const [first, second] = [await happen(), await happen()];
      const facts = await eventually(
        () => Promise.resolve(factsIn(said)),
        (told) => told.some(({ data }) => data['user_id'] === second),
      );
      // While a transaction elsewhere is open, "now" lies before it, and what was committed meanwhile is told as well.
      expect(facts.slice(-2).map(({ type, data }) => [type, data['user_id']])).toEqual([
        ['role.granted', first],
        ['role.granted', second],
      ]);
    });
  });

  it('shows only the types that are asked for', async () => {
    await following({ types: 'role.granted' }, async (said) => {
      const { status } = await owner.post(`/organizations/${acme.id}/keys`, { label: 'not asked for' });
      expect(status).toBe(201);
      const user_id = await happen();
      const facts = await eventually(
        () => Promise.resolve(factsIn(said)),
        (told) => told.some(({ data }) => data['user_id'] === user_id),
      );
      expect(new Set(facts.map(({ type }) => type))).toEqual(new Set(['role.granted']));
    });
  });

  it.each([
    [{ org: 'nobody' }, 1, 'There is no organization nobody.'],
    [{ types: 'team.born' }, 64, 'No fact is of the type team.born.'],
  ])('refuses %j', async (options, code, words) => {
    const said = await run(tail, { org: acme.slug, ...options });
    expect(said.code).toBe(code);
    expect(said.stderr).toContain(words);
  });
});
