import { draftOf, missingOf } from './drafts.ts';
import type { Team } from './panel.ts';

export const isDone = ({ assignment }: Team): boolean => assignment.status === 'SUBMITTED';

/** How far a team is, in a word with a sign. */
export function standingOf(team: Team): readonly [kind: string, word: string] {
  const missing = missingOf(team).length;
  if (isDone(team)) return ['good', '✓ Handed in'];
  if (draftOf(team.assignment.id).isHandedIn) return ['warn', '… Waits for the network'];
  if (missing === 0) return ['warn', '! Ready to hand in'];
  return missing === team.criteria.length ? ['', '○ Not begun'] : ['', '◐ Begun'];
}

/** All teams of a judge with their progress, track by track. */
export function Teams({ teams }: { readonly teams: readonly Team[] }) {
  const done = teams.filter(isDone).length;
  const tracks = new Map<string, Team[]>();
  for (const team of teams) {
    const { event_id } = team.assignment;
    tracks.set(event_id, [...(tracks.get(event_id) ?? []), team]);
  }
  return (
    <>
      <section class="card" data-testid="progress" data-done={done} data-all={teams.length}>
        <p>
          <strong>
            {done} of {teams.length}
          </strong>{' '}
          handed in
        </p>
        <progress value={done} max={teams.length} aria-label="Teams that are handed in" />
      </section>
      {[...tracks].map(([id, its]) => (
        <section key={id} class="stack">
          <h2>{its[0]?.assignment.event_name}</h2>
          <ul class="teams">{its.map(line)}</ul>
        </section>
      ))}
    </>
  );
}

function line(team: Team) {
  const { id, team_name } = team.assignment;
  const [kind, word] = standingOf(team);
  const all = team.criteria.length;
  const given = all - missingOf(team).length;
  return (
    <li key={id}>
      <a class="card team" href={`#${id}`}>
        <span class="row spread">
          <strong>{team_name}</strong>
          <span class={`tag ${kind}`}>{word}</span>
        </span>
        <progress value={given} max={all} aria-label={`${given} of ${all} criteria have a score`} />
      </a>
    </li>
  );
}
