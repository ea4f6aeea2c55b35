/** The questions of a hackathon with the tracks, and below them the account. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isRefusal } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { stranger } from '../shared/client.ts';
import { Tick } from '../shared/tick.tsx';
import { FormField, unlessWrong, type Faults } from '../shared/form-field.tsx';
import { language } from '../shared/intl.ts';
import { keepsNothing } from '../shared/kept.ts';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending } from '../shared/sending.ts';
import { signIn, user } from '../shared/session.ts';
import { leadToSecondFactor } from '../shared/signing-in.ts';
import { Account, isSignedIn, useAccount } from './account.tsx';
import { answer, change, chosenPassword, draft, emptied, fillIn, isKept, isOf, slug, startOver } from './draft.ts';
import { faultsAfter, faultsBefore, faultsSaid, focusFirst } from './faults.ts';
import { agreesTo, answersOf, openTracks, shownFields, textsOf, type Field, type Hackathon } from './hackathon.ts';
import { refused } from './sending.ts';
import { fields } from '../shared/texts/en.ts';
import { form as texts } from './texts/en.ts';

export function Form({ hackathon }: { readonly hackathon: Hackathon }) {
  const way = useAccount();
  const faults = useSignal<Faults>({});
  const form = useRef<HTMLFormElement>(null);
  const {
    refused: stopped,
    isSending,
    onSubmit,
  } = useSending(({ email = '', password = '', name = '' }) => submit({ email, password, name }, way.value));
  const find = ({ currentTarget }: Parameters<typeof onSubmit>[0]) => {
    refused.value = undefined;
    requestAnimationFrame(() => focusFirst(form.current));
    return faultsBefore(currentTarget, hackathon);
  };
  useEffect(() => {
    hear(faults, hackathon);
    requestAnimationFrame(() => focusFirst(form.current));
  }, [refused.value, stopped]);
  useEffect(() => {
    if (user.value) void fillIn(answersOf(hackathon, user.value));
  }, [user.value]);
  return (
    <form ref={form} class="stack apply" noValidate onSubmit={unlessWrong(faults, find, onSubmit)}>
      <Tracks hackathon={hackathon} />
      <Questions hackathon={hackathon} faults={faults} />
      <Account way={way} faults={faults} refused={stopped} />
      <Consent hackathon={hackathon} faults={faults} />
      <Kept onEmptied={() => ([faults.value, refused.value] = [{}, undefined])} />
      <Trouble faults={faults.value} stopped={stopped} />
      <Button data-testid="apply-submit" disabled={isSending}>
        {isSignedIn() || way.value === 'known' ? texts.apply : texts.signUpAndApply}
      </Button>
    </form>
  );
}

/** Has the errors of the service stand beside their fields, as those do that are known before. */
function hear(faults: Signal<Faults>, hackathon: Hackathon): void {
  const said = faultsSaid(refused.value, hackathon);
  if (Object.keys(said).length > 0) [faults.value, refused.value] = [said, undefined];
}

interface Asking {
  readonly hackathon: Hackathon;
  readonly faults: Signal<Faults>;
}

/** The visible questions by section; first those without a section. */
function Questions({ hackathon, faults }: Asking) {
  const { sections } = hackathon;
  const shown = shownFields(hackathon, draft.value.answers);
  const inSections = new Set(sections.flatMap(({ field_ids }) => field_ids));
  const ask = (fields: readonly Field[]) => <Fields hackathon={hackathon} faults={faults} fields={fields} />;
  return (
    <>
      {ask(shown.filter(({ id }) => !inSections.has(id)))}
      {sections.map(({ title, field_ids }, place) => {
        const own = field_ids.flatMap((id) => shown.find((field) => field.id === id) ?? []);
        return (
          own.length > 0 && (
            <section key={place} class="stack part">
              <h2>{title}</h2>
              {ask(own)}
            </section>
          )
        );
      })}
    </>
  );
}

function Fields({ hackathon, faults, fields }: Asking & { readonly fields: readonly Field[] }) {
  return fields.map((field) => {
    const wrong = faults.value[field.id];
    return (
      <div key={field.id} data-field={field.id} data-testid={wrong ? 'apply-problem' : undefined}>
        <FormField
          field={field}
          hackathon={hackathon.id}
          value={draft.value.answers[field.id]}
          wrong={wrong}
          largestFile={hackathon.max_file_bytes}
          testId={`apply-field-${field.id}`}
          give={(value) => {
            faults.value = faultsAfter(faults.value, field.id, value, hackathon);
            void answer(field.id, value);
          }}
        />
      </div>
    );
  });
}

