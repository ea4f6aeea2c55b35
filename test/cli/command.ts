/** Runs commands as the command line does, with what they say kept for the test. */
import { afterAll } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandFailure, createOutput, type CommandOutput } from '../../cli/output.ts';

export interface Said {
  code: number;
  stdout: string;
  stderr: string;
}
type Run<Options> = (options: Options, output: CommandOutput) => number | Promise<number>;

/** In this process, on the database that DATABASE_URL names. */
export async function run<Options>(command: Run<Options>, options: Options, { json = false } = {}): Promise<Said> {
  const said = { stdout: '', stderr: '' };
  const output = createOutput(
    { json },
    { write: (text) => (said.stdout += text) },
    { write: (text) => (said.stderr += text) },
  );
  try {
    return { code: await command(options, output), ...said };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return { code: error.exitCode, stdout: said.stdout, stderr: `${said.stderr}${error.message}\n${error.next}` };
  }
}

/** The JSON a command answers. */
export async function ask<Options>(command: Run<Options>, options: Options): Promise<{ code: number; answer: any }> {
  const { code, stdout, stderr } = await run(command, options, { json: true });
  if (stdout === '') throw new Error(stderr);
  return { code, answer: JSON.parse(stdout) };
}

/** As a process of its own. */
export const muster = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<Said> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, ...env } };
    execFile(process.execPath, ['cli/muster.ts', ...args], options, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });

let folder: string | undefined;
let count = 0;
afterAll(() => {
  if (folder) rmSync(folder, { recursive: true });
});

/** An event file on disk. */
export function written(text: string): string {
  folder ??= mkdtempSync(join(tmpdir(), 'muster-event-file-'));
  const path = join(folder, `event-${++count}.yaml`);
  writeFileSync(path, text);
  return path;
}
