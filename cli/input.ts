/** The input of commands: numbers among the options, answers at a terminal, and Ctrl-C. */
import { createInterface } from 'node:readline/promises';
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

/** Asks a person to agree. */
export type Ask = (question: string) => Promise<boolean>;

/** Undefined without a terminal. */
export const asker = (): Ask | undefined => (process.stdin.isTTY && process.stderr.isTTY ? askAtTerminal : undefined);

async function askAtTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}

/** For commands with cleanup: the first Ctrl-C aborts the signal, a second one ends the process. */
export function untilInterrupted(): AbortSignal {
  const over = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => over.abort(new CommandFailure('It was interrupted.', 'Run it again when you like.')));
  }
  return over.signal;
}
