/**
 * Helpers for readable words: the closest match of a mistyped word, a shortened list of names, and the slug of a name.
 */
import slugify from '@sindresorhus/slugify';

/** Characters; computing an edit distance takes time proportional to the product of both lengths. */
const comparedCharsAtMost = 200;
const editsFor = (length: number) => Math.max(1, Math.floor(length / 3));

/**
 * Returns the candidate that `word` most likely meant, or undefined when none is close enough. "Close" is at most one
 * edit per three letters of the candidate, and one edit for short candidates.
 */
export function closestWord<Word extends string>(word: string, candidates: readonly Word[]): Word | undefined {
  const near = candidates
    .filter(({ length }) => Math.abs(length - word.length) <= editsFor(length) && length <= comparedCharsAtMost)
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
/** Returns the first few names and the number of the others, for messages. */
export const someNames = (names: readonly unknown[], atMost = 5): string =>
  names.length > atMost ? `${names.slice(0, atMost).join(', ')} and ${names.length - atMost} more` : names.join(', ');

/**
 * Returns the slug of a name for addresses and event files: `spring-hack` for "Spring Hack!". Empty if the name has
 * neither letters nor digits.
 * @param longest Maximum number of characters.
 */
export const slugOf = (name: string, longest: number): string =>
  withoutEnd(slugify(name, { decamelize: false }).slice(0, longest), '-');

/** Returns a text without these characters at its end, however many there are. */
export function withoutEnd(text: string, characters: string): string {
  let length = text.length;
  while (length > 0 && characters.includes(text.charAt(length - 1))) length--;
  return text.slice(0, length);
}

const obeyed = /\p{Cc}\[[\d;]*m|[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/**
 * Spells control characters of a text out, such as `\u001b`, so that neither a terminal nor the lines of a list obey
 * them. Colours pass.
 * @param kept Control characters that stay.
 */
export const spelledOut = (text: string, kept = ''): string =>
  text.replace(obeyed, (sign) => {
    const isOurs = sign.length > 1 ? sign.startsWith('\u001b') : kept.includes(sign);
    return isOurs ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}${sign.slice(1)}`;
  });

/** Formats rows in columns, each row in one line; the first row is the heading. */
export function table(written: readonly (readonly string[])[]): string {
  const rows = written.map((row) => row.map((cell) => spelledOut(cell)));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
