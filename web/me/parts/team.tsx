/** The team of a person on a track: members, invitation, project and result. */
import type { ComponentChild } from 'preact';
import { isRefusal } from '../../../clients/typescript/src/index.ts';
import { Button } from '../../shared/button.tsx';
import { writeChanges } from '../../shared/changes.ts';
import { Field } from '../../shared/field.tsx';
import { Notice } from '../../shared/notice.tsx';
import { useSending, wrongWith } from '../../shared/sending.ts';
import { api } from '../../shared/session.ts';
import { thenRenew, wordsFor } from '../attempt.ts';
import type { Result, Team } from '../places.ts';
import { isFixed, whyFixed } from './find-team.tsx';
import { Invite } from './invite-link.tsx';
import { LeaveTeam } from './leave-team.tsx';
import { Members } from './members.tsx';
import { Project } from './project.tsx';
import { listed, number } from '../../shared/intl.ts';
import { SentTick } from './sent-tick.tsx';
import { answers, finding, result as ofResult, team as texts } from './texts/en.ts';

interface Props {
  readonly team: Team;
  /** Of the track. */
  readonly zone: string;
}

export function OwnTeam({ team, zone }: Props) {
  const mayChange = !isFixed(team);
  return (
    <section class="part" data-testid="me-team" key={team.id}>
      <h3>{texts.title(team.name)}</h3>
      {team.table && <p class="small">{texts.table(<strong key="table">{team.table}</strong>)}</p>}
      {team.problem && <p class="small">{team.problem}</p>}
      <Members team={team} mayLead={mayChange && team.role === 'LEADER'} />
      {mayChange ? (
        <>
          <Invite team={team} />
          {team.role === 'LEADER' && <Leading team={team} />}
          <LeaveTeam team={team} />
        </>
      ) : (
        team.self_service && (
          <p class="small" data-testid="team-locked">
            {whyFixed(team, zone)}
          </p>
        )
      )}
      <Won prizes={team.prizes_won} />
      <Project team={team} zone={zone} />
    </section>
  );
}

/** A team that the device kept from an earlier release has none. */
const Won = ({ prizes = [] }: { readonly prizes: Team['prizes_won'] | undefined }) =>
  prizes.length > 0 && (
    <p class="rank" data-testid="prizes-won">
      {texts.won(listed(prizes.map(({ name }) => name)))}
    </p>
  );

/** The parts of a team that its leader may change. */
const Leading = ({ team }: { readonly team: Team }) => (
  <>
    <Openness team={team} />
    <details>
      <summary>{texts.change}</summary>
      <Change team={team} />
    </details>
  </>
);

/** Changes what the team is called and what it works on; what is not touched follows others. */
function Change({ team: { id, name, problem } }: { readonly team: Team }) {
  const before = { name, problem: problem ?? '' };
  const write = ({ problem, ...part }: Partial<typeof before>) =>
    api.teams.changeOwn({ id, ...part, ...(problem !== undefined && { problem: problem.trim() || null }) });
  const { refused, isSending, onSubmit } = useSending(async ({ name = '', problem = '' }) => {
    await thenRenew(writeChanges({ before, after: { name, problem }, write }));
  });
  return (
    <form class="stack" onSubmit={onSubmit}>
      <Field {...named} defaultValue={before.name} wrong={wrongWith(refused, 'name')} />
      <Field
        label={finding.problem}
        name="problem"
        defaultValue={before.problem}
        wrong={wrongWith(refused, 'problem')}
      />
      {refused && !isRefusal(refused, 'VALIDATION_FAILED') && <Notice kind="bad">{wordsFor(refused)}</Notice>}
      <div class="row">
        <Button kind="calm" data-testid="team-save" disabled={isSending}>
          {answers.save}
        </Button>
      </div>
    </form>
  );
}
const named = { label: finding.name, name: 'name', required: true, maxLength: 100, 'data-testid': 'team-rename' };

/** Lets the leader of a team open it to others, or close it. */
const Openness = ({ team: { id, is_open } }: { readonly team: Team }) => (
  <SentTick isOn={is_open} send={(isOpen) => api.teams.changeOwn({ id, isOpen })}>
    {finding.isOpen}
  </SentTick>
);

/** Where a score lies between the lowest and the highest that judges may give, from 0 to 1. */
const shareOf = (score: number, { min, max }: NonNullable<Result['scoring']>): number =>
  max > min ? Math.min(1, (score - min) / (max - min)) : 1;

/** One decimal tells teams apart as well as four. */
const rounded = (score: number): string => number(Math.round(score * 10) / 10);

/** The published result: the rank, the score, and what each criterion gave. */
export const Outcome = ({ result }: { readonly result: Result }) => (
  <div class="outcome" data-testid="result">
    <p class="rank">{ofResult.rank(result.rank, result.ranked_count)}</p>
    <p class="number">{ofResult.score(rounded(result.overall_score), result.scoring?.max)}</p>
    <dl>{result.score_breakdown.map((one) => line(one, result.scoring))}</dl>
    {result.explanation && (
      <details>
        <summary>{ofResult.explanation}</summary>
        <ul class="small">
          {result.explanation.map((sentence, place) => (
            <li key={place}>{sentence}</li>
          ))}
        </ul>
      </details>
    )}
  </div>
);

const line = (one: Result['score_breakdown'][number], scale: Result['scoring']): ComponentChild => (
  <div key={one.criterion_name}>
    <dt class="row spread">
      <span>{one.criterion_name}</span>
      <span class="number">{number(one.score_value)}</span>
    </dt>
    {scale && <dd aria-hidden="true" class="share" style={`--share: ${shareOf(one.score_value, scale)}`} />}
    {one.feedback && <dd class="small">{one.feedback}</dd>}
  </div>
);
