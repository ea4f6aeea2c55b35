/** Collects what is wrong with an event file, each problem where a person can correct it. */
import { closestWord } from '../../shared/base/words.ts';
import { problemsAtMost } from '../format/document.ts';
import type { Path, Source } from '../format/source.ts';
import type { Names } from './entries.ts';

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
  /** Of findings of one code that are alike, which have one cause, only the first is shown; the others are counted. */
  alike?: string | undefined;
}

/** Looking for a near word takes time, and a file with more problems than this has another illness. */
const suggestionLimit = 100;

interface Found {
  readonly offset: number;
  readonly problem: Problem;
  /** How many were alike. */
  more: number;
}

export class Review {
  readonly #file: string;
  readonly #source: Source;
  readonly #problems: Found[] = [];
  readonly #wrong = new Map<string, unknown>();
  readonly #alike = new Map<string, Found>();

  constructor(file: string, source: Source) {
    this.#file = file;
    this.#source = source;
    for (const { offset, code, message, suggestion } of source.problems.slice(0, problemsAtMost))
      this.#add(offset, { path: '', code, message: withSuggestion(message, suggestion), suggestion });
  }

  report(path: Path, { message, code, isName = false, written, candidates = [], alike }: Finding): void {
    if (this.isFull) return;
    const name = nameOf(path);
    if (!isName) this.takeForWrong(path, written);
    const offset = this.#source.offsetOf(path, isName ? 'name' : 'value');
    if (this.#source.isSpoilt(offset) || !this.#isUnderstood(offset, code)) return;
    const first = this.#alike.get(`${code} ${alike}`);
    if (first) return void first.more++;
    const mayLook = typeof written === 'string' && written.length > 1 && this.#problems.length < suggestionLimit;
    const meant = mayLook ? closestWord(written, candidates) : undefined;
    const sentence = withSuggestion(`${name || 'The file'} ${message}.`, meant);
    const found = this.#add(offset, { path: name, code, message: sentence, suggestion: meant });
    if (alike !== undefined) this.#alike.set(`${code} ${alike}`, found);
  }

  /** For what cannot be understood because of something that was told. */
  takeForWrong(path: Path, written?: unknown): void {
    if (!this.isFull) this.#wrong.set(nameOf(path), written);
  }

  /** What comes of anything further is not told either. */
  get isFull(): boolean {
    return this.#problems.length >= problemsAtMost;
  }

  /** Reports the name of an entry that is not there, unless it may be meant for one that is wrong. */
  checkName(path: Path, name: string | null | undefined, { known, mayMeanWrong }: Names, finding: Finding): void {
    if (typeof name !== 'string' || known.has(name) || mayMeanWrong(name)) return;
    this.report(path, { written: name, candidates: [...known], ...finding });
  }

  /** Whether this member's own value is known to be wrong, so that nothing can be concluded from it. */
  isWrong(path: Path): boolean {
    return this.#wrong.has(nameOf(path));
  }

  /** What stood where something is wrong. */
  writtenAt(path: Path): unknown {
    return this.#wrong.get(nameOf(path));
  }

  lineOf(path: Path): number {
    return this.#source.place(this.#source.offsetOf(path)).line;
  }

  /** In the order of the file, each once. */
  problems(): Problem[] {
    return this.#problems.sort((a, b) => a.offset - b.offset).map(({ problem, more }) => withMore(problem, more));
  }

  /** After the first place that is not YAML anything may be missing or misread: only what stands before it counts. */
  #isUnderstood(offset: number, code: string): boolean {
    return offset < this.#source.brokenFrom && (code !== 'required' || this.#source.brokenFrom === Infinity);
  }

  #add(offset: number, found: Pick<Problem, 'path' | 'code' | 'message' | 'suggestion'>): Found {
    const added = { offset, problem: { file: this.#file, ...this.#source.place(offset), ...found }, more: 0 };
    this.#problems.push(added);
    return added;
  }
}

const withSuggestion = (sentence: string, meant: string | undefined) =>
  meant === undefined ? sentence : `${sentence} Did you mean ${meant}?`;

function withMore(problem: Problem, more: number): Problem {
  if (more === 0) return problem;
  const others = more === 1 ? '1 more place says' : `${more} more places say`;
  return { ...problem, message: `${problem.message} ${others} the same.` };
}

const nameOf = (path: Path) =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
