/** Who has come, where, and the devices that let them in. */
import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { reasonOf } from '../../shared/reasons.ts';
import { Shown } from '../parts/shown.tsx';
import { useHackathon } from '../hackathons.ts';
import { useEvery, useFresh } from '../live.ts';
import { Devices } from './devices.tsx';
import { Pair } from './pair.tsx';
import { Points } from './points.tsx';
import { readCounts, readDevices, readPoints, type Counts } from './requests.ts';

export function Doors() {
  const hackathon = useHackathon();
  const counts = useLoaded((signal) => readCounts(hackathon, signal), [hackathon.id]);
  const points = useLoaded((signal) => readPoints(hackathon, signal), [hackathon.id, hackathon.tracks.length]);
  const devices = useLoaded((signal) => readDevices(hackathon, signal), [hackathon.id]);
  const isPairing = useSignal(false);
  useFresh(hackathon.live, counts.again, ['checkin', 'registration']);
  useFresh(hackathon.live, points.again, ['checkin_point', 'event']);
  useFresh(hackathon.live, devices.again, ['device']);
  // Nobody is told when a device reports, and a rate falls while nothing happens.
  useEvery(10, () => Promise.all([devices.again(), counts.again()]).then(() => undefined));
  return (
    <>
      <h1>Doors and devices</h1>
      <Shown of={counts}>{(data) => <Attendance counts={data} />}</Shown>
      <section class="stack" aria-labelledby="points">
        <h2 id="points">Points</h2>
        <Shown of={points}>{(data) => <Points points={data} counts={counts.data} zone={hackathon.zone} />}</Shown>
      </section>
      <section class="stack" aria-labelledby="devices">
        <div class="row spread">
          <h2 id="devices">Devices</h2>
          <Button data-testid="pair-kiosk" onClick={() => (isPairing.value = true)}>
            Pair a device
          </Button>
        </div>
        <Shown of={devices}>{(data) => <Devices devices={data} points={points.data} again={devices.again} />}</Shown>
      </section>
      {isPairing.value && (
        <Pair
          points={points.data ?? []}
          devices={devices.data ?? []}
          again={devices.again}
          onClose={() => (isPairing.value = false)}
        />
      )}
    </>
  );
}

function Attendance({ counts: { checked_in, accepted, per_point, refused } }: { readonly counts: Counts }) {
  const rate = per_point.reduce((sum, point) => sum + point.rate_per_minute, 0);
  const refusals = refused.reduce((sum, { count }) => sum + count, 0);
  return (
    <dl class="figures">
      <div class="card">
        <dt>Checked in</dt>
        <dd>
          <strong data-testid="board-checked-in">{checked_in}</strong> of {accepted}
          <progress aria-label="Checked in, of all who are accepted" value={checked_in} max={Math.max(accepted, 1)} />
        </dd>
      </div>
      <div class="card">
        <dt>Per minute</dt>
        <dd>
          <strong>{Number(rate.toFixed(1))}</strong>
        </dd>
      </div>
      <div class="card">
        <dt>Turned away (last 6 h)</dt>
        <dd>
          <strong>{refusals}</strong>
          <div class="quiet small">{refused.map(({ reason, count }) => `${reasonOf(reason)} ${count}`).join(', ')}</div>
        </dd>
      </div>
    </dl>
  );
}
