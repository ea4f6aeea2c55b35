/** Writes the generated modules of the client. `npm run docs` runs it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { modules } from './generate/modules.ts';

const folder = join(import.meta.dirname, 'src/generated');
const written = await modules();
rmSync(folder, { recursive: true, force: true });
for (const [file, text] of written) {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
