/** All teams of a judge: with the one to go on with, open ones first, and how far each is. */
import { draftOf, missingOf } from './drafts.ts';
import { online } from '../shared/online.ts';
import type { Team } from './panel.ts';
import { list as texts } from './texts/en.ts';

export const isDone = ({ assignment }: Team): boolean => assignment.status === 'SUBMITTED';
export const isOpen = (team: Team): boolean => !isDone(team) && !draftOf(team.assignment.id).isHandedIn;
/** With a network the service has it in a moment. */
const isAsGoodAsDone = (team: Team): boolean => isDone(team) || (!isOpen(team) && online.value);
const isBegun = (team: Team): boolean => missingOf(team).length < team.criteria.length;

/** How far a team is, in a word with a sign. */
function standingOf(team: Team): readonly [kind: string, sign: string, word: string] {
  const all = team.criteria.length;
  const given = all - missingOf(team).length;
  if (isAsGoodAsDone(team)) return ['good', '✓', texts.handedIn];
  if (!isOpen(team)) return ['warn', '…', texts.waits];
  if (all > 0 && given === all) return ['warn', '!', texts.ready];
  return ['', given === 0 ? '○' : '◐', texts.scored(given, all)];
}

/** The teams track by track, in the order of the tables, and those of each prize by themselves. */
function groupsOf(teams: readonly Team[]): ReadonlyMap<string, readonly Team[]> {
  const groups = new Map<string, Team[]>();
  for (const team of teams) {
    const { event_id, prize } = team.assignment;
    const about = prize?.id ?? event_id;
    groups.set(about, [...(groups.get(about) ?? []), team]);
  }
  return groups;
}

export function Teams({ teams }: { readonly teams: readonly Team[] }) {
  const done = teams.filter(isAsGoodAsDone).length;
  return (
    <>
      <section class="card progress" data-testid="progress" data-done={done} data-all={teams.length}>
        <p>
          {done === teams.length ? (
            <strong>{texts.allDone(done)}</strong>
          ) : (
            texts.progress(done, teams.length, (counts) => <strong>{counts}</strong>)
          )}
        </p>
        <progress value={done} max={teams.length} aria-label={texts.progressBar} />
      </section>
      <GoOn teams={teams} />
      {[...groupsOf(teams)].map(([id, its]) => (
        <section key={id} class="stack">
          <h2>{its[0]?.assignment.prize?.name ?? its[0]?.assignment.event_name}</h2>
          <ul class="teams">{its.toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one))).map(line)}</ul>
        </section>
      ))}
    </>
  );
}

/** Leads to a team that was begun, else to the first one that is open. */
function GoOn({ teams }: { readonly teams: readonly Team[] }) {
  const open = teams.filter(isOpen);
  const next = open.find(isBegun) ?? open[0];
  if (!next) return null;
  const { id, team_name } = next.assignment;
  const isFirst = !isBegun(next) && open.length === teams.length;
  return (
    <a class="button on" href={`#${id}`} data-testid="continue">
      <span>{texts[isFirst ? 'start' : 'goOn'](team_name)}</span>
    </a>
  );
}

function line(team: Team) {
  const { id, team_name, table } = team.assignment;
  const [kind, sign, word] = standingOf(team);
  return (
    <li key={id}>
      <a class="card team" href={`#${id}`}>
        <strong>
          {table && <span data-testid="judge-table">{table} · </span>}
          {team_name}
        </strong>
        <span class={`tag ${kind}`}>
          <span aria-hidden="true">{sign}</span> {word}
        </span>
      </a>
    </li>
  );
}
