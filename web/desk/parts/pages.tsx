/** Long lists, page by page: those the service pages, and those it answers whole. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from '../../shared/button.tsx';

export interface Turning {
  /** Counts from 1. */
  readonly page: number;
  readonly onBack: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** The buttons below a list; nothing where there is one page. */
export const Pages = ({ page, onBack, onNext }: Turning) =>
  (onBack ?? onNext) && (
    <nav class="row" aria-label="Pages of this list">
      <Button kind="calm" disabled={!onBack} onClick={() => onBack?.()}>
        Back
      </Button>
      <span class="quiet">Page {page}</span>
      <Button kind="calm" disabled={!onNext} onClick={() => onNext?.()}>
        Next
      </Button>
    </nav>
  );

/** Pages that are asked for by what the page before said. Begins anew when `keys` change. */
export function useCursors(keys: readonly unknown[]) {
  const cursors = useSignal<{ readonly of: string; readonly path: readonly string[] }>({ of: '', path: [] });
  const of = JSON.stringify(keys);
  const path = cursors.value.of === of ? cursors.value.path : [];
  const go = (next: readonly string[]) => (cursors.value = { of, path: next });
  return {
    cursor: path.at(-1),
    turning: (next: string | null | undefined): Turning => ({
      page: path.length + 1,
      onBack: path.length > 0 ? () => go(path.slice(0, -1)) : undefined,
      onNext: next ? () => go([...path, next]) : undefined,
    }),
  };
}

const pageSize = 50;

/** Pages of a list that is here as a whole. */
export function useSlices<T>(rows: readonly T[]): { shown: readonly T[]; turning: Turning } {
  const page = useSignal(1);
  const last = Math.max(1, Math.ceil(rows.length / pageSize));
  useEffect(() => {
    if (page.value > last) page.value = last;
  }, [last]);
  const present = Math.min(page.value, last);
  return {
    shown: rows.slice((present - 1) * pageSize, present * pageSize),
    turning: {
      page: present,
      onBack: present > 1 ? () => (page.value = present - 1) : undefined,
      onNext: present < last ? () => (page.value = present + 1) : undefined,
    },
  };
}
