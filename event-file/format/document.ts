/** Parses the text of an event file as one YAML document, up to a limit of problems. */
import { Composer, Document, Lexer, Parser, YAMLParseError } from 'yaml';
import type { CST, LineCounter } from 'yaml';
import type { TextProblem } from './names.ts';

/** Maximum number of reported problems of one kind. */
export const problemsAtMost = 1_000;
/** As in the bodies of requests. */
const deepest = 32;

export interface ParsedDocument {
  readonly document: Document;
  /** Where it is nested too deep; the document is empty then. */
  readonly problems: readonly TextProblem[];
}

/**
 * Reads to the end, to the last reported problem, or to the place that is nested too deep: the library composes by
 * recursion, and takes twice as long for each level of a name that is a list.
 */
export function openDocument(text: string, lines: LineCounter): ParsedDocument {
  const problems: TextProblem[] = [];
  // Another walk finds duplicate names.
  const composer = new Composer({ uniqueKeys: false });
  stopAtTheLast(composer);
  try {
    const [document, second] = composer.compose(tokensOf(text, lines, problems), true, text.length);
    if (!document) throw new TypeError('A text without a document.');
    if (second) document.errors.push(new YAMLParseError([second.range[0], second.range[1]], 'MULTIPLE_DOCS', ''));
    return { document, problems };
  } catch (error) {
    if (error !== enough) throw error;
    return { document: Object.assign(new Document(), composer.streamInfo()), problems };
  }
}

/** Thrown to stop the library, which would collect all problems. */
const enough = new Error('More is wrong than is told.');

function stopAtTheLast(composer: Composer): void {
  const tell = composer['onError'] as (...problem: unknown[]) => void;
  let count = 0;
  composer['onError'] = (...problem: unknown[]) => {
    if (++count > problemsAtMost) throw enough;
    tell(...problem);
  };
}

function* tokensOf(text: string, lines: LineCounter, problems: TextProblem[]): Generator<CST.Token, void> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let errors = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error') errors++;
      yield token;
    }
    if (errors >= problemsAtMost) return;
    const open = parser.stack.length > deepest ? parser.stack.filter(isCollection) : [];
    if (open.length > deepest) {
      const [offset, message] = [open.at(-1)?.offset ?? 0, `This is nested more than ${deepest} levels deep.`];
      return void problems.push({ offset, code: 'depth', message });
    }
  }
  yield* parser.end();
}

const isCollection = ({ type }: CST.Token) =>
  type === 'block-map' || type === 'block-seq' || type === 'flow-collection';
