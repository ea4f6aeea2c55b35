/** One criterion of a team: a slider, a number, a comment for organizers and feedback for the team. */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { number, region } from '../shared/intl.ts';
import { draftOf, opinionOn, type Opinion, type Touched } from './drafts.ts';
import type { Criterion, Team } from './panel.ts';
import { give } from './sender.ts';
import { isDone } from './teams.tsx';
import { scores as texts } from './texts/en.ts';

interface Props {
  readonly team: Team;
  readonly criterion: Criterion;
}

export function CriterionField({ team, criterion }: Props) {
  const { id } = team.assignment;
  const opinion = opinionOn(team, criterion.id);
  const isFixed = isDone(team) || draftOf(id).isHandedIn;
  const change = (part: Touched) => void give(id, criterion.id, part);
  const share = new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <fieldset class="card criterion" disabled={isFixed} id={`criterion-${criterion.id}`}>
      <legend>
        <h2>
          {criterion.name} <span class="quiet small">{share.format(criterion.weight)}</span>
        </h2>
      </legend>
      <Value team={team} criterion={criterion} value={opinion.value} change={(value) => change({ value })} />
      {criterion.description && <p class="quiet small">{criterion.description}</p>}
      <Scale team={team} criterion={criterion} opinion={opinion} change={change} />
    </fieldset>
  );
}

interface ScaleProps extends Props {
  readonly opinion: Opinion;
  readonly change: (part: Touched) => void;
}

/** The slider between the ends of the scale, and the words, folded while there are none. */
function Scale({ team: { assignment }, criterion, opinion: { value, comment, feedback }, change }: ScaleProps) {
  const { min, max, step } = assignment.scoring;
  const hasWords = comment !== '' || feedback !== '';
  /** Open while there are words, unless the judge has said otherwise. */
  const said = useSignal<boolean | undefined>(undefined);
  const isOpen = said.value ?? hasWords;
  const write = (part: Touched) => {
    said.value = true;
    change(part);
  };
  const words = useId();
  return (
    <>
      <div class="scale">
        {assignment.super_event_scoring_mode === 'slider' && (
          <>
            <span aria-hidden="true">{number(min)}</span>
            <Slider
              limits={{ min, max, step }}
              name={criterion.name}
              value={value}
              change={(next) => change({ value: next })}
            />
            <span aria-hidden="true">{number(max)}</span>
          </>
        )}
        <Say
          name={criterion.name}
          words={words}
          isOpen={isOpen}
          hasWords={hasWords}
          toggle={() => (said.value = !isOpen)}
        />
      </div>
      <div class="stack" id={words} hidden={!isOpen}>
        <Words label={texts.comment} text={comment} change={(text) => write({ comment: text })} />
        <Words label={texts.feedback} text={feedback} change={(text) => write({ feedback: text })} />
      </div>
    </>
  );
}

interface SayProps {
  /** Of the criterion. */
  readonly name: string;
  /** The id of what it opens. */
  readonly words: string;
  readonly isOpen: boolean;
  readonly hasWords: boolean;
  readonly toggle: () => void;
}

const Say = ({ name, words, isOpen, hasWords, toggle }: SayProps) => (
  <button
    type="button"
    class="button bare say"
    aria-expanded={isOpen}
    aria-controls={words}
    aria-label={texts.words(name)}
    title={texts.words(name)}
    onClick={toggle}
  >
    <svg viewBox="0 0 24 24" class={hasWords ? 'has' : ''} aria-hidden="true">
      <path d="M4 5h16v11H10l-4 4v-4H4z" />
    </svg>
  </button>
);

interface ValueProps extends Props {
  readonly value: number | null;
  readonly change: (value: number) => void;
}

function Value({ team: { assignment }, criterion, value, change }: ValueProps) {
  const { min, max, step } = assignment.scoring;
  /** The text in the field while it is typed: a text that is not finished may be no score. */
  const typed = useSignal<string | undefined>(undefined);
  const isWrong = useSignal(false);
  const type = (input: HTMLInputElement) => {
    typed.value = input.value;
    isWrong.value = !input.validity.valid;
    if (input.value !== '' && input.validity.valid) change(input.valueAsNumber);
  };
  const leave = () => {
    typed.value = undefined;
    isWrong.value = false;
  };
  const limits = { min, max, step };
  return (
    <>
      <div class="value">
        <Step limits={limits} by={-1} label={texts.lower(criterion.name)} value={value} change={change} />
        <input
          type="number"
          inputMode="decimal"
          {...limits}
          aria-label={texts.field(criterion.name, min, max)}
          aria-invalid={isWrong.value ? 'true' : undefined}
          data-testid={`score-${criterion.id}`}
          value={typed.value ?? value ?? ''}
          onInput={(event) => type(event.currentTarget)}
          onBlur={leave}
        />
        <span class="quiet" aria-hidden="true">
          /{number(max)}
        </span>
        <Step limits={limits} by={1} label={texts.raise(criterion.name)} value={value} change={change} />
      </div>
      {isWrong.value && <Wrong {...limits} />}
    </>
  );
}

interface Limits {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

const Wrong = ({ min, max, step }: Limits) => (
  <p class="wrong small" role="alert">
    {texts.wrong(min, max, step)}
  </p>
);

interface StepProps {
  readonly limits: Limits;
  readonly by: 1 | -1;
  readonly label: string;
  readonly value: number | null;
  readonly change: (value: number) => void;
}

/** A button that goes one step on; the first one gives the least score. */
function Step({ limits: { min, max, step }, by, label, value, change }: StepProps) {
  const steps = value === null ? 0 : Math.round((value - min) / step) + by;
  // Steps of a tenth do not add up exactly.
  const next = Number((min + steps * step).toFixed(6));
  return (
    <button
      type="button"
      class="button calm step"
      aria-label={label}
      disabled={next < min || next > max || (value === null && by < 0)}
      onClick={() => change(next)}
    >
      {by < 0 ? '−' : '+'}
    </button>
  );
}

interface SliderProps {
  readonly limits: Limits;
  readonly name: string;
  readonly value: number | null;
  readonly change: (value: number) => void;
}

const Slider = ({ limits, name, value, change }: SliderProps) => (
  <input
    type="range"
    {...limits}
    class={value === null ? 'unset' : ''}
    aria-label={texts.slider(name)}
    aria-valuetext={value === null ? texts.none : number(value)}
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
