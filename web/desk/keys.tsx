/** The keyboard shortcuts of the desk. */
import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { Button } from '../shared/button.tsx';
import { place, hashOf, views } from './place.ts';
import { desk } from './texts/en.ts';

/** Where it is kept that somebody wants no keys: those who dictate press them by accident. */
const offName = 'muster.desk.keys';
export const isOff = signal(localStorage.getItem(offName) !== null);
export const isListed = signal(false);

interface Key {
  /** Where it leads. */
  readonly to: 'search' | 'rows' | 'views' | 'list';
  readonly keys: readonly string[];
  readonly press: (key: string) => void;
}
export const all: readonly Key[] = [
  {
    to: 'search',
    keys: ['/'],
    press: () => document.querySelector<HTMLElement>('input[type=search]')?.focus(),
  },
  { to: 'rows', keys: ['j', 'k'], press: (key) => step(key === 'j' ? 1 : -1) },
  {
    to: 'views',
    keys: views.map((_, index) => String(index + 1)),
    press: (key) =>
      location.assign(hashOf({ hackathon: place.peek().hackathon, view: views[Number(key) - 1] ?? 'people' })),
  },
  { to: 'list', keys: ['?'], press: () => void (isListed.value = true) },
];

/** Handles the keys of the view on the screen; answers whether it took the key. */
let takenByView: ((key: string) => boolean) | undefined;

/** Has a view take keys before the desk does. A key is about what is shown, so the handler changes with it and not a moment later. */
export function useViewKeys(take: (key: string) => boolean): void {
  useLayoutEffect(() => {
    takenByView = take;
    return () => void (takenByView = undefined);
  });
}

/** Focuses the first control in the row this number of rows below. */
function step(by: number): void {
  const rows = [...document.querySelectorAll('.listing tbody tr')];
  const present = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[present < 0 ? 0 : present + by];
  next?.querySelector<HTMLElement>('a, button, summary')?.focus();
}

function press(event: KeyboardEvent): void {
  const { key, target } = event;
  if (isOff.peek() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target instanceof Element && target.closest('input, select, textarea, dialog')) return;
  if (takenByView?.(key)) return event.preventDefault();
  const found = all.find(({ keys }) => keys.includes(key));
  if (!found) return;
  event.preventDefault();
  found.press(key);
}

/** The way to the list from the menu, and what listens to keys. */
export function Keys() {
  useLayoutEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <Button kind="bare" onClick={() => (isListed.value = true)} aria-keyshortcuts="?">
      {desk.keys}
    </Button>
  );
}

export function turn(isOn: boolean): void {
  isOff.value = !isOn;
  if (isOn) localStorage.removeItem(offName);
  else localStorage.setItem(offName, 'off');
}
