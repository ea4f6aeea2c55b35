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
