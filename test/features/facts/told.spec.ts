import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Fact } from '../../../shared/contract/facts.ts';
import type { Answer, Client, Person } from '../../support/client.ts';
import type { Track } from '../../support/fixtures.ts';
import { begin, waitingFor } from '../../support/transaction.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

async function setting() {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  const owner = world.as(await world.member(acme, 'OWNER'), acme);
  const { next } = (await owner.get(`/organizations/${acme.id}/facts`)).body.data as { next: string };
  /** Waits for this many facts since the last call; answers type, track and data of each. */
  const told = async (count: number) => {
    const page = await eventually(
      async () => (await owner.get(`/organizations/${acme.id}/facts?after=${next}`)).body.data as { facts: Fact[] },
      ({ facts }) => facts.length >= count,
    );
    return page.facts.map(({ type, event_id, data, actor }) => ({ type, event_id, data, by: actor.user_id }));
  };
  return { acme, hack, track, owner, told };
}
type Here = Awaited<ReturnType<typeof setting>>;

async function trio({ track }: Here): Promise<[Person, Person, Person]> {
  const people = await Promise.all([world.person(), world.person(), world.person()]);
  for (const person of people) await world.registered(person, track);
  return people;
}
const foundTeam = async ({ owner, hack }: Here, track: Track, people: readonly Person[]) =>
  (
    await owner.post(`/super-events/${hack.id}/team-management/teams`, {
      name: 'Bees',
      trackId: track.id,
      memberUserIds: people.map(({ id }) => id),
    })
  ).body.data.team.id as string;

describe('Facts are also sent of effects of a change in another service', () => {
  it('of a place that is given up: who leaves the team, and who leads it then', async () => {
    const here = await setting();
    const [ada, bob] = await trio(here);
    const team = await foundTeam(here, here.track, [ada, bob]);
    const adas: Client = world.as(ada, here.acme);
    const { registrations } = (await here.owner.get(`/events/${here.track.id}/registrations`)).body.data as {
      registrations: { id: string; user_id: string }[];
    };
    const place = registrations.find(({ user_id }) => user_id === ada.id)?.id ?? '';
    const [parent] = await world.rows<{ id: string }>`
      select super_event_registration_id as id from registrations.registration where id = ${place}`;
    await adas.post(`/registrations/${place}/cancel`);
    const event_id = here.track.id;
    expect((await here.told(5)).slice(1)).toEqual([
      { type: 'team.member_left', event_id, by: ada.id, data: { team_id: team, user_id: ada.id } },
      { type: 'team.leader_changed', event_id, by: ada.id, data: { team_id: team, leader_user_id: bob.id } },
      {
        type: 'registration.cancelled',
        event_id: null,
        by: ada.id,
        data: { super_event_registration_id: parent?.id, user_id: ada.id, status: 'cancelled' },
      },
      {
        type: 'registration.cancelled',
        event_id,
        by: ada.id,
        data: { registration_id: place, user_id: ada.id, status: 'cancelled' },
      },
    ]);
  });

  it('of a team that goes to another track: who came there with it', async () => {
    const here = await setting();
    const target = await world.track(here.hack);
    const [ada, bob] = await trio(here);
    const team = await foundTeam(here, here.track, [ada, bob]);
    const path = `/super-events/${here.hack.id}/team-management/teams/${team}/track`;
    await here.owner.patch(path, { targetTrackId: target.id });
    const facts = (await here.told(4)).slice(1);
    expect(facts.map(({ type, event_id }) => [type, event_id])).toEqual([
      ['registration.moved', target.id],
      ['registration.moved', target.id],
      ['team.moved', target.id],
    ]);
    expect(facts.at(-1)?.data).toEqual({ team_id: team, member_user_ids: [ada.id, bob.id] });
    expect(new Set(facts.map(({ by }) => by)).size).toBe(1);
  });

  it('of a member who joins a team that nobody leads: they lead it', async () => {
    const here = await setting();
    const [ada, , eve] = await trio(here);
    const team = await foundTeam(here, here.track, [ada]);
    const members = `/super-events/${here.hack.id}/team-management/teams/${team}/members`;
    await here.owner.post(`${members}/${ada.id}/remove`);
    await here.owner.post(members, { userId: eve.id });
    expect((await here.told(5)).slice(1).map(({ type, data }) => [type, data])).toEqual([
      ['team.member_left', { team_id: team, user_id: ada.id }],
      ['team.leader_changed', { team_id: team, leader_user_id: null }],
      ['team.member_joined', { team_id: team, user_id: eve.id }],
      ['team.leader_changed', { team_id: team, leader_user_id: eve.id }],
    ]);
  });

  it('of a hackathon that is deleted: its tracks, and whoever was in a team there', async () => {
    const here = await setting();
    const [ada] = await trio(here);
    await foundTeam(here, here.track, [ada]);
    await here.owner.del(`/super-events/${here.hack.id}`);
    expect((await here.told(5)).slice(1).map(({ type }) => type)).toEqual([
      'team.member_left',
      'team.leader_changed',
      'super_event.deleted',
      'event.deleted',
    ]);
  });

  it('of somebody who is enrolled at once: their places, and that they came in', async () => {
    const here = await setting();
    const ada = await world.person();
    const asked = { email: ada.email, firstName: 'Ada', lastName: 'Lovelace' };
    await here.owner.post(`/super-events/${here.hack.slug}/participants`, asked);
    const facts = await here.told(3);
    expect(facts.map(({ type, event_id }) => [type, event_id])).toEqual([
      ['registration.created', null],
      ['registration.created', here.track.id],
      ['participant.onboarded', null],
    ]);
  });
});

describe('A leader whose place ends while somebody manages the team', () => {
  /** The place has ended and is not committed before the request waits for the team. */
  async function asPlaceEnds({ track }: Here, person: Person, ask: () => Promise<Answer>): Promise<Answer> {
    const ending = 'select published.end_memberships($1::uuid[], $2::uuid[])';
    await using other = await begin(world.databaseUrl, ending, [[person.id], [track.id]]);
    const answer = ask();
    await waitingFor(world);
    await other.commit();
    return await answer;
  }
  const leadersOf = (facts: Awaited<ReturnType<Here['told']>>) =>
    facts.filter(({ type }) => type === 'team.leader_changed').map(({ data }) => data['leader_user_id']);
  const three = async () => {
    const here = await setting();
    const [ada, bob, eve] = await trio(here);
    const team = await foundTeam(here, here.track, [ada, bob, eve]);
    const path = `/super-events/${here.hack.id}/team-management/teams/${team}`;
    return { here, ada, bob, eve, path };
  };

  it('is followed by one who is told of once, although leadership is passed to the same', async () => {
    const { here, ada, bob, path } = await three();
    const passed = await asPlaceEnds(here, ada, () =>
      here.owner.post(`${path}/transfer-leadership`, { newLeaderUserId: bob.id }),
    );
    expect(passed.status).toBe(200);
    await here.owner.patch(path, { problem: 'Honey' });
    expect(leadersOf(await here.told(4))).toEqual([bob.id]);
  });

  it('is followed by one who is told of, although they are removed at the same time', async () => {
    const { here, ada, bob, eve, path } = await three();
    const removed = await asPlaceEnds(here, ada, () => here.owner.post(`${path}/members/${bob.id}/remove`));
    expect(removed.status).toBe(200);
    expect(leadersOf(await here.told(5))).toEqual([bob.id, eve.id]);
  });
});
