/** Renders a letter as text and as HTML that is readable on a phone, by day and by night. */
import { calendarOf, type CalendarEvent } from './calendar.ts';

export interface Draft {
  readonly subject: string;
  readonly greeting: string;
  /** The text above the link or code. */
  readonly paragraphs: readonly string[];
  /** The facts that are looked for first, such as when and where. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  readonly link?: { readonly label: string; readonly url: string };
  /** Shown as a QR code, and as text for readers without pictures. */
  readonly code?: string;
  readonly closing?: readonly string[];
  /** Whose letter it is; without it, that of the service. */
  readonly organization?: string | undefined;
  /** The entry for the recipient's calendar. */
  readonly event?: CalendarEvent | undefined;
}
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
  readonly code?: string;
  /** The name of the sender beside the address that is configured. */
  readonly sender?: string;
  /** A calendar file. */
  readonly calendar?: string;
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

/** Renders both forms of a letter. */
export function compose(draft: Draft): Letter {
  const subject = inOneLine(draft.subject);
  return {
    subject,
    text: textOf(draft),
    html: pageOf({ ...draft, subject }).text,
    links: draft.link ? [draft.link.url] : [],
    ...(draft.code !== undefined && { code: draft.code }),
    ...(draft.organization !== undefined && { sender: inOneLine(draft.organization) }),
    ...(draft.event && { calendar: calendarOf(draft.event) }),
  };
}

/** Nothing that people type begins another header. */
const inOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

const footOf = ({ organization }: Draft) =>
  organization === undefined ? 'Sent by Muster.' : `Sent by Muster for ${organization}.`;

function textOf(draft: Draft): string {
  const { greeting, paragraphs, facts = [], link, code, closing = [] } = draft;
  const blocks = [
    greeting,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...(code === undefined ? [] : [`Your check-in code:\n${code}`]),
    ...closing,
    footOf(draft),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const paragraph = (text: string) => html`<p>${text}</p>`;

function pageOf(draft: Draft): Html {
  const { subject, greeting, paragraphs, facts = [], link, code, closing = [], organization } = draft;
  return html`<!doctype html>
    <html lang="en">
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
              <td style="${style.sign}">${sign}</td>
              <td class="text" style="${style.name}">${organization ?? 'Muster'}</td>
            </tr>
          </table>
          <div class="surface" style="${style.card}">
            <h1 style="${style.title}">${subject}</h1>
            <p>${greeting}</p>
            ${paragraphs.map(paragraph)} ${facts.length > 0 ? tableOf(facts) : undefined}
            ${code === undefined ? undefined : pictureOf(code)} ${link && buttonOf(link)} ${closing.map(paragraph)}
          </div>
          <p class="quiet" style="${style.small}">${footOf(draft)}</p>
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

const tableOf = (facts: NonNullable<Draft['facts']>) =>
  html`<table style="${style.facts}">
    ${facts.map(
      ([name, value]) =>
        html`<tr>
          <th scope="row" class="quiet" style="${style.term}">${name}</th>
          <td style="${style.value}">${value}</td>
        </tr>`,
    )}
  </table>`;

const buttonOf = ({ label, url }: NonNullable<Draft['link']>) =>
  html`<p><a class="button" href="${url}" style="${style.button}">${label}</a></p>
    <p class="quiet" style="${style.small}">Or open this address: ${url}</p>`;

const pictureOf = (code: string) =>
  html`<p style="${style.code}">
      <img src="cid:${codePicture}" width="240" height="240" alt="Your check-in code as a QR code" />
    </p>
    <p class="quiet" style="${style.centred}">Your check-in code: ${code}</p>`;
