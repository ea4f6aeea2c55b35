/** Makes a hackathon as a draft, with the data that publishing needs. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { MusterError } from '../../../clients/typescript/src/index.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { pathOf } from '../../shared/address.ts';
import { Empty } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { api } from '../../shared/session.ts';
import { ownZone } from '../../shared/intl.ts';
import { nameOf, type Administered, type Known } from '../hackathons.ts';
import { Choose, optionsOf } from '../parts/fields.tsx';
import { Form, useTexts, type Typed } from '../parts/form.tsx';
import { forms } from '../parts/texts/en.ts';
import { attempt } from '../parts/said.tsx';
import { hashOf, place, unmade } from '../place.ts';
import { copied, copyFrom } from './copy.ts';
import { useFormer } from './form/start-from.tsx';
import { instantOf, isZone, TimeField, ZoneField } from './zoned.tsx';
import { formats as formatNames, make as words, noHackathon as none } from './texts/en.ts';

export const formats = optionsOf(formatNames);
type Format = (typeof formats)[number]['value'];

interface Props {
  /** The organizations for which the person may make one. */
  readonly organizations: readonly Administered[];
  readonly isFirst: boolean;
  /** Has the desk know the new hackathon. */
  readonly again: () => Promise<void>;
}

interface None extends Known, Pick<Props, 'again'> {}

/** A hackathon to be made; where the person may make none, or asked for one that is not theirs, the way on. */
export function NoHackathon({ choices, organizations, again }: None) {
  const [first] = choices;
  if (organizations.length > 0 && (place.value.hackathon === unmade || !first)) {
    return <Make organizations={organizations} isFirst={!first} again={again} />;
  }
  const address = first && hashOf({ hackathon: nameOf(choices, first), view: 'people' });
  return (
    <Empty
      action={
        <a class="button calm" href={address ?? pathOf('/me')}>
          {first ? none.open(first.name) : none.toTickets}
        </a>
      }
    >
      <h1>{first ? none.notYours : none.noneYet}</h1>
      <p>{first ? none.chooseAbove : none.askAnOwner}</p>
    </Empty>
  );
}

function Make({ organizations, isFirst, again }: Props) {
  const organization = useSignal(organizations[0]?.id ?? '');
  const format = useSignal<Format>('onsite');
  const choose = (value: Format) => void (format.value = value);
  const former = useSignal('');
  const { texts, field, send } = useTexts({ name: '', tz: ownZone, start_at: '', end_at: '', tracks: '' });
  const make = async () => {
    const { name, tz, tracks, ...times } = texts.value;
    if (!isZone(tz)) return;
    const period = { tz, start_at: instantOf(times.start_at, tz) ?? '', end_at: instantOf(times.end_at, tz) ?? '' };
    const wanted = { name, ...period, format: format.value, tracks: namesIn(tracks) };
    const id = { made: '' };
    if (!(await send(async () => (id.made = await create(organization.value, wanted))))) return;
    const copy = () => copyFrom(organization.value, former.value, id.made, copied);
    if (former.value !== '') await attempt(copy, (done) => done);
    await again();
    location.hash = hashOf({ hackathon: id.made, view: 'setup' });
  };
  return (
    <>
      <h1>{isFirst ? words.first : words.title}</h1>
      <p class="quiet">{words.about}</p>
      <div class="card make">
        <Form onSend={make}>
          <Of organizations={organizations} organization={organization} />
          <Field label={forms.name} required minLength={2} maxLength={100} autocomplete="off" {...field('name')} />
          <When field={field} />
          <Choose label={words.format} value={format.value} options={formats} onChoose={choose} />
          <TrackNames {...field('tracks')} />
          <Former organization={organization.value} former={former} />
          <Button data-testid="make-hackathon" disabled={!online.value}>
            {words.make}
          </Button>
        </Form>
      </div>
    </>
  );
}

interface Choice extends Pick<Props, 'organizations'> {
  readonly organization: Signal<string>;
}
const Of = ({ organizations, organization }: Choice) =>
  organizations.length > 1 && (
    <Choose
      label={words.organization}
      value={organization.value}
      options={organizations.map(({ id, name }) => ({ value: id, name }))}
      onChoose={(id) => (organization.value = id)}
    />
  );

/** A hackathon of the organization whose questions, doors and criteria the new one begins with. */
function Former({ organization, former }: { readonly organization: string; readonly former: Signal<string> }) {
  const data = useFormer(organization);
  useEffect(() => void (former.value = ''), [organization]);
  if (data.length === 0) return null;
  return (
    <Choose
      label={words.startFrom}
      value={former.value}
      options={[
        { value: '', name: words.nothing },
        ...data.map(({ id, name }) => ({ value: id, name: words.partsOf(name) })),
      ]}
      onChoose={(id) => (former.value = id)}
    />
  );
}

const TrackNames = (typed: Parameters<typeof ZoneField>[0]) => (
  <Field
    label={words.tracks}
    hint={words.tracksHint}
    required
    autocomplete="off"
    placeholder={words.tracksExample}
    pattern=".*[^\s,].*"
    title={words.tracksHint}
    {...typed}
  />
);

const When = ({ field }: { readonly field: (name: 'start_at' | 'end_at' | 'tz') => Typed }) => (
  <>
    <div class="filters">
      <TimeField label={words.begins} required {...field('start_at')} />
      <TimeField label={words.ends} required {...field('end_at')} />
    </div>
    <ZoneField {...field('tz')} />
  </>
);

const namesIn = (text: string) => [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean);

interface Wanted {
  readonly name: string;
  readonly tz: string;
  readonly start_at: string;
  readonly end_at: string;
  readonly format: Format;
  readonly tracks: readonly string[];
}

/**
 * Makes the hackathon, then its tracks; after a failure in between, the checklist shows what is missing. Returns its
 * slug.
 */
async function create(organization: string, { tracks, format, ...rest }: Wanted): Promise<string> {
  const { super_event } = await api.events.createSuperEvent({ id: organization, format, ...rest });
  const { tz, start_at, end_at } = rest;
  try {
    for (const name of tracks) {
      await api.events.createTrack({ id: super_event.id, name, mode: format, tz, start_at, end_at });
    }
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
  }
  return super_event.slug;
}
