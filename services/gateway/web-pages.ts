/** The pages of `web/` as assets: their HTML with the policy each needs, and the parts they load. */
import { extname } from 'node:path';
import type { OutgoingHttpHeaders } from 'node:http';
import { pageNames, type PageName } from '../../shared/contract/pages.ts';
import { locales, type Locale } from '../../shared/contract/vocabulary.ts';
import type { Find, AssetSource } from './concerns/pages.ts';
import { bundlePages, type Bundle, type PageParts } from '../../shared/pages/bundle.ts';
import { languageOf, words } from '../../shared/pages/languages.ts';
import { readReadyBundle } from '../../shared/pages/ready.ts';
import { Failure } from '../../shared/base/failure.ts';
import { isInstalled } from '../../shared/process/version.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** Only resources of this origin, and nothing inline. The kiosk reads codes with WebAssembly and the camera. */
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

interface Around {
  readonly root: string;
  readonly icon: string;
  readonly language: Locale;
}

const htmlOf = (
  name: PageName,
  { script, style, modules, later }: PageParts,
  { root, icon, language }: Around,
) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words[language].titles[name]}</title>
<link rel="icon" href="${root}/${icon}">
${style ? `<link rel="stylesheet" href="${root}/${style}">` : ''}
<script type="module" src="${root}/${script}"></script>
${modules.map((file) => `<link rel="modulepreload" href="${root}/${file}">`).join('\n')}
${later.map((file) => `<link rel="prefetch" href="${root}/${file}">`).join('\n')}
</head>
<body>
<div id="page">
<header class="bar"><span class="brand">Muster</span></header>
<noscript><p class="state">${words[language].needsScript}</p></noscript>
</div>
</body>
</html>
`;

type Sources = ReadonlyMap<string, AssetSource>;

function sourcesOf({ pages, files }: Bundle, root: string, language: Locale): Sources {
  const icon = [...files.keys()].find((name) => name.endsWith('.svg')) ?? '';
  const html = Object.entries(pages).map(([name, parts]): [string, AssetSource] => {
    const text = Buffer.from(htmlOf(name as PageName, parts, { root, icon, language }));
    return [name, { read: () => Promise.resolve(text), headers: headersOf(name as PageName), isTranslated: true }];
  });
  const parts = [...files].map(([name, bytes]): [string, AssetSource] => [
    name,
    {
      read: () => Promise.resolve(Buffer.from(bytes)),
      headers: {
        'Content-Type': mediaTypes[extname(name)] ?? 'application/octet-stream',
        // The worker keeps its name when its content changes.
        ...(name.startsWith('assets/') && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
      },
    },
  ]);
  return new Map([...html, ...parts]);
}

const nothingToShow =
  'Pages are not served: what bundles them was left out when this was installed. Run "npm ci --omit=dev", or bring the folder ' +
  'web/ready that "npm run -s pages" makes where everything is installed.';

/** Returns why this gateway has no pages; undefined if it has them. */
export const missingPages = async (): Promise<string | undefined> =>
  isInstalled('esbuild') || (await readReadyBundle('en')) ? undefined : nothingToShow;

async function loadBundle(language: Locale): Promise<Bundle> {
  const bundle = await readReadyBundle(language);
  if (!bundle && !isInstalled('esbuild')) throw new Failure('UNAVAILABLE').because(new Error(nothingToShow));
  return bundle ?? bundlePages(language);
}

const isPage = (name: string): name is PageName => (pageNames as readonly string[]).includes(name);

/**
 * Returns the function that finds pages and their parts. They are bundled for the first request in a language, unless a
 * bundle exists.
 */
export function pagesAt(publicUrl: string): Find {
  const root = new URL(publicUrl).pathname.replace(/\/$/, '');
  const known = new Map<Locale, Promise<Sources>>();
  const sourcesIn = async (language: Locale) => {
    const loading = known.get(language) ?? loadBundle(language).then((bundle) => sourcesOf(bundle, root, language));
    known.set(language, loading);
    // The next request retries, because sources may have been corrected.
    loading.catch(() => known.delete(language));
    return loading;
  };
  return async (name, wanted) => {
    if (isPage(name)) return (await sourcesIn(languageOf(name, wanted))).get(name);
    // A part belongs to the language of the page that names it, whatever its own request asks for. Languages share the parts
    // that are alike: that of the first language serves all of them, and is compressed once.
    for (const language of new Set([...known.keys(), wanted, ...locales])) {
      const part = (await sourcesIn(language)).get(name);
      if (part) return part;
    }
    return undefined;
  };
}
