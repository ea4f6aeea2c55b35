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
}

export function TeamPage({ team, before, after }: Props) {
  const { assignment, criteria } = team;
  return (
    <>
      <nav class="row spread" aria-label="Teams">
        <a href="#">All teams</a>
        <span class="row">
          {before && <a href={`#${before.assignment.id}`}>Previous</a>}
          {after && <a href={`#${after.assignment.id}`}>Next</a>}
        </span>
      </nav>
      <header class="stack">
        <p class="quiet small">{assignment.event_name}</p>
        <h1>{assignment.team_name}</h1>
        {assignment.team_problem && <p>{assignment.team_problem}</p>}
        {!isDone(team) && !draftOf(assignment.id).isHandedIn && <Decline team={team} />}
      </header>
      {isDone(team) && <Notice kind="good">Handed in. Only the organizers can give it back to you.</Notice>}
      {criteria.length === 0 && <Notice>The organizers have not said yet what teams are judged by.</Notice>}
      {criteria.map((criterion) => (
        <CriterionField key={criterion.id} team={team} criterion={criterion} />
      ))}
      {!isDone(team) && criteria.length > 0 && (
        <footer class="card handing">
          <Saved team={team} />
          <HandIn team={team} />
        </footer>
      )}
    </>
  );
}

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
    return ['words', '!', 'Kept on this device. Words are sent with a score.'];
  return scores.length > 0 ? ['saved', '✓', 'Saved'] : ['empty', '○', 'Nothing to save yet'];
}
