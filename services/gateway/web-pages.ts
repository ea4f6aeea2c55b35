/** The pages of `web/` as assets: their HTML with the policy each needs, and the parts they load. */
import { extname } from 'node:path';
import type { OutgoingHttpHeaders } from 'node:http';
import { pageNames, type PageName } from '../../shared/contract/pages.ts';
import type { Find, Source } from './concerns/pages.ts';
import { bundlePages, type Bundle, type PageParts } from '../../shared/pages/bundle.ts';
import { readReadyBundle } from '../../shared/pages/ready.ts';
import { Failure } from '../../shared/base/failure.ts';
import { isInstalled } from '../../shared/process/installed.ts';

const titles: Readonly<Record<PageName, string>> = {
  landing: 'Muster',
  signin: 'Sign in – Muster',
  verify: 'Confirm your email – Muster',
  reset: 'New password – Muster',
  invite: 'Invitation – Muster',
  desk: 'Desk – Muster',
  kiosk: 'Check-in – Muster',
  judge: 'Judging – Muster',
  me: 'My tickets – Muster',
  board: 'Board – Muster',
  nothing: 'There is nothing here – Muster',
};

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** Everything from here alone, and nothing inline. The kiosk reads codes with WebAssembly and the camera. */
const headersOf = (name: PageName): OutgoingHttpHeaders => ({
  'Content-Security-Policy': [
    "default-src 'self'",
    ...(name === 'kiosk' ? ["script-src 'self' 'wasm-unsafe-eval'"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': `camera=(${name === 'kiosk' ? 'self' : ''}), microphone=(), geolocation=()`,
});

const htmlOf = (
  root: string,
  name: PageName,
  icon: string,
  { script, style, modules, later }: PageParts,
) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${titles[name]}</title>
<link rel="icon" href="${root}/${icon}">
${style ? `<link rel="stylesheet" href="${root}/${style}">` : ''}
<script type="module" src="${root}/${script}"></script>
${modules.map((file) => `<link rel="modulepreload" href="${root}/${file}">`).join('\n')}
${later.map((file) => `<link rel="prefetch" href="${root}/${file}">`).join('\n')}
</head>
<body>
<div id="page">
<header class="bar"><span class="brand">Muster</span></header>
<noscript><p class="state">This page needs JavaScript.</p></noscript>
</div>
</body>
</html>
`;

function sourcesOf({ pages, files }: Bundle, root: string): ReadonlyMap<string, Source> {
  const icon = [...files.keys()].find((name) => name.endsWith('.svg')) ?? '';
  const html = pageNames.map((name): [string, Source] => [
    name,
    { read: () => Promise.resolve(Buffer.from(htmlOf(root, name, icon, pages[name]))), headers: headersOf(name) },
  ]);
  const parts = [...files].map(([name, bytes]): [string, Source] => [
    name,
    {
      read: () => Promise.resolve(Buffer.from(bytes)),
      headers: {
        'Content-Type': mediaTypes[extname(name)] ?? 'application/octet-stream',
        // The worker has a name for ever, and a content for now.
        ...(name.startsWith('assets/') && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
      },
    },
  ]);
  return new Map([...html, ...parts]);
}

const nothingToShow =
  'Pages are not served: what bundles them was left out when this was installed. Run "npm ci --omit=dev", or bring the folder ' +
  'web/ready that "npm run -s pages" makes where everything is installed.';

/** Says why this gateway has no pages; undefined where it has them. */
export const missingPages = async (): Promise<string | undefined> =>
  isInstalled('esbuild') || (await readReadyBundle()) ? undefined : nothingToShow;

async function loadBundle(): Promise<Bundle> {
  const bundle = await readReadyBundle();
  if (!bundle && !isInstalled('esbuild')) throw new Failure('UNAVAILABLE').because(new Error(nothingToShow));
  return bundle ?? bundlePages();
}

/** Returns what finds pages and their parts. They are bundled when the first is asked for, unless they came ready. */
export function pagesAt(publicUrl: string): Find {
  const root = new URL(publicUrl).pathname.replace(/\/$/, '');
  let sources: Promise<ReadonlyMap<string, Source>> | undefined;
  const load = async () => sourcesOf(await loadBundle(), root);
  return async (name) => {
    sources ??= load();
    try {
      return (await sources).get(name);
    } catch (error) {
      // The next request tries again, for sources may have been mended.
      sources = undefined;
      throw error;
    }
  };
}
