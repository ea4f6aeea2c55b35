/**
 * Text as it is searched and sorted: without case, accents, and the forms of apostrophes and dashes. The function
 * `published.fold` of the database does the same, so a page and the service find the same people.
 */

/** Accents that stand alone. NFKD would make a blank of them, and people type them as apostrophes. */
const spacingAccents = /[\u00b4\u1ffd]/g;

/**
 * Marks that people leave out: accents, vowel points of Hebrew and Arabic, and characters without a width. Signs without
 * which a letter is another one, such as vowels of Hindi, stay.
 */
const marks =
  // Each stands for itself, and for no sign that it would make with the one before.
  // oxlint-disable-next-line no-misleading-character-class
  /[\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u00ad\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff]/g;

/** Letters, apostrophes and dashes that many keyboards lack, and how they are typed there. */
const typed: Readonly<Record<string, string>> = {
  ...each('‘’‛ʹʻʼʽʾʿ′`ꞌ՚׳', "'"),
  ...each('‐‒–—―−⁃־', '-'),
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ȷ: 'j', ŧ: 't', ŋ: 'n', ə: 'e', ǝ: 'e', ς: 'σ' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
};

function each(characters: string, by: string): Record<string, string> {
  return Object.fromEntries([...characters].map((character) => [character, by]));
}

/** Folds a text. */
export const folded = (text: string): string =>
  text
    .replace(spacingAccents, "'")
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/[`\u0080-\uffff]/g, (character) => typed[character] ?? character);

/** Returns the words of a search, folded. Each of them has to be in what is found, in any order. */
export const wordsOf = (search = ''): string[] => folded(search).split(/\s+/).filter(Boolean);
