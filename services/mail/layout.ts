/** Renders an email as text and as HTML that is readable on a phone, by day and by night. */
import { calendarOf, type CalendarEvent } from '../../shared/base/calendar.ts';
import type { Locale } from '../../shared/contract/vocabulary.ts';
import type { EmailTexts } from './texts/en.ts';
import { textsIn } from './texts/texts.ts';

/** A paragraph that has its own form as text and as HTML. */
export interface Rich {
  readonly text: string;
  readonly html: Html;
}
export interface EmailDraft {
  /** The language of the recipient; English without one. */
  readonly locale?: Locale | null | undefined;
  readonly subject: string;
  readonly greeting?: string;
  /** The text above the link or code. */
  readonly paragraphs: readonly (string | Rich)[];
  /** The facts that are looked for first, such as when and where. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  readonly link?: { readonly label: string; readonly url: string };
  /** Shown as a QR code, and as text for readers without pictures. */
  readonly code?: string;
  /** A code to be typed, in digits that are read at a glance. */
  readonly typed?: string | undefined;
  readonly closing?: readonly string[];
  /** The sender; the service by default. */
  readonly organization?: string | undefined;
  /** The entry for the recipient's calendar. */
  readonly event?: CalendarEvent | undefined;
  /** The hackathon whose looks it has. */
  readonly look?: Branding | undefined;
  /** Why somebody gets it, and the link by which they get no more of its kind. */
  readonly unsubscribe?: { readonly why: string; readonly url: string } | undefined;
}
/** The looks of a hackathon, where it has some. */
export interface Branding {
  readonly logo_url: string | null;
  /** As `#4338ca`. */
  readonly colour: string | null;
  readonly reply_to: string | null;
}
export interface Email {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
  readonly code?: string;
  /** The name of the sender beside the address that is configured. */
  readonly sender?: string;
  /** A calendar file. */
  readonly calendar?: string;
  /** Headers beside the usual ones. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The content id of the QR code's picture. */
export const codePicture = 'checkin-code';

/** Markup that is safe to insert into other markup. */
export class Html {
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
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + htmlOf(parts[index - 1]) + string));

/** The tokens of web/shared/style.css, by value: readers of mail know no variables. A spec compares them. */
export const colours = {
  light: {
    ...{ ground: '#f7f7fb', surface: '#ffffff', line: '#e3e5ee', text: '#14162b', quiet: '#565b73' },
    ...{ accent: '#4338ca', 'on-accent': '#ffffff' },
  },
  dark: {
    ...{ ground: '#0d0e17', surface: '#161826', line: '#2b2f45', text: '#eef0fa', quiet: '#a6abc4' },
    ...{ accent: '#a5b4fc', 'on-accent': '#14162b' },
  },
};
const { light, dark } = colours;
export const gradient = 'linear-gradient(120deg, #4338ca, #7c3aed, #a21caf)';

/** Light by day where a reader of mail drops the sheet below, so each element has its style as well. */
const style = {
  body: `margin:0;padding:24px 16px;background:${light.ground};color:${light.text};font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif`,
  column: 'max-width:32rem;margin:0 auto',
  brand: 'margin:0 0 12px;border-spacing:0',
  sign: `padding:5px;border-radius:7px;background:#7c3aed;background:${gradient}`,
  squares: 'border-spacing:2px',
  full: 'width:7px;height:7px;padding:0;border-radius:1px;background:#fff',
  hollow: 'width:3px;height:3px;padding:0;border:2px solid #fff;border-radius:1px',
  name: `padding-left:10px;font-weight:700;color:${light.text}`,
  card: `padding:24px;background:${light.surface};border:1px solid ${light.line};border-radius:20px`,
  title: 'margin:0 0 16px;font-size:24px;line-height:1.25',
  facts: `margin:0 0 16px;border-collapse:collapse;font-variant-numeric:tabular-nums`,
  term: `padding:2px 16px 2px 0;vertical-align:top;color:${light.quiet};font-weight:400;text-align:left`,
  value: 'padding:2px 0;overflow-wrap:anywhere',
  button: `display:inline-block;padding:12px 20px;background:${light.accent};color:${light['on-accent']};border-radius:8px;font-weight:700;text-decoration:none`,
  code: 'display:block;width:240px;margin:0 auto;padding:12px;background:#fff;border-radius:12px',
  logo: 'display:block;height:40px;max-width:160px',
  typed: 'margin:16px 0;font-size:32px;font-weight:700;letter-spacing:.2em;font-variant-numeric:tabular-nums',
  small: `font-size:14px;color:${light.quiet};overflow-wrap:anywhere`,
  centred: `margin:8px 0 16px;font-size:14px;color:${light.quiet};text-align:center;overflow-wrap:anywhere`,
};

const night = new Html(`@media (prefers-color-scheme: dark) {
  .ground { background: ${dark.ground} !important; color: ${dark.text} !important; }
  .surface { background: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .text { color: ${dark.text} !important; }
  .quiet { color: ${dark.quiet} !important; }
  .button { background: ${dark.accent} !important; color: ${dark['on-accent']} !important; }
}`);

