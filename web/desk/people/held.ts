/**
 * Rows of people who were just decided about. They stay in place until the list has no focus, so that a second click
 * never hits another person, and the decision can be undone.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Decision, Person, Undo } from './requests.ts';

export interface Held {
  /** As they are since the decision. */
  readonly person: Person;
  readonly at: number;
  readonly decision: Decision;
  /** Undefined where not all of it can be taken back. */
  readonly undo: Undo | undefined;
}

const keptMs = 6_000;
/** After the pointer moved in the list. */
const stillMs = 1_500;
const foldMs = 120;
/** A row that has just moved takes no click. */
const guardMs = 400;

export function useHeld(people: readonly Person[]) {
  const held = useSignal<readonly Held[]>([]);
  const list = useRef<HTMLDivElement>(null);
  const foldAt = useRef(0);
  const rows = withHeld(people, held.value);
  const drop = (gone: readonly Held[]) => (held.value = held.value.filter((each) => !gone.includes(each)));
  const isAny = held.value.length > 0;
  useEffect(() => {
    if (!isAny) return;
    const timer = setInterval(() => {
      // Reached with the keyboard, or just about to be undone.
      const isInUse = list.current?.querySelector('.outcome :is(:focus-visible, [aria-disabled])') != null;
      if (Date.now() < foldAt.current || isInUse || !list.current) return;
      const gone = held.value;
      const keepFocus = focusKept(list.current);
      list.current.dataset.folding = '';
      setTimeout(() => {
        delete list.current?.dataset.folding;
        drop(gone);
        requestAnimationFrame(keepFocus);
      }, foldMs);
    }, 500);
    return () => clearInterval(timer);
  }, [isAny]);
  useGuard(list, rows.map(({ key }) => key).join(' '));
  return {
    ...{ rows, list },
    heldOf: ({ key }: Person) => held.value.find(({ person }) => person.key === key),
    hold: (one: Omit<Held, 'at'>) => {
      const at = rows.findIndex(({ key }) => key === one.person.key);
      held.value = [...held.value.filter(({ person }) => person.key !== one.person.key), { ...one, at }];
      foldAt.current = Date.now() + keptMs;
    },
    release: (one: Held) => void drop([one]),
    onPointerMove: () => (foldAt.current = Math.max(foldAt.current, Date.now() + stillMs)),
  };
}

function withHeld(people: readonly Person[], held: readonly Held[]): readonly Person[] {
  const rows = people.map((person) => held.find((one) => one.person.key === person.key)?.person ?? person);
  const missing = held.filter(({ person }) => !people.some(({ key }) => key === person.key));
  for (const { person, at } of missing.toSorted((a, b) => a.at - b.at)) rows.splice(at, 0, person);
  return rows;
}

/** Takes the place of the focus now. Returns what brings it back to the nearest row, should its own be gone. */
function focusKept(list: HTMLElement): () => void {
  const active = document.activeElement;
  const row = list.contains(active) ? active?.closest('tr, .entry') : undefined;
  const near = [row, row?.nextElementSibling, row?.previousElementSibling];
  return () => {
    if (!row || document.activeElement !== document.body) return;
    const name = near.find((each) => each?.isConnected)?.querySelector<HTMLElement>('.who a');
    (name ?? document.querySelector('main'))?.focus({ preventScroll: true });
  };
}

/** Keeps clicks off for a moment where rows have moved. */
function useGuard(list: { readonly current: HTMLElement | null }, keys: string): void {
  const former = useRef(keys);
  useLayoutEffect(() => {
    if (former.current === keys || !list.current) return;
    former.current = keys;
    list.current.dataset.moved = '';
    const timer = setTimeout(() => delete list.current?.dataset.moved, guardMs);
    return () => clearTimeout(timer);
  }, [keys]);
}
