/** Words for people: the closest one to a mistyped one, some of many, and the form a name has in an address. */
import slugify from '@sindresorhus/slugify';

/** Characters; the distance of two words takes the product of theirs. */
const longest = 200;
const editsFor = (length: number) => Math.max(1, Math.floor(length / 3));

/**
 * Returns the candidate that `word` most likely meant, or undefined when none is close enough. "Close" is at most one
 * edit per three letters of the candidate, and one edit for short candidates.
 */
export function closestWord<Word extends string>(word: string, candidates: readonly Word[]): Word | undefined {
  const near = candidates
    .filter(({ length }) => Math.abs(length - word.length) <= editsFor(length) && length <= longest)
    .map((candidate) => ({ candidate, edits: editsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= editsFor(candidate.length))
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.candidate;
}

/** Returns the Levenshtein distance, computed one row of its table at a time. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
/** Names for people to read: enough of them to see whom or what it is about, and how many more there are. */
export const someNames = (names: readonly unknown[], atMost = 5): string =>
  names.length > atMost ? `${names.slice(0, atMost).join(', ')} and ${names.length - atMost} more` : names.join(', ');

/**
 * Returns what stands for a name in an address or an event file: `spring-hack` for "Spring Hack!". Empty where the name has
 * neither letters nor digits.
 * @param longest Maximum number of characters.
 */
export const slugOf = (name: string, longest: number): string =>
  slugify(name, { decamelize: false }).slice(0, longest).replace(/-+$/, '');
