import { fileBytes, inMegabytes } from '../../../shared/contract/answers.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { ownZone } from '../../shared/intl.ts';
import { api } from '../../shared/session.ts';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { Careful } from '../parts/dialog.tsx';
import { Choose, optionsOf } from '../parts/fields.tsx';
import { useEdited } from '../parts/edited.ts';
import { Area, Box, Form, useTexts, type Typed } from '../parts/form.tsx';
import { forms } from '../parts/texts/en.ts';
import { Shown } from '../parts/listing.tsx';
import { attempt } from '../parts/said.tsx';
import { InOtherLanguages, Languages } from './languages.tsx';
import { formats } from './make.tsx';
import { Retention } from './retention.tsx';
import { readSuperEvent, saveSuperEvent, type SuperEvent } from './requests.ts';
import { choicesOf, textsOf, wantedOf, type Choices, type Texts } from './settings.ts';
import { isZone, TimeField, ZoneField } from './zoned.tsx';
import { details as words } from './texts/en.ts';

/** The hackathon itself. */
export function Details() {
  const hackathon = useHackathon();
  const found = useLoaded((signal) => readSuperEvent(hackathon, signal), [hackathon.id]);
  useFresh(hackathon.live, found.again, ['super_event']);
  return <Shown of={found}>{(superEvent) => <Edit superEvent={superEvent} again={found.again} />}</Shown>;
}

const statuses = optionsOf(words.statuses);
const visibilities = optionsOf(words.visibilities);

interface Editing {
  readonly superEvent: SuperEvent;
  readonly again: () => Promise<void>;
}
function Edit({ superEvent, again }: Editing) {
  const { texts, former, field, send } = useTexts(textsOf(superEvent, superEvent.tz ?? ownZone));
  const { now: choices, change: choose, ...chosen } = useEdited(choicesOf(superEvent));
  const put = async () => {
    const sent = choices.value;
    const [before, after] = [wantedOf(former(), chosen.former()), wantedOf(texts.value, sent)];
    await saveSuperEvent(superEvent.id, before, after);
    chosen.learn(sent);
  };
  const save = async () => {
    if (isZone(texts.value.tz) && (await send(put, words.saved))) await again();
  };
  const parts = { field, choices: choices.value, choose };
  return (
    <>
      <div class="card make">
        <Form onSend={save}>
          <About {...parts} />
          <Languages spoken={choices.value.locales} choose={(locales) => choose({ locales })} />
          <Applying {...parts} />
          <Coming {...parts} />
          <Teams {...parts} />
          <Retention superEvent={superEvent} zone={texts.value.tz} typed={field('retention_days')} />
          <Button disabled={!online.value}>{forms.save}</Button>
        </Form>
      </div>
      <Delete superEvent={superEvent} />
    </>
  );
}

interface Part {
  readonly field: (name: keyof Texts) => Typed;
  readonly choices: Choices;
  readonly choose: (by: Partial<Choices>) => void;
}

const translated = [
  { name: 'name', label: forms.name, maxLength: 100 },
  { name: 'description', label: words.description, maxLength: 10_000, isLong: true },
] as const;

const About = ({ field, choices: { format, visibility, status, locales }, choose }: Part) => (
  <>
    <Field label={forms.name} required minLength={2} maxLength={100} autocomplete="off" {...field('name')} />
    <Area label={words.description} hint={words.descriptionHint} maxLength={10_000} {...field('description')} />
    <InOtherLanguages spoken={locales} field={field} texts={translated} />
    <Field label={words.place} hint={words.placeHint} autocomplete="off" {...field('place')} />
    <div class="filters">
      <Choose label={words.format} value={format} options={formats} onChoose={(next) => choose({ format: next })} />
      <Choose
        label={words.visibleTo}
        value={visibility}
        options={visibilities}
        onChoose={(next) => choose({ visibility: next })}
      />
      <Choose label={words.status} value={status} options={statuses} onChoose={(next) => choose({ status: next })} />
    </div>
    <ZoneField {...field('tz')} />
    <div class="filters">
      <TimeField label={words.begins} {...field('start_at')} />
      <TimeField label={words.ends} {...field('end_at')} />
    </div>
  </>
);

/** Of the size of a file. */
export const megabytes = { type: 'number', min: 0.1, max: inMegabytes(fileBytes.each), step: 0.1 } as const;

/** Of an address at which people read something. */
const text = { type: 'url', autocomplete: 'off', placeholder: 'https://' } as const;

const Applying = ({ field, choices: { blind }, choose }: Part) => (
  <fieldset class="part">
    <legend>{words.applying}</legend>
    <div class="filters">
      <TimeField label={words.opens} hint={words.opensHint} {...field('opens_at')} />
      <TimeField label={words.closes} hint={words.closesHint} {...field('closes_at')} />
    </div>
    <Field
      label={words.largestFile}
      hint={words.largestFileHint(inMegabytes(fileBytes.each))}
      {...megabytes}
      {...field('max_file_mb')}
    />
    <Box label={words.blind} isOn={blind} onChange={(isOn) => choose({ blind: isOn })} />
    <Field label={words.privacy} hint={words.privacyHint} {...text} {...field('privacy_url')} />
    <Field label={words.terms} hint={words.termsHint} {...text} {...field('terms_url')} />
  </fieldset>
);

const Coming = ({ field, choices: { waitlist_moves }, choose }: Part) => (
  <fieldset class="part">
    <legend>{words.seats}</legend>
    <Field label={words.places} type="number" min={1} hint={words.placesHint} {...field('max_participants')} />
    <Field
      label={words.hours}
      type="number"
      min={1}
      max={8760}
      hint={words.hoursHint}
      {...field('confirm_within_hours')}
    />
    <Box label={words.moves} isOn={waitlist_moves} onChange={(isOn) => choose({ waitlist_moves: isOn })} />
  </fieldset>
);

const galleries = optionsOf(words.galleries);
const Teams = ({ field, choices: { self_service, gallery }, choose }: Part) => (
  <fieldset class="part">
    <legend>{words.teams}</legend>
    <Box label={words.selfService} isOn={self_service} onChange={(isOn) => choose({ self_service: isOn })} />
    <TimeField label={words.fixedFrom} hint={words.fixedHint} {...field('locked_at')} />
    <Choose label={words.gallery} value={gallery} options={galleries} onChoose={(next) => choose({ gallery: next })} />
  </fieldset>
);

const Delete = ({ superEvent: { id, name } }: { readonly superEvent: SuperEvent }) => (
  <div class="row">
    <Careful
      label={words.delete}
      title={words.deleteWhich(name)}
      onYes={async () => {
        if (await attempt(() => api.events.deleteSuperEvent({ id }))) location.assign(location.pathname);
      }}
    >
      {words.allGone}
    </Careful>
  </div>
);
