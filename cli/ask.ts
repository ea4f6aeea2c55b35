import { createInterface } from 'node:readline/promises';

/** Asks a person to agree. */
export type Ask = (question: string) => Promise<boolean>;

/** Undefined where nobody sits at a terminal. */
export const asker = (): Ask | undefined => (process.stdin.isTTY && process.stderr.isTTY ? askAtTerminal : undefined);

async function askAtTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}
