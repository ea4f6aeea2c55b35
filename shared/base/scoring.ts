/** The scale of scores of a hackathon: its range and step, and which scores fit it. Pure. */

export interface Scoring {
  readonly mode: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

const usual: Scoring = { mode: 'slider', min: 0, max: 10, step: 0.5 };

/** Reads the scoring settings. Each member is read by itself and ignored if malformed; so is an empty range. */
export function scoringOf(configured: unknown): Scoring {
  const given = (typeof configured === 'object' && configured !== null ? configured : {}) as Record<string, unknown>;
  const mode = typeof given.mode === 'string' && given.mode !== '' ? given.mode : usual.mode;
  const min = numberOr(usual.min, given.min);
  const max = numberOr(usual.max, given.max);
  const step = numberOr(usual.step, given.step);
  return {
    mode,
    ...(min <= max ? { min, max } : { min: usual.min, max: usual.max }),
    step: step > 0 ? step : usual.step,
  };
}

const numberOr = (usually: number, given: unknown) => (Number.isFinite(given) ? (given as number) : usually);

/** Returns why a score does not fit a scale, if it does not. */
export function misplacement(value: number, { min, max, step }: Scoring): [code: string, says: string] | undefined {
  if (value < min) return ['numberMin', `must be at least ${min}`];
  if (value > max) return ['numberMax', `must be at most ${max}`];
  return isOnStep(value, min, step)
    ? undefined
    : ['step', `must be ${min} and a whole number of steps of ${step} above it`];
}

/**
 * Tells whether a value is a whole number of steps from the minimum, allowing for binary fractions (0.3 is not
 * exactly three steps of 0.1).
 */
function isOnStep(value: number, min: number, step: number): boolean {
  const steps = (value - min) / step;
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, steps);
}
