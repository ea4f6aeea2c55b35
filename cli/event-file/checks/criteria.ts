/** What a track is judged by: each name once, and weights that are at most 1 together. */
import { isTooMuch, rounded, totalAfter } from '../../../services/judging/event-file.ts';
import type { Review } from '../review.ts';
import type { Path } from '../source.ts';
import { distinct, entriesOf, type Track } from './entries.ts';

export function checkCriteria(owner: Path, criteria: Track['criteria'], review: Review): void {
  const path = [...owner, 'criteria'];
  const entries = entriesOf(criteria, path);
  distinct(review, entries, { by: 'name', identity: ({ name }) => name, among: 'per track' });
  const weights = entries.flatMap(({ item: { weight } }) => (weight === undefined ? [] : [rounded(weight)]));
  const total = totalAfter(0, { wanted: weights });
  if (!isTooMuch(0, total)) return;
  review.report(path, { code: 'weights', isName: true, message: `weigh ${total} together, and may weigh 1` });
}
