/** Chooses the language of the pages in this browser. */
import type { Locale } from '../../shared/contract/values.ts';
import { pathOf } from './address.ts';
import { language } from './intl.ts';

/** Each language by its own name, for those who read no other. */
export const languages: readonly (readonly [Locale, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['fr', 'Français'],
];

const yearSeconds = 365 * 24 * 3_600;

/** Has this browser get pages in a language from now on. Returns whether that is new to it. */
export function prefer(locale: Locale): boolean {
  const entry = `locale=${locale}`;
  const has = () => document.cookie.split('; ').includes(entry);
  if (has()) return false;
  document.cookie = `${entry}; Path=${pathOf('/')}; Max-Age=${yearSeconds}; SameSite=Lax`;
  return has();
}

const written = (locale: string | null) => languages.find(([each]) => each === locale)?.[0];

/**
 * Has the next pages come in the language of the person who has just signed in. This one stays: it is about to lead on, or
 * holds what was typed.
 */
export function remember(locale: string | null): void {
  const known = written(locale);
  if (known) prefer(known);
}

/** Shows this page in the language of the person who is signed in, if they have chosen one. */
export function speak(locale: string | null): void {
  const known = written(locale);
  if (known && prefer(known) && known !== language) location.reload();
}
