import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { moment } from '../../shared/time.ts';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { Careful } from '../parts/dialog.tsx';
import { Choose } from '../parts/fields.tsx';
import { Form } from '../parts/form.tsx';
import { attempt } from '../parts/said.tsx';
import { Shown } from '../parts/listing.tsx';
import { annul, checkIn, readCheckIns, type CheckIns as Known, type Place } from './by-hand.ts';
import { checkIns as texts } from './texts/en.ts';

interface Props {
  readonly name: string;
  /** The id of the place in the hackathon, whether it lets the person in or not. */
  readonly id: string;
  /** The places that do, that in the hackathon first. */
  readonly places: readonly Place[];
}

/** Where somebody was checked in; and checking in by hand, for who has no code with them. */
export function CheckIns({ name, id, places }: Props) {
  const hackathon = useHackathon();
  // The tracks, whose doors are asked for, may be known later than the person.
  const keys = [id, places.map((place) => place.id).join(' '), hackathon.tracks.length];
  const known = useLoaded((signal) => readCheckIns(hackathon, id, places, signal), keys);
  useFresh(hackathon.live, known.again, ['checkin', 'checkin_point']);
  if (places.length === 0) return null;
  return (
    <section class="stack">
      <h3>{texts.title}</h3>
      <Shown of={known}>
        {({ checkIns, doors }) => (
          <>
            <List name={name} checkIns={checkIns} again={known.again} />
            {doors.length > 0 && <ByHand name={name} doors={doors} checkIns={checkIns} again={known.again} />}
          </>
        )}
      </Shown>
    </section>
  );
}

interface Part {
  readonly name: string;
  readonly again: () => Promise<void>;
}

function List({ name, checkIns, again }: Part & Pick<Known, 'checkIns'>) {
  const { zone } = useHackathon();
  if (checkIns.length === 0) return <p class="quiet">{texts.none}</p>;
  return (
    <ul class="plain">
      {checkIns.map(({ id, point_name, checked_in_at, method }) => (
        <li key={id} class="row spread" data-testid="checkin">
          <span>
            {point_name}
            <span class="quiet small">
              {' '}
              {method === 'manual' ? texts.byHand(moment(checked_in_at, zone)) : moment(checked_in_at, zone)}
            </span>
          </span>
          <Careful
            label={texts.annul}
            about={point_name}
            title={texts.annulAt(point_name)}
            onYes={async () => {
              if (await attempt(() => annul(id), texts.annulled(name, point_name))) await again();
            }}
          >
            {texts.onceMore(name)}
          </Careful>
        </li>
      ))}
    </ul>
  );
}

/** The point where this desk checked somebody in last, because its user is at that door. */
let lastPoint = '';

/** The point where they most likely stand: this desk's last, else one that is open and where they were not yet. */
function likely({ doors, checkIns }: Known): string | undefined {
  const now = Date.now();
  const been = new Set(checkIns.map(({ point_id }) => point_id));
  const open = doors.filter(({ point }) => Date.parse(point.opens_at) <= now && now < Date.parse(point.closes_at));
  const found =
    doors.find(({ point }) => point.id === lastPoint) ?? open.find(({ point }) => !been.has(point.id)) ?? open[0];
  return (found ?? doors[0])?.point.id;
}

function ByHand({ name, again, ...known }: Part & Known) {
  const { doors } = known;
  const chosen = useSignal(likely(known) ?? '');
  const send = async () => {
    const door = doors.find(({ point }) => point.id === chosen.value) ?? doors[0];
    lastPoint = door?.point.id ?? '';
    if (
      door &&
      (await attempt(
        () => checkIn(name, door),
        (outcome) => outcome,
      ))
    )
      await again();
  };
  return (
    <Form onSend={send}>
      <Choose
        label={texts.point}
        value={chosen.value}
        options={doors.map(({ point: { id, name } }) => ({ value: id, name }))}
        onChoose={(id) => (chosen.value = id)}
      />
      <Button kind="calm" disabled={!online.value}>
        {texts.checkIn}
      </Button>
    </Form>
  );
}
