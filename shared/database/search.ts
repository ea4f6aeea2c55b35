/** Search in text that is stored folded, that is, without case and accents. */
import { sql } from 'kysely';

/**
 * Escapes a term for a pattern of `like`. Wildcards are escaped after folding, which turns their full-width forms into
 * plain ones.
 */
const escaped = (term: string) => sql`regexp_replace(published.fold(${term}), '([\\\\%_])', '\\\\\\1', 'g')`;

/** Returns the pattern of `like` for any text that contains the term. */
export const containing = (term: string) => sql`'%' || ${escaped(term)} || '%'`;
/** Returns the pattern of `like` for any text that begins with the term. */
export const startingWith = (term: string) => sql`${escaped(term)} || '%'`;
/** Returns the pattern of `like` for any text in which the term begins a word, but not the text. */
export const withWord = (term: string) => sql`'% ' || ${escaped(term)} || '%'`;
