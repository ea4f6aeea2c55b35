/** One criterion of a team: a slider and a number that say the same, a word for organizers and one for the team. */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { draftOf, opinionOn, type Opinion } from './drafts.ts';
import type { Criterion, Team } from './panel.ts';
import { give } from './sender.ts';
import { isDone } from './teams.tsx';

interface Props {
  readonly team: Team;
  readonly criterion: Criterion;
}

export function CriterionField({ team, criterion }: Props) {
  const { id } = team.assignment;
  const opinion = opinionOn(team, criterion.id);
  const isFixed = isDone(team) || draftOf(id).isHandedIn;
  const change = (part: Partial<Opinion>) => void give(id, criterion.id, { ...opinion, ...part });
  const share = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <fieldset class="card criterion" disabled={isFixed} id={`criterion-${criterion.id}`}>
      <legend>
        {criterion.name} <span class="quiet small">{share.format(criterion.weight)}</span>
      </legend>
      {criterion.description && <p class="quiet">{criterion.description}</p>}
      <Value team={team} criterion={criterion} value={opinion.value} change={(value) => change({ value })} />
      <Words label="Comment for the organizers" text={opinion.comment} change={(comment) => change({ comment })} />
      <Words label="Feedback for the team" text={opinion.feedback} change={(feedback) => change({ feedback })} />
    </fieldset>
  );
}

interface ValueProps extends Props {
  readonly value: number | null;
  readonly change: (value: number) => void;
}

function Value({ team: { assignment }, criterion, value, change }: ValueProps) {
  const { min, max, step } = assignment.scoring;
  /** What stands in the field while it is typed: not every text on the way is a score. */
  const typed = useSignal<string | undefined>(undefined);
  const isWrong = useSignal(false);
  const type = (input: HTMLInputElement) => {
    typed.value = input.value;
    isWrong.value = !input.validity.valid;
    if (input.value !== '' && input.validity.valid) change(input.valueAsNumber);
  };
  const limits = { min, max, step };
  return (
    <div class="value">
      {assignment.super_event_scoring_mode === 'slider' && (
        <Slider limits={limits} name={criterion.name} value={value} change={change} />
      )}
      <input
        type="number"
        inputMode="decimal"
        {...limits}
        aria-label={`Score for ${criterion.name}, ${min} to ${max}`}
        aria-invalid={isWrong.value ? 'true' : undefined}
        data-testid={`score-${criterion.id}`}
        value={typed.value ?? value ?? ''}
        onInput={(event) => type(event.currentTarget)}
        onBlur={() => {
          typed.value = undefined;
          isWrong.value = false;
        }}
      />
      {isWrong.value && (
        <p class="wrong small" role="alert">
          From {min} to {max} in steps of {step}.
        </p>
      )}
    </div>
  );
}

interface SliderProps {
  readonly limits: { readonly min: number; readonly max: number; readonly step: number };
  readonly name: string;
  readonly value: number | null;
  readonly change: (value: number) => void;
}

const Slider = ({ limits, name, value, change }: SliderProps) => (
  <input
    type="range"
    {...limits}
    class={value === null ? 'unset' : ''}
    aria-label={`Score for ${name}, as a slider`}
    aria-valuetext={value === null ? 'No score yet' : String(value)}
    value={value ?? limits.min}
    onInput={(event) => change(event.currentTarget.valueAsNumber)}
    // A click where it stands moves nothing, and still means that score.
    onClick={(event) => value === null && change(event.currentTarget.valueAsNumber)}
  />
);

interface WordsProps {
  readonly label: string;
  readonly text: string;
  readonly change: (text: string) => void;
}

function Words({ label, text, change }: WordsProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={1}
        maxLength={5_000}
        value={text}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </div>
  );
}
