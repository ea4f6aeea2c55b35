/** A track on which every judge has scored every team by every criterion. */
import type { Track } from '../test/support/fixtures.ts';
import { calmDown, type Ground } from './ground.ts';

interface Size {
  readonly teams: number;
  readonly judges: number;
  readonly criteria: number;
}

export interface JudgedTrack {
  readonly track: Track;
  readonly headers: Record<string, string>;
}

/** Creates such a track of this size. */
export async function judgedTrack(ground: Ground, size: Size): Promise<JudgedTrack> {
  const { fixtures, rows } = ground;
  const organization = await fixtures.organization();
  const track = await fixtures.track(await fixtures.superEvent(organization));
  const judges = await Promise.all(Array.from({ length: size.judges }, () => fixtures.person()));
  for (const judge of judges) await fixtures.role(judge, track, 'JUDGE');
  const owner = await fixtures.member(organization, 'OWNER');
  await score(ground, track, { ...size, ids: judges.map(({ id }) => id) });
  await calmDown(rows);
  return { track, headers: { 'X-Api-Key': await fixtures.keyOf(owner, organization) } };
}

async function score(
  { rows }: Ground,
  { id, organization_id, super_event_id }: Track,
  { teams, criteria, ids }: Size & { ids: readonly string[] },
): Promise<void> {
  await rows`
    with criterion as (
      insert into judging.criterion (organization_id, super_event_id, event_id, name, weight, order_index)
      select ${organization_id}, ${super_event_id}, ${id}, 'Criterion ' || n, 1.0 / ${criteria}::int, n
        from generate_series(1, ${criteria}::int) n
      returning id
    ), team as (
      insert into teams.team (organization_id, super_event_id, event_id, name, member_count)
      select ${organization_id}, ${super_event_id}, ${id}, 'Team number ' || n, 1 from generate_series(1, ${teams}::int) n
      returning id
    ), assignment as (
      insert into judging.assignment (organization_id, super_event_id, event_id, team_id, judge_user_id, submitted_at)
      select ${organization_id}, ${super_event_id}, ${id}, t.id, j.id, now()
        from team t cross join unnest(${ids}::uuid[]) as j (id)
      returning id
    )
    insert into judging.score (assignment_id, criterion_id, value, comment)
    select a.id, c.id, round((random() * 10)::numeric, 1), 'Good work, but the demo broke off'
      from assignment a cross join criterion c`;
}
