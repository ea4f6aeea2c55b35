/**
 * Reads the Markdown of announcements: paragraphs, emphasis, lists and links, with placeholders in braces. It is
 * parsed once and rendered for each person; unknown syntax is text. Parsing takes linear time.
 */
import { placeholders, type Placeholder } from '../../shared/contract/fields.ts';
import { withoutEnd } from '../../shared/base/words.ts';

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'word'; readonly name: Placeholder }
  | { readonly kind: 'strong' | 'em'; readonly of: readonly Inline[] }
  /** The address has words in braces as well. */
  | { readonly kind: 'link'; readonly to: readonly Inline[]; readonly of: readonly Inline[] };
export type Block =
  | { readonly kind: 'paragraph'; readonly of: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] };

const item = /^ {0,3}(?:[-*+]|(\d{1,9})[.)]) +([^ ].*|)$/;

export function readMarkdown(text: string): Block[] {
  const blocks: { ordered: boolean | undefined; parts: string[][] }[] = [];
  let isOpen = false;
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const [, number, rest] = item.exec(line) ?? [];
    const last = isOpen ? blocks.at(-1) : undefined;
    if (line.trim() === '') isOpen = false;
    else if (rest !== undefined) {
      const ordered = number !== undefined;
      // Items go on after an empty line.
      const before = blocks.at(-1);
      if (before?.ordered === ordered) before.parts.push([rest]);
      else blocks.push({ ordered, parts: [[rest]] });
      isOpen = true;
    } else if (last) last.parts.at(-1)?.push(line.trim());
    else {
      blocks.push({ ordered: undefined, parts: [[line.trim()]] });
      isOpen = true;
    }
  }
  return blocks.map(({ ordered, parts }) => {
    const read = parts.map((lines) => readInline(lines.join('\n')));
    return ordered === undefined ? { kind: 'paragraph', of: read[0] ?? [] } : { kind: 'list', ordered, items: read };
  });
}

/** Reads a line that is text but for its words in braces. */
export const readTemplate = (text: string): Inline[] =>
  text.split(/(\\[{}\\]|\{\w{1,20}\})/).map((part): Inline => wordIn(part) ?? { kind: 'text', text: unescaped(part) });

const unescaped = (part: string) => (/^\\[{}\\]$/.test(part) ? part.slice(1) : part);
function wordIn(part: string): Inline | undefined {
  const name = placeholders.find((each) => part === `{${each}}`);
  return name && { kind: 'word', name };
}

type Emphasis = 'strong' | 'em';
interface Open {
  readonly kind: Emphasis;
  readonly mark: string;
  readonly before: Inline[];
}

const escaped = /\\([!-/:-@[-`{-~])/y;
const word = /\{\w{1,20}\}/y;
const link = /\[((?:[^[\]\\\n]|\\.)*)\]\([ \t]*<?((?:[^\s()<>[\]]|\([^\s()<>[\]]{0,200}\)){1,2000})>?[ \t]*\)/y;
const bare = /https?:\/\/[^\s<>()[\]{}*"']{1,2000}/y;
const plain = /[^\\{[*_\nh]+|h+(?!ttps?:\/\/)/y;

/** @param within Whether it is the label of a link, in which there is no other. */
function readInline(text: string, within = false): Inline[] {
  const reader = new Emphases();
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found;
  };
  while (at < text.length) {
    const character = text.charAt(at);
    let found: RegExpExecArray | null;
    if ((found = match(plain))) reader.add({ kind: 'text', text: found[0] });
    else if (character === '\n') {
      at++;
      reader.add({ kind: 'break' });
    } else if (character === '\\' && (found = match(escaped))) reader.add({ kind: 'text', text: found[1] ?? '' });
    else if (character === '{' && (found = match(word)))
      reader.add(wordIn(found[0]) ?? { kind: 'text', text: found[0] });
    else if (character === '[' && !within && (found = match(link)))
      reader.addAll(linkOf(found[1] ?? '', found[2] ?? ''));
    else if (character === 'h' && !within && (found = match(bare))) at -= reader.addBare(found[0], text.charAt(at));
    else if (character === '*' || character === '_') at += reader.mark(text, at);
    else {
      at++;
      reader.add({ kind: 'text', text: character });
    }
  }
  return reader.end();
}

/** An address that leads elsewhere than to a page or a mailbox is left out; its label stays. */
function linkOf(label: string, address: string): readonly Inline[] {
  const of = readInline(label, true);
  const isSafe = /^(https?:\/\/[^\s{}/?#@]+([/?#]|$)|mailto:[^\s{}@]+@)/i.test(address);
  return isSafe ? [{ kind: 'link', to: readTemplate(address), of }] : of;
}

/** Puts together what stands between marks. One kind of emphasis does not stand within itself, so nothing nests deeply. */
class Emphases {
  #open: Open[] = [];
  #parts: Inline[] = [];

  add(part: Inline): void {
    this.#parts.push(part);
  }
  addAll(parts: readonly Inline[]): void {
    for (const part of parts) this.#parts.push(part);
  }

  /** Returns how many characters at its end are no part of the address. */
  addBare(address: string, next: string): number {
    // Of an address with a word in braces only its author knows where it ends.
    if (next === '{') return (this.add({ kind: 'text', text: address }), 0);
    const whole = withoutEnd(address, '.,;:!?_');
    this.add({ kind: 'link', to: [{ kind: 'text', text: whole }], of: [{ kind: 'text', text: whole }] });
    return address.length - whole.length;
  }

  /** Reads a mark of emphasis, and returns its length. */
  mark(text: string, at: number): number {
    const character = text.charAt(at);
    const isDouble = text.charAt(at + 1) === character;
    const [before, after] = [text.charAt(at - 1), (length: number) => text.charAt(at + length)];
    const closes = (length: number) => /\S/.test(before) && (character === '*' || !/\w/.test(after(length)));
    const opens = (length: number) => /\S/.test(after(length)) && (character === '*' || !/\w/.test(before));
    const closesInner = this.#open.at(-1)?.mark === character && closes(1);
    const [kind, length] = isDouble && !closesInner ? (['strong', 2] as const) : (['em', 1] as const);
    const mark = character.repeat(length);
    if (closes(length) && this.#open.some((open) => open.mark === mark)) {
      while (this.#open.at(-1)?.mark !== mark) this.#drop();
      this.#close();
    } else if (opens(length) && !this.#open.some((open) => open.kind === kind)) {
      this.#open.push({ kind, mark, before: this.#parts });
      this.#parts = [];
    } else this.add({ kind: 'text', text: mark });
    return length;
  }

  end(): Inline[] {
    while (this.#open.length > 0) this.#drop();
    return this.#parts;
  }

  #close(): void {
    const { kind, before } = this.#open.pop() as Open;
    before.push({ kind, of: this.#parts });
    this.#parts = before;
  }

  /** A mark that nothing closes is text. */
  #drop(): void {
    const { mark, before } = this.#open.pop() as Open;
    before.push({ kind: 'text', text: mark });
    for (const part of this.#parts) before.push(part);
    this.#parts = before;
  }
}
