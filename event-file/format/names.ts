/** Names that stand for something in the text: aliases with what they mean, and names that are used twice. Each in one walk. */
import { isAlias, isNode, isScalar, visit } from 'yaml';
import type { Alias, Document, Node } from 'yaml';

/** What is wrong with the text itself, before anybody asks what it means. */
export interface TextProblem {
  /** Where it starts, in characters from the start of the file. */
  offset: number;
  code: string;
  message: string;
  suggestion?: string | undefined;
}

/** Enough for one alias per participant; what multiplies beyond it is an attack on memory. */
export const aliasLimit = 10_000;
/** Of all aliases together: each is looked for among all others when values are made of them. */
const aliasesAtMost = 2 * aliasLimit;

export const startOf = (node: unknown) => (node as Partial<Node> | null | undefined)?.range?.[0];
const multiplied = 'The aliases of this file multiply beyond reason: write out what they stand for.';
export const tooManyAliases = (offset: number): TextProblem => ({ offset, code: 'alias', message: multiplied });

interface Aliases {
  readonly meant: ReadonlyMap<Alias, Node>;
  /** Aliases that mean nothing, and those that mean what they are themselves a part of. */
  readonly problems: readonly TextProblem[];
}

/** An alias means the last node above it that has its anchor. */
export function aliasesIn(document: Document): Aliases {
  const [anchored, meant, problems] = [new Map<string, Node>(), new Map<Alias, Node>(), [] as TextProblem[]];
  visit(document, {
    Node(_position, node, ancestors) {
      if (!isAlias(node)) {
        if (isNode(node) && 'anchor' in node && node.anchor) anchored.set(node.anchor, node);
        return undefined;
      }
      const offset = startOf(node) ?? 0;
      const target = anchored.get(node.source);
      if (target) meant.set(node, target);
      if (meant.size > aliasesAtMost) {
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

const message = 'This name is already used in the same object: keep one of them.';

export function repeatedNames(document: Document): TextProblem[] {
  const problems: TextProblem[] = [];
  visit(document, {
    Map(_position, { items }) {
      const known = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (known.has(name)) problems.push({ offset: startOf(key) ?? 0, code: 'DUPLICATE_KEY', message });
        known.add(name);
      }
    },
  });
  return problems;
}
