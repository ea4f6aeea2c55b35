/**
 * Makes of `web/` what browsers load: scripts and styles with hashes in their names, and which of them each page needs.
 * The gateway of a clone does it when the first page is asked for; an image brings what `shared/pages/prepare.ts` made.
 */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile } from 'esbuild';
import { pageNames, type PageName } from '../contract/pages.ts';

const home = fileURLToPath(new URL('../../', import.meta.url));
const folder = 'assets';

/** What a page loads, as names of files: at once, and later. */
export interface PageParts {
  readonly script: string;
  readonly style: string | null;
  /** Modules that its script imports. */
  readonly modules: readonly string[];
  /** What it asks for by itself when it needs it. */
  readonly later: readonly string[];
}
export interface Bundle {
  readonly pages: Readonly<Record<PageName, PageParts>>;
  /** By name: `assets/desk-4F2K.js`, `worker.js`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const always = {
  absWorkingDir: home,
  bundle: true,
  minify: true,
  write: false,
  // Those have what `lib` in web/tsconfig.json lets pages use.
  target: ['chrome110', 'firefox115', 'safari16.4'],
  logLevel: 'silent',
  // Settings of the type checker are none of its business.
  tsconfigRaw: {},
  define: { 'process.env.NODE_ENV': '"production"' },
} satisfies BuildOptions;

/** Bundlings under way: they share one helper of esbuild's, which ends with the last. */
let underWay = 0;

/** Bundles all pages and their worker. Fails with what esbuild found wrong in the sources. */
export async function bundlePages(): Promise<Bundle> {
  const esbuild = await import('esbuild');
  underWay += 1;
  try {
    const [pages, worker] = await Promise.all([
      esbuild.build({
        ...always,
        entryPoints: pageNames.map((name) => `web/${name}/main.tsx`),
        outdir: folder,
        outbase: 'web',
        entryNames: '[dir]-[hash]',
        chunkNames: 'part-[hash]',
        assetNames: '[name]-[hash]',
        format: 'esm',
        splitting: true,
        metafile: true,
        loader: { '.svg': 'file', '.wasm': 'file' },
        jsx: 'automatic',
        jsxImportSource: 'preact',
      }),
      esbuild.build({ ...always, entryPoints: ['web/worker/main.ts'], outfile: 'worker.js', format: 'iife' }),
    ]);
    const files = [...pages.outputFiles, ...worker.outputFiles].map(
      ({ path, contents }) => [relative(home, path), contents] as const,
    );
    return { pages: partsOf(pages.metafile), files: new Map(files) };
  } finally {
    underWay -= 1;
    if (underWay === 0) await esbuild.stop();
  }
}

function partsOf({ outputs }: Metafile): Bundle['pages'] {
  const parts = (name: PageName): PageParts => {
    const [script, output] =
      Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === `web/${name}/main.tsx`) ?? [];
    if (!script || !output) throw new Error(`There is no bundle of the page ${name}.`);
    const atOnce = reached(outputs, script, (kind) => kind === 'import-statement');
    const all = reached(outputs, script, () => true);
    const later = all.filter((file) => !atOnce.includes(file));
    return { script, style: output.cssBundle ?? null, modules: atOnce.slice(1), later };
  };
  return Object.fromEntries(pageNames.map((name) => [name, parts(name)])) as Record<PageName, PageParts>;
}

/** Returns the file itself and all it leads to by imports of these kinds. */
function reached(outputs: Metafile['outputs'], from: string, follows: (kind: string) => boolean): string[] {
  const found = new Set([from]);
  for (const file of found) {
    const imports = outputs[file]?.imports ?? [];
    for (const { path, kind, external } of imports) if (!external && follows(kind)) found.add(path);
  }
  return [...found];
}
