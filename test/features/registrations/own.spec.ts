import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Person } from '../../support/client.ts';
import { accessTokenOf, bearer } from '../../support/sign-in.ts';
import { hostContests } from '../../support/judging/contest.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const path = '/me/registrations';
const signedIn = async (person: Person) => bearer(world, await accessTokenOf(world, person));
const idsOf = ({ body }: Answer) => body.data.registrations.map(({ id }: { id: string }) => id);

async function opened() {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  return { acme, hack, track: await world.track(hack), ada: await world.person() };
}

describe('Somebody who takes part', () => {
  it('sees their places with track, hackathon, status, team and token', async () => {
    const { acme, hack, track, ada } = await opened();
    const place = await world.registered(ada, track);
    const team = await world.team(track, [ada]);
    await world.rows`update events.super_event set config_json = '{ "place": "Mainz" }' where id = ${hack.id}`;
    const { status, body } = await (await signedIn(ada)).get(path);
    const when = { start_at: expect.any(String), end_at: expect.any(String), tz: 'UTC', place: null };
    const super_event = {
      id: hack.id,
      name: hack.name,
      slug: hack.slug,
      organization_id: acme.id,
      ...when,
      place: 'Mainz',
    };
    expect([status, body.data]).toEqual([
      200,
      {
        registrations: [
          {
            id: place.id,
            status: 'accepted',
            checkin_token: place.token,
            event: { id: track.id, name: track.name, slug: track.slug, ...when },
            super_event,
            super_event_registration: {
              id: place.parent.id,
              status: 'accepted',
              checkin_token: place.parent.token,
              looking_for_team: false,
              confirm_by: null,
              confirmed_at: null,
              lapsed_at: null,
            },
            team: { id: team.id, name: team.name, role: 'LEADER', has_result: false },
            created_at: expect.any(String),
          },
        ],
        count: 1,
      },
    ]);
  });

  it.each(['plain', 'fair'])(
    'sees whether their team has a result to read, published by the %s ranking',
    async (ranking) => {
      const contest = await (await hostContests(world)).contest();
      const [ada, bob] = [await world.person(), await world.person()];
      for (const person of [ada, bob]) await world.registered(person, contest.track);
      const bees = await contest.team('Bees', [ada]);
      await contest.team('Ants', [bob]);
      /** As the list says, which is what asking for it is answered. */
      const hasResult = async (person: Person) => {
        const self = await signedIn(person);
        const [{ team }] = (await self.get(path)).body.data.registrations;
        expect((await self.get(`/teams/${team.id}/results`)).status === 200).toBe(team.has_result);
        return team.has_result as boolean;
      };
      await contest.judged(bees, [5]);
      await contest.calculate();
      expect(await hasResult(ada)).toBe(false);
      await contest.publish(ranking);
      expect([await hasResult(ada), await hasResult(bob)]).toEqual([true, false]);
    },
  );

  it('sees all of them in a session, and with a key those of its organization', async () => {
    const [one, two] = [await opened(), await opened()];
    const [first, second] = [
      await world.registered(one.ada, one.track),
      await world.registered(one.ada, two.track, 'pending'),
    ];
    expect(idsOf(await (await signedIn(one.ada)).get(path))).toEqual([second.id, first.id]);
    expect(idsOf(await world.as(one.ada, two.acme).get(path))).toEqual([second.id]);
  });

  it('sees the team of the track they are on, and no other’s places', async () => {
    const { hack, track, ada } = await opened();
    const other = await world.track(hack);
    await world.registered(ada, track, 'cancelled');
    await world.registered(ada, other);
    await world.team(other, [ada]);
    const ben = await world.person();
    await world.registered(ben, track);
    const { registrations } = (await (await signedIn(ada)).get(path)).body.data;
    expect(
      registrations.map(({ status, team }: { status: string; team: object | null }) => [status, team !== null]),
    ).toEqual([
      ['accepted', true],
      ['cancelled', false],
    ]);
  });

  it('has a row without a track where they are on none', async () => {
    const { hack, ada } = await opened();
    const { id, token } = await world.applied(ada, hack, 'waitlisted');
    expect((await (await signedIn(ada)).get(path)).body.data.registrations).toEqual([
      expect.objectContaining({ id, checkin_token: token, status: 'waitlisted', event: null, team: null }),
    ]);
  });

  it('does not see what was deleted', async () => {
    const { hack, track, ada } = await opened();
    const place = await world.registered(ada, track);
    await world.rows`update events.track set deleted_at = now() where id = ${track.id}`;
    expect(idsOf(await (await signedIn(ada)).get(path))).toEqual([place.parent.id]);
    await world.rows`update events.super_event set deleted_at = now() where id = ${hack.id}`;
    expect(idsOf(await (await signedIn(ada)).get(path))).toEqual([]);
  });
});

it('Nobody without a key or a session sees any', async () => {
  expect(await world.stranger().get(path)).toBeRefused(401, 'UNAUTHENTICATED');
});
