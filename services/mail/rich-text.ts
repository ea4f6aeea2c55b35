/** Renders Markdown with placeholders for one person, as text and as HTML. */
import type { Placeholder } from '../../shared/contract/fields.ts';
import type { Locale } from '../../shared/contract/vocabulary.ts';
import { Html, html, type Rich, type EmailDraft, type Branding } from './layout.ts';
import { textsIn } from './texts/texts.ts';
import { readMarkdown, readTemplate, type Block, type Inline } from './markdown.ts';

/** The values of the words in braces. */
export type Words = Readonly<Record<Placeholder, string>>;

/** The text for a missing value, such as a team. */
const nothing = '–';
const firstOf = (name: string) => name.trim().split(/\s+/)[0] ?? '';

interface Person {
  readonly name: string;
  readonly hackathon: string;
  readonly track?: string | null;
  readonly team?: string | null;
  readonly code?: string | null;
}
export const wordsFor = ({ name, hackathon, track, team, code }: Person): Words => ({
  first_name: firstOf(name),
  hackathon,
  track: track ?? nothing,
  team: team ?? nothing,
  code: code ?? nothing,
});

/** Examples, for who tries an announcement out. */
export const exampleWords = (name: string, { hackathon }: Pick<Person, 'hackathon'>): Words =>
  wordsFor({ name, hackathon, track: 'Example track', team: 'Example team', code: 'EXAMPLE-CODE' });

/** Writes a line that is text but for its words in braces. */
export const lineOf = (template: string, words: Words): string => textOf(readTemplate(template), words);

/** Returns the paragraphs and lists of a text in Markdown. */
export const richly = (markdown: string, words: Words): Rich[] =>
  readMarkdown(markdown).map((block) => ({ text: textOfBlock(block, words), html: htmlOfBlock(block, words) }));

function textOfBlock(block: Block, words: Words): string {
  if (block.kind === 'paragraph') return textOf(block.of, words);
  return block.items
    .map((item, index) => `${block.ordered ? `${index + 1}.` : '-'} ${textOf(item, words).replaceAll('\n', '\n  ')}`)
    .join('\n');
}

const textOf = (parts: readonly Inline[], words: Words): string =>
  parts.map((part) => textOfPart(part, words)).join('');

function textOfPart(part: Inline, words: Words): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'break':
      return '\n';
    case 'word':
      return words[part.name];
    case 'link': {
      const [label, address] = [textOf(part.of, words), addressOf(part.to, words)];
      return label === address ? address : `${label} (${address.replace(/^mailto:/, '')})`;
    }
    default:
      return textOf(part.of, words);
  }
}

/** Encodes typed text as one part of an address, so that it never changes where the address leads. */
const addressOf = (parts: readonly Inline[], words: Words): string =>
  parts
    .map((part) =>
      part.kind === 'word' ? encodeURIComponent(words[part.name].toWellFormed()) : textOfPart(part, words),
    )
    .join('');

const spacing = 'margin:0 0 16px;overflow-wrap:anywhere';

function htmlOfBlock(block: Block, words: Words): Html {
  if (block.kind === 'paragraph') return html`<p style="${spacing}">${htmlOf(block.of, words)}</p>`;
  const items = block.items.map((item) => html`<li>${htmlOf(item, words)}</li>`);
  return block.ordered
    ? html`<ol style="${spacing}">
        ${items}
      </ol>`
    : html`<ul style="${spacing}">
        ${items}
      </ul>`;
}

/** Nothing comes between the parts of a line. */
const htmlOf = (parts: readonly Inline[], words: Words): Html =>
  new Html(parts.map((part) => htmlOfPart(part, words).text).join(''));

function htmlOfPart(part: Inline, words: Words): Html {
  switch (part.kind) {
    case 'break':
      return html`<br />`;
    case 'strong':
      return html`<strong>${htmlOf(part.of, words)}</strong>`;
    case 'em':
      return html`<em>${htmlOf(part.of, words)}</em>`;
    case 'link':
      return html`<a class="text" href="${addressOf(part.to, words)}">${htmlOf(part.of, words)}</a>`;
    default:
      return html`${textOfPart(part, words)}`;
  }
}

// Writes an announcement for one person, as input of the layout.

interface Around {
  readonly organization_name: string;
  readonly hackathon: string;
  readonly look?: Branding | undefined;
  readonly locale?: Locale | null | undefined;
  /** The link by which somebody gets no more of them. */
  readonly unsubscribe: string | undefined;
}

export const draftOf = (
  { subject, body }: { readonly subject: string; readonly body: string },
  words: Words,
  { organization_name, hackathon, look, locale, unsubscribe }: Around,
): EmailDraft => ({
  subject: lineOf(subject, words),
  paragraphs: richly(body, words),
  organization: organization_name,
  look,
  locale,
  unsubscribe: unsubscribe === undefined ? undefined : { why: textsIn(locale).because(hackathon), url: unsubscribe },
});
