/** Converts rows of criteria to the JSON of the contract. */
import type { Criterion } from '../queries/criteria.ts';

export const criterion = ({ id, event_id, name, description, weight, order_index }: Criterion) => ({
  id,
  event_id,
  name,
  description,
  weight,
  order_index,
});
