/**
 * An adaptive limit of concurrent requests. Slow answers lower it, so that admitted requests stay fast and others are
 * refused at once; fast answers raise it again.
 */
export interface Bounds {
  readonly most: number;
  /** The lower bound; a still lower limit would help nobody. */
  readonly least: number;
}

/** Milliseconds above which an answer is slow. */
const slow = 500;
/** The factor of a slow answer and the increment of a fast one; a few slow answers among many change little. */
const [narrower, wider] = [0.98, 0.5];

/** The adaptive limit of one kind of request. */
export class Room {
  readonly #bounds: Bounds;
  #size: number;
  #underWay = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#size = bounds.most;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** How many may be under way now. */
  get size(): number {
    return Math.floor(this.#size);
  }

  get isFull(): boolean {
    return this.#underWay >= this.#size;
  }

  get isHalfFull(): boolean {
    return this.#underWay >= this.#size / 2;
  }

  enter(): void {
    this.#underWay++;
  }

  /**
   * Ends one request.
   * @param took Milliseconds, where they tell how busy the service is.
   */
  leave(took?: number): void {
    this.#underWay--;
    if (took === undefined) return;
    if (took > slow) this.shrink(narrower);
    else this.#size = Math.min(this.#bounds.most, this.#size + wider);
  }

  shrink(factor: number): void {
    this.#size = Math.max(this.#bounds.least, this.#size * factor);
  }
}
