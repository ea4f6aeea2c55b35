/**
 * Builds the package: one module of JavaScript, and the types of the contracts themselves, so that nothing is written
 * twice. `npm pack` and `npm run contract` run it.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(join(here, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', join(here, 'tsconfig.build.json')], { stdio: 'inherit' });
for (const file of globSync(join(here, 'dist/**/*.d.ts'))) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/((?:from |import\()['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
}
await build({
  entryPoints: [join(here, 'src/index.ts')],
  outfile: join(here, 'dist/index.js'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
});
