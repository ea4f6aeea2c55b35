/** An event file as people read it: an indented block for what has a structure, a line for each of what comes in numbers. */
import { Document, isCollection, isMap, isScalar, isSeq, visit, type Scalar } from 'yaml';
import type { WrittenEventFile } from './schema.ts';

const onePerLine = new Set([
  ...['members', 'users', 'registration_fields', 'roles', 'criteria', 'checkin_points'],
  ...['participants', 'teams', 'api_keys'],
]);

/** `head` stands above it as a comment. */
export function eventFileText(file: WrittenEventFile, head: readonly string[]): string {
  const document = new Document(file, { aliasDuplicateObjects: false });
  document.commentBefore = head.map((line) => ` ${line}`).join('\n');
  visit(document, {
    Pair(_position, { key, value }) {
      const name = isScalar(key) ? key.value : undefined;
      if (name === 'config_json' && isMap(value)) return onOneLine(value);
      if (typeof name !== 'string' || !onePerLine.has(name) || !isSeq(value)) return undefined;
      value.items.forEach(onOneLine);
      return visit.SKIP;
    },
  });
  return document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity, flowCollectionPadding: true });
}

/** Text of several lines too. */
function onOneLine(node: unknown): symbol {
  if (isCollection(node)) {
    node.flow = true;
    visit(node, { Scalar: (_position, scalar) => quoteLines(scalar) });
  }
  return visit.SKIP;
}

function quoteLines(scalar: Scalar): void {
  if (typeof scalar.value === 'string' && scalar.value.includes('\n')) scalar.type = 'QUOTE_DOUBLE';
}
