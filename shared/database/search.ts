/** Search in text that is stored folded, that is, without case and accents. */
import { sql } from 'kysely';

/**
 * Returns the pattern of `like` for any text that contains the term. Wildcards are escaped after folding, which turns
 * their full-width forms into plain ones.
 */
export const containing = (term: string) =>
  sql`'%' || regexp_replace(published.fold(${term}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
