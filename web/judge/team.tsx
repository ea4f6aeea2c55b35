/** One team: its project, a score for each criterion, and submitting. */
import { Heading } from '../shared/frame.tsx';
import { Notice } from '../shared/notice.tsx';
import { online } from '../shared/online.ts';
import { inWords } from '../shared/refused.ts';
import { ownZone } from '../shared/intl.ts';
import { CriterionField } from './criterion.tsx';
import { Decline } from './decline.tsx';
import { draftOf } from './drafts.ts';
import { Before, HandIn } from './hand-in.tsx';
import type { Team } from './panel.ts';
import { Project } from './project.tsx';
import { hasNews, refusals, sending } from './sender.ts';
import { isDone } from './teams.tsx';
import { saved, team as texts } from './texts/en.ts';

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
      <Before of={team} />
      <Ways before={before} after={after} />
      <header class="stack">
        <p class="quiet small">
          {assignment.event_name} · {texts.place(number, all)}
        </p>
        {assignment.table && <p data-testid="judge-table">{texts.table(<strong>{assignment.table}</strong>)}</p>}
        <Heading>{assignment.team_name}</Heading>
        {assignment.prize && <p class="tag">{texts.forPrize(assignment.prize.name)}</p>}
        {assignment.team_problem && <p>{assignment.team_problem}</p>}
        {!isDone(team) && !draftOf(assignment.id).isHandedIn && <Decline team={team} />}
      </header>
      {isDone(team) && <Notice kind="good">{texts.isDone}</Notice>}
      <Project of={assignment.submission} zone={assignment.tz ?? ownZone} />
      {criteria.length === 0 && <Notice>{texts.noCriteria}</Notice>}
      <div class="criteria">
        {criteria.map((criterion) => (
          <CriterionField key={criterion.id} team={team} criterion={criterion} />
        ))}
      </div>
      {criteria.length > 0 && (
        <footer class="card handing">
          {isDone(team) ? <p>{texts.handedIn}</p> : <Saved team={team} />}
          {!isDone(team) && <HandIn team={team} next={next} />}
          {(isDone(team) || draftOf(assignment.id).isHandedIn) && <GoOn to={next} />}
        </footer>
      )}
    </>
  );
}

const Ways = ({ before, after }: Pick<Props, 'before' | 'after'>) => (
  <nav class="row spread" aria-label={texts.teams}>
    <a class="button bare" href="#">
      {texts.all}
    </a>
    <span class="row">
      {before && (
        <a class="button calm" href={`#${before.assignment.id}`}>
          {texts.previous}
        </a>
      )}
      {after && (
        <a class="button calm" href={`#${after.assignment.id}`}>
          {texts.next}
        </a>
      )}
    </span>
  </nav>
);

const GoOn = ({ to }: { readonly to: Team | undefined }) => (
  <a class="button" href={`#${to?.assignment.id ?? ''}`} data-testid="next-team">
    {to ? texts.goOn(to.assignment.team_name) : texts.goBack}
  </a>
);

/** Shows whether the service has the typed text, or only this device. */
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
  if (refusal) return ['refused', '✕', saved.refused(inWords(refusal))];
  if (hasNews(draft)) {
    if (!online.value) return ['waiting', '…', saved.waits];
    return sending.value.has(id) ? ['saving', '…', saved.isSaving] : ['saving', '…', saved.soon];
  }
  if (Object.keys(draft.opinions).length > 0) return ['words', '!', saved.words];
  return scores.length > 0 ? ['saved', '✓', saved.done] : ['empty', '○', saved.empty];
}
