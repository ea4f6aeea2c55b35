/** Renders a letter as text and as HTML that is readable on a phone. */

export interface Draft {
  readonly subject: string;
  readonly greeting: string;
  /** The text above the link or code. */
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  /** Shown as a QR code, and as text for readers without pictures. */
  readonly code?: string;
  readonly closing?: readonly string[];
}
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
  readonly code?: string;
}

/** The content id of the QR code's picture. */
export const codePicture = 'checkin-code';

/** Markup that is safe to insert into other markup. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

type Part = string | Html | readonly Html[] | undefined;
const htmlOf = (part: Part): string => {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'string' ? escape(part) : part.map(({ text }) => text).join('\n');
};

/** Builds markup. Every inserted value is escaped unless it is itself such markup. */
const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + htmlOf(parts[index - 1]) + string));

const style = {
  body: 'margin:0;padding:16px;background:#f4f4f5;color:#18181b;font:16px/1.5 system-ui,sans-serif',
  card: 'max-width:32rem;margin:0 auto;padding:24px;background:#fff;border-radius:8px',
  button: 'display:inline-block;padding:12px 20px;background:#1d4ed8;color:#fff;border-radius:6px;text-decoration:none',
  small: 'font-size:14px;color:#52525b;overflow-wrap:anywhere',
};

/** Renders both forms of a letter. */
export function compose(draft: Draft): Letter {
  const subject = draft.subject.replace(/\s+/g, ' ').trim();
  return {
    subject,
    text: textOf(draft),
    html: pageOf({ ...draft, subject }).text,
    links: draft.link ? [draft.link.url] : [],
    ...(draft.code !== undefined && { code: draft.code }),
  };
}

function textOf({ greeting, paragraphs, link, code, closing = [] }: Draft): string {
  const blocks = [
    greeting,
    ...paragraphs,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...(code === undefined ? [] : [`Your check-in code:\n${code}`]),
    ...closing,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const paragraph = (text: string) => html`<p>${text}</p>`;

function pageOf({ subject, greeting, paragraphs, link, code, closing = [] }: Draft): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${subject}</title>
      </head>
      <body style="${style.body}">
        <div style="${style.card}">
          <p>${greeting}</p>
          ${paragraphs.map(paragraph)} ${link && buttonOf(link)} ${code === undefined ? undefined : pictureOf(code)}
          ${closing.map(paragraph)}
        </div>
      </body>
    </html> `;
}

const buttonOf = ({ label, url }: NonNullable<Draft['link']>) =>
  html`<p><a href="${url}" style="${style.button}">${label}</a></p>
    <p style="${style.small}">Or open this address: ${url}</p>`;

const pictureOf = (code: string) =>
  html`<p><img src="cid:${codePicture}" width="240" height="240" alt="Your check-in code as a QR code" /></p>
    <p style="${style.small}">Your check-in code: ${code}</p>`;
