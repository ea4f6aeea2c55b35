import { signal } from '@preact/signals';
import { Button } from '../shared/button.tsx';
import { online } from '../shared/online.ts';
import { Online } from '../shared/loaded.tsx';
import { reasonOf } from '../shared/reasons.ts';
import { clock, ownZone } from '../shared/time.ts';
import { Arrivals } from './arrivals.tsx';
import { isLive } from './board.ts';
import { rateOf, throughAt, type Shown } from './estimate.ts';

const place = 'muster.board.names';
/** Whether the screen names who came last: a choice of those who put it up. */
const areNamed = signal(localStorage.getItem(place) !== 'off');

function switchNames(): void {
  areNamed.value = !areNamed.value;
  localStorage.setItem(place, areNamed.value ? 'on' : 'off');
}

const refusedPlace = 'muster.board.refused';
/** Whether the screen tells why people were turned away, which not everybody in a hall has to read. */
const areRefusedShown = signal(localStorage.getItem(refusedPlace) === 'on');

function switchRefused(): void {
  areRefusedShown.value = !areRefusedShown.value;
  localStorage.setItem(refusedPlace, areRefusedShown.value ? 'on' : 'off');
}

const rounded = (rate: number) => String(Math.round(rate * 10) / 10);

interface Props {
  readonly board: Shown;
  /** The server's time, in milliseconds. */
  readonly at: number;
}

function Outlook({ board, at }: Props) {
  const zone = board.super_event.tz ?? ownZone;
  const through = throughAt(board, at);
  if (board.accepted > 0 && board.checked_in >= board.accepted) return <p>Everybody is here.</p>;
  if (through === null) return <p>Nobody is coming in right now.</p>;
  return (
    <p>
      At this pace everybody is in by <strong>{clock(through, zone)}</strong>.
    </p>
  );
}

function Doors({ doors }: { readonly doors: Shown['per_point'] }) {
  return (
    <section class="card">
      <h2>Doors</h2>
      {doors.length === 0 && <p class="quiet">There is no check-in point yet.</p>}
      <ul class="rows">
        {doors.map(({ id, name, checked_in, rate_per_minute }) => (
          <li key={id}>
            <span>{name}</span>
            <strong class="number">{checked_in}</strong>
            <span class="number quiet">{rounded(rate_per_minute)} a minute</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Refused({ refused }: { readonly refused: Shown['refused'] }) {
  return (
    <section class="card">
      <h2>Turned away</h2>
      {refused.length === 0 && <p class="quiet">Nobody in the last six hours.</p>}
      <ul class="rows">
        {refused.map(({ reason, count }) => (
          <li key={reason}>
            <span>{reasonOf(reason)}</span>
            <strong class="number">{count}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Latest({ latest, zone }: { readonly latest: Shown['latest']; readonly zone: string }) {
  return (
    <section class="card">
      <div class="row spread">
        <h2>Latest</h2>
        <Button kind="bare" onClick={switchNames}>
          {areNamed.value ? 'Hide names' : 'Show names'}
        </Button>
      </div>
      {latest.length === 0 && <p class="quiet">Nobody has come yet.</p>}
      <ul class="rows">
        {areNamed.value &&
          latest.map(({ name, point_name, at }, index) => (
            <li key={`${at} ${index}`}>
              <strong>{name}</strong>
              <span class="quiet">{point_name}</span>
              <time class="number" dateTime={at}>
                {clock(at, zone)}
              </time>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** Without the hours in which nobody had come yet; an hour at the least. */
function sinceFirst(arrivals: Shown['arrivals']): Shown['arrivals'] {
  const first = arrivals.findIndex(({ count }) => count > 0);
  return first === -1 ? arrivals : arrivals.slice(Math.max(0, Math.min(first, arrivals.length - 12)));
}

const Numbers = ({ board, at }: Props) => (
  <section class="numbers" aria-label="How many came">
    <p class="here">
      <strong data-testid="board-checked-in">{board.checked_in}</strong>
      <span>
        of <span data-testid="board-accepted">{board.accepted}</span> are here
      </span>
    </p>
    <div class="pace">
      <p>
        <strong data-testid="board-rate">{rounded(rateOf(board))}</strong> a minute
      </p>
      <Outlook board={board} at={at} />
    </div>
    <progress max={Math.max(1, board.accepted)} value={board.checked_in} aria-label="Share of people who are here" />
  </section>
);

/** Everything at a glance, from across the hall. */
export function BoardScreen({ board, at }: Props) {
  const zone = board.super_event.tz ?? ownZone;
  return (
    <div class="board">
      <header class="bar">
        <h1>{board.super_event.name}</h1>
        {online.value && <span class="tag">{isLive.value ? 'Live' : 'Every 5 seconds'}</span>}
        <Online />
      </header>
      <main>
        <Numbers board={board} at={at} />
        <Arrivals arrivals={sinceFirst(board.arrivals)} zone={zone} />
        <div class="cards">
          <Doors doors={board.per_point} />
          <Latest latest={board.latest} zone={zone} />
          {areRefusedShown.value && <Refused refused={board.refused} />}
        </div>
        <div>
          <Button kind="bare" onClick={switchRefused}>
            {areRefusedShown.value ? 'Hide who was turned away' : 'Show who was turned away'}
          </Button>
        </div>
      </main>
    </div>
  );
}
