/**
 * Bundles `web/` for browsers, in one language at a time: scripts and styles with hashes in their names, and a list of
 * those that each page needs. The gateway of a clone does it for the first page request in a language; an image contains the output of `shared/pages/prepare.ts`.
 */
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import { pageNames, type PageName } from '../contract/pages.ts';
import type { Locale } from '../contract/vocabulary.ts';
import { speaking } from './languages.ts';

const home = fileURLToPath(new URL('../../', import.meta.url));
const folder = 'assets';

/** The files of a page: those it loads at once, and those it loads later. */
export interface PageParts {
  readonly script: string;
  readonly style: string | null;
  /** Modules that its script imports. */
  readonly modules: readonly string[];
  /** Modules that it imports on demand, with the stylesheet `parts.css` of its folder. */
  readonly later: readonly string[];
}
/** The pages of a language, and their files. */
export interface Bundle {
  readonly pages: Readonly<Partial<Record<PageName, PageParts>>>;
  /** By name: `assets/desk-4F2K.js`, `worker.js`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const always = {
  absWorkingDir: home,
  bundle: true,
  minify: true,
  write: false,
  // Browsers with everything that `lib` in web/tsconfig.json allows.
  target: ['chrome110', 'firefox115', 'safari16.4'],
  logLevel: 'silent',
  // Ignore tsconfig.json.
  tsconfigRaw: {},
  define: { 'process.env.NODE_ENV': '"production"' },
} satisfies BuildOptions;

/**
 * Pages that are bundled together and share modules, because the same people open them one after the other. Pages that are
 * seldom opened together share none: each of them would cut the modules of the others into smaller ones.
 */
const devices: readonly PageName[] = ['kiosk', 'board'];
const usual: readonly PageName[] = ['desk', 'judge', 'badges', 'signin', 'me', 'account'];
const strangers: readonly PageName[] = ['landing', 'apply'];
const grouped = [devices, usual, strangers];
const groups = [...grouped, pageNames.filter((name) => !grouped.flat().includes(name))];

const stylesOf = (name: PageName) => `web/${name}/parts.css`;
const exists = (file: string) => existsSync(`${home}${file}`);

/** Running bundles: they share one esbuild process, which is stopped after the last. */
let underWay = 0;

/** Bundles the pages that there are in this language, and their worker. Fails with esbuild's errors. */
export async function bundlePages(language: Locale): Promise<Bundle> {
  const esbuild = await import('esbuild');
  underWay += 1;
  try {
    const [worker, ...pages] = await Promise.all([
      esbuild.build({ ...always, entryPoints: ['web/worker/main.ts'], outfile: 'worker.js', format: 'iife' }),
      ...groups.map((names) => esbuild.build(together(speaking(language, names), language))),
    ]);
    const files = [worker, ...pages].flatMap(({ outputFiles }) =>
      outputFiles.map(({ path, contents }) => [relative(home, path), contents] as const),
    );
    const outputs = Object.assign({}, ...pages.map(({ metafile }) => metafile.outputs)) as Metafile['outputs'];
    return { pages: partsOf(outputs, speaking(language, pageNames)), files: new Map(files) };
  } finally {
    underWay -= 1;
    if (underWay === 0) await esbuild.stop();
  }
}

/** Takes the catalog of a language in place of the English one, where there is one. */
const catalogsOf = (language: Locale): Plugin => ({
  name: 'catalogs',
  setup(build) {
    build.onResolve({ filter: /\/texts\/en\.ts$/ }, ({ path, resolveDir }) => {
      const file = resolve(resolveDir, path.replace(/en\.ts$/, `${language}.ts`));
      return existsSync(file) ? { path: file } : undefined;
    });
  },
});

const together = (names: readonly PageName[], language: Locale) =>
  ({
    ...always,
    plugins: [catalogsOf(language)],
    entryPoints: [...names.map((name) => `web/${name}/main.tsx`), ...names.map(stylesOf).filter(exists)],
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
  }) satisfies BuildOptions;

function partsOf(outputs: Metafile['outputs'], names: readonly PageName[]): Bundle['pages'] {
  const parts = (name: PageName): PageParts => {
    const made = (source: string) => Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
    const [script, output] = made(`web/${name}/main.tsx`) ?? [];
    const [styles] = made(stylesOf(name)) ?? [];
    if (!script || !output) throw new Error(`There is no bundle of the page ${name}.`);
    const atOnce = reached(outputs, script, (kind) => kind === 'import-statement');
    const all = reached(outputs, script, () => true);
    const later = [...all.filter((file) => !atOnce.includes(file)), ...(styles ? [styles] : [])];
    return { script, style: output.cssBundle ?? null, modules: atOnce.slice(1), later };
  };
  return Object.fromEntries(names.map((name) => [name, parts(name)]));
}

/** Returns the file and everything it imports by these kinds. */
function reached(outputs: Metafile['outputs'], from: string, follows: (kind: string) => boolean): string[] {
  const found = new Set([from]);
  for (const file of found) {
    const imports = outputs[file]?.imports ?? [];
    for (const { path, kind, external } of imports) if (!external && follows(kind)) found.add(path);
  }
  return [...found];
}