/** Makes or takes up the account, and has the application sent. */
async function submit(typed: { email: string; password: string; name: string }, way: 'new' | 'known'): Promise<void> {
  const { email, password, name } = typed;
  if (isSignedIn()) return change({ isSent: true });
  if (way === 'known') {
    try {
      await signIn(email, password);
    } catch (error) {
      if (leadToSecondFactor(error, `apply/${encodeURIComponent(slug)}`)) return;
      throw error;
    }
    // Where the draft is another person's, that of this one is taken up instead.
    return user.value && isOf(user.value.id) ? change({ isSent: true }) : undefined;
  }
  await stranger.identity.signUp({ email, password, name, locale: language });
  chosenPassword.value = password;
  return change({ isSent: true, awaitsCode: true, email });
}

function Tracks({ hackathon }: { readonly hackathon: Hackathon }) {
  const open = openTracks(hackathon);
  const chosen = draft.value.track_ids ?? [];
  const pick = (id: string, isOn: boolean) =>
    change({ track_ids: open.map((each) => each.id).filter((each) => (each === id ? isOn : chosen.includes(each))) });
  return (
    <>
      {open.length > 1 && (
        <fieldset class="field options">
          <legend>{fields.optional(texts.tracks)}</legend>
          {open.map(({ id, name }) => (
            <Tick
              key={id}
              data-testid={`apply-track-${id}`}
              checked={chosen.includes(id)}
              give={(isOn) => pick(id, isOn)}
            >
              {name}
            </Tick>
          ))}
        </fieldset>
      )}
      <div class="field">
        <Tick checked={draft.value.looking_for_team === true} give={(looking_for_team) => change({ looking_for_team })}>
          {texts.lookForTeam}
        </Tick>
      </div>
    </>
  );
}

/** One tick for all texts; nothing where the hackathon names none. */
function Consent({ hackathon, faults }: Asking) {
  const named = textsOf(hackathon);
  const wrong = faults.value['consent'];
  const give = (isOn: boolean) => {
    const { consent: _, ...others } = faults.value;
    faults.value = others;
    void change({ agreed: isOn ? named.map(({ url }) => url) : [] });
  };
  return (
    named.length > 0 && (
      <div class="field" data-field="consent">
        <Tick
          required
          data-testid="consent"
          checked={agreesTo(hackathon, draft.value.agreed)}
          aria-invalid={wrong ? 'true' : undefined}
          aria-describedby={wrong && 'consent-wrong'}
          give={give}
        >
          <Agreement of={named} />
        </Tick>
        {wrong && (
          <div id="consent-wrong" class="wrong small">
            {wrong}
          </div>
        )}
      </div>
    )
  );
}

const Agreement = ({ of }: { readonly of: ReturnType<typeof textsOf> }) => (
  <span>
    {texts.agreement(
      of.map(({ name, url }) => (
        <a key={name} href={url} target="_blank" rel="noopener noreferrer">
          {name}
        </a>
      )),
    )}
  </span>
);

/** Whether the draft is kept, and a way to empty the form, which can be taken back until something is typed. */
const Kept = ({ onEmptied }: { readonly onEmptied: () => unknown }) => (
  <div class="row small quiet">
    <span role="status">
      {isKept.value && <span data-testid="draft-kept">{texts.isKept}</span>}
      {emptied.value && texts.isEmptied}
      {keepsNothing.value && texts.keepsNothing}
    </span>
    {isKept.value && (
      <Button kind="bare" data-testid="apply-start-over" onClick={() => startOver().then(onEmptied)}>
        {texts.startOver}
      </Button>
    )}
    {emptied.value && (
      <Button kind="bare" onClick={() => change(emptied.value ?? {})}>
        {texts.bringBack}
      </Button>
    )}
  </div>
);

function Trouble({
  faults,
  stopped,
}: {
  readonly faults: Faults;
  readonly stopped: ReturnType<typeof useSending>['refused'];
}) {
  const error = stopped ?? refused.value;
  if (Object.keys(faults).length > 0 || isRefusal(error, 'VALIDATION_FAILED')) {
    return <Notice kind="bad">{texts.look}</Notice>;
  }
  return error && <Notice kind="bad">{inWords(error)}</Notice>;
}
