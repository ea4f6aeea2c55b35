/** The output of all commands: the answer on stdout, messages for people on stderr, and an exit code for scripts. */
import { styleText } from 'node:util';
import { spelledOut } from '../shared/base/words.ts';

export const exitCodes = {
  done: 0,
  failed: 1,
  /** `plan` found changes that `apply` would make. */
  changesPending: 2,
  wrongUsage: 64,
  wrongConfiguration: 78,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An error that the user can correct. Any other error is a bug. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  /** The next step, as a sentence. */
  readonly next: string;
  readonly exitCode: ExitCode;

  constructor(message: string, next: string, exitCode: ExitCode = exitCodes.failed) {
    super(message);
    this.next = next;
    this.exitCode = exitCode;
  }
}

type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

export interface CommandOutput {
  /** True when a program reads the answer. */
  readonly isJson: boolean;
  /** Prints the command's single answer: the value under `--json`, otherwise the text. */
  answer(value: unknown, text: string): void;
  /** Prints one of many answers: one line each under `--json`, redrawn on a terminal, otherwise one below the other. */
  refresh(value: unknown, text: string): void;
  /** One of many answers that stay: a line each, as JSON under `--json`. */
  line(value: unknown, text: string): void;
  /** Prints a line for people on stderr. */
  say(line: string): void;
  /** Shows progress in one line that is redrawn; nothing if stderr is no terminal. */
  progress(line: string): void;
  /** Colours a text for `say`, if stderr shows colours. */
  readonly styled: Paint;
  /** Colours a text for `answer`, if stdout shows colours. */
  readonly styledAnswer: Paint;
}

interface Stream {
  write(text: string): unknown;
  isTTY?: boolean;
}

const clearLine = '\r\u001b[2K';
/** Redraws from the top of the screen and clears what is left, without flicker. */
const redrawn = (text: string) => `\u001b[H${text.replaceAll('\n', '\u001b[K\n')}\u001b[K\n\u001b[J`;

/**
 * Makes control characters in data visible on a terminal instead of sending them. Our own colours pass. Output to
 * files and other programs is unchanged, but for the cells of tables and lines about one thing.
 */
const shown = (text: string, { isTTY }: Stream): string => (isTTY ? spelledOut(text, '\n\t') : text);

/** Creates the output of one command. */
export function createOutput(
  { json }: { json: boolean },
  stdout: Stream = process.stdout,
  stderr: Stream = process.stderr,
): CommandOutput {
  let isProgressShown = false;
  const clearProgress = () => {
    if (isProgressShown) stderr.write(clearLine);
    isProgressShown = false;
  };
  return {
    isJson: json,
    answer(value, text) {
      clearProgress();
      stdout.write(shown(json ? `${JSON.stringify(value, undefined, 2)}\n` : text && `${text}\n`, stdout));
    },
    refresh(value, text) {
      clearProgress();
      const block = stdout.isTTY ? redrawn(shown(text, stdout)) : `${text}\n\n`;
      stdout.write(json ? shown(`${JSON.stringify(value)}\n`, stdout) : block);
    },
    line(value, text) {
      clearProgress();
      stdout.write(`${json ? shown(JSON.stringify(value), stdout) : spelledOut(text)}\n`);
    },
    say(line) {
      clearProgress();
      stderr.write(`${shown(line, stderr)}\n`);
    },
    progress(line) {
      if (!stderr.isTTY) return;
      stderr.write(clearLine + shown(line, stderr));
      isProgressShown = true;
    },
    styled: (style, text) => colour(style, text, stderr),
    styledAnswer: (style, text) => colour(style, text, stdout),
  };
}

/** `styleText` respects the stream, NO_COLOR and FORCE_COLOR. */
const colour = (style: Style, text: string, stream: Stream) =>
  stream.isTTY ? styleText(style, text, { stream: process.stderr === stream ? process.stderr : process.stdout }) : text;
