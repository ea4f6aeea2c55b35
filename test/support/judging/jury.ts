/** A track that is judged: what it is judged by, who judges, what they gave. Put into the tables, not through endpoints. */
import type { Client, Person } from '../client.ts';
import type { Track } from '../fixtures.ts';
import { accessTokenOf, bearer } from '../sign-in.ts';
import type { Stage } from '../stage.ts';
import type { World } from '../world.ts';

export interface Criterion {
  readonly id: string;
  readonly name: string;
}
/** Numbers with many decimals are strings. */
export interface Given {
  readonly value: number | string;
  readonly comment?: string | null;
  readonly feedback?: string | null;
}

export class Jury<W extends Stage & { readonly url: string } = World> {
  readonly world: W;
  readonly track: Track;
  #count = 0;

  constructor(world: W, track: Track) {
    this.world = world;
    this.track = track;
  }

  async judge(columns: Record<string, unknown> = {}): Promise<Person> {
    const person = await this.world.person(columns);
    await this.world.role(person, this.track, 'JUDGE');
    return person;
  }

  async criterion(
    weight: number | string = '0.1',
    columns: { name?: string; description?: string | null } = {},
  ): Promise<Criterion> {
    const { id, organization_id, super_event_id } = this.track;
    this.#count += 1;
    const { name = `Criterion ${this.#count}`, description = null } = columns;
    await this.world.rows`
      insert into judging.weight_total (event_id, total) values (${id}, ${weight})
      on conflict (event_id) do update set total = weight_total.total + excluded.total`;
    const [made] = await this.world.rows<Criterion>`
      insert into judging.criterion (organization_id, super_event_id, event_id, name, description, weight, order_index)
      values (${organization_id}, ${super_event_id}, ${id}, ${name}, ${description}, ${weight}, ${this.#count})
      returning id, name`;
    return made as Criterion;
  }

  async assignment(judge: { id: string }, team: { id: string }, submitted = false): Promise<string> {
    const { id, organization_id, super_event_id } = this.track;
    const [made] = await this.world.rows<{ id: string }>`
      insert into judging.assignment (organization_id, super_event_id, event_id, team_id, judge_user_id, submitted_at)
      values (${organization_id}, ${super_event_id}, ${id}, ${team.id}, ${judge.id},
              case when ${submitted}::boolean then now() end)
      returning id`;
    return (made as { id: string }).id;
  }

  async score(assignment: string, criterion: { id: string }, given: Given): Promise<string> {
    const { value, comment = null, feedback = null } = given;
    const [made] = await this.world.rows<{ id: string }>`
      insert into judging.score (assignment_id, criterion_id, value, comment, feedback)
      values (${assignment}, ${criterion.id}, ${value}, ${comment}, ${feedback}) returning id`;
    return (made as { id: string }).id;
  }

  /** Speaks as this person with a session. */
  async signedIn(person: { id: string }): Promise<Client> {
    return bearer(this.world, await accessTokenOf(this.world, person));
  }
}
