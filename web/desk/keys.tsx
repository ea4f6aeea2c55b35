/** The keyboard shortcuts of the desk, and its menu, which lists them. */
import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { pathOf } from '../shared/address.ts';
import { Button } from '../shared/button.tsx';
import { place, hashOf, views } from './place.ts';
import { Dialog } from './parts/dialog.tsx';
import { keyList } from './parts/texts/en.ts';

/** Where it is kept that somebody wants no keys: those who dictate press them by accident. */
const offName = 'muster.desk.keys';
const isOff = signal(localStorage.getItem(offName) !== null);
const isListed = signal(false);

interface Key {
  /** Where it leads. */
  readonly to: 'search' | 'rows' | 'views' | 'list';
  readonly keys: readonly string[];
  readonly press: (key: string) => void;
}
const all: readonly Key[] = [
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
  const rows = [...document.querySelectorAll('.listing :is(tbody tr, .entry)')];
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

/** Listens to keys, and lists them. */
export function Keys() {
  useLayoutEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return isListed.value && <KeyList />;
}

export const DeskMenu = () => (
  <>
    <a class="button bare" href={pathOf('/judge')}>
      {keyList.toJudging}
    </a>
    <a class="button bare" href={pathOf('/me')}>
      {keyList.toTickets}
    </a>
    <Button kind="bare" onClick={() => (isListed.value = true)} aria-keyshortcuts="?">
      {keyList.title}
    </Button>
  </>
);

function turn(isOn: boolean): void {
  isOff.value = !isOn;
  if (isOn) localStorage.removeItem(offName);
  else localStorage.setItem(offName, 'off');
}

/** Turns them off for people who use speech input. */
const KeyList = () => (
  <Dialog title={keyList.title} onClose={() => (isListed.value = false)}>
    <dl class="keys">
      {all.map(({ keys, to }) => (
        <div key={to}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{keyList[to]}</dd>
        </div>
      ))}
      <div>
        <dt>
          <kbd>{keyList.enterKey}</kbd>
        </dt>
        <dd>{keyList.enter}</dd>
      </div>
      <div>
        <dt>
          <kbd>{keyList.escapeKey}</kbd>
        </dt>
        <dd>{keyList.escape}</dd>
      </div>
    </dl>
    <label class="row tick">
      <input type="checkbox" checked={!isOff.value} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
      <span>{keyList.use}</span>
    </label>
  </Dialog>
);
