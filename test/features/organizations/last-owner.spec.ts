import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Person } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function ownedBy(count: number) {
  const acme = await world.organization();
  const owners: Person[] = [];
  for (let n = 0; n < count; n++) owners.push(await world.member(acme, 'OWNER'));
  const as = (person: Person) => {
    const api = world.as(person, acme);
    return {
      demote: ({ id }: { id: string }) => api.patch(`/organizations/${acme.id}/members/${id}`, { role: 'MEMBER' }),
      remove: ({ id }: { id: string }) => api.del(`/organizations/${acme.id}/members/${id}`),
    };
  };
  return { acme, owners, as };
}
const ownersOf = async (organization: { id: string }) =>
  (
    await world.rows<{ user_id: string }>`
      select user_id from organizations.member where organization_id = ${organization.id} and role = 'OWNER'`
  ).map(({ user_id }) => user_id);
const done = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length;

describe('The last owner', () => {
  it('stays, whether demoted or removed, also by themselves', async () => {
    const { acme, owners, as } = await ownedBy(1);
    for (const olga of owners) {
      expect(await as(olga).demote(olga)).toBeRefused(409, 'LAST_OWNER');
      expect(await as(olga).remove(olga)).toBeRefused(409, 'LAST_OWNER');
      expect(await ownersOf(acme)).toEqual([olga.id]);
    }
  });

  it('may be made an owner again, which changes nothing', async () => {
    const { acme, owners } = await ownedBy(1);
    for (const olga of owners) {
      const answer = await world
        .as(olga, acme)
        .patch(`/organizations/${acme.id}/members/${olga.id}`, { role: 'OWNER' });
      expect(answer.status).toBe(200);
    }
  });

  it('may leave once there is another', async () => {
    const { acme, owners, as } = await ownedBy(1);
    const mia = await world.member(acme, 'MEMBER');
    for (const olga of owners) {
      await world.as(olga, acme).patch(`/organizations/${acme.id}/members/${mia.id}`, { role: 'OWNER' });
      expect((await as(olga).remove(olga)).status).toBe(200);
    }
    expect(await ownersOf(acme)).toEqual([mia.id]);
  });

  it('does not count who owns another organization', async () => {
    await ownedBy(3);
    const { owners, as } = await ownedBy(1);
    for (const olga of owners) expect(await as(olga).demote(olga)).toBeRefused(409, 'LAST_OWNER');
  });
});

describe('Twenty owners who all leave at the same time', () => {
  it.each(['demote', 'remove'] as const)('are one in the end: %s', async (how) => {
    const { acme, owners, as } = await ownedBy(20);
    const answers = await Promise.all(owners.map((owner) => as(owner)[how](owner)));
    expect(done(answers)).toBe(19);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toBeRefused(409, 'LAST_OWNER');
    expect(await ownersOf(acme)).toHaveLength(1);
  });
});

describe('Two owners who turn on each other', () => {
  it('are one in the end, whatever each of twenty tries was', async () => {
    const { acme, owners, as } = await ownedBy(2);
    const tries = owners.flatMap((actor) =>
      owners.flatMap((subject) =>
        Array.from({ length: 5 }, (_, n) => (n % 2 ? as(actor).demote(subject) : as(actor).remove(subject))),
      ),
    );
    const answers = await Promise.all(tries);
    expect(answers).toHaveLength(20);
    expect(await ownersOf(acme)).toHaveLength(1);
    for (const { status } of answers) expect([200, 403, 404, 409]).toContain(status);
  });

  it('cannot both succeed: whoever is an owner no longer may not', async () => {
    for (let round = 0; round < 5; round++) {
      const { acme, owners, as } = await ownedBy(3);
      const [anna, bert] = owners;
      if (!anna || !bert) throw new Error('There are three.');
      const answers = await Promise.all([as(anna).demote(bert), as(bert).demote(anna)]);
      expect(done(answers)).toBe(1);
      expect(answers.find(({ status }) => status !== 200)).toBeRefused(403, 'PERMISSION_DENIED');
      expect(await ownersOf(acme)).toHaveLength(2);
    }
  });
});
