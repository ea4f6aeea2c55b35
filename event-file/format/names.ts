/** Finds aliases with their values, and names that are used twice. */
import { isAlias, isNode, isScalar, visit } from 'yaml';
import type { Alias, Document, Node } from 'yaml';
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
const tooManyAliases = (offset: number): TextProblem => ({ offset, code: 'alias', message: multiplied });

interface Aliases {
  readonly meant: ReadonlyMap<Alias, Node>;
  /** Aliases without a target, and those that contain themselves. */
  readonly problems: readonly TextProblem[];
}

/** Resolves aliases: each means the last node above it with its anchor. */
export function aliasesIn(document: Document): Aliases {
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
      if (meant.size > aliasesAtMost || written.length > longestMeant) {
        problems.push(tooManyAliases(offset));
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
  return { meant, problems };
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
