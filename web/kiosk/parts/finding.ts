/** Finds people by their names, without a network too. It loads with the search, and not with the page. */
import { folded, wordsOf } from '../../../shared/base/folding.ts';
import type { Guest, Point } from '../model.ts';
import { firstOf, personOf, type Roster } from '../roster.ts';

/** More people with the same name than this are not looked through at a door. */
const foundAtMost = 20;

/** People who may come in at this point and whose name has each of these words, each of them once; twenty at most. */
export function peopleIn(roster: Roster, search: string, point: Point): Guest[] {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const found = new Map<string, Guest>();
  for (const guest of roster.goodAt(point)) {
    const [name, person] = [folded(guest.name), personOf(guest)];
    if (!words.every((word) => name.includes(word))) continue;
    // One more person is no longer shown, but another place of those who are may be the one they are known by.
    if (found.size < foundAtMost || found.has(person)) found.set(person, firstOf(guest, found.get(person)));
  }
  return [...found.values()];
}
