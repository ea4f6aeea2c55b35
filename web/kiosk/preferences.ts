/** Choices that were made on this device. They are remembered, and none is secret. */
import { signal, type Signal } from '@preact/signals';
import { readings } from './texts/en.ts';

/** A choice that outlives a reload; only for this visit where the browser keeps nothing. */
function remembered(name: string): Signal<string> {
  const key = `muster kiosk ${name}`;
  const choice = signal('');
  try {
    choice.value = localStorage.getItem(key) ?? '';
  } catch {
    // The page says itself that this browser keeps nothing.
  }
  choice.subscribe((value) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // The disk is full.
    }
  });
  return choice;
}

/** The id of a camera; empty for the one that looks away from the screen. */
export const camera = remembered('camera');
const names = remembered('names');

export const areNamesHidden = (): boolean => names.value === 'hidden';
export const hideNames = (isHidden: boolean): void => void (names.value = isHidden ? 'hidden' : '');

/** A name as this device shows it. */
export const shownName = (name: string | null, unnamed = readings.unknownCode): string => {
  if (name === null) return unnamed;
  return areNamesHidden() ? readings.nameHidden : name;
};
