/** Formats an event file for people: indented blocks for structured entries, one line for each entry of long lists. */
import { Document, isCollection, isMap, isScalar, isSeq, visit, type Scalar } from 'yaml';
import type { WrittenEventFile } from './schema.ts';

/** Lists whose entries have lists of many; of the others each entry is a line. */
const blocks = ['super_events', 'tracks'];

/** `head` becomes a comment at the top. */
export function eventFileText(file: WrittenEventFile, head: readonly string[]): string {
  const document = new Document(file, { aliasDuplicateObjects: false });
  document.commentBefore = head.map((line) => ` ${line}`).join('\n');
  visit(document, {
    Pair(_position, { key, value }) {
      const name = isScalar(key) ? key.value : undefined;
      if (name === 'config_json' && isMap(value)) return onOneLine(value);
      if (typeof name !== 'string' || blocks.includes(name) || !isSeq(value)) return undefined;
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
