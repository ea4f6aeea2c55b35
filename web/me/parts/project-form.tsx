/** The form of a project. */
import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { isRefusal, type MusterError } from '../../../clients/typescript/src/index.ts';
import { own, requiredFault } from '../../../shared/contract/answers.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Tick } from '../../shared/tick.tsx';
import { faultsOf, focusWrong, FormField, unlessWrong, type Faults } from '../../shared/form-field.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { faultInWords } from '../../shared/refused.ts';
import { without } from '../../shared/without.ts';
import { wrongWith } from '../../shared/sending.ts';
import { api } from '../../shared/session.ts';
import type { Team } from '../places.ts';
import { askedOf, checkedOf, drafts, typedOf, type Typed } from './project-draft.ts';
import { handIn, refusals, type } from './project-sender.ts';
import { project as texts } from './texts/en.ts';

/** The parts that are a line of text: name in the answers of the service, label, hint. */
const lines = [
  ['video', 'video_url', texts.video, texts.videoHint],
  ['builtWith', 'built_with', texts.builtWith, texts.builtWithHint],
] as const;

/** Finds the problem of a part, or of one of its entries. */
function faultOf(error: MusterError | undefined, name: string): string | undefined {
  if (!isRefusal(error, 'VALIDATION_FAILED')) return undefined;
  const isOfIt = ({ field }: { readonly field: string }) => field === name || field.startsWith(`${name}[`);
  const found = error.extras.errors.find(isOfIt);
  return wrongWith(error, name) ?? (found && faultInWords(found));
}

/** Keeps what is typed, and hands it in once nothing is wrong. The texts of errors are the page's, not the browser's. */
export function ProjectForm({ team }: { readonly team: Team }) {
  const typed = typedOf(team);
  const faults = useSignal<Faults>({});
  const form = useRef<HTMLFormElement>(null);
  const give = (part: Partial<Typed>) => {
    const touched = [...Object.keys(part.answers ?? {}), ...('title' in part ? [titleFault] : [])];
    faults.value = touched.reduce(without, faults.value);
    void type(team, part);
  };
  const find = () => {
    requestAnimationFrame(() => focusWrong(form.current));
    return {
      ...(typed.title.trim() === '' && { [titleFault]: faultInWords(untitled) }),
      ...faultsOf(checkedOf(team), typed.answers),
    };
  };
  return (
    <form ref={form} class="stack" noValidate onSubmit={unlessWrong(faults, find, () => handIn(team))}>
      <Parts team={team} typed={typed} give={give} faults={faults.value} />
      <Answers team={team} typed={typed} give={give} faults={faults.value} />
      <Prizes
        hackathon={team.super_event_id}
        track={team.event_id}
        chosen={typed.prizeIds}
        choose={(prizeIds) => give({ prizeIds })}
      />
      <Listed isOn={typed.isListed} set={(isListed) => give({ isListed })} />
      <HandIn team={team} />
    </form>
  );
}

/** Whether it is shown in the gallery. */
const Listed = ({ isOn, set }: { readonly isOn: boolean; readonly set: (isOn: boolean) => unknown }) => (
  <div class="field">
    <Tick data-testid="project-listed" checked={isOn} give={set}>
      {texts.show}
    </Tick>
  </div>
);

/** Hands the project in; later changes are sent as they are typed, unless they were refused or written before a teammate handed in. */
function HandIn({ team: { id, submission } }: { readonly team: Team }) {
  const written = drafts.value[id];
  const isWaiting = written?.isHandedIn ?? false;
  if (submission && (!written || isWaiting)) return null;
  return (
    <div class="row">
      <Button data-testid="project-submit" disabled={isWaiting}>
        {isWaiting ? texts.isHandingIn : texts.handIn}
      </Button>
    </div>
  );
}

/** No question has such an id. */
const titleFault = '.title';
const untitled = { code: requiredFault.code, message: `${texts.name} ${requiredFault.message}` };

interface Giving {
  readonly team: Team;
  readonly give: (part: Partial<Typed>) => void;
}
interface Typing extends Giving {
  readonly typed: Typed;
  /** Those that were found before anything was sent. */
  readonly faults: Faults;
}
function Parts({ team, typed, give, faults }: Typing) {
  const refused = refusals.value[team.id];
  return (
    <>
      <Field
        label={texts.name}
        data-testid="project-title"
        required
        maxLength={200}
        value={typed.title}
        wrong={faults[titleFault] ?? faultOf(refused, 'title')}
        onInput={({ currentTarget }) => give({ title: currentTarget.value })}
      />
      <Area team={team} name="description" label={texts.description} typed={typed.description} give={give} />
      <Area team={team} name="links" label={texts.links} typed={typed.links} give={give} />
      {lines.map(([part, name, label, hint]) => (
        <Field
          key={part}
          label={label}
          hint={hint}
          value={typed[part]}
          wrong={faultOf(refused, name)}
          onInput={({ currentTarget }) => give({ [part]: currentTarget.value })}
        />
      ))}
    </>
  );
}

/** The questions of the track. */
const Answers = ({ team, typed, give, faults }: Typing) =>
  askedOf(team).map((question) => (
    <FormField
      key={question.id}
      field={question}
      hackathon={team.super_event_id}
      value={own(typed.answers, question.id)}
      wrong={own(faults, question.id) ?? faultOf(refusals.value[team.id], `answers_json.${question.id}`)}
      testId={`project-answer-${question.id}`}
      give={(answer) => give({ answers: { [question.id]: answer } })}
    />
  ));

interface AreaProps extends Giving {
  readonly name: 'description' | 'links';
  readonly label: string;
  readonly typed: string;
}
function Area({ team, name, label, typed, give }: AreaProps) {
  const wrong = faultOf(refusals.value[team.id], name);
  const id = `${team.id}-${name}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={name === 'links' ? 2 : 5}
        maxLength={20_000}
        value={typed}
        aria-invalid={wrong ? 'true' : undefined}
        aria-describedby={wrong && `${id}-wrong`}
        onInput={({ currentTarget }) => give({ [name]: currentTarget.value })}
      />
      {wrong && (
        <div id={`${id}-wrong`} class="wrong small">
          {wrong}
        </div>
      )}
    </div>
  );
}

interface Entering {
  /** Their ids. */
  readonly hackathon: string;
  readonly track: string;
  /** Ids of prizes. */
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => unknown;
}

/** Offers the prizes that a project can enter for; nothing where there are none, or without a network: then the choice stays. */
function Prizes({ hackathon, track, chosen, choose }: Entering) {
  const name = useId();
  const { data } = useLoaded((signal) => api.events.listPrizes({ superEventId: hackathon }, { signal }), [hackathon]);
  const prizes = data?.prizes.filter(({ track_ids }) => !track_ids || track_ids.includes(track)) ?? [];
  if (prizes.length === 0) return null;
  const pick = (id: string, isOn: boolean) => choose([...chosen.filter((each) => each !== id), ...(isOn ? [id] : [])]);
  return (
    <fieldset class="field options">
      <legend>{texts.prizes}</legend>
      {prizes.map(({ id, name: prize, sponsor }) => (
        <Tick
          key={id}
          name={name}
          data-testid={`prize-enter-${id}`}
          checked={chosen.includes(id)}
          give={(isOn) => pick(id, isOn)}
        >
          {sponsor ? `${prize} (${sponsor})` : prize}
        </Tick>
      ))}
    </fieldset>
  );
}