/** Renders both forms of an email. */
export function compose(draft: EmailDraft): Email {
  const subject = inOneLine(draft.subject);
  return {
    subject,
    text: textOf(draft),
    html: pageOf({ ...draft, subject }).text,
    links: draft.link ? [draft.link.url] : [],
    ...(draft.code !== undefined && { code: draft.code }),
    ...(draft.organization !== undefined && { sender: inOneLine(draft.organization) }),
    ...(draft.event && { calendar: calendarOf(draft.event) }),
    headers: headersOf(draft),
  };
}

/** Mail programs show a button that stops such emails with one request (RFC 8058). */
const headersOf = ({ unsubscribe, look }: EmailDraft) => ({
  ...(look?.reply_to && { 'Reply-To': look.reply_to }),
  ...(unsubscribe && {
    'List-Unsubscribe': `<${unsubscribe.url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
});

/** Nothing that people type begins another header. */
const inOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

function textOf(draft: EmailDraft): string {
  const { greeting, paragraphs, facts = [], link, code, typed, closing = [], unsubscribe } = draft;
  const texts = textsIn(draft.locale);
  const blocks = [
    ...(greeting === undefined ? [] : [greeting]),
    ...paragraphs.map((each) => (typeof each === 'string' ? each : each.text)),
    ...(typed === undefined ? [] : [typed]),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...(code === undefined ? [] : [`${texts.checkinCode}:\n${code}`]),
    ...closing,
    texts.sentBy(draft.organization),
    ...(unsubscribe ? [`${unsubscribe.why} ${texts.noMore}: ${unsubscribe.url}`] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const paragraph = (each: string | Rich) => (typeof each === 'string' ? html`<p>${each}</p>` : each.html);

function pageOf(draft: EmailDraft): Html {
  const { subject, greeting, paragraphs, facts = [], link, code, typed, closing = [], organization, look } = draft;
  const texts = textsIn(draft.locale);
  return html`<!doctype html>
    <html lang="${draft.locale ?? 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${night}
        </style>
      </head>
      <body class="ground" style="${style.body}">
        <div style="${style.column}">
          <table role="presentation" style="${style.brand}">
            <tr>
              ${look?.logo_url ? logoOf(look.logo_url) : html`<td style="${style.sign}">${sign}</td>`}
              <td class="text" style="${style.name}">${organization ?? 'Muster'}</td>
            </tr>
          </table>
          <div class="surface" style="${style.card}${look?.colour ? `;border-top:4px solid ${look.colour}` : ''}">
            <h1 style="${style.title}">${subject}</h1>
            ${greeting === undefined ? undefined : paragraph(greeting)} ${paragraphs.map(paragraph)}
            ${typed === undefined ? undefined : html`<p style="${style.typed}">${typed}</p>`}
            ${facts.length > 0 ? tableOf(facts) : undefined} ${code === undefined ? undefined : pictureOf(code, texts)}
            ${link && buttonOf(link, look, texts)} ${closing.map(paragraph)}
          </div>
          <p class="quiet" style="${style.small}">${texts.sentBy(organization)}</p>
          ${draft.unsubscribe && footerOf(draft.unsubscribe, texts)}
        </div>
      </body>
    </html> `;
}

const square = (kind: 'full' | 'hollow') => html`<td style="${style[kind]}"></td>`;
/** Four squares of a code, drawn with cells, for many readers show no pictures. */
const sign = html`<table role="presentation" style="${style.squares}">
  <tr>
    ${square('full')}${square('hollow')}
  </tr>
  <tr>
    ${square('hollow')}${square('full')}
  </tr>
</table>`;

const tableOf = (facts: NonNullable<EmailDraft['facts']>) =>
  html`<table style="${style.facts}">
    ${facts.map(
      ([name, value]) =>
        html`<tr>
          <th scope="row" class="quiet" style="${style.term}">${name}</th>
          <td style="${style.value}">${value}</td>
        </tr>`,
    )}
  </table>`;

const logoOf = (url: string) => html`<td><img src="${url}" height="40" alt="" style="${style.logo}" /></td>`;

const footerOf = ({ why, url }: NonNullable<EmailDraft['unsubscribe']>, { noMore }: EmailTexts) =>
  html`<p class="quiet" style="${style.small}">${why} <a class="quiet" href="${url}">${noMore}</a></p>`;

/** The colour of the hackathon stays the same in dark mode, because its text is readable on it. */
const buttonOf = (
  { label, url }: NonNullable<EmailDraft['link']>,
  look: Branding | undefined,
  { orOpen }: EmailTexts,
) =>
  html`<p>
      ${
        look?.colour
          ? html`<a href="${url}" style="${style.button};background:${look.colour};color:${inkOn(look.colour)}"
              >${label}</a
            >`
          : html`<a class="button" href="${url}" style="${style.button}">${label}</a>`
      }
    </p>
    <p class="quiet" style="${style.small}">${orOpen(url)}</p>`;

/** Black or white, whichever contrasts more with a colour (WCAG 2). */
function inkOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}

const pictureOf = (code: string, { checkinPicture, checkinCode }: EmailTexts) =>
  html`<p style="${style.code}">
      <img src="cid:${codePicture}" width="240" height="240" alt="${checkinPicture}" />
    </p>
    <p class="quiet" style="${style.centred}">${checkinCode}: ${code}</p>`;
