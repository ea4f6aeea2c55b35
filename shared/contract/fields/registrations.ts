/** What organizers say of a registration, over HTTP and in an event file. */
import { t } from '../schema.ts';

/** Far beyond any scale, and finite, which a number in JSON need not be. */
const highest = 1e9;

export const evaluationFields = {
  evaluation_score: t.number({ min: -highest, max: highest }),
  evaluation_recommendation: t.string({ max: 50 }),
};
