/** The interactive reference of the interface: Swagger UI for `/openapi.json`, served by this process alone. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AssetName } from '../../shared/contract/gateway.ts';
import type { AssetSource } from './concerns/pages.ts';

/** Returns a hash source for a Content-Security-Policy. */
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const require = createRequire(import.meta.url);
const library = {
  script: require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  style: require.resolve('swagger-ui-dist/swagger-ui.css'),
};

const style = `
:root { color-scheme: light; }
:root.dark-mode { color-scheme: dark; background: #1c2022; color: #e4e6e6; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
#reference > p { padding: 10vh 1.25rem; text-align: center; }
#reference .info { margin: 1.5rem 0 0; }
#reference .scheme-container { margin: 0; padding: 1rem 0; box-shadow: none; }
#reference .filter .operation-filter-input { box-sizing: border-box; width: 100%; max-width: none; }
#reference .unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); }
/* There is one server, and no answer has links. */
#reference .schemes-server-container, #reference .response-col_links { display: none; }
/* Its own colours are too pale to read on white. */
:root:not(.dark-mode) #reference .opblock-get .opblock-summary-method, :root:not(.dark-mode) #reference .btn.execute { background: #1e4b8f; border-color: #1e4b8f; }
:root:not(.dark-mode) #reference .opblock-post .opblock-summary-method { background: #14663a; }
:root:not(.dark-mode) #reference .opblock-put .opblock-summary-method { background: #7a4a00; }
:root:not(.dark-mode) #reference .opblock-patch .opblock-summary-method { background: #0b5963; }
:root:not(.dark-mode) #reference .opblock-delete .opblock-summary-method { background: #a31621; }
:root:not(.dark-mode) #reference .btn.authorize, :root:not(.dark-mode) #reference .btn.authorize svg { border-color: #14663a; color: #14663a; }
:root:not(.dark-mode) #reference .btn.cancel { border-color: #a31621; color: #a31621; }
:root:not(.dark-mode) #reference .link { color: #1e4b8f; }
:root:not(.dark-mode) #reference .title small { background: #565b73; }
:root:not(.dark-mode) #reference .title .version-stamp { background: #14663a; }
:root:not(.dark-mode) #reference a.nostyle, :root:not(.dark-mode) #reference .parameter__in, :root:not(.dark-mode) #reference .prop-format, :root:not(.dark-mode) #reference .response-control-media-type__accept-message { color: #3b4151; }
:root:not(.dark-mode) #reference .parameter__name.required span, :root:not(.dark-mode) #reference .parameter__name.required::after { color: #a31621; }
:root.dark-mode #reference .header-col { color: #e4e6e6; }
:root.dark-mode #reference .try-out__btn.cancel { border-color: #ffb1b1; color: #ffb1b1; }
/* A tablet: the name of a part, and below it what is there. */
@media (max-width: 64rem) {
  #reference .opblock-tag { flex-wrap: wrap; }
  #reference .opblock-tag small { order: 1; flex: 1 0 100%; padding: 0.25rem 0 0; }
}
/* A phone: what stands side by side stands below each other. */
@media (max-width: 40rem) {
  #reference .wrapper { padding: 0 0.75rem; }
  #reference .opblock-tag { padding-inline: 0; overflow-wrap: anywhere; }
  #reference .opblock-summary { flex-wrap: wrap; row-gap: 0.25rem; }
  #reference .opblock-summary-control { flex-wrap: wrap; }
  #reference .opblock-summary-path-description-wrapper { flex: 1 1 100%; padding: 0.25rem 0 0; }
  #reference .opblock-summary-path { overflow-wrap: anywhere; }
  #reference .opblock-section-header { flex-wrap: wrap; }
  #reference :is(.responses-table, .parameters) > thead { display: none; }
  #reference :is(.responses-table, .parameters) > tbody > tr { display: block; padding-bottom: 1rem; }
  #reference :is(.responses-table, .parameters) > tbody > tr > td:not(.response-col_links) { display: block; width: auto; padding: 0.25rem 0 0; }
  #reference .headers td { overflow-wrap: anywhere; }
  #reference .headers :is(th, td):nth-child(3) { display: none; }
  #reference .opblock-body { overflow-x: auto; }
}`;

/**
 * Requests go to the origin of the page, whatever the configured address is. Keys are kept in memory. References are
 * resolved beforehand, because Swagger UI's own resolver keeps a phone busy for seconds.
 */
const script = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();
const at = (path, whole) => path.reduce((part, name) => part?.[name], whole);
const filled = (whole) => {
  const known = new Map();
  const follow = (ref) => known.get(ref) ?? known.set(ref, fill(at(ref.split('/').slice(1), whole))).get(ref);
  const inside = (value) => Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part)]));
  const fill = (value) => {
    if (Array.isArray(value)) return value.map(fill);
    if (value === null || typeof value !== 'object') return value;
    return value.$ref ? follow(value.$ref) : inside(value);
  };
  return fill(whole);
};
// Parts of Swagger UI that readers of the screen, and people without a mouse, would trip over.
const around = (name, attributes) => (Part, { React }) => (given) =>
  React.createElement(name, attributes, React.createElement(Part, given));
const mended = {
  wrapComponents: {
    // A link inside of a button that does the same.
    DeepLink: (_, { React }) => ({ text }) => React.createElement('span', { className: 'nostyle' }, text),
    InfoContainer: around('section', { 'aria-label': 'About' }),
    FilterContainer: around('div', { role: 'search' }),
    TextArea: (Part, { React }) => (given) => React.createElement(Part, { 'aria-label': 'Body', ...given }),
    operations: (Part, { React }) => (given) =>
      React.createElement(React.Fragment, null,
        React.createElement('h2', { className: 'unseen' }, 'Endpoints'), React.createElement(Part, given)),
  },
};
addEventListener('DOMContentLoaded', async () => {
  const container = document.querySelector('#reference');
  const { root } = container.dataset;
  try {
    const answer = await fetch(root + '/openapi.json');
    if (!answer.ok) throw new Error((await answer.json()).message);
    SwaggerUIBundle({
      domNode: container,
      spec: { ...filled(await answer.json()), servers: [{ url: location.origin + root }] },
      plugins: [mended, { fn: { resolveSubtree: async (whole, path) => ({ spec: at(path, whole), errors: [] }) } }],
      deepLinking: true,
      docExpansion: 'none',
      filter: true,
      defaultModelsExpandDepth: -1,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      validatorUrl: null,
    });
  } catch (error) {
    container.firstElementChild.textContent = 'The interface could not be loaded: ' + error.message;
  }
});`;

const page = (root: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Muster: reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}/reference/swagger-ui.css">
<style>${style}</style>
<script>${script}</script>
<script defer src="${root}/reference/swagger-ui-bundle.js"></script>
</head>
<body>
<div id="reference" data-root="${root}">
<p>One moment…</p>
<noscript><p>This page needs JavaScript. The interface as a document is at <a href="${root}/openapi.json">openapi.json</a>.</p></noscript>
</div>
</body>
</html>
`;

const policy = [
  "default-src 'none'",
  `style-src 'self' ${hashOf(style)}`,
  `script-src 'self' ${hashOf(script)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the assets of the reference. The path of the public address is the base of all links. */
export function referenceAt(publicUrl: string): Readonly<Record<Exclude<AssetName, 'document'>, AssetSource>> {
  const root = new URL(publicUrl).pathname.replace(/\/$/, '');
  return {
    reference: {
      read: () => Promise.resolve(Buffer.from(page(root))),
      headers: { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' },
    },
    script: { read: () => readFile(library.script) },
    style: { read: () => readFile(library.style) },
  };
}
