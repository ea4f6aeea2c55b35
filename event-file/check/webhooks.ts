/** Webhooks: where they may go, and which hackathon they are about. */
import { someNames } from '../../shared/base/words.ts';
import { judgeUrl, type Forbidden } from '../../services/webhooks/portable.ts';
import { below, namesIn, type Entry } from './entries.ts';
import type { Review } from './review.ts';
import type { SalvagedFile } from './structure.ts';

const words: Record<Forbidden, string> = {
  address: 'must be a whole address, such as https://hall.example.org/hook',
  scheme: 'must begin with https://',
  credentials: 'must have neither user nor password',
  port: 'must be at port 443 or above 1023',
  private: 'must not lead to a private or local address',
};

/** @param isInsecure lets them go to this machine, as `WEBHOOKS_INSECURE` does. */
export function checkWebhooks(whole: Entry<SalvagedFile>, isInsecure: boolean, review: Review): void {
  const names = namesIn(review, [whole], 'super_events', 'slug');
  const message = `is no super event of this file; known are ${someNames([...names.known], 20) || 'none'}`;
  for (const { path, item } of below([whole], 'webhooks')) {
    const { url, super_event } = item;
    const verdict = url === undefined ? undefined : judgeUrl(url, isInsecure);
    if (verdict && 'forbidden' in verdict) {
      review.report([...path, 'url'], { code: 'address', message: words[verdict.forbidden] });
    }
    review.checkName([...path, 'super_event'], super_event, names, { code: 'unknownSuperEvent', message });
  }
}
