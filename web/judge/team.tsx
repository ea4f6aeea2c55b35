/** One team: what it is about, a score for each criterion, and handing in. */
import { Notice } from '../shared/notice.tsx';
import { online } from '../shared/online.ts';
import { inWords } from '../shared/refused.ts';
import { CriterionField } from './criterion.tsx';
import { Decline } from './decline.tsx';
import { draftOf } from './drafts.ts';
import { HandIn } from './hand-in.tsx';
import type { Team } from './panel.ts';
import { hasNews, refusals, sending } from './sender.ts';
import { isDone } from './teams.tsx';

interface Props {
  readonly team: Team;
  readonly before: Team | undefined;
  readonly after: Team | undefined;
  /** Which of how many it is. */
  readonly place: readonly [number: number, all: number];
  /** The one to go on with. */
  readonly next: Team | undefined;
}

export function TeamPage({ team, before, after, place: [number, all], next }: Props) {
  const { assignment, criteria } = team;
  return (
    <>
      <Ways before={before} after={after} />
      <header class="stack">
        <p class="quiet small">
          {assignment.event_name} · {number} of {all}
        </p>
        <h1 tabIndex={-1}>{assignment.team_name}</h1>
        {assignment.team_problem && <p>{assignment.team_problem}</p>}
        {!isDone(team) && !draftOf(assignment.id).isHandedIn && <Decline team={team} />}
      </header>
      {isDone(team) && <Notice kind="good">Handed in. Only the organizers can reopen it.</Notice>}
      {criteria.length === 0 && <Notice>The organizers have not said yet what teams are judged by.</Notice>}
      <div class="criteria">
        {criteria.map((criterion) => (
          <CriterionField key={criterion.id} team={team} criterion={criterion} />
        ))}
      </div>
      {criteria.length > 0 && (
        <footer class="card handing">
          {isDone(team) ? <p>✓ Handed in.</p> : <Saved team={team} />}
          {!isDone(team) && <HandIn team={team} />}
          {(isDone(team) || draftOf(assignment.id).isHandedIn) && <GoOn to={next} />}
        </footer>
      )}
    </>
  );
}

const Ways = ({ before, after }: Pick<Props, 'before' | 'after'>) => (
  <nav class="row spread" aria-label="Teams">
    <a class="button bare" href="#">
      All teams
    </a>
    <span class="row">
      {before && (
        <a class="button calm" href={`#${before.assignment.id}`}>
          Previous
        </a>
      )}
      {after && (
        <a class="button calm" href={`#${after.assignment.id}`}>
          Next
        </a>
      )}
    </span>
  </nav>
);

const GoOn = ({ to }: { readonly to: Team | undefined }) => (
  <a class="button" href={`#${to?.assignment.id ?? ''}`} data-testid="next-team">
    {to ? `Next: ${to.assignment.team_name} →` : 'All teams →'}
  </a>
);

/** Where what was typed is: with the service, or only here. */
function Saved({ team }: { readonly team: Team }) {
  const [state, sign, words] = savedAs(team);
  return (
    <p role="status" data-testid="saved" data-state={state}>
      <span aria-hidden="true">{sign}</span> {words}
    </p>
  );
}

function savedAs({ assignment: { id }, scores }: Team): readonly [state: string, sign: string, words: string] {
  const draft = draftOf(id);
  const refusal = refusals.value[id];
  if (refusal) return ['refused', '✕', `Not saved: ${inWords(refusal)}`];
  if (hasNews(draft)) {
    if (!online.value) return ['waiting', '…', 'Kept on this device. It is sent when the network is back.'];
    return sending.value.has(id) ? ['saving', '…', 'Saving'] : ['saving', '…', 'Saving soon'];
  }
  if (Object.keys(draft.opinions).length > 0)
    return ['words', '!', 'Kept on this device. Give a score to send your comment.'];
  return scores.length > 0 ? ['saved', '✓', 'Saved'] : ['empty', '○', 'No scores yet'];
}
