/** The people who have come, by point, and the devices that scan them. */
import { useSignal } from '@preact/signals';
import { pathOf } from '../../shared/address.ts';
import { Button } from '../../shared/button.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { number } from '../../shared/intl.ts';
import { online } from '../../shared/online.ts';
import { reasonOf } from '../../shared/reasons.ts';
import { Toolbar } from '../parts/fields.tsx';
import { ComingRows, Shown } from '../parts/listing.tsx';
import { useHackathon } from '../hackathons.ts';
import { useEvery, useFresh } from '../live.ts';
import { Devices } from './devices.tsx';
import { Pair } from './pair.tsx';
import { Points } from './points.tsx';
import { readCounts, readDevices, readPoints, type Counts, type Point } from './requests.ts';
import { attendance, devices as ofDevices, doors } from './texts/en.ts';

export function Doors() {
  const hackathon = useHackathon();
  const keys = [hackathon.id, hackathon.tracks.length];
  const counts = useLoaded((signal) => readCounts(hackathon, signal), [hackathon.id], 'attendance');
  const points = useLoaded((signal) => readPoints(hackathon, signal), keys, 'points');
  useFresh(hackathon.live, counts.again, ['checkin', 'registration']);
  useFresh(hackathon.live, points.again, ['checkin_point', 'event']);
  // A rate falls while nothing happens.
  useEvery(10, counts.again);
  const isPairing = useSignal(false);
  const pair = () => void (isPairing.value = true);
  return (
    <>
      <Toolbar title={attendance.title}>
        <div class="end">
          <a class="button calm" href={pathOf(`/badges/${hackathon.slug}`)}>
            {doors.printBadges}
          </a>
          <Button data-testid="pair-kiosk" disabled={!online.value} onClick={pair}>
            {ofDevices.pair}
          </Button>
        </div>
      </Toolbar>
      <Shown of={counts} coming={<Attendance />}>
        {(data) => <Attendance counts={data} />}
      </Shown>
      <section class="stack" aria-labelledby="points">
        <h2 id="points">{doors.title}</h2>
        <Shown of={points} coming={<ComingRows />}>
          {(data) => <Points points={data} counts={counts.data} zone={hackathon.zone} again={points.again} />}
        </Shown>
      </section>
      <Paired
        points={points.data}
        isPairing={isPairing.value}
        onPair={pair}
        onClose={() => (isPairing.value = false)}
      />
    </>
  );
}

interface Pairing {
  readonly points: readonly Point[] | undefined;
  readonly isPairing: boolean;
  readonly onPair: () => void;
  readonly onClose: () => void;
}
/** The devices, and the window that pairs another. */
function Paired({ points, isPairing, onPair, onClose }: Pairing) {
  const hackathon = useHackathon();
  const devices = useLoaded((signal) => readDevices(hackathon, signal), [hackathon.id], 'devices');
  useFresh(hackathon.live, devices.again, ['device']);
  // There is no fact for reports of devices.
  useEvery(10, devices.again);
  return (
    <section class="stack" aria-labelledby="devices">
      <h2 id="devices">{ofDevices.title}</h2>
      <Shown of={devices} coming={<ComingRows />}>
        {(data) => <Devices devices={data} points={points} again={devices.again} onPair={onPair} />}
      </Shown>
      {isPairing && <Pair points={points ?? []} devices={devices.data ?? []} again={devices.again} onClose={onClose} />}
    </section>
  );
}

const said = (count: number | string) => (typeof count === 'number' ? number(count) : count);

const unknown = { checked_in: '–', accepted: '–', per_point: [], refused: [] };

function Attendance({ counts = unknown }: { readonly counts?: Counts | typeof unknown }) {
  const { checked_in, accepted, per_point, refused } = counts;
  const rate = per_point.reduce((sum, point) => sum + point.rate_per_minute, 0);
  const refusals = refused.reduce((sum, { count }) => sum + count, 0);
  return (
    <dl class="figures">
      <div class="card">
        <dt>{attendance.checkedIn}</dt>
        <dd>
          {attendance.of(<strong data-testid="board-checked-in">{said(checked_in)}</strong>, said(accepted))}
          <progress aria-label={attendance.bar} value={Number(checked_in) || 0} max={Number(accepted) || 1} />
        </dd>
      </div>
      <div class="card">
        <dt>{attendance.perMinute}</dt>
        <dd>
          <strong>{number(Number(rate.toFixed(1)))}</strong>
        </dd>
      </div>
      <div class="card">
        <dt>{attendance.turnedAway}</dt>
        <dd>
          <strong>{number(refusals)}</strong>
          <div class="quiet small">
            {refused.map(({ reason, count }) => `${reasonOf(reason)} ${number(count)}`).join(', ')}
          </div>
        </dd>
      </div>
    </dl>
  );
}
