/** Collects the problems of an event file, each at the line where a person can correct it. */
import { closestWord } from '../../shared/base/words.ts';
import { problemsAtMost } from '../format/document.ts';
import type { Path, TextSource } from '../format/source.ts';
import type { EntryNames } from './entries.ts';

export interface Problem {
  file: string;
  line: number;
  column: number;
  /** Which member it is about, as in `super_events[0].tracks[1].mode`; empty for the text itself. */
  path: string;
  code: string;
  /** A whole sentence, with the allowed values. */
  message: string;
  /** The line itself. */
  source: string;
  /** The probably intended word. */
  suggestion?: string | undefined;
}

export interface FieldFinding {
  /** Without its subject, which is the path: `must be a number`. */
  message: string;
  code: string;
  /** Whether the member's name is wrong, rather than its value. */
  isName?: boolean;
  /** An unknown word, for a suggestion from the candidates. */
  written?: unknown;
  candidates?: readonly string[];
  /** Similar findings of one code probably have one cause: only the first is shown, the others are counted. */
  alike?: string | undefined;
}

/** Limit of suggestions, because they take time, and a file with more problems than this has another cause. */
const suggestionLimit = 100;

interface Found {
  readonly offset: number;
  readonly problem: Problem;
  /** The number of similar findings. */
  more: number;
}

export class ProblemList {
  readonly #file: string;
  readonly #source: TextSource;
  readonly #problems: Found[] = [];
  readonly #wrong = new Map<string, unknown>();
  readonly #alike = new Map<string, Found>();
  readonly #standing = new Map<string, Path>();

  constructor(file: string, source: TextSource) {
    this.#file = file;
    this.#source = source;
    for (const { offset, code, message, suggestion } of source.problems.slice(0, problemsAtMost))
      this.#add(offset, { path: '', code, message: withSuggestion(message, suggestion), suggestion });
  }

  report(path: Path, { message, code, isName = false, written, candidates = [], alike }: FieldFinding): void {
    if (this.isFull) return;
    if (!isName) this.takeForWrong(path, written);
    const inFile = this.#inFile(path);
    const name = nameOf(inFile);
    const offset = this.#source.offsetOf(inFile, isName ? 'name' : 'value');
    if (this.#source.isSpoilt(offset) || !this.#isUnderstood(offset, code)) return;
    const first = this.#alike.get(`${code} ${alike}`);
    if (first) return void first.more++;
    const mayLook = typeof written === 'string' && written.length > 1 && this.#problems.length < suggestionLimit;
    const meant = mayLook ? closestWord(written, candidates) : undefined;
    const sentence = withSuggestion(`${name || 'The file'} ${message}.`, meant);
    const found = this.#add(offset, { path: name, code, message: sentence, suggestion: meant });
    if (alike !== undefined) this.#alike.set(`${code} ${alike}`, found);
  }

  /** Notes where in the file a member stands that is written in another way there. */
  stands(member: Path, inFile: Path): void {
    this.#standing.set(nameOf(member), inFile);
  }

  #inFile(path: Path): Path {
    if (this.#standing.size === 0) return path;
    for (let length = path.length; length > 0; length--) {
      const found = this.#standing.get(nameOf(path.slice(0, length)));
      if (found) return [...found, ...path.slice(length)];
    }
    return path;
  }

  /** Marks a place as wrong that cannot be checked because of another problem. */
  takeForWrong(path: Path, written?: unknown): void {
    if (!this.isFull) this.#wrong.set(nameOf(path), written);
  }

  /** True once there are so many problems that further ones are dropped. */
  get isFull(): boolean {
    return this.#problems.length >= problemsAtMost;
  }

  /** Reports an unknown name, unless it may mean an entry with a wrong name. */
  checkName(
    path: Path,
    name: string | null | undefined,
    { known, mayMeanWrong }: EntryNames,
    finding: FieldFinding,
  ): void {
    if (typeof name !== 'string' || known.has(name) || mayMeanWrong(name)) return;
    this.report(path, { written: name, candidates: [...known], ...finding });
  }

  /** Whether this member's own value is wrong, so that further checks are pointless. */
  isWrong(path: Path): boolean {
    return this.#wrong.has(nameOf(path));
  }

  /** The original value at a place with a problem. */
  writtenAt(path: Path): unknown {
    return this.#wrong.get(nameOf(path));
  }

  lineOf(path: Path): number {
    return this.#source.place(this.#source.offsetOf(this.#inFile(path))).line;
  }

  /** In the order of the file, each once. */
  problems(): Problem[] {
    return this.#problems.sort((a, b) => a.offset - b.offset).map(({ problem, more }) => withMore(problem, more));
  }

  /** After a YAML error anything may be missing or misread, so only problems before it count. */
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
