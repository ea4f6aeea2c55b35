/** The project of a team: a form that keeps what is typed, and hands it in until the deadline. */
import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { isRefusal, type MusterError } from '../../../clients/typescript/src/index.ts';
import { pathOf } from '../../shared/address.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { keepsNothing } from '../../shared/kept.ts';
import { useLoaded } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { online } from '../../shared/online.ts';
import { faultInWords, inWords } from '../../shared/refused.ts';
import { wrongWith } from '../../shared/sending.ts';
import { api, serverNow } from '../../shared/session.ts';
import { deadline } from '../../shared/periods.ts';
import { clock } from '../../shared/time.ts';
import type { Team } from '../places.ts';
import { areTakenUp, drafts, typedOf, type Typed } from './project-draft.ts';
import { handIn, refusals, stateOf, type } from './project-sender.ts';
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
          <Form team={team} />
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

function Form({ team }: { readonly team: Team }) {
  const typed = typedOf(team);
  const give = (part: Partial<Typed>) => void type(team, part);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void handIn(team);
  };
  return (
    <form class="stack" onSubmit={submit}>
      <Parts team={team} typed={typed} give={give} />
      <Prizes
        hackathon={team.super_event_id}
        track={team.event_id}
        chosen={typed.prizeIds}
        choose={(prizeIds) => give({ prizeIds })}
      />
      <div class="field">
        <label class="tick">
          <input
            type="checkbox"
            data-testid="project-listed"
            checked={typed.isListed}
            onChange={({ currentTarget }) => give({ isListed: currentTarget.checked })}
          />
          {texts.show}
        </label>
      </div>
      <HandIn team={team} />
    </form>
  );
}

/** Hands the project in; later changes are sent as they are typed. */
function HandIn({ team: { id, submission } }: { readonly team: Team }) {
  const isWaiting = drafts.value[id]?.isHandedIn ?? false;
  if (submission && !refusals.value[id]) return null;
  return (
    <div class="row">
      <Button data-testid="project-submit" disabled={isWaiting}>
        {isWaiting ? texts.isHandingIn : texts.handIn}
      </Button>
    </div>
  );
}

interface Giving {
  readonly team: Team;
  readonly give: (part: Partial<Typed>) => void;
}
function Parts({ team, typed, give }: Giving & { readonly typed: Typed }) {
  const refused = refusals.value[team.id];
  return (
    <>
      <Field
        label={texts.name}
        data-testid="project-title"
        required
        maxLength={200}
        value={typed.title}
        wrong={faultOf(refused, 'title')}
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
        <label key={id} class="tick">
          <input
            type="checkbox"
            name={name}
            data-testid={`prize-enter-${id}`}
            checked={chosen.includes(id)}
            onChange={({ currentTarget }) => pick(id, currentTarget.checked)}
          />
          {sponsor ? `${prize} (${sponsor})` : prize}
        </label>
      ))}
    </fieldset>
  );
}

/** Leads to what all teams of a hackathon made. @param hackathon Its id. */
export const AllProjects = ({ hackathon }: { readonly hackathon: string }) => (
  <a class="part" href={pathOf(`/projects/${hackathon}`)}>
    {texts.all}
  </a>
);
