/** Tells a hand scanner, which types into the page, from a person who does. */
import { hasTokenForm, tokenIn } from '../../shared/contract/formats.ts';

/** Scanners take at most some 50 ms between two keys, and people do not keep that up. */
const betweenKeysMs = 60;
/** Shorter bursts are people who hit two keys at once. */
const shortest = 8;

/** A key that was pressed, as its event tells it. */
export interface Key {
  readonly key: string;
  /** Its place, by the name that it has on a US keyboard. */
  readonly code: string;
  /** When it was pressed, in milliseconds. */
  readonly timeStamp: number;
}

/** The keys that a scanner pressed. */
export interface Scanned {
  /** The characters that the keyboard of this device has there. */
  readonly typed: string;
  /** Those that a US keyboard has there, as which scanners act unless they are set otherwise. */
  readonly placed: string;
}

/** The character of a key without Shift on a US keyboard, where it is one of a token or of the kind of a code. */
function characterAt(code: string): string {
  if (code === 'BracketRight') return ']';
  return /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase() ?? '';
}

/** The code that was scanned: as it was typed, unless only the places of the keys make a token. */
export const meantBy = ({ typed, placed }: Scanned): string =>
  hasTokenForm(tokenIn(placed)) && !hasTokenForm(tokenIn(typed)) ? placed : typed;

export class HandScanner {
  #typed = '';
  #placed = '';
  #last = -Infinity;

  /**
   * Takes a key that was pressed.
   * @returns The scanned code if this key ends it, else null.
   */
  press({ key, code, timeStamp }: Key): Scanned | null {
    const isQuick = timeStamp - this.#last <= betweenKeysMs;
    if (key === 'Enter' || key === 'Tab') {
      const scanned = { typed: this.#typed, placed: this.#placed };
      this.#typed = this.#placed = '';
      return isQuick && scanned.typed.length >= shortest ? scanned : null;
    }
    // Shift and its like stand between the characters of a scanner as well.
    if (key.length !== 1) return null;
    this.#typed = isQuick ? this.#typed + key : key;
    this.#placed = (isQuick ? this.#placed : '') + characterAt(code);
    this.#last = timeStamp;
    return null;
  }
}
