/** Search in text that is stored folded. Words and terms come folded too, by `shared/base/folding.ts`. */
import { sql, type RawBuilder } from 'kysely';

/** Escapes the wildcards of `like`. A folded text has none in full width. */
const escaped = (term: string) => term.replace(/[\\%_]/g, '\\$&');

/** Returns the pattern of `like` for any text that contains the term. */
export const containing = (term: string) => `%${escaped(term)}%`;
/** Returns the pattern of `like` for any text that begins with the term. */
export const startingWith = (term: string) => `${escaped(term)}%`;
/** Returns the pattern of `like` for any text in which the term begins a word, but not the text. */
export const withWord = (term: string) => `% ${escaped(term)}%`;

/** Returns the condition that each of these words is somewhere in a text; true where there are none. */
export function hasWords(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<unknown> {
  if (words.length === 0) return sql`true`;
  const each = words.map((word) => sql`${text} like ${containing(word)}`);
  return sql.join(each, sql` and `);
}
