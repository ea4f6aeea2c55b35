/** Decisions about many that can still be taken back: known in each view of the desk, and after the page was loaded again. */
import { signal } from '@preact/signals';
import type { Bulk } from './bulk-requests.ts';

export interface Told extends Bulk {
  readonly hackathon: string;
  /** Until when it can be taken back, in milliseconds of this device's clock. */
  readonly until: number;
  /** The outcome of taking it back, in words. */
  readonly undone?: string;
}

const kept = 'muster-decisions';
const isOpen = ({ until }: Told) => until > Date.now();

/** A tab without a store does without. */
function restored(): readonly Told[] {
  try {
    return (JSON.parse(sessionStorage.getItem(kept) ?? '[]') as readonly Told[]).filter(isOpen);
  } catch {
    return [];
  }
}

/** The first decision comes first. */
const all = signal(restored());

function tell(next: readonly Told[]): void {
  all.value = next;
  // Names of people are not kept.
  const lasting = next.filter(({ undone }) => undone === undefined).map((one) => ({ ...one, moved: [], named: [] }));
  try {
    sessionStorage.setItem(kept, JSON.stringify(lasting));
  } catch {
    // They are known until the page is left.
  }
}

export const toldOf = (hackathon: string): readonly Told[] => all.value.filter((one) => one.hackathon === hackathon);
export const add = (told: Told): void => tell([...all.value, told]);
export const change = ({ answer: { id } }: Told, undone: string): void =>
  tell(all.value.map((one) => (one.answer.id === id ? { ...one, undone } : one)));
export const close = ({ answer: { id } }: Told): void => tell(all.value.filter((one) => one.answer.id !== id));
/** Closes those whose time is over. */
export const closeOver = (): void => tell(all.value.filter(isOpen));
