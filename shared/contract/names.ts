/**
 * Names of people and things: which characters they have, and how long they are. Names are shown in one line, beside
 * other names, on screens, in letters, on paper and in terminals.
 *
 * The categories are those of Unicode: Cc are control characters, Cf invisible ones (also those that turn the direction
 * of what follows), Zl and Zp separators of lines and paragraphs.
 */

/** The joiner between two emoji, and joiners in scripts whose words are spelt with them. */
const joiners =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=[\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}])[\u200c\u200d](?=[\p{L}\p{M}])/gu;
const unfit = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** A letter, digit, sign or symbol that has a shape: the fillers of Hangul and the blank of Braille have none. */
const seen = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns the form in which a name is stored: composed (NFC), without blanks at its ends. */
export const normalName = (name: string): string => name.normalize('NFC').trim();

/** Returns what is wrong with a name: it has a character that no name has, or none that is seen. */
export function flawOfName(name: string): 'nameCharacters' | 'nameBlank' | undefined {
  if (name.replace(joiners, '').search(unfit) >= 0) return 'nameCharacters';
  return seen.test(name) ? undefined : 'nameBlank';
}

/** Returns a name from elsewhere without the characters that no name has, in its stored form; a blank for a line break. */
export function cleanName(name: string): string {
  const kept = new Set(Array.from(name.matchAll(joiners), ({ index }) => index));
  const clean = name.replace(unfit, (sign, index: number) => {
    if (kept.has(index)) return sign;
    return /\s/.test(sign) ? ' ' : '';
  });
  return normalName(clean);
}

/** Counts characters (code points), as JSON Schema and PostgreSQL do: an emoji outside of the basic plane is one. */
export function charactersOf(text: string): number {
  let characters = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xd800 || (text.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) continue;
    characters--;
    index++;
  }
  return characters;
}
