/** The reference people read and try the interface in: Swagger UI over `/openapi.json`, all of it from this process. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Sources } from './assets.ts';
import { hashOf } from './pages.ts';

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
/* There is one server, and no answer has links. */
#reference .schemes-server-container, #reference .response-col_links { display: none; }`;

/**
 * Requests go to where the page came from, whatever the service is told of its address. Keys stay in memory. Swagger UI's
 * own way to follow references keeps a phone busy for seconds; the document has few, so they are filled in beforehand.
 */
const script = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();
const at = (path, whole) => path.reduce((part, name) => part?.[name], whole);
const both = (one, other) => ({ ...one, ...other, properties: { ...one.properties, ...other.properties } });
const filled = (text) => {
  const { components } = JSON.parse(text);
  const fill = (value) => (value?.$ref ? at(value.$ref.split('/').slice(2), components) : value?.allOf?.reduce(both) ?? value);
  return JSON.parse(text, (_, value) => fill(value));
};
addEventListener('DOMContentLoaded', async () => {
  const place = document.querySelector('#reference');
  const { root } = place.dataset;
  try {
    const answer = await fetch(root + '/openapi.json');
    if (!answer.ok) throw new Error((await answer.json()).message);
    SwaggerUIBundle({
      domNode: place,
      spec: { ...filled(await answer.text()), servers: [{ url: location.origin + root }] },
      plugins: [{ fn: { resolveSubtree: async (whole, path) => ({ spec: at(path, whole), errors: [] }) } }],
      deepLinking: true,
      docExpansion: 'none',
      filter: true,
      defaultModelsExpandDepth: -1,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      validatorUrl: null,
    });
  } catch (error) {
    place.firstElementChild.textContent = 'The interface could not be loaded: ' + error.message;
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
<main id="reference" data-root="${root}">
<p>One moment…</p>
<noscript><p>This page needs JavaScript. The interface as a document is at <a href="${root}/openapi.json">openapi.json</a>.</p></noscript>
</main>
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

/** Below which path people reach this gateway, its public address says. */
export function referenceAt(publicUrl: string): Sources {
  const root = new URL(publicUrl).pathname.replace(/\/$/, '');
  return {
    page: {
      read: () => Promise.resolve(Buffer.from(page(root))),
      headers: { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' },
    },
    script: { read: () => readFile(library.script) },
    style: { read: () => readFile(library.style) },
  };
}
