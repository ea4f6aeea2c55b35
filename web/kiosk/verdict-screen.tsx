import { useEffect, useRef } from 'preact/hooks';
import { clock } from '../shared/time.ts';
import type { Kiosk } from './kiosk.ts';
import type { Verdict, VerdictKind } from './model.ts';
import { sound } from './sound.ts';

/** Milliseconds after which the screen is ready for the next person by itself. */
const stays = 10_000;

export const signs: Record<VerdictKind, readonly [sign: string, word: string]> = {
  ok: ['✓', 'Welcome'],
  again: ['↻', 'Already here'],
  gate: ['!', 'Not yet'],
  refused: ['✕', 'Stop'],
  'offline-ok': ['✓', 'Welcome (offline)'],
  'offline-unknown': ['?', 'Unknown (offline)'],
};

interface Props {
  readonly verdict: Verdict;
  readonly zone: string;
  readonly onNext: () => void;
}

function Shown({ verdict, zone, onNext }: Props) {
  const { kind, name, track, advice, since, missing } = verdict;
  const [sign, word] = signs[kind];
  return (
    <div class="verdict" data-testid="verdict" data-kind={kind} onClick={onNext}>
      <span class="sign" aria-hidden="true">
        {sign}
      </span>
      <p class="word">{word}</p>
      <p class="name" data-testid="verdict-name">
        {name ?? 'Unknown code'}
      </p>
      {track && <p class="track">{track}</p>}
      {since && <p class="since">First at {clock(since, zone)}</p>}
      <p class="advice">{advice}</p>
      {missing.length > 0 && (
        <ul class="missing">
          {missing.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      )}
      <button type="button" class="next" onClick={onNext}>
        Next
      </button>
    </div>
  );
}

/** Fills the screen with the verdict on the latest reading. */
export function VerdictScreen({ kiosk }: { readonly kiosk: Kiosk }) {
  const screen = kiosk.screen.value;
  const kind = screen?.verdict.kind;
  const heard = useRef<string>(undefined);
  useEffect(() => {
    if (!screen) return;
    const what = `${screen.nonce} ${screen.verdict.kind}`;
    if (heard.current !== what) sound(screen.verdict.kind);
    heard.current = what;
    const timer = setTimeout(() => kiosk.clear(), stays);
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') kiosk.clear();
    };
    document.addEventListener('keydown', escape);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', escape);
    };
  }, [screen?.nonce, kind]);
  return (
    <div aria-live="assertive">
      {screen && (
        <Shown key={screen.nonce} verdict={screen.verdict} zone={kiosk.zone.value} onNext={() => kiosk.clear()} />
      )}
    </div>
  );
}
