/** Collects what is wrong with an event file, each problem where a person can correct it. */
import { closestWord } from '../../shared/broker/closest-word.ts';
import type { Path, Source } from './source.ts';

export interface Problem {
  file: string;
  line: number;
  column: number;
  /** Which member it is about, as in `super_events[0].tracks[1].mode`; empty for the text itself. */
  path: string;
  code: string;
  /** A whole sentence; what is allowed stands in it. */
  message: string;
  /** The line itself. */
  source: string;
  /** What was probably meant. */
  suggestion?: string | undefined;
}

export interface Finding {
  /** Without its subject, which is the path: `must be a number`. */
  message: string;
  code: string;
  /** Whether the member's name is wrong, rather than its value. */
  isName?: boolean;
  /** A word that is none of the candidates, one of which was perhaps meant. */
  written?: unknown;
  candidates?: readonly string[];
}

export interface Review {
  report(path: Path, finding: Finding): void;
  /** Whether this member's own value is known to be wrong, so that nothing can be concluded from it. */
  isWrong(path: Path): boolean;
  lineOf(path: Path): number;
}

/** Looking for a near word takes time, and a file with more problems than this has another illness. */
const suggestionLimit = 100;

export class Findings implements Review {
  readonly #file: string;
  readonly #source: Source;
  readonly #problems: { offset: number; problem: Problem }[] = [];
  readonly #wrong = new Set<string>();

  constructor(file: string, source: Source) {
    this.#file = file;
    this.#source = source;
    for (const { offset, code, message, suggestion } of source.problems)
      this.#add(offset, { path: '', code, message: withSuggestion(message, suggestion), suggestion });
  }

  report(path: Path, { message, code, isName = false, written, candidates = [] }: Finding): void {
    const name = nameOf(path);
    if (!isName) this.#wrong.add(name);
    const offset = this.#source.offsetOf(path, isName ? 'name' : 'value');
    if (this.#source.isSpoilt(offset) || !this.#isUnderstood(offset, code)) return;
    const mayLook = typeof written === 'string' && written.length > 1 && this.#problems.length < suggestionLimit;
    const meant = mayLook ? closestWord(written, candidates) : undefined;
    const sentence = withSuggestion(`${name || 'The file'} ${message}.`, meant);
    this.#add(offset, { path: name, code, message: sentence, suggestion: meant });
  }

  isWrong(path: Path): boolean {
    return this.#wrong.has(nameOf(path));
  }

  lineOf(path: Path): number {
    return this.#source.place(this.#source.offsetOf(path)).line;
  }

  /** In the order of the file, each once. */
  problems(): Problem[] {
    return this.#problems.sort((a, b) => a.offset - b.offset).map(({ problem }) => problem);
  }

  /** After the first place that is not YAML anything may be missing or misread: only what stands before it counts. */
  #isUnderstood(offset: number, code: string): boolean {
    return offset < this.#source.brokenFrom && (code !== 'required' || this.#source.brokenFrom === Infinity);
  }

  #add(offset: number, found: Pick<Problem, 'path' | 'code' | 'message' | 'suggestion'>): void {
    this.#problems.push({ offset, problem: { file: this.#file, ...this.#source.place(offset), ...found } });
  }
}

const withSuggestion = (sentence: string, meant: string | undefined) =>
  meant === undefined ? sentence : `${sentence} Did you mean ${meant}?`;

const nameOf = (path: Path) =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
