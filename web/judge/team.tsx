/** One team: its project, a score for each criterion, and submitting. */
import { Heading } from '../shared/frame.tsx';
import { Notice } from '../shared/notice.tsx';
import { online } from '../shared/online.ts';
import { inWords } from '../shared/refused.ts';
import { ownZone } from '../shared/intl.ts';
import { CriterionField } from './criterion.tsx';
import { Decline } from './decline.tsx';
import { draftOf } from './drafts.ts';
import { HandIn, Latest } from './hand-in.tsx';
import type { Team } from './panel.ts';
import { Project } from './project.tsx';
import { hasNews, refusals, sending } from './sender.ts';
import { isDone, isOpen } from './teams.tsx';
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

export function TeamPage({ team, before, after, place, next }: Props) {
  const { assignment, criteria } = team;
  const { team_problem: problem } = assignment;
  return (
    <>
      <Latest at={assignment.id} />
      <Ways before={before} after={after} place={place} />
      <header class="stack tight">
        <Heading>{assignment.team_name}</Heading>
        <div class="row spread about">
          <p class="quiet small">
            {assignment.event_name}
            {assignment.table && (
              <span data-testid="judge-table"> · {texts.table(<strong>{assignment.table}</strong>)}</span>
            )}
          </p>
          {isOpen(team) && <Decline team={team} />}
        </div>
        {assignment.prize && <p class="tag">{texts.forPrize(assignment.prize.name)}</p>}
        {problem && problem !== assignment.submission?.title && <p>{problem}</p>}
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
          {!isOpen(team) && <GoOn to={next} />}
        </footer>
      )}
    </>
  );
}

const Ways = ({ before, after, place: [number, all] }: Pick<Props, 'before' | 'after' | 'place'>) => (
  <nav class="row spread" aria-label={texts.teams}>
    <a class="button bare" href="#">
      {texts.all}
    </a>
    <span class="row tight">
      <Way to={before} name={texts.previous} sign="‹" />
      <span class="number">{texts.place(number, all)}</span>
      <Way to={after} name={texts.next} sign="›" />
    </span>
  </nav>
);

interface WayProps {
  readonly to: Team | undefined;
  readonly name: string;
  readonly sign: string;
}

/** At an end there is nothing to follow, and the other way stays in its place. */
const Way = ({ to, name, sign }: WayProps) => (
  <a
    class="button bare way"
    {...(to ? { href: `#${to.assignment.id}`, 'aria-label': name, title: name } : { 'aria-hidden': true })}
  >
    {to && sign}
  </a>
);

const GoOn = ({ to }: { readonly to: Team | undefined }) => (
  <a class="button on" href={`#${to?.assignment.id ?? ''}`} data-testid="next-team">
    <span>{to ? texts.goOn(to.assignment.team_name) : texts.goBack}</span>
  </a>
);

/** Shows whether the service has the typed text, or only this device. */
function Saved({ team }: { readonly team: Team }) {
  const [state, sign, words] = savedAs(team);
  return (
    <p class="small" role="status" data-testid="saved" data-state={state}>
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
