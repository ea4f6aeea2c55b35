/** The project of a team, its deadline, and where it is stored. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { pathOf } from '../../shared/address.ts';
import { keepsNothing } from '../../shared/kept.ts';
import { Notice } from '../../shared/notice.tsx';
import { online } from '../../shared/online.ts';
import { inWords } from '../../shared/refused.ts';
import { serverNow } from '../../shared/session.ts';
import { deadline } from '../../shared/periods.ts';
import { clock } from '../../shared/time.ts';
import type { Team } from '../places.ts';
import { areTakenUp, drafts } from './project-draft.ts';
import { ProjectForm } from './project-form.tsx';
import { refusals, stateOf } from './project-sender.ts';
import { project as texts } from './texts/en.ts';

/** Milliseconds before the deadline at which the page warns of it. */
const warnBefore = 60_000;
/** Milliseconds between two looks at the clock. */
const often = 1_000;

interface Props {
  readonly team: Team;
  readonly zone: string;
}

type Near = 'open' | 'soon' | 'closed';

/** How near the deadline is, by the server's clock. */
function useDeadline(closesAt: string | null): Near {
  const told = (): Near => {
    const left = closesAt === null ? Infinity : Date.parse(closesAt) - serverNow();
    return left <= 0 ? 'closed' : left <= warnBefore ? 'soon' : 'open';
  };
  const near = useSignal<Near>(told());
  useEffect(() => {
    near.value = told();
    const timer = setInterval(() => (near.value = told()), often);
    return () => clearInterval(timer);
  }, [closesAt]);
  return near.value;
}

export function Project({ team, zone }: Props) {
  const { submission, submissions_close_at: closesAt } = team;
  const near = useDeadline(closesAt);
  if (!areTakenUp.value) return null;
  return (
    <section class="part project" aria-label={texts.of(team.name)}>
      <h3>{texts.title}</h3>
      {near === 'soon' && closesAt && <Notice kind="warn">{texts.closesSoon(clock(closesAt, zone))}</Notice>}
      {near === 'closed' && closesAt ? (
        <Closed team={team} when={deadline(closesAt, zone)} />
      ) : (
        <>
          <p class="small">
            {(submission ? texts.changeUntil : texts.handInUntil)(closesAt && deadline(closesAt, zone))}
          </p>
          <ProjectForm team={team} />
        </>
      )}
      <SaveState team={team} isClosed={near === 'closed'} />
      {submission?.late_by_ms != null && <p class="small">{texts.wasLate(Math.ceil(submission.late_by_ms / 1_000))}</p>}
    </section>
  );
}

const Closed = ({ team, when }: { readonly team: Team; readonly when: string }) => (
  <>
    <p class="small" data-testid="project-closed">
      {texts.hasClosed(when, team.submission !== null)}
    </p>
    {team.submission && <p>{team.submission.title}</p>}
  </>
);

/** Shows where the typed text is stored. */
function SaveState({ team, isClosed }: { readonly team: Team; readonly isClosed: boolean }) {
  const state = stateOf(team);
  const refused = refusals.value[team.id];
  // After the deadline it only says whether the typed text was still submitted.
  if (!state || (isClosed && !refused && !drafts.value[team.id]?.isHandedIn)) return null;
  return (
    <p class="small" role="status" data-testid="project-save-state" data-state={state}>
      {state === 'refused' && refused ? texts.refused(inWords(refused)) : wordsFor(state, team)}
    </p>
  );
}

function wordsFor(state: NonNullable<ReturnType<typeof stateOf>>, { id }: Team): string {
  if (state === 'saved') return texts.isSaved;
  if (state === 'saving') return texts.isSaving;
  if (keepsNothing.value) return texts.keepsNothing;
  if (!drafts.value[id]?.isHandedIn) return texts.doesNotCount;
  return online.value ? texts.isSentSoon : texts.isSentLater;
}

/** Leads to what all teams of a hackathon made. @param hackathon Its id. */
export const AllProjects = ({ hackathon }: { readonly hackathon: string }) => (
  <a class="part" href={pathOf(`/projects/${hackathon}`)}>
    {texts.all}
  </a>
);
