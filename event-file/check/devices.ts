/** Kiosks and boards: which points they have. */
import { someNames } from '../../shared/base/words.ts';
import { below, namesIn, type Entry, type SuperEvent } from './entries.ts';
import type { Review } from './review.ts';

export function checkDevices(superEvent: Entry<SuperEvent>, review: Review): void {
  const names = namesIn(review, [superEvent, ...below([superEvent], 'tracks')], 'checkin_points', 'key');
  const known = someNames([...names.known], 20) || 'none';
  for (const { path, item } of below([superEvent], 'devices')) {
    const at = [...path, 'points'];
    if (item.kind === 'board' && item.points) {
      const message = 'belongs to kiosks: a board shows the whole hackathon';
      review.report(at, { code: 'board', isName: true, message });
    }
    for (const [index, key] of (item.points ?? []).entries()) {
      const message = `is no check-in point of this super event; known are ${known}`;
      const alike = JSON.stringify([...superEvent.path, key]);
      review.checkName([...at, index], key, names, { code: 'unknownPoint', message, alike });
    }
  }
}
