/**
 * The mailbox of the demo at `/demo/mail`: its emails as files, newest first, so that a visitor can apply with any
 * address and read the answers. Only the demo has it, and only for its own machine.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

const [path, shownAtMost, lookEveryMs] = ['/demo/mail', 100, 1_500];

interface Email {
  readonly to: string;
  readonly sender?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Returns the handler of requests for the mailbox, which ignores all others. */
export function mailboxIn(dataDir: string): (req: IncomingMessage, res: ServerResponse) => boolean {
  const directory = join(dataDir, 'mail');
  return (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
    const isOurs = pathname === path || pathname.startsWith(`${path}/`);
    if (!isOurs || req.method !== 'GET' || !isLoopback(req.socket.remoteAddress)) return false;
    const name = pathname.slice(path.length + 1);
    const answer = name ? emailPage(directory, name) : listPage(directory, searchParams.has('list'));
    void answer.then((page) => send(res, page));
    return true;
  };
}

const isLoopback = (address = '') => /^(::1|(::ffff:)?127\.)/.test(address);

interface Page {
  readonly status: number;
  readonly html: string;
  readonly policy: string;
}

function send(res: ServerResponse, { status, html, policy }: Page): void {
  res.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(html);
}

/** Names begin with the time, so their order is that of the emails. */
async function namesIn(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.filter((name) => /^\d.*\.json$/.test(name)).sort((one, other) => (one < other ? 1 : -1));
}

const readEmail = async (directory: string, name: string) =>
  JSON.parse(await readFile(join(directory, name), 'utf8')) as Email;

/** One email as its reader sees it; its links open in the whole window. */
async function emailPage(directory: string, name: string): Promise<Page> {
  const isThere = (await namesIn(directory)).includes(name);
  const html = isThere ? (await readEmail(directory, name)).html : 'This email is gone.';
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'";
  return { status: isThere ? 200 : 404, html: html.replace('<head>', '<head><base target="_top">'), policy };
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; --line: light-dark(#e3e5ee, #2b2f45);
  background: light-dark(#f7f7fb, #0d0e17); color: light-dark(#14162b, #eef0fa); }
body { margin: 0 auto; max-width: 44rem; padding: 1.5rem 1rem 4.5rem; }
h1 { font-size: 1.5rem; margin: 0; } p { color: light-dark(#565b73, #a6abc4); margin: .25rem 0 1.5rem; }
ul { list-style: none; margin: 0; padding: 0; }
details { background: light-dark(#fff, #161826); border: 1px solid var(--line); border-radius: 1.25rem; margin: 0 0 .75rem; overflow: hidden; }
summary { cursor: pointer; display: grid; gap: 0 1rem; grid-template-columns: 1fr auto; padding: .75rem 1rem; overflow-wrap: anywhere; }
summary:focus-visible { outline: 3px solid light-dark(#4338ca, #a5b4fc); outline-offset: -3px; }
summary small { color: light-dark(#565b73, #a6abc4); }
strong { font-weight: 550; }
code { font: 700 1.1875rem ui-monospace, monospace; letter-spacing: .1em; }
iframe { background: #fff; border: 0; border-top: 1px solid var(--line); display: block; height: 36rem; width: 100%; }`;

/** Loads new emails, and keeps open ones open. */
const script = `
const list = document.querySelector('ul');
setInterval(async () => {
  const answer = await fetch('${path}?list').catch(() => undefined);
  if (!answer?.ok) return;
  const fresh = document.createElement('ul');
  fresh.innerHTML = await answer.text();
  const known = new Set([...list.children].map(({ id }) => id));
  const added = [...fresh.children].filter(({ id }) => id && !known.has(id));
  if (added.length) list.querySelector('#none')?.remove();
  list.prepend(...added);
}, ${lookEveryMs});`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; connect-src 'self'; frame-src 'self'; base-uri 'none'`;

async function listPage(directory: string, isListAlone: boolean): Promise<Page> {
  const names = (await namesIn(directory)).slice(0, shownAtMost);
  const items = await Promise.all(names.map(async (name) => itemOf(name, await readEmail(directory, name))));
  const list = items.join('\n') || '<li id="none">No email yet. Apply to Spring Hack, and one comes.</li>';
  const html = isListAlone ? list : whole(list);
  return { status: 200, html, policy };
}

const whole = (list: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox of the demo – Muster</title><style>${style}</style></head>
<body><main><h1>Mailbox of the demo</h1>
<p>Every email that the demo sends, to whomever. Nothing leaves this machine.</p>
<ul aria-live="polite">${list}</ul></main><script>${script}</script></body>
</html>`;

function itemOf(name: string, { to, sender, subject, text }: Email): string {
  const code = /\/auth\/verify/.test(text) ? /\b\d{3} ?\d{3}\b/.exec(text)?.[0] : undefined;
  const at = name.slice(11, 16).replace('-', ':');
  return `<li id="${safe(name)}" data-testid="demo-email"><details><summary><strong>${safe(subject)}</strong><small>${at} UTC</small>
<span>to ${safe(to)}${sender ? `, from ${safe(sender)}` : ''}</span>${code ? `<code>${code}</code>` : ''}</summary>
<iframe title="${safe(subject)}" src="${path}/${safe(name)}" loading="lazy" sandbox="allow-popups allow-top-navigation-by-user-activation"></iframe></details></li>`;
}

const safe = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
