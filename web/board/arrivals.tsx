import { clock, hour, zoneNote } from '../shared/time.ts';
import { number } from '../shared/intl.ts';
import type { Shown } from './estimate.ts';
import { arrivals as texts } from './texts/en.ts';

/** Of the picture, in its own units. */
const [bar, height] = [10, 160];
/** Bars between two times on the axis, and the share of the axis at whose end "now" stands. */
const [barsOfHour, nowFrom] = [12, 0.7];

interface Props {
  readonly arrivals: Shown['arrivals'];
  readonly zone: string;
}

/** Arrivals per five minutes, as bars: the number is on the highest, the time of the first and "now" below. */
export function Arrivals({ arrivals, zone }: Props) {
  const most = Math.max(1, ...arrivals.map(({ count }) => count));
  const all = arrivals.reduce((sum, { count }) => sum + count, 0);
  const first = arrivals[0];
  const highest = arrivals.findLastIndex(({ count }) => count === most);
  const shareOf = (index: number) => `${(index / Math.max(1, arrivals.length)) * 100}%`;
  return (
    <figure class="arrivals">
      <figcaption>
        <h2>{texts.title}</h2>
        <span class="quiet">{[texts.each, first && zoneNote(first.at, zone)].filter(Boolean).join(' · ')}</span>
      </figcaption>
      <div class="bars">
        {highest >= 0 && (
          <strong class="most number" aria-hidden="true" style={{ left: shareOf(highest + 0.5) }}>
            {number(most)}
          </strong>
        )}
        <Bars
          arrivals={arrivals}
          most={most}
          label={first ? texts.picture(all, clock(first.at, zone), most) : texts.none}
        />
      </div>
      <div class="axis quiet number" aria-hidden="true">
        {arrivals.map(
          ({ at }, index) =>
            index % barsOfHour === 0 &&
            index < arrivals.length * nowFrom && (
              <span key={at} style={{ left: shareOf(index) }}>
                {hour(at, zone)}
              </span>
            ),
        )}
        <span class="now">{texts.now}</span>
      </div>
    </figure>
  );
}

interface Picture {
  readonly arrivals: Shown['arrivals'];
  /** The number of the highest bar. */
  readonly most: number;
  readonly label: string;
}
const Bars = ({ arrivals, most, label }: Picture) => (
  <svg
    viewBox={`0 0 ${Math.max(1, arrivals.length) * bar} ${height}`}
    preserveAspectRatio="none"
    role="img"
    aria-label={label}
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
);
