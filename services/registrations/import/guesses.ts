/** Guesses the meaning of columns, by the headings that pretix, Google Forms, Devpost and our own tables have. */
import type { AskedField } from '../tables.sql.ts';

/** The thing that a column holds: one of the words of the contract, or `field:<id>`. */
export type Guess = string;

const bare = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/ \(\d+\)$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const status = /^((order|application|registration|track) )?status$/;
/** The headings of our own tables, of pretix and of others. */
const notAccepted =
  /^(pending|approval pending|undecided|waitlisted|waiting( list)?|rejected|declined|cancell?ed|withdrawn|expired|unpaid|refunded)$/;

/** Tells whether a column is a status of another system; a question of the hackathon may have this name too. */
export const tellsStatus = (heading: string): boolean => status.test(bare(heading));
export const isOfNotAccepted = (cell: string): boolean => notAccepted.test(bare(cell));

/** A column for one person's whole name; it is taken as their first name. */
const wholeName = /^((attendee|full|participant|your) )?name$|^(vollständiger )?name$/;

/** The earlier way is preferred; of columns that fit alike, the first. A way may be several expressions. */
const fixed: readonly (readonly [guess: Guess, ways: readonly (RegExp | readonly RegExp[])[]])[] = [
  [
    'email',
    [
      /^attendee e ?mail( address)?$/,
      /^(your |primary )?e ?mail( address| adresse)?$/,
      /^(username|e ?mail of .*|.* e ?mail( address)?)$/,
    ],
  ],
  [
    'first_name',
    [[wholeName, /^((attendee|your) )?(first|given) ?name$|^vorname$/], /^(attendee )?name (given|first) name$/],
  ],
  [
    'last_name',
    [/^((attendee|your) )?(last|family) ?name$|^surname$|^nachname$|^(attendee )?name (family|last) name$/],
  ],
  ['track', [/^(your )?tracks?$/]],
];

/** Returns what each column is guessed to hold; each thing is held once. */
export function guessesOf(columns: readonly string[], fields: readonly AskedField[]): Guess[] {
  const guesses = new Map<number, Guess>();
  const headings = columns.map(bare);
  const free = (way: RegExp | readonly RegExp[]) =>
    headings.findIndex((heading, index) => !guesses.has(index) && [way].flat().some((each) => each.test(heading)));
  for (const [guess, ways] of fixed) {
    const found = ways.map(free).find((index) => index >= 0);
    if (found === undefined || (guess === 'last_name' && hasWholeName(headings, guesses))) continue;
    guesses.set(found, guess);
  }
  for (const { id, label, key, field_type } of fields) {
    if (field_type === 'file') continue;
    const names = [label, ...(key === null ? [] : [key])].map(bare);
    const found = headings.findIndex((heading, index) => !guesses.has(index) && names.includes(heading));
    if (found >= 0) guesses.set(found, `field:${id}`);
  }
  return columns.map((_, index) => guesses.get(index) ?? 'ignore');
}

const hasWholeName = (headings: readonly string[], guesses: ReadonlyMap<number, Guess>) =>
  [...guesses].some(([index, guess]) => guess === 'first_name' && wholeName.test(headings[index] ?? ''));
