/** A track that is judged: what it is judged by, who judges, what they gave. Put into the tables, not through endpoints. */
import { hashToken, newAccessToken, newRefreshToken } from '../../../shared/broker/session-token.ts';
import type { Client, Person } from '../../support/client.ts';
import type { Track } from '../../support/fixtures.ts';
import { bearer } from '../../support/sign-in.ts';
import type { Stage } from '../../support/stage.ts';
import type { World } from '../../support/world.ts';

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
    const token = newAccessToken();
    await this.world.rows`
      with opened as (
        insert into identity.session (user_id, expires_at) values (${person.id}, now() + interval '1 day') returning id
      )
      insert into identity.session_token (session_id, access_hash, refresh_hash, access_expires_at, refresh_expires_at)
      select id, decode(${hashToken(token)}, 'hex'), decode(${hashToken(newRefreshToken())}, 'hex'),
             now() + interval '10 minutes', now() + interval '1 day' from opened`;
    return bearer(this.world, token);
  }
}
