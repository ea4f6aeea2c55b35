/** The text of an event file as YAML whose every value knows its line and column. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { Document, Node, Pair, YAMLError, YAMLMap } from 'yaml';
import { closestWord } from '../../shared/kit/closest-word.ts';

export type Path = readonly (string | number)[];

/** What is wrong with the text itself, before anybody asks what it means. */
interface TextProblem {
  /** Where it starts, in characters from the start of the file. */
  offset: number;
  code: string;
  message: string;
  suggestion?: string | undefined;
}
interface Place {
  line: number;
  column: number;
  /** The line itself, passwords and secrets blanked out. */
  source: string;
}

export interface Source {
  readonly value: unknown;
  readonly problems: readonly TextProblem[];
  /** From where on the text could not be understood; infinite where all of it could. */
  readonly brokenFrom: number;
  /** Where a member's value stands, or its name; where it has none, the object that lacks it. */
  offsetOf(path: Path, part?: 'value' | 'name'): number;
  place(offset: number): Place;
  /** Whether a problem here follows from one of the text, such as a variable that is not set. */
  isSpoilt(offset: number): boolean;
}

/** Enough for one alias per participant; what multiplies beyond it is an attack on memory. */
const aliasLimit = 10_000;

export function openSource(text: string, env: NodeJS.ProcessEnv): Source {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const broken = [...document.errors, ...document.warnings];
  const missing = text.includes('${env:') ? replaceVariables(document, text, env) : [];
  const { value, problems } = valueOf(document, text);
  return {
    value,
    problems: [...broken.map(textProblem), ...missing, ...problems],
    brokenFrom: problems.length > 0 ? 0 : brokenFrom(broken),
    offsetOf: (path, part = 'value') => offsetOf(document, path, part),
    place: (offset) => placeOf(text, lines, offset),
    isSpoilt: (offset) => missing.some(({ node }) => node[0] <= offset && offset <= node[1]),
  };
}

/** A name used twice can be told apart by its place; after anything else the rest may be misread. */
const brokenFrom = (broken: readonly YAMLError[]) =>
  Math.min(...broken.filter(({ code }) => code !== 'DUPLICATE_KEY').map(({ pos: [start] }) => start));

const sentences: Partial<Record<YAMLError['code'], string>> = {
  DUPLICATE_KEY: 'This name is already used in the same object: keep one of them.',
  MULTIPLE_DOCS: 'A second document starts here: an event file is one document, so leave out the --- line.',
  TAG_RESOLVE_FAILED: 'An event file has no tags: write the value without the word after the exclamation mark.',
  TAB_AS_INDENT: 'This line is indented with a tab: YAML wants spaces.',
};

const textProblem = ({ code, message, pos: [offset] }: YAMLError): TextProblem => ({
  offset,
  code,
  message: sentences[code] ?? `This is not YAML: ${message}.`,
});

/** A value that comes from elsewhere, as a file writes it: what looks like a variable of the environment is none. */
export const literal = (value: string) => value.replace(/\$\{env:[^}]*\}/g, '$$$&');

interface MissingVariable extends TextProblem {
  node: readonly [start: number, end: number];
}

/**
 * Puts the environment's values where values say `${env:NAME}`. They stay text: nothing in them is read as YAML. With one
 * more dollar in front, the reference itself is meant.
 */
function replaceVariables(document: Document, text: string, env: NodeJS.ProcessEnv): MissingVariable[] {
  const missing: MissingVariable[] = [];
  visit(document, {
    Scalar(position, node) {
      if (position === 'key' || typeof node.value !== 'string') return;
      const [start, end] = node.range ?? [0, 0];
      node.value = node.value.replace(/\$?\$\{env:([^}]*)\}/g, (reference: string, name: string) => {
        if (reference.startsWith('$$')) return reference.slice(1);
        const found = env[name];
        if (found !== undefined) return found;
        missing.push({
          offset: Math.max(start, text.indexOf(reference, start)),
          code: 'missingVariable',
          message: `The environment variable ${name || '(no name)'} is not set: set it, or write the value here.`,
          suggestion: closestWord(name, Object.keys(env)),
          node: [start, end],
        });
        return reference;
      });
    },
  });
  return missing;
}

function valueOf(document: Document, text: string): { value?: unknown; problems: TextProblem[] } {
  const problems = text.includes('&') || text.includes('*') ? aliasProblems(document) : [];
  if (problems.length > 0) return { problems };
  try {
    return { value: document.toJS({ maxAliasCount: aliasLimit }), problems };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const message = 'The aliases of this file multiply beyond reason: write out what they stand for.';
    return { problems: [{ offset: 0, code: 'alias', message }] };
  }
}

/** Aliases that mean nothing, and those that mean what they are themselves a part of. */
function aliasProblems(document: Document): TextProblem[] {
  const problems: TextProblem[] = [];
  visit(document, {
    Alias(_position, node, ancestors) {
      const meant = node.resolve(document);
      if (meant && !ancestors.includes(meant)) return;
      const message = meant
        ? `*${node.source} stands inside what it means: a file cannot contain itself.`
        : `Nothing above is named &${node.source}: an alias needs its anchor before it.`;
      problems.push({ offset: startOf(node) ?? 0, code: 'alias', message });
    },
  });
  return problems;
}

const resolved = (document: Document, node: unknown) => (isAlias(node) ? node.resolve(document) : node);
const pairOf = (map: YAMLMap, name: string | number): Pair | undefined =>
  map.items.find(({ key }) => isScalar(key) && String(key.value) === String(name));
const startOf = (node: unknown) => (node as Partial<Node> | null | undefined)?.range?.[0];

function offsetOf(document: Document, path: Path, part: 'value' | 'name'): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [depth, step] of path.entries()) {
    const parent = resolved(document, node);
    const pair = isMap(parent) ? pairOf(parent, step) : undefined;
    node = isSeq(parent) ? parent.items[Number(step)] : pair?.value;
    if (!node && !pair) break;
    const isNameMeant = part === 'name' && depth === path.length - 1;
    const isEmpty = isScalar(node) && node.source === '';
    offset = (pair && (isNameMeant || isEmpty || !node) ? startOf(pair.key) : startOf(node)) ?? offset;
  }
  return offset;
}

/** Wide enough for any line people write; a file on one line must not be printed whole for each problem. */
const widestLine = 400;

function placeOf(text: string, lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(Math.min(offset, text.length));
  const start = lines.lineStarts[line - 1] ?? 0;
  const source = text.slice(start, lines.lineStarts[line] ?? text.length).replace(/\r?\n$/, '');
  const from = source.length > widestLine ? Math.max(0, col - widestLine / 2) : 0;
  return { line, column: Math.max(1, col), source: withoutSecrets(source).slice(from, from + widestLine) };
}

/** Lines of the file end up in logs of builds. Of the same length, so that columns stay right. */
const withoutSecrets = (line: string) =>
  line.replace(/((?:password|secret):\s*)("[^"]*"|'[^']*'|[^\s,}]+)/g, (whole: string, name: string, value: string) =>
    value.includes('${env:') ? whole : name + '*'.repeat(value.length),
  );
