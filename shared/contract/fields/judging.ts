/** What may be said of a criterion, over HTTP and in an event file. */
import { t } from '../schema.ts';

/** A weight is kept with ten decimals; the weights of a track are at most 1 together, give or take 0.00001 of rounding. */
export const criterionFields = {
  name: t.string({ min: 1, max: 100, trim: true }),
  weight: t.number({ min: 0, max: 1 }),
  order_index: t.number({ min: -1e9, max: 1e9 }),
  description: t.string({ max: 2_000 }),
};
