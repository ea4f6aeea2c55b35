/** The looks of a hackathon in its emails, and its own words in those about decisions. */
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { Area, Form, useTexts, type Typed } from '../parts/form.tsx';
import { forms } from '../parts/texts/en.ts';
import { Shown } from '../parts/listing.tsx';
import { InOtherLanguages, translations, typedTexts } from './languages.tsx';
import { readSuperEvent, saveSuperEvent, type SuperEvent } from './requests.ts';
import { looks as words } from './texts/en.ts';

export function Looks() {
  const hackathon = useHackathon();
  const found = useLoaded((signal) => readSuperEvent(hackathon, signal), [hackathon.id]);
  useFresh(hackathon.live, found.again, ['super_event']);
  return <Shown of={found}>{(superEvent) => <Edit superEvent={superEvent} again={found.again} />}</Shown>;
}

const letters = [
  { name: 'accepted', label: words.letters.accepted },
  { name: 'waitlisted', label: words.letters.waitlisted },
  { name: 'rejected', label: words.letters.rejected },
] as const;

interface Editing {
  readonly superEvent: SuperEvent;
  readonly again: () => Promise<void>;
}
function Edit({ superEvent, again }: Editing) {
  const { id, locales } = superEvent;
  const { texts, former, field, send } = useTexts(textsOf(superEvent));
  const put = () => saveSuperEvent(id, wantedOf(former(), locales), wantedOf(texts.value, locales));
  const save = async () => {
    if (await send(put, words.saved)) await again();
  };
  return (
    <div class="card make">
      <Form onSend={save}>
        <Field
          label={words.logo}
          hint={words.logoHint}
          type="url"
          autocomplete="off"
          placeholder="https://"
          {...field('logo_url')}
        />
        <Colour {...field('colour')} />
        <Field
          label={words.answersTo}
          hint={words.answersHint}
          type="email"
          autocomplete="off"
          {...field('reply_to')}
        />
        <OwnWords spoken={superEvent.locales} field={field} />
        <Button disabled={!online.value}>{forms.save}</Button>
      </Form>
    </div>
  );
}

interface Wording {
  readonly spoken: SuperEvent['locales'];
  readonly field: (name: keyof ReturnType<typeof textsOf>) => Typed;
}
const OwnWords = ({ spoken, field }: Wording) => (
  <fieldset class="part">
    <legend>{words.ownWords}</legend>
    <p class="quiet small">
      {words.ownWordsHint} {words.placeholders}
    </p>
    {letters.map(({ name, label }) => (
      <Area key={name} label={label} maxLength={2000} {...field(name)} />
    ))}
    <InOtherLanguages
      spoken={spoken}
      field={field}
      texts={letters.map((each) => ({ ...each, maxLength: 2000, isLong: true }))}
    />
  </fieldset>
);

/** Written, or picked, for not everybody can pick; empty for none. */
const Colour = (typed: Typed) => (
  <Field
    label={words.colour}
    hint={words.colourHint}
    autocomplete="off"
    pattern="#[0-9A-Fa-f]{6}"
    title={words.colourRule}
    placeholder="#4338ca"
    {...typed}
    end={
      <input
        type="color"
        aria-label={words.pick}
        value={/^#[0-9a-f]{6}$/i.test(typed.value) ? typed.value : '#4338ca'}
        onInput={typed.onInput}
      />
    }
  />
);

const textsOf = ({ logo_url, colour, reply_to, letters: own }: SuperEvent) => ({
  ...{ logo_url: logo_url ?? '', colour: colour ?? '', reply_to: reply_to ?? '' },
  ...{ accepted: own.accepted ?? '', waitlisted: own.waitlisted ?? '', rejected: own.rejected ?? '' },
  ...typedTexts(
    own,
    letters.map(({ name }) => name),
  ),
});

const wantedOf = (texts: ReturnType<typeof textsOf>, locales: SuperEvent['locales']) => ({
  logo_url: texts.logo_url.trim() || null,
  colour: texts.colour.trim().toLowerCase() || null,
  reply_to: texts.reply_to.trim() || null,
  letters: Object.fromEntries(
    letters.flatMap(({ name }) => [
      ...(texts[name].trim() ? [[name, texts[name]]] : []),
      ...Object.entries(translations(texts, name, locales)),
    ]),
  ) as SuperEvent['letters'],
});
