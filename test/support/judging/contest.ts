/** A track that is judged and ranked, and who organizes it. */
import type { Answer, Client, Person } from '../client.ts';
import type { Organization, SuperEvent, Track } from '../fixtures.ts';
import type { World } from '../world.ts';
import { Jury, type Criterion, type Given } from './jury.ts';

/** By the criteria, in their order; null for one that the judge did not score. */
type Marks = readonly (Given | Given['value'] | null)[];
const givenOf = (mark: Given | Given['value']): Given => (typeof mark === 'object' ? mark : { value: mark });

export class Contest extends Jury {
  readonly api: Client;
  readonly criteria: Criterion[] = [];

  constructor(world: World, track: Track, api: Client) {
    super(world, track);
    this.api = api;
  }

  override async criterion(...its: Parameters<Jury['criterion']>): Promise<Criterion> {
    const made = await super.criterion(...its);
    this.criteria.push(made);
    return made;
  }

  /** Of these people, or of somebody new, who is accepted. */
  async team(name: string, people?: readonly Person[]) {
    return this.world.team(this.track, people ?? [await this.#captain()], { name });
  }

  async #captain(): Promise<Person> {
    const person = await this.world.person();
    await this.world.registered(person, this.track);
    return person;
  }

  /** A judge's scores for a team, handed in unless said otherwise. Answers the assignment. */
  async judged(team: { id: string }, marks: Marks, { judge, submitted = true }: Judging = {}): Promise<string> {
    const assignment = await this.assignment(judge ?? (await this.judge()), team, submitted);
    for (const [place, mark] of marks.entries()) {
      if (mark !== null) await this.score(assignment, this.criteria[place] as Criterion, givenOf(mark));
    }
    return assignment;
  }

  calculate = (): Promise<Answer> => this.api.post(`/events/${this.track.id}/calculate-results`);
  publish = (ranking?: string): Promise<Answer> =>
    this.api.post(`/events/${this.track.id}/results/publish`, ranking && { ranking });
  list = (): Promise<Answer> => this.api.get(`/events/${this.track.id}/results`);

  /** Calculated anew: rank, team and score. */
  async ranking(): Promise<[rank: number, team: string, score: number][]> {
    const { results } = (await this.calculate()).body.data;
    return results.map((one: any) => [one.rank, one.team_name, one.overall_score]);
  }
}
interface Judging {
  readonly judge?: Person;
  readonly submitted?: boolean;
}

export interface Host {
  readonly world: World;
  readonly acme: Organization;
  readonly hack: SuperEvent;
  readonly api: Client;
  /** On a track of its own, with a criterion for each weight. */
  contest(weights?: readonly (number | string)[], columns?: Record<string, unknown>): Promise<Contest>;
}

export async function hostContests(world: World): Promise<Host> {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, { name: 'Spring Hack' });
  const api = world.as(await world.member(acme, 'ADMIN'), acme);
  return {
    world,
    acme,
    hack,
    api,
    async contest(weights = [1], columns = {}) {
      const contest = new Contest(world, await world.track(hack, columns), api);
      for (const weight of weights) await contest.criterion(weight);
      return contest;
    },
  };
}
