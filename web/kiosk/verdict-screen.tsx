import { useEffect, useRef } from 'preact/hooks';
import { clock } from '../shared/time.ts';
import type { Kiosk } from './kiosk.ts';
import type { Entry, Verdict, VerdictKind } from './model.ts';
import { shownName } from './preferences.ts';
import { sound } from './sound.ts';
import { UndoButton } from './undo.tsx';
import { readings, signs as words } from './texts/en.ts';

/** Milliseconds after which the screen is ready for the next person by itself. */
const stays = 10_000;

export const signs: Record<VerdictKind, string> = {
  ok: '✓',
  again: '↻',
  gate: '!',
  refused: '✕',
  'offline-ok': '✓',
  'offline-unknown': '?',
};

interface Props {
  readonly kiosk: Kiosk;
  /** The reading in the list of the latest, once it is there. */
  readonly entry: Entry | undefined;
  readonly verdict: Verdict;
  readonly onNext: () => void;
}

function Shown({ kiosk, entry, verdict, onNext }: Props) {
  const { kind, name, unnamed, track, answers, advice, since, missing } = verdict;
  return (
    <div class="verdict" data-testid="verdict" data-kind={kind} onClick={onNext}>
      <span class="sign" aria-hidden="true">
        {signs[kind]}
      </span>
      <p class="word">{words[kind]}</p>
      <p class="name" data-testid="verdict-name">
        {shownName(name, unnamed)}
      </p>
      {track && <p class="track">{track}</p>}
      {answers && (
        <p class="answers" data-testid="kiosk-answers">
          {answers}
        </p>
      )}
      {since && <p class="since">{readings.since(clock(since, kiosk.zone.value))}</p>}
      <p class="advice">{advice}</p>
      {missing.length > 0 && (
        <ul class="missing">
          {missing.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      )}
      <div class="row">
        {entry && <UndoButton kiosk={kiosk} entry={entry} />}
        <button type="button" class="next" onClick={onNext}>
          {readings.next}
        </button>
      </div>
    </div>
  );
}

/** Fills the screen with the verdict on the latest reading. */
export function VerdictScreen({ kiosk }: { readonly kiosk: Kiosk }) {
  const screen = kiosk.screens.now.value;
  const entry = kiosk.lists.latest.value.find(({ nonce }) => nonce === screen?.nonce);
  const next = () => kiosk.screens.clear();
  const kind = screen?.verdict.kind;
  const heard = useRef<string>(undefined);
  useEffect(() => {
    if (!screen) return;
    const what = `${screen.nonce} ${screen.verdict.kind}`;
    if (heard.current !== what) sound(screen.verdict.kind);
    heard.current = what;
    const timer = setTimeout(next, stays);
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') next();
    };
    document.addEventListener('keydown', escape);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', escape);
    };
  }, [screen?.nonce, kind]);
  return (
    <div aria-live="assertive">
      {screen && <Shown key={screen.nonce} kiosk={kiosk} entry={entry} verdict={screen.verdict} onNext={next} />}
    </div>
  );
}
