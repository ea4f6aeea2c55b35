import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/button.tsx';
import { listed } from '../../shared/intl.ts';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { Shown } from '../parts/listing.tsx';
import { acts } from '../texts/en.ts';
import { readRankings, type Results } from './requests.ts';
import { podium } from './texts/en.ts';

interface Props {
  readonly track: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** A track's published ranking for a projector: third, second and first, each at a press. */
export function Podium({ track, name, onClose }: Props) {
  const hackathon = useHackathon();
  const rankings = useLoaded((signal) => readRankings(track, signal), [track], 'rankings');
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = () => dialog.current?.close();
  useFresh(hackathon.live, rankings.again, ['results']);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="podium" aria-labelledby={id} tabIndex={-1} onClose={onClose} data-testid="podium">
      <header>
        <p class="quiet">{hackathon.name}</p>
        <h2 id={id}>{podium.title(name)}</h2>
      </header>
      <Shown of={rankings}>
        {({ shown }) =>
          shown.notifications_sent_at ? (
            <Stage places={placesOf(shown.results)} stage={dialog} onClose={close} />
          ) : (
            <Empty action={<Button onClick={close}>{podium.back}</Button>}>{podium.notPublished}</Empty>
          )
        }
      </Shown>
    </dialog>
  );
}

/** The classes of the places, the first one first. */
const classes = ['first', 'second', 'third'] as const;

interface Place {
  /** Counts from 0. */
  readonly place: number;
  /** Several where they have the same rank. */
  readonly teams: readonly string[];
}

/** The places that somebody has, the first one first. */
const placesOf = (results: Results['results']): readonly Place[] =>
  classes
    .map((_, place) => ({
      place,
      teams: results.filter(({ rank }) => rank === place + 1).map(({ team_name }) => team_name),
    }))
    .filter(({ teams }) => teams.length > 0);

/** Keys that presenters have, beside those that press a button. */
const forth = ['ArrowRight', 'ArrowDown', 'PageDown', ' ', 'Enter'];
const back = ['ArrowLeft', 'ArrowUp', 'PageUp', 'Backspace'];

interface Showing {
  readonly places: readonly Place[];
  readonly stage: { readonly current: HTMLDialogElement | null };
  readonly onClose: () => void;
}
function Stage({ places, stage, onClose }: Showing) {
  const hidden = useSignal(places.length);
  const go = (by: 1 | -1) => {
    hidden.value = Math.max(0, Math.min(places.length, hidden.value - by));
    // Its button goes, and keys go on being heard.
    if (hidden.value === 0) stage.current?.focus();
  };
  useKeys(stage, go);
  const next = places[hidden.value - 1];
  return (
    <>
      <ol class="places" aria-live="polite">
        {places.map(({ place, teams }, index) => (
          <li key={place} class={classes[place]} data-shown={index >= hidden.value}>
            <span>{podium.places[place]}</span>
            <strong>{index < hidden.value ? '?' : listed(teams)}</strong>
          </li>
        ))}
      </ol>
      <footer class="row">
        {next && <Button onClick={() => go(1)}>{podium.show[next.place]}</Button>}
        <Button kind="bare" onClick={() => stage.current?.requestFullscreen()}>
          {podium.fullScreen}
        </Button>
        <Button kind="bare" onClick={onClose}>
          {acts.close}
        </Button>
      </footer>
    </>
  );
}

/** Listens to keys, and to presses anywhere. */
function useKeys(stage: Showing['stage'], go: (by: 1 | -1) => void): void {
  const latest = useRef(go);
  latest.current = go;
  useLayoutEffect(() => {
    const shown = stage.current;
    const isButton = ({ target }: Event) => target instanceof Element && target.closest('button') !== null;
    const key = (event: KeyboardEvent) => {
      const isPressed = isButton(event) && [' ', 'Enter'].includes(event.key);
      const by = forth.includes(event.key) ? 1 : back.includes(event.key) ? -1 : undefined;
      if (!by || isPressed || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      latest.current(by);
    };
    const press = (event: MouseEvent) => isButton(event) || latest.current(1);
    shown?.addEventListener('keydown', key);
    shown?.addEventListener('click', press);
    return () => {
      shown?.removeEventListener('keydown', key);
      shown?.removeEventListener('click', press);
    };
  }, []);
}
