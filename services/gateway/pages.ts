/** Sends the HTML pages. All look alike, load nothing, and run only the script they contain. */
import { createHash } from 'node:crypto';
import type { Page } from '../../shared/contract/schema.ts';
import type { Incoming } from './request.ts';

const style = `
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 0 auto; padding: 10vh 1.25rem 2rem; }
label { display: block; margin: 1rem 0; }
input, button { display: block; box-sizing: border-box; width: 100%; min-height: 3rem; padding: 0 0.75rem; font: inherit; }
button { margin-top: 1.5rem; border: 0; border-radius: 0.5rem; background: #1d4ed8; color: #fff; }
button:disabled { opacity: 0.5; }
summary { padding: 0.75rem 0; }`;

/** Returns a hash source for a Content-Security-Policy. */
export const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Sends a page under a policy that allows only its own script. */
export function sendPage({ res, head }: Pick<Incoming, 'res' | 'head'>, { title, body, script }: Page): void {
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>${body}
</main>
<script>${script}</script>
</body>
</html>
`;
  res.writeHead(200, {
    ...head,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src ${hashOf(style)}`,
      `script-src ${hashOf(script)}`,
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  });
  res.end(text);
}
