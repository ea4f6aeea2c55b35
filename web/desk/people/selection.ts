/** The ticked people of the list: single ones, a range, or everybody in the filter. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Person } from './requests.ts';

export interface Selection {
  /** Everybody of the filter, those on other pages included. */
  readonly isAll: boolean;
  /** Those who are ticked, on this page or on another. */
  readonly people: readonly Person[];
  readonly has: (person: Person) => boolean;
  /** Ticks somebody or unticks them; with the shift key all from the last one on. */
  readonly toggle: (person: Person, isRange: boolean) => void;
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

/** A decision about many is about places in the hackathon. */
export const isSelectable = ({ place }: Person): boolean => 'parent' in place;

/** @param filter Begins anew when it changes. */
export function useSelection(rows: readonly Person[], filter: string): Selection {
  const people = useSignal<readonly Person[]>([]);
  const isAll = useSignal(false);
  const last = useRef<string>(undefined);
  const clear = () => {
    [people.value, isAll.value, last.current] = [[], false, undefined];
  };
  useEffect(clear, [filter]);
  const has = ({ key }: Person) => isAll.value || people.value.some((each) => each.key === key);
  const toggle = (person: Person, isRange: boolean) => {
    const isTicked = !has(person);
    const meant = isRange ? rangeOf(rows, last.current, person) : [person];
    const before = isAll.value ? rows.filter(isSelectable) : people.value;
    const others = before.filter(({ key }) => meant.every((each) => each.key !== key));
    [people.value, isAll.value, last.current] = [isTicked ? [...others, ...meant] : others, false, person.key];
  };
  const toggleAll = () => {
    const next = !isAll.value;
    clear();
    isAll.value = next;
  };
  return { isAll: isAll.value, people: people.value, has, toggle, toggleAll, clear };
}

function rangeOf(rows: readonly Person[], from: string | undefined, to: Person): readonly Person[] {
  const ends = [rows.findIndex(({ key }) => key === from), rows.findIndex(({ key }) => key === to.key)];
  if (ends.includes(-1)) return [to];
  return rows.slice(Math.min(...ends), Math.max(...ends) + 1).filter(isSelectable);
}
