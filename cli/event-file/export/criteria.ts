/** Criteria of an exported file. */
import { onlyFilled, some, type Composing, type WrittenTrack } from './entries.ts';

type WrittenCriterion = NonNullable<WrittenTrack['criteria']>[number];

/** Of several with one name on a track, the oldest is the one a file means by it. */
export function criteriaOf(
  { id, slug }: { id: string; slug: string },
  { live, leaveOut }: Composing,
): WrittenCriterion[] {
  const here = live.criteria.filter(({ event_id }) => event_id === id);
  const namesakes = here.filter(({ is_namesake }) => is_namesake).map(({ name }) => name);
  if (namesakes.length > 0) leaveOut(`criteria of ${slug} with the name of an older one there: ${some(namesakes)}`);
  return here
    .filter(({ is_namesake }) => !is_namesake)
    .map(({ name, description, weight, order_index }) => onlyFilled({ name, description, weight, order_index }));
}
