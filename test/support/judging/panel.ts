/** Judges at work: a track with an organizer, and judges who are signed in and have a team to judge. */
import type { Answer, Client, Person } from '../client.ts';
import type { Organization, Track } from '../fixtures.ts';
import { openWorld, type World } from '../world.ts';
import { Jury, type Criterion } from './jury.ts';

/** One judge and one team of theirs. */
export interface Seat {
  readonly judge: Person;
  readonly team: { readonly id: string; readonly name: string };
  readonly id: string;
  /** With a session. */
  readonly me: Client;
  readonly give: (body: unknown) => Promise<Answer>;
  readonly submit: () => Promise<Answer>;
  readonly scores: () => Promise<Record<string, any>[]>;
  readonly standing: () => Promise<{ status: string; progress: number }>;
}

export class Panel extends Jury {
  readonly acme: Organization;
  /** As the organizer, with a key. */
  readonly api: Client;
  readonly path: string;

  constructor(world: World, track: Track, acme: Organization, api: Client) {
    super(world, track);
    this.acme = acme;
    this.api = api;
    this.path = `/events/${track.id}`;
  }

  criteria = async (count: number): Promise<Criterion[]> => {
    const made = [];
    for (let each = 0; each < count; each++) made.push(await this.criterion());
    return made;
  };

  assign = (judge_user_id: string, team_id: string): Promise<Answer> =>
    this.api.post(`${this.path}/assignments`, { judge_user_id, team_id });

  assignAll = (judge_user_ids: readonly string[], team_id: string): Promise<Answer> =>
    this.api.post(`${this.path}/assignments/bulk`, { judge_user_ids, team_id });

  list = async (): Promise<Record<string, any>[]> =>
    (await this.api.get(`${this.path}/assignments`)).body.data.assignments;

  async seat(judge?: Person): Promise<Seat> {
    const who = judge ?? (await this.judge());
    const team = await this.world.team(this.track, [await this.world.person()]);
    const id = await this.assignment(who, team);
    const me = await this.signedIn(who);
    const path = `/assignments/${id}`;
    return {
      judge: who,
      team,
      id,
      me,
      give: (body) => me.post(`${path}/scores`, body),
      submit: () => me.post(`${path}/submit`),
      scores: async () => (await me.get(`${path}/scores`)).body.data.scores,
      standing: async () => {
        const { status, progress } = (await me.get(path)).body.data.assignment;
        return { status, progress };
      },
    };
  }

  /** The audit of an assignment, the oldest first. */
  audit = (assignment: string) =>
    this.world.rows<{ action: string; user_id: string; ids: object; before: object; after: object }>`
      select action, user_id, ids, before, after from judging.audit
       where ids->>'assignment_id' = ${assignment} order by at`;
}

export interface Panels {
  readonly world: World;
  readonly acme: Organization;
  readonly olga: Person;
  /** On a hackathon and a track of its own. */
  open(columns?: Record<string, unknown>): Promise<Panel>;
}

export async function openPanels(): Promise<Panels> {
  const world = await openWorld();
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  return {
    world,
    acme,
    olga,
    async open(columns) {
      const hack = await world.superEvent(acme, columns);
      return new Panel(world, await world.track(hack), acme, world.as(olga, acme));
    },
  };
}
