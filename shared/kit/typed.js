/** Strips types if this project is installed as a package, because Node does not do so below node_modules. */
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, URL } from 'node:url';

const ours = new URL('../..', import.meta.url).href;

if (ours.includes('/node_modules/')) {
  registerHooks({
    load(url, context, next) {
      if (!url.startsWith(ours) || !url.endsWith('.ts')) return next(url, context);
      const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
      return { format: 'module', source, shortCircuit: true };
    },
  });
}
