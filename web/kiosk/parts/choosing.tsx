import { Button } from '../../shared/button.tsx';
import { Frame } from '../../shared/frame.tsx';
import { Empty } from '../../shared/loaded.tsx';
import type { Kiosk } from '../kiosk.ts';
import type { Point } from '../model.ts';
import { opening } from '../verdict.ts';
import { choosing as texts } from './texts/en.ts';

/** Whether it is open now, by the clock of the server. */
function timesOf(point: Point, now: string, zone: string): string {
  if (now < point.opens_at) return texts.opens(opening(point, zone));
  return now > point.closes_at ? texts.closed : texts.isOpen;
}

/** The use of a point, unless its name says that, and its track. */
function Use({ of: { name, type }, track }: { readonly of: Point; readonly track: string | null }) {
  const said = [texts.uses[type], track].filter((each) => each && each !== name);
  return said.length > 0 && <span class="quiet small">{said.join(' · ')}</span>;
}

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
              <Use of={point} track={kiosk.trackOf(point)} />
              <span class="quiet small">{timesOf(point, kiosk.now(), zone)}</span>
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
