import { clock, hour, zoneNote } from '../shared/time.ts';
import type { Shown } from './estimate.ts';
import { arrivals as texts } from './texts/en.ts';

/** Of the picture, in its own units. */
const [bar, height] = [10, 160];

interface Props {
  readonly arrivals: Shown['arrivals'];
  readonly zone: string;
}

/** Arrivals per five minutes, as bars. */
export function Arrivals({ arrivals, zone }: Props) {
  const most = Math.max(1, ...arrivals.map(({ count }) => count));
  const all = arrivals.reduce((sum, { count }) => sum + count, 0);
  const first = arrivals[0];
  const hours = arrivals.filter((_, index) => index % 12 === 0);
  return (
    <figure class="arrivals">
      <figcaption>
        <h2>{texts.title}</h2>
        <span class="quiet">{[texts.most(most), first && zoneNote(first.at, zone)].filter(Boolean).join(' · ')}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${Math.max(1, arrivals.length) * bar} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={first ? texts.picture(all, clock(first.at, zone), most) : texts.none}
      >
        {arrivals.map(({ at, count }, index) => (
          <rect
            key={at}
            x={index * bar + 1}
            y={height - (count / most) * height}
            width={bar - 2}
            height={(count / most) * height}
          />
        ))}
      </svg>
      <div class="hours quiet small" aria-hidden="true">
        {hours.map(({ at }) => (
          <span key={at}>{hour(at, zone)}</span>
        ))}
      </div>
    </figure>
  );
}
