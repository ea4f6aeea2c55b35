import { signal } from '@preact/signals';
import { Button } from '../shared/button.tsx';
import { number, ownZone } from '../shared/intl.ts';
import { LanguageChoice } from '../shared/language-choice.tsx';
import { online } from '../shared/online.ts';
import { reasonOf } from '../shared/reasons.ts';
import { clock, hour, zoneNote } from '../shared/time.ts';
import { Arrivals } from './arrivals.tsx';
import { isLive } from './board.ts';
import { isOver, openAt, rateOf, throughAt, type Shown } from './estimate.ts';
import { frame } from '../shared/texts/en.ts';
import { screen as texts } from './texts/en.ts';

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

const rounded = (rate: number) => number(Math.round(rate * 10) / 10);

interface Props {
  readonly board: Shown;
  /** The server's time, in milliseconds. */
  readonly at: number;
}

/** How people come in, until every door has closed. */
function Pace({ board, at }: Props) {
  if (isOver(board, at)) return <p>{texts.areClosed(<strong>{number(board.checked_in)}</strong>)}</p>;
  return (
    <>
      <p>{texts.perMinute(<strong data-testid="board-rate">{rounded(rateOf(board))}</strong>)}</p>
      <Outlook board={board} at={at} />
    </>
  );
}

function Outlook({ board, at }: Props) {
  const zone = board.super_event.tz ?? ownZone;
  const through = throughAt(board, at);
  if (board.accepted > 0 && board.checked_in >= board.accepted) return <p>{texts.allHere}</p>;
  if (through === null) return <p>{texts.nobodyComes}</p>;
  return <p>{texts.allInBy(<strong>{clock(through, zone)}</strong>)}</p>;
}

function Doors({ board, at }: Props) {
  const doors = openAt(board, at);
  return (
    <section class="card" data-testid="board-doors">
      <h2>{texts.doors}</h2>
      {doors.length === 0 && <p class="quiet">{texts.noDoor}</p>}
      <ul class="rows">
        {doors.map(({ id, name, checked_in, expected, rate_per_minute }) => (
          <li key={id}>
            <span>{name}</span>
            <strong class="number">
              {expected === null ? number(checked_in) : texts.ofExpected(checked_in, expected)}
            </strong>
            <span class="number quiet">{texts.perMinute(rounded(rate_per_minute))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Refused({ refused }: { readonly refused: Shown['refused'] }) {
  return (
    <section class="card">
      <h2>{texts.refused}</h2>
      {refused.length === 0 && <p class="quiet">{texts.nobodyRefused}</p>}
      <ul class="rows">
        {refused.map(({ reason, count }) => (
          <li key={reason}>
            <span>{reasonOf(reason)}</span>
            <strong class="number">{number(count)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Latest({ latest, zone }: { readonly latest: Shown['latest']; readonly zone: string }) {
  return (
    <section class="card latest">
      <div class="row spread">
        <h2>{texts.latest}</h2>
        <Button kind="bare" onClick={switchNames}>
          {areNamed.value ? texts.hideNames : texts.showNames}
        </Button>
      </div>
      {latest.length === 0 && <p class="quiet">{texts.nobodyCame}</p>}
      {latest[0] && zoneNote(latest[0].at, zone) && <p class="quiet">{zoneNote(latest[0].at, zone)}</p>}
      <ul class="rows">
        {areNamed.value &&
          latest.map(({ name, point_name, at }, index) => (
            <li key={`${at} ${index}`}>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <span class="quiet">{point_name}</span>
              <time class="number" dateTime={at}>
                {hour(at, zone)}
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
  <section class="numbers" aria-label={texts.numbers}>
    <p class="here">
      <strong data-testid="board-checked-in">{number(board.checked_in)}</strong>
      <span>
        {texts.ofAreHere(<span data-testid="board-accepted">{number(board.accepted)}</span>, board.checked_in)}
      </span>
    </p>
    <div class="pace">
      <Pace board={board} at={at} />
    </div>
    <progress max={Math.max(1, board.accepted)} value={board.checked_in} aria-label={texts.share} />
  </section>
);

/** One word for how this board hears of what happens. Tests read `data-online`. */
const Connection = () => (
  <span class={online.value ? 'tag' : 'tag warn'} role="status" data-testid="online" data-online={online.value}>
    {!online.value ? frame.offline : isLive.value ? texts.live : texts.often}
  </span>
);

/** Everything at a glance, from across the hall. */
export function BoardScreen({ board, at }: Props) {
  const zone = board.super_event.tz ?? ownZone;
  return (
    <div class="board">
      <header class="bar">
        <h1>{board.super_event.name}</h1>
        <Connection />
      </header>
      <main>
        <div class="came">
          <Numbers board={board} at={at} />
          <Arrivals arrivals={sinceFirst(board.arrivals)} zone={zone} />
        </div>
        <div class="lists">
          <Doors board={board} at={at} />
          <Latest latest={board.latest} zone={zone} />
          {areRefusedShown.value && <Refused refused={board.refused} />}
        </div>
        <div class="row spread options">
          <Button kind="bare" onClick={switchRefused}>
            {areRefusedShown.value ? texts.hideRefused : texts.showRefused}
          </Button>
          <div class="small">
            <LanguageChoice />
          </div>
        </div>
      </main>
    </div>
  );
}
