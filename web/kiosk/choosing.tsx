import { Button } from '../shared/button.tsx';
import { Frame } from '../shared/frame.tsx';
import { Empty } from '../shared/loaded.tsx';
import { period } from '../shared/periods.ts';
import type { Kiosk } from './kiosk.ts';
import { choosing as texts } from './texts/en.ts';

/** Where does this kiosk stand? */
export function Choosing({ kiosk }: { readonly kiosk: Kiosk }) {
  const points = kiosk.points.value;
  const zone = kiosk.zone.value;
  const former = kiosk.former.value;
  return (
    <Frame width="narrow">
      <h1>{texts.title}</h1>
      {points.length === 0 && (
        <Empty>
          <p>{texts.noPoint}</p>
          <Button kind="calm" onClick={() => kiosk.contact()}>
            {texts.lookAgain}
          </Button>
        </Empty>
      )}
      <ul class="choices">
        {points.map((point) => (
          <li key={point.id}>
            <Button kind="calm" class="choice" onClick={() => kiosk.choose(point)}>
              <strong>{point.name}</strong>
              <span class="quiet small">
                {[texts.uses[point.type], kiosk.trackOf(point)].filter(Boolean).join(' · ')}
              </span>
              <span class="quiet small">{period(point.opens_at, point.closes_at, zone)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {former && (
        <Button kind="bare" onClick={() => kiosk.choose(former)}>
          {texts.stayAt(former.name)}
        </Button>
      )}
    </Frame>
  );
}

/** Leads to the choice; behind the PIN where there is one. */
export const LeavePoint = ({ kiosk }: { readonly kiosk: Kiosk }) => (
  <Button kind="bare" onClick={() => kiosk.choose(null)}>
    {texts.another}
  </Button>
);
