import { draftOf, missingOf } from './drafts.ts';
import type { Team } from './panel.ts';
import { list as texts } from './texts/en.ts';

export const isDone = ({ assignment }: Team): boolean => assignment.status === 'SUBMITTED';

/** How far a team is, in a word with a sign. */
export function standingOf(team: Team): readonly [kind: string, word: string] {
  const missing = missingOf(team).length;
  if (isDone(team)) return ['good', texts.handedIn];
  if (draftOf(team.assignment.id).isHandedIn) return ['warn', texts.waits];
  if (missing === 0) return ['warn', texts.ready];
  return missing === team.criteria.length ? ['', texts.notBegun] : ['', texts.begun];
}

/** All teams of a judge with their progress: track by track, in the order of the tables, and those of each prize by themselves. */
export function Teams({ teams }: { readonly teams: readonly Team[] }) {
  const done = teams.filter(isDone).length;
  const tracks = new Map<string, Team[]>();
  for (const team of teams) {
    const { event_id, prize } = team.assignment;
    const about = prize?.id ?? event_id;
    tracks.set(about, [...(tracks.get(about) ?? []), team]);
  }
  return (
    <>
      <section class="card" data-testid="progress" data-done={done} data-all={teams.length}>
        <p>
          {texts.progress(done, teams.length, (counts) => (
            <strong>{counts}</strong>
          ))}
        </p>
        <progress value={done} max={teams.length} aria-label={texts.progressBar} />
      </section>
      {[...tracks].map(([id, its]) => (
        <section key={id} class="stack">
          <h2>{its[0]?.assignment.prize?.name ?? its[0]?.assignment.event_name}</h2>
          <ul class="teams">{its.map(line)}</ul>
        </section>
      ))}
    </>
  );
}

function line(team: Team) {
  const { id, team_name, table } = team.assignment;
  const [kind, word] = standingOf(team);
  const all = team.criteria.length;
  const given = all - missingOf(team).length;
  return (
    <li key={id}>
      <a class="card team" href={`#${id}`}>
        <span class="row spread">
          <strong>
            {table && <span data-testid="judge-table">{table} · </span>}
            {team_name}
          </strong>
          <span class={`tag ${kind}`}>{word}</span>
        </span>
        <progress value={given} max={all} aria-label={texts.scored(given, all)} />
      </a>
    </li>
  );
}
