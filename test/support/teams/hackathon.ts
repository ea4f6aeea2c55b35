/** A hackathon with two tracks, an organizer and what tests of teams ask for again and again. */
import type { Client, Person } from '../client.ts';
import type { Track } from '../fixtures.ts';
import { openWorld, type World } from '../world.ts';

type Several<N extends number> = N extends 2
  ? [Person, Person]
  : N extends 3
    ? [Person, Person, Person]
    : N extends 4
      ? [Person, Person, Person, Person]
      : Person[];

export interface Hackathon {
  readonly world: World;
  readonly acme: Awaited<ReturnType<World['organization']>>;
  readonly hack: Awaited<ReturnType<World['superEvent']>>;
  readonly ai: Track;
  readonly web: Track;
  readonly olga: Person;
  /** As the organizer. */
  readonly api: Client;
  /** `/super-events/…/team-management`, by the id. */
  readonly managed: string;
  /** Accepted on the AI track. */
  builder(): Promise<Person>;
  builders<N extends number>(count: N): Promise<Several<N>>;
  /** Everybody who was in the team, as they stand there now. */
  membersOf(team: { id: string }): Promise<{ user_id: string; role: string; left: boolean }[]>;
  eventOf(team: { id: string }): Promise<string | undefined>;
  tokenOn(person: Person, track: Track): Promise<{ status: string; checkin_token: string } | undefined>;
}

export async function openHackathon(): Promise<Hackathon> {
  const world = await openWorld();
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const [ai, web] = [await world.track(hack), await world.track(hack)];
  const olga = await world.member(acme, 'OWNER');
  const builder = async () => {
    const person = await world.person();
    await world.registered(person, ai);
    return person;
  };
  return {
    world,
    acme,
    hack,
    ai,
    web,
    olga,
    api: world.as(olga, acme),
    managed: `/super-events/${hack.id}/team-management`,
    builder,
    builders: async <N extends number>(count: N) =>
      (await Promise.all(Array.from({ length: count }, builder))) as Several<N>,
    membersOf: ({ id }) => world.rows`
      select user_id, role, left_at is not null as left from teams.member where team_id = ${id}
       order by joined_at, id`,
    async eventOf({ id }) {
      const [row] = await world.rows<{ event_id: string }>`select event_id from teams.team where id = ${id}`;
      return row?.event_id;
    },
    async tokenOn({ id }, track) {
      const [row] = await world.rows<{ status: string; checkin_token: string }>`
        select status, checkin_token from registrations.registration where user_id = ${id} and event_id = ${track.id}`;
      return row;
    },
  };
}

export const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
