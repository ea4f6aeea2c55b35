/** The order of the questions of a form, and how it is changed: by keys, by buttons and by the pointer. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { attempt } from '../../parts/said.tsx';
import { placeQuestion, type Question } from './requests.ts';

export type Sorting = ReturnType<typeof useSorting>;

/** The order, as it is while somebody drags, and as it was asked for. A row that moves keeps the focus. */
export function useSorting(questions: readonly Question[], again: () => Promise<void>) {
  const dragged = useSignal<{ readonly from: number; readonly to: number } | undefined>(undefined);
  const isMoving = useSignal(false);
  const list = useRef<HTMLOListElement>(null);
  const { from = 0, to = 0 } = dragged.value ?? {};
  const move = async (start: number, end: number) => {
    if (isMoving.value) return;
    const changes = moved(questions, start, end);
    if (changes.length === 0) return void (dragged.value = undefined);
    dragged.value = { from: start, to: end };
    isMoving.value = true;
    await attempt(() => Promise.all(changes.map(({ id, order_index }) => placeQuestion(id, order_index))));
    await again();
    dragged.value = undefined;
    isMoving.value = false;
    const id = questions[start]?.id ?? '';
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-id="${id}"] .handle`)?.focus());
  };
  const drag = (index: number) => {
    if (isMoving.value) return;
    const { id = '' } = questions[index] ?? {};
    dragged.value = { from: index, to: index };
    followPointer({
      onMove: (y) => (dragged.value = { from: index, to: placeAt(list.current, id, y) }),
      onDrop: () => void move(index, dragged.value?.to ?? index),
      onGiveUp: () => (dragged.value = undefined),
    });
  };
  const handle = (index: number) => ({
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      void move(index, index + by);
    },
    onPointerDown: ({ button }: PointerEvent) => button === 0 && drag(index),
  });
  return { order: shifted(questions, from, to), isMoving: isMoving.value, move, handle, list };
}

interface Following {
  /** Gets the height at which the pointer is. */
  readonly onMove: (y: number) => void;
  readonly onDrop: () => void;
  readonly onGiveUp: () => void;
}

/** Follows the pointer until it is let go. The document listens: a row that moves in the document would lose the pointer. */
function followPointer({ onMove, onDrop, onGiveUp }: Following): void {
  const over = new AbortController();
  const { signal } = over;
  const ending = (then: () => void) => () => {
    over.abort();
    then();
  };
  document.addEventListener('pointermove', ({ clientY }) => onMove(clientY), { signal });
  document.addEventListener('pointerup', ending(onDrop), { signal });
  document.addEventListener('pointercancel', ending(onGiveUp), { signal });
}

interface Placed {
  readonly id: string;
  readonly order_index: number;
}

/** Moves the one at `from` to `to`, and says which get another `order_index`: one where there is room between its neighbours, else all. */
function moved<T extends Placed>(rows: readonly T[], from: number, to: number): readonly Placed[] {
  const row = rows[from];
  if (!row || from === to || to < 0 || to >= rows.length) return [];
  const others = rows.filter((each) => each !== row);
  const [before, after] = [others[to - 1]?.order_index, others[to]?.order_index];
  const between = middle(before, after);
  if (between !== undefined) return [{ id: row.id, order_index: between }];
  return [...others.slice(0, to), row, ...others.slice(to)]
    .map(({ id, order_index }, index) => ({ id, order_index: index, former: order_index }))
    .filter(({ order_index, former }) => order_index !== former)
    .map(({ id, order_index }) => ({ id, order_index }));
}

function middle(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined) return after === undefined ? 0 : after - 1;
  if (after === undefined) return before + 1;
  const between = (before + after) / 2;
  // Equal neighbours, or as near as numbers get.
  return before < between && between < after ? between : undefined;
}

function shifted<T>(rows: readonly T[], from: number, to: number): readonly T[] {
  const row = rows[from];
  if (row === undefined || from === to) return rows;
  const others = rows.filter((_, index) => index !== from);
  return [...others.slice(0, to), row, ...others.slice(to)];
}

/** How many other rows end above this height. */
const placeAt = (list: HTMLElement | null, id: string, y: number): number =>
  [...(list?.querySelectorAll<HTMLElement>('[data-id]') ?? [])].filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return row.dataset['id'] !== id && top + height / 2 < y;
  }).length;
