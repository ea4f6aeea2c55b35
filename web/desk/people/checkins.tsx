import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { moment } from '../../shared/time.ts';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { Careful } from '../parts/careful.tsx';
import { Choose } from '../parts/choose.tsx';
import { Form } from '../parts/form.tsx';
import { attempt } from '../parts/said.tsx';
import { Shown } from '../parts/shown.tsx';
import { annul, checkIn, readCheckIns, type CheckIns as Known } from './by-hand.ts';
import type { Details } from './requests.ts';

interface Props {
  readonly name: string;
  readonly registrations: Details['registrations'];
}

/** Where somebody was checked in; and checking in by hand, for who has no code with them. */
export function CheckIns({ name, registrations }: Props) {
  const hackathon = useHackathon();
  const accepted = registrations.filter(({ status }) => status === 'accepted');
  const known = useLoaded(
    (signal) => readCheckIns(hackathon, accepted, signal),
    [accepted.map(({ id }) => id).join(' ')],
  );
  useFresh(hackathon.live, known.again, ['checkin', 'checkin_point']);
  if (accepted.length === 0) return null;
  return (
    <section class="stack">
      <h3>Check-ins</h3>
      <Shown of={known}>
        {({ checkIns, doors }) => (
          <>
            <List name={name} checkIns={checkIns} again={known.again} />
            {doors.length > 0 && <ByHand name={name} doors={doors} again={known.again} />}
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
  if (checkIns.length === 0) return <p class="quiet">None yet.</p>;
  return (
    <ul class="plain">
      {checkIns.map(({ id, point_name, checked_in_at, method }) => (
        <li key={id} class="row spread" data-testid="checkin">
          <span>
            {point_name}
            <span class="quiet small">
              {' '}
              {moment(checked_in_at, zone)}
              {method === 'manual' && ', by hand'}
            </span>
          </span>
          <Careful
            label="Annul"
            about={point_name}
            title={`Annul the check-in at ${point_name}?`}
            onYes={async () => {
              if (await attempt(() => annul(id), `${name} is not checked in at ${point_name} any more.`)) await again();
            }}
          >
            {name} may then be checked in there once more. The log keeps both.
          </Careful>
        </li>
      ))}
    </ul>
  );
}

function ByHand({ name, doors, again }: Part & Pick<Known, 'doors'>) {
  const chosen = useSignal(doors[0]?.point.id ?? '');
  const send = async () => {
    const door = doors.find(({ point }) => point.id === chosen.value) ?? doors[0];
    if (
      door &&
      (await attempt(
        () => checkIn(door),
        (outcome) => `${name}: ${outcome}`,
      ))
    )
      await again();
  };
  return (
    <Form onSend={send}>
      <Choose
        label="Check-in point"
        value={chosen.value}
        options={doors.map(({ point: { id, name } }) => ({ value: id, name }))}
        onChoose={(id) => (chosen.value = id)}
      />
      <Button kind="calm">Check in by hand</Button>
    </Form>
  );
}
