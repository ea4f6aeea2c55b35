/** Finds aliases with their values, names that are used twice, and values that cannot be kept. */
import { isAlias, isNode, isScalar, visit } from 'yaml';
import type { Alias, Document, Node } from 'yaml';
import { flawOf, isDangerousName } from '../../shared/base/storable.ts';
import { problemsAtMost } from './document.ts';

/** A problem of the text itself, before its content is checked. */
export interface TextProblem {
  /** Where it starts, in characters from the start of the file. */
  offset: number;
  code: string;
  message: string;
  suggestion?: string | undefined;
}

/** Enough for one alias per participant. */
const aliasesAtMost = 20_000;
/** Characters that all aliases together stand for; what multiplies beyond it is an attack on memory. */
const longestMeant = 2_000_000;

export const startOf = (node: unknown) => (node as Partial<Node> | null | undefined)?.range?.[0];
const multiplied = 'The aliases of this file multiply beyond reason: write out what they stand for.';
const tooLong = (atMost: number) =>
  `With its aliases written out this file has more than ${atMost} characters from here on: name fewer entries, or split it.`;

interface Aliases {
  readonly meant: ReadonlyMap<Alias, Node>;
  /** Aliases without a target, and those that contain themselves. */
  readonly problems: readonly TextProblem[];
  /** Characters of the text with the aliases written out. */
  readonly length: number;
}

/** Resolves aliases: each means the last node above it with its anchor. */
export function aliasesIn(document: Document, { text, atMost }: { text: string; atMost: number }): Aliases {
  const [anchored, meant, problems] = [new Map<string, Node>(), new Map<Alias, Node>(), [] as TextProblem[]];
  const written = new WrittenOut();
  visit(document, {
    Node(_position, node, ancestors) {
      if (!isAlias(node)) {
        if (isNode(node) && 'anchor' in node && node.anchor) anchored.set(node.anchor, node);
        return undefined;
      }
      const offset = startOf(node) ?? 0;
      const target = anchored.get(node.source);
      if (target) {
        meant.set(node, target);
        written.add(offset, target);
        // When values are made of them, the library would look for each among all others.
        node.resolve = () => target as ReturnType<typeof node.resolve>;
      }
      const isTooLong = text.length + written.length > atMost;
      if (meant.size > aliasesAtMost || written.length > longestMeant || isTooLong) {
        problems.push({ offset, code: 'alias', message: isTooLong ? tooLong(atMost) : multiplied });
        return visit.BREAK;
      }
      if (target && !ancestors.includes(target)) return undefined;
      const message = target
        ? `*${node.source} stands inside what it means: a file cannot contain itself.`
        : `Nothing above is named &${node.source}: an alias needs its anchor before it.`;
      problems.push({ offset, code: 'alias', message });
      return undefined;
    },
  });
  return { meant, problems, length: text.length + written.length };
}

/** Characters that all aliases stand for, with the aliases inside of them written out as well. */
class WrittenOut {
  /** Of each alias, and the sum up to it, in the order of the file. */
  readonly #offsets: number[] = [];
  readonly #sums: number[] = [0];

  add(offset: number, { range }: Node): void {
    const [start, end] = range ?? [0, 0];
    this.#offsets.push(offset);
    this.#sums.push(this.length + (end - start) + this.#sumBefore(end) - this.#sumBefore(start));
  }

  get length(): number {
    return this.#sums.at(-1) ?? 0;
  }

  #sumBefore(offset: number): number {
    let [from, to] = [0, this.#offsets.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#offsets[middle] ?? 0) < offset) from = middle + 1;
      else to = middle;
    }
    return this.#sums[from] ?? 0;
  }
}

const repetition = 'This name is already used in the same object: keep one of them.';
const noName = 'This is no name: a name is a word, and no list, object or alias.';

interface WrongNames {
  readonly repeated: readonly TextProblem[];
  /** Names that cannot be converted to a value. */
  readonly unreadable: readonly TextProblem[];
}

export function wrongNames(document: Document): WrongNames {
  const [repeated, unreadable] = [[] as TextProblem[], [] as TextProblem[]];
  visit(document, {
    Map(_position, { items }) {
      const known = new Set<unknown>();
      for (const { key } of items) {
        const offset = startOf(key) ?? 0;
        const name = isScalar(key) ? key.value : key;
        if (isNode(key) && !isScalar(key)) unreadable.push({ offset, code: 'name', message: noName });
        else if (known.has(name)) repeated.push({ offset, code: 'DUPLICATE_KEY', message: repetition });
        known.add(name);
      }
      return repeated.length + unreadable.length > problemsAtMost ? visit.BREAK : undefined;
    },
  });
  return { repeated, unreadable };
}

export const tagged = 'An event file has no tags: write the value without the word after the exclamation mark.';
const unkept = {
  nul: 'This text has the NUL character, which cannot be stored: leave it out.',
  surrogate: 'This text has one half of a character without the other, which cannot be stored: leave it out.',
  number: 'This is no number that can be stored: write a smaller one, or text in quotes.',
  name: 'This cannot be the name of a member: choose another one.',
  tag: tagged,
  version: 'An event file is YAML 1.2, where other words are numbers and true or false: leave out the line %YAML.',
} as const;

/** Tags of which the library makes values that JSON does not have. It refuses all that it does not know. */
const foreignTags = /^tag:yaml\.org,2002:(binary|merge|omap|pairs|set|timestamp)$/;

/** Values that neither PostgreSQL nor JSON can keep, and names that would reach an object's prototype. */
export function unkeptValues(document: Document, text: string): TextProblem[] {
  const problems: TextProblem[] = [];
  const report = (offset: number, code: keyof typeof unkept) => problems.push({ offset, code, message: unkept[code] });
  if (document.directives?.yaml.version === '1.1') report(Math.max(0, text.search(/^%YAML/m)), 'version');
  visit(document, {
    Node(position, node) {
      if (!isNode(node) || isAlias(node)) return undefined;
      const value = isScalar(node) ? node.value : undefined;
      const code = position === 'key' && isDangerousName(value) ? 'name' : flawOf(value);
      if (code) report(startOf(node) ?? 0, code);
      else if (foreignTags.test(node.tag ?? '')) report(startOf(node) ?? 0, 'tag');
      return problems.length > problemsAtMost ? visit.BREAK : undefined;
    },
  });
  return problems;
}
