/** The values that a form writes, beside what they were when somebody began to write. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isSame } from '../../shared/changes.ts';

export interface Edited<T extends object> {
  readonly now: Signal<T>;
  readonly change: (part: Partial<T>) => void;
  /** As the service has it, as far as the form knows. */
  readonly former: () => T;
  /** Takes note that the service has this. */
  readonly learn: (saved: T) => void;
}

/** Members that nobody touched follow the service when the form gets newer ones; those that were touched stay. */
export function useEdited<T extends object>(first: T): Edited<T> {
  const now = useSignal(first);
  const former = useRef(first);
  useEffect(() => {
    const [was, typed] = [former.current, now.peek()];
    const names = Object.keys(first) as (keyof T)[];
    const untouched = names.filter((name) => isSame(typed[name], was[name]) && !isSame(typed[name], first[name]));
    const followed = Object.fromEntries(untouched.map((name) => [name, first[name]]));
    if (untouched.length > 0) now.value = { ...typed, ...followed };
    former.current = first;
  }, [JSON.stringify(first)]);
  return {
    now,
    change: (part) => void (now.value = { ...now.peek(), ...part }),
    former: () => former.current,
    learn: (saved) => void (former.current = saved),
  };
}
