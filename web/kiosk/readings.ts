/** Which readings count: a code that is held before the camera is read many times a second. */

/** Milliseconds for which a code has to be gone before it counts again. */
const gone = 3_000;

export class Readings {
  readonly #lastSeen = new Map<string, number>();

  /**
   * Whether this reading counts, that is, whether the code was not seen within the last three seconds.
   * @param now Milliseconds of a clock that is never set.
   */
  counts(code: string, now: number): boolean {
    for (const [known, seen] of this.#lastSeen) if (now - seen >= gone) this.#lastSeen.delete(known);
    const isNew = !this.#lastSeen.has(code);
    this.#lastSeen.set(code, now);
    return isNew;
  }
}
