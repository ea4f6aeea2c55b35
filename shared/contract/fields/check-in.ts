/** What may be said of a check-in point. */
import { t } from '../schema.ts';
import { displayName, pointType } from '../vocabulary.ts';
import { key } from './identifiers.ts';

export const pointFields = {
  name: displayName(),
  type: pointType(),
  opens_at: t.timestamp(),
  closes_at: t.timestamp(),
};

export const requirementFields = {
  id: key(),
  title: t.string({ min: 1, max: 200, trim: true }),
  description: t.string({ max: 2_000 }),
  is_required: t.boolean(),
};
