import { CommandFailure, exitCodes } from './output.ts';

/** Reads an option. */
export function wholeNumber(option: string, written: string, { min, max }: { min: number; max: number }): number {
  const number = Number(written);
  if (/^\d+$/.test(written) && number >= min && number <= max) return number;
  throw new CommandFailure(
    `${option} ${written} is not possible.`,
    `Write a whole number from ${min} to ${max}.`,
    exitCodes.wrongUsage,
  );
}
