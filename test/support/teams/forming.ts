/** People who form teams themselves, on the AI track of a hackathon. */
import { expect } from '@jest/globals';
import type { Answer, Client, Person } from '../client.ts';
import { openHackathon, type Hackathon } from './hackathon.ts';

export interface Somebody extends Person {
  readonly api: Client;
}
export interface Formed {
  readonly id: string;
  /** Of the team, for its members. */
  readonly path: string;
  /** Of an invitation. */
  readonly code: string;
}
export interface Forming extends Hackathon {
  /** Accepted on the AI track. */
  somebody(): Promise<Somebody>;
  found(founder: Somebody, body?: object): Promise<Answer>;
  /** A team of these people, whom the first leads. */
  teamOf(...people: [Somebody, ...Somebody[]]): Promise<Formed>;
  /** Those who are in it now, with their roles. */
  present(team: { id: string }): Promise<[id: string, role: string][]>;
}

export async function openForming(): Promise<Forming> {
  const here = await openHackathon();
  const somebody = async () => {
    const person = await here.builder();
    return { ...person, api: here.world.as(person, here.acme) };
  };
  const found = ({ api }: Somebody, body: object = {}) =>
    api.post(`/events/${here.ai.id}/my-team`, { name: 'Bees', ...body });
  return {
    ...here,
    somebody,
    found,
    async teamOf(...people) {
      const { team } = (await found(people[0])).body.data;
      const { code } = (await people[0].api.post(`/my-teams/${team.id}/invitation`)).body.data;
      for (const { api } of people.slice(1)) expect((await api.post('/my-teams/join', { code })).status).toBe(200);
      return { ...team, path: `/my-teams/${team.id}`, code };
    },
    present: async (team) =>
      (await here.membersOf(team)).filter(({ left }) => !left).map(({ user_id, role }) => [user_id, role]),
  };
}
