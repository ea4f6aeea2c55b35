/** How every command speaks: its answer on stdout, words for people on stderr, and an exit code for scripts. */
import { styleText } from 'node:util';

export const exitCodes = {
  done: 0,
  failed: 1,
  /** `plan` found something that `apply` would change. */
  changesPending: 2,
  wrongUsage: 64,
  wrongConfiguration: 78,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What a person can mend. Anything else that is thrown is a fault of the program. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  /** What to do now, as a sentence. */
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

export interface Output {
  /** Whether a program reads the answer. */
  readonly isJson: boolean;
  /** The command's one answer: the value under `--json`, else the text. */
  answer(value: unknown, text: string): void;
  /** One of many answers: a line each under `--json`, in each other's place on a terminal, else one below the other. */
  refresh(value: unknown, text: string): void;
  /** A line for people, on stderr. */
  say(line: string): void;
  /** How far long work is: one line that rewrites itself, and nothing where stderr is no terminal. */
  progress(line: string): void;
  /** Colours for `say`, where stderr shows colours. */
  readonly styled: Paint;
  /** Colours for the text of `answer`, where stdout shows colours. */
  readonly styledAnswer: Paint;
}

interface Stream {
  write(text: string): unknown;
  isTTY?: boolean;
}

const clearLine = '\r\u001b[2K';
/** From the top of the screen, clearing what is left of each line and below the last: nothing flickers. */
const redrawn = (text: string) => `\u001b[H${text.replaceAll('\n', '\u001b[K\n')}\u001b[K\n\u001b[J`;

const [escape, ours] = ['\u001b', ['\n', '\t']];
const obeyed = /\p{Cc}\[[\d;]*m|\p{Cc}|\p{Bidi_Control}/gu;
const spelled = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}${sign.slice(1)}`;

/**
 * Data may hold what a terminal obeys: it is shown, not sent. Colours, which are ours, pass. What goes into a file or to
 * another program stays as it is.
 */
const shown = (text: string, { isTTY }: Stream): string =>
  isTTY
    ? text.replace(obeyed, (sign) =>
        ours.includes(sign) || (sign.length > 1 && sign.startsWith(escape)) ? sign : spelled(sign),
      )
    : text;

export function createOutput(
  { json }: { json: boolean },
  stdout: Stream = process.stdout,
  stderr: Stream = process.stderr,
): Output {
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

/** `styleText` asks the stream, NO_COLOR and FORCE_COLOR. */
const colour = (style: Style, text: string, stream: Stream) =>
  stream.isTTY ? styleText(style, text, { stream: process.stderr === stream ? process.stderr : process.stdout }) : text;
