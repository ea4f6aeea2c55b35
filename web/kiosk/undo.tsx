import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { undoSeconds } from '../../shared/contract/values.ts';
import { Button } from '../shared/button.tsx';
import type { Kiosk } from './kiosk.ts';
import type { Entry } from './model.ts';
import { letsIn } from './verdict.ts';
import { readings } from './texts/en.ts';

/** Takes a check-in of this kiosk back, for a minute. */
export function UndoButton({ kiosk, entry }: { readonly kiosk: Kiosk; readonly entry: Entry }) {
  const isLate = useSignal(false);
  useEffect(() => {
    const left = Date.parse(entry.at) + undoSeconds * 1_000 - Date.parse(kiosk.now());
    isLate.value = left <= 0;
    if (left <= 0) return undefined;
    const timer = setTimeout(() => (isLate.value = true), left);
    return () => clearTimeout(timer);
  }, [entry.nonce]);
  if (isLate.value || entry.isUndone || !letsIn(entry.verdict)) return null;
  return (
    <Button
      kind="calm"
      data-testid="kiosk-undo"
      onClick={(event: MouseEvent) => {
        // A tap elsewhere on the verdict goes on to the next person.
        event.stopPropagation();
        return kiosk.undo(entry);
      }}
    >
      {readings.undo}
    </Button>
  );
}
