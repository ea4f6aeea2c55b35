/** Parses the text of an event file as YAML, with the line and column of every value. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, visit } from 'yaml';
import type { Alias, Document, Node, Pair, YAMLError, YAMLMap } from 'yaml';
import { closestWord } from '../../shared/base/words.ts';
import { openDocument, problemsAtMost } from './document.ts';
import { aliasesIn, startOf, tagged, unkeptValues, wrongNames, type TextProblem } from './names.ts';

export type Path = readonly (string | number)[];

interface Place {
  line: number;
  column: number;
  /** The line itself, passwords and secrets blanked out. */
  source: string;
}

export interface TextSource {
  readonly value: unknown;
  /** In characters, with the aliases written out. */
  readonly length: number;
  readonly problems: readonly TextProblem[];
  /** From where on the text could not be understood; infinite where all of it could. */
  readonly brokenFrom: number;
  /** Where a member's value stands, or its name; where it has none, the object that lacks it. */
  offsetOf(path: Path, part?: 'value' | 'name'): number;
  place(offset: number): Place;
  /** Whether a problem here follows from one of the text, such as a variable that is not set. */
  isSpoilt(offset: number): boolean;
}

/** Problems if its aliases stand for so much that it has more characters than `atMost`. */
export function openSource(text: string, env: NodeJS.ProcessEnv, atMost: number): TextSource {
  const lines = new LineCounter();
  const { document, problems: tooDeep } = openDocument(text, lines);
  const broken = [...document.errors, ...document.warnings];
  const missing = text.includes('${env:') ? replaceVariables(document, text, env) : [];
  const names = wrongNames(document);
  const aliases = aliasesIn(document, { text, atMost });
  const unreadable = [...tooDeep, ...names.unreadable, ...unkeptValues(document, text), ...aliases.problems];
  const problems = [...broken.map(textProblem), ...names.repeated, ...missing, ...unreadable];
  const isReadable = unreadable.length === 0 && problems.length < problemsAtMost;
  const shown = withoutSecrets(text);
  return {
    value: isReadable ? document.toJS(everyAlias) : undefined,
    length: aliases.length,
    problems,
    brokenFrom: isReadable ? brokenFrom(broken) : 0,
    offsetOf: (path, part = 'value') => offsetOf(document, aliases.meant, path, part),
    place: (offset) => placeOf(shown, lines, offset),
    isSpoilt: (offset) => missing.some(({ node }) => node[0] <= offset && offset <= node[1]),
  };
}

/** The text after this offset may be misread. */
const brokenFrom = (broken: readonly YAMLError[]) =>
  broken.reduce((first, { pos: [start] }) => Math.min(first, start), Infinity);

const sentences: Partial<Record<YAMLError['code'], string>> = {
  MULTIPLE_DOCS: 'A second document starts here: an event file is one document, so leave out the --- line.',
  TAG_RESOLVE_FAILED: tagged,
  TAB_AS_INDENT: 'This line is indented with a tab: YAML wants spaces.',
};

const textProblem = ({ code, message, pos: [offset] }: YAMLError): TextProblem => ({
  offset,
  code,
  message: sentences[code] ?? `This is not YAML: ${message}.`,
});

/** Escapes a value for a file, so that it is no reference to an environment variable. */
export const literal = (value: string) => value.replace(/\$\{env:[^{}]*\}/g, '$$$&');

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
      node.value = node.value.replace(/\$?\$\{env:([^{}]*)\}/g, (reference: string, name: string) => {
        if (reference.startsWith('$$')) return reference.slice(1);
        const found = env[name];
        if (found !== undefined) return found;
        if (missing.length >= problemsAtMost) return reference;
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

/** The length of aliases is counted already; the library would count it anew for each of them. */
const everyAlias = { maxAliasCount: -1 };

const pairOf = (map: YAMLMap, name: string | number): Pair | undefined =>
  map.items.find(({ key }) => isScalar(key) && String(key.value) === String(name));

function offsetOf(document: Document, meant: ReadonlyMap<Alias, Node>, path: Path, part: 'value' | 'name'): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [depth, step] of path.entries()) {
    const parent = isAlias(node) ? meant.get(node) : node;
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

function placeOf(shown: string, lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(Math.min(offset, shown.length));
  const start = lines.lineStarts[line - 1] ?? 0;
  const end = lines.lineStarts[line] ?? shown.length;
  const from = end - start > widestLine ? start + Math.max(0, col - widestLine / 2) : start;
  const source = shown.slice(from, Math.min(end, from + widestLine)).replace(/\r?\n$/, '');
  return { line, column: Math.max(1, col), source };
}

const nameOfSecret = /(?:password|secret)["']?\s*:\s*/g;
const valueHere = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s,}][^\n,}]*/y;

/** Masks secrets, because lines of the file end up in build logs. The length stays, so that columns stay right. */
function withoutSecrets(text: string): string {
  let masked = '';
  for (const { index, 0: name } of text.matchAll(nameOfSecret)) {
    const start = index + name.length;
    // It stands in the value of another.
    if (start < masked.length) continue;
    valueHere.lastIndex = start;
    const [value = ''] = valueHere.exec(text) ?? [];
    if (value.includes('${env:')) continue;
    masked += text.slice(masked.length, start) + value.trimEnd().replace(/[^\n]/g, '*') + blanksAfter(value);
  }
  return masked + text.slice(masked.length);
}

const blanksAfter = (value: string) => value.slice(value.trimEnd().length);
