/** Builds the package: plain JavaScript with its types, in `dist`. `npm pack` and `npm run client` run it. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const here = import.meta.dirname;
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(join(here, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', join(here, 'tsconfig.build.json')], { stdio: 'inherit' });
// The compiler renames modules in programs, and leaves them unchanged in types.
for (const file of globSync(join(here, 'dist/**/*.d.ts'))) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/( from '\.[^']*)\.ts'/g, "$1.js'"));
}
