/** Tells a hand scanner, which types into the page, from a person who does. */

/** Scanners take at most some 50 ms between two keys, and people do not keep that up. */
const betweenKeysMs = 60;
/** Shorter bursts are people who hit two keys at once. */
const shortest = 8;

export class HandScanner {
  #typed = '';
  #last = -Infinity;

  /**
   * Takes a key that was pressed.
   * @param at When, in milliseconds, as the event tells it.
   * @returns The scanned code if this key ends it, else null.
   */
  press(key: string, at: number): string | null {
    const isQuick = at - this.#last <= betweenKeysMs;
    if (key === 'Enter' || key === 'Tab') {
      const code = isQuick && this.#typed.length >= shortest ? this.#typed : null;
      this.#typed = '';
      return code;
    }
    // Shift and its like stand between the characters of a scanner as well.
    if (key.length !== 1) return null;
    this.#typed = isQuick ? this.#typed + key : key;
    this.#last = at;
    return null;
  }
}
