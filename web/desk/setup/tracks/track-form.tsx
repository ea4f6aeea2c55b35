import { teamSize } from '../../../../shared/contract/teams/shapes.ts';
import { Button } from '../../../shared/button.tsx';
import { Field } from '../../../shared/field.tsx';
import { useHackathon, type Hackathon } from '../../hackathons.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choose, optionsOf } from '../../parts/fields.tsx';
import { useEdited } from '../../parts/edited.ts';
import { Box, Form, useTexts, type Typed } from '../../parts/form.tsx';
import { InOtherLanguages } from '../languages.tsx';
import { forms } from '../../parts/texts/en.ts';
import { megabytes } from '../details.tsx';
import { formats } from '../make.tsx';
import { changeTrack, type TrackSetup } from '../requests.ts';
import {
  choicesOf,
  createTrack,
  textsOf,
  wantedOf,
  type Choices,
  type FormsTeams,
  type Texts,
} from './track-settings.ts';
import { isZone, TimeField, ZoneField } from '../zoned.tsx';
import { items, zoned } from '../texts/en.ts';
import { trackForm as words, tracks } from './texts/en.ts';

interface Props {
  /** The one to change; undefined to add one. */
  readonly track: TrackSetup | undefined;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}

const statuses = optionsOf(words.statuses);
const ways: readonly { readonly value: FormsTeams; readonly name: string }[] = [
  { value: '', name: words.asHackathon },
  { value: 'yes', name: words.byPeople },
  { value: 'no', name: words.byOrganizers },
];

export function TrackForm({ track, again, onClose }: Props) {
  const hackathon = useHackathon();
  const { texts, former, field, send } = useTexts(textsOf(track, hackathon.zone));
  const { now: choices, change: choose, former: chosen } = useEdited(choicesOf(track));
  const { id, locales } = hackathon;
  const put = (): Promise<unknown> => {
    const after = wantedOf(texts.value, choices.value, locales);
    return track ? changeTrack(track.id, wantedOf(former(), chosen(), locales), after) : createTrack(id, after);
  };
  const save = async () => {
    if (!isZone(texts.value.tz) || !(await send<unknown>(put, items.saved(texts.value.name)))) return;
    // The next time it is opened with what was saved.
    await again();
    onClose();
  };
  const parts = { track, field, locales, choices: choices.value, choose };
  return (
    <Dialog title={track ? items.edit(track.name) : tracks.add} onClose={onClose}>
      <Form onSend={save}>
        <Basics {...parts} />
        <details>
          <summary>{words.further}</summary>
          <div class="stack">
            <Further {...parts} />
          </div>
        </details>
        <Button>{forms.save}</Button>
      </Form>
    </Dialog>
  );
}

interface Part extends Pick<Props, 'track'>, Pick<Hackathon, 'locales'> {
  readonly field: (name: keyof Texts) => Typed;
  readonly choices: Choices;
  readonly choose: (by: Partial<Choices>) => void;
}

const translated = [{ name: 'name', label: forms.name, maxLength: 100 }] as const;

const Basics = ({ track, field, locales, choices: { mode, status }, choose }: Part) => (
  <>
    <Field label={forms.name} required minLength={2} maxLength={100} autocomplete="off" {...field('name')} />
    <InOtherLanguages spoken={locales} field={field} texts={translated} />
    <Choose label={words.format} value={mode} options={formats} onChoose={(next) => choose({ mode: next })} />
    <TimeField label={words.begins} {...(!track && { hint: words.beginsHint })} {...field('start_at')} />
    <TimeField label={words.ends} {...field('end_at')} />
    <TimeField label={words.handInUntil} hint={words.handInHint} {...field('closes_at')} />
    <Choose label={words.status} value={status} options={statuses} onChoose={(next) => choose({ status: next })} />
    <p class="quiet small">{zoned.timesOf(field('tz').value)}</p>
  </>
);

const Further = ({ track, field, choices: { formsTeams, isStreamless }, choose }: Part) => (
  <>
    <Field label={words.place} hint={words.placeHint} autocomplete="off" {...field('place')} />
    <ZoneField {...field('tz')} />
    <Choose
      label={words.teamsAreMade}
      value={formsTeams}
      options={ways}
      onChoose={(next) => choose({ formsTeams: next })}
    />
    <TimeField label={words.fixedFrom} hint={words.fixedHint} {...field('locked_at')} />
    <Field
      label={words.largest}
      type="number"
      {...{ min: teamSize.min, max: teamSize.max }}
      hint={words.largestHint(teamSize.usual)}
      {...field('max_team_size')}
    />
    <Field label={words.largestFile} hint={words.largestFileHint} {...megabytes} {...field('max_file_mb')} />
    <Field
      label={words.stream}
      type="url"
      autocomplete="off"
      placeholder="https://"
      hint={track ? words.streamKept : words.streamHint}
      disabled={isStreamless}
      {...field('stream_url')}
    />
    {track && <Box label={words.noStream} isOn={isStreamless} onChange={(isOn) => choose({ isStreamless: isOn })} />}
    <TimeField label={words.streamBegins} hint={forms.mayBeLeftOut} {...field('stream_start_at')} />
  </>
);
