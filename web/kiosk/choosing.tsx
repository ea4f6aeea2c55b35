import { Button } from '../shared/button.tsx';
import { Frame } from '../shared/frame.tsx';
import { Empty } from '../shared/loaded.tsx';
import { period } from '../shared/time.ts';
import type { Kiosk } from './kiosk.ts';

const uses = { attendance: 'Check-in', doorkeeper: 'Badge desk', milestone: 'Hand-in gate' } as const;

/** Where does this kiosk stand? */
export function Choosing({ kiosk }: { readonly kiosk: Kiosk }) {
  const points = kiosk.points.value;
  const zone = kiosk.zone.value;
  const former = kiosk.former.value;
  return (
    <Frame width="narrow">
      <h1>Where does this kiosk stand?</h1>
      {points.length === 0 && (
        <Empty>
          <p>There is no check-in point yet. Add one at the desk; it appears here within a minute.</p>
          <Button kind="calm" onClick={() => kiosk.contact()}>
            Look again
          </Button>
        </Empty>
      )}
      <ul class="choices">
        {points.map((point) => (
          <li key={point.id}>
            <Button kind="calm" class="choice" onClick={() => kiosk.choose(point)}>
              <strong>{point.name}</strong>
              <span class="quiet small">{[uses[point.type], kiosk.trackOf(point)].filter(Boolean).join(' · ')}</span>
              <span class="quiet small">{period(point.opens_at, point.closes_at, zone)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {former && (
        <Button kind="bare" onClick={() => kiosk.choose(former)}>
          Cancel: stay at {former.name}
        </Button>
      )}
    </Frame>
  );
}
