/**
 * Runs specs through Node's own loader: a worker loads the service and its libraries once, not once per file. Files of
 * the tests themselves are loaded anew for each spec, and the environment is as it was before, so that nothing one of
 * them keeps reaches another.
 */
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The parts of Jest that are exchanged here. */
interface Runtime {
  requireInternalModule: (path: string) => unknown;
  unstable_importModule: (path: string) => Promise<unknown>;
  setGlobalsForRuntime: (globals: object) => void;
}
type TestRunner = (
  ...given: [
    globalConfig: object,
    config: { globals: object },
    environment: { moduleMocker: { restoreAllMocks: () => void } },
    runtime: Runtime,
    testPath: string,
    report: () => void,
  ]
) => Promise<unknown>;

const require = createRequire(import.meta.url);
const tests = new URL('..', import.meta.url).href;
const globals = new URL('jest-globals.js', import.meta.url).href;
const { default: runWithCircus } = require('jest-circus/runner') as { default: TestRunner };
let spec = 0;

registerHooks({
  resolve(specifier, context, next) {
    const found = specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context);
    return found.url.startsWith(tests) ? { ...found, url: `${found.url.split('?')[0]}?${spec}` } : found;
  },
});

const run: TestRunner = async (...given) => {
  const [, config, { moduleMocker: jest }, runtime] = given;
  spec++;
  const environment = { ...process.env };
  Reflect.deleteProperty(globalThis, Symbol.for('EVENT_HANDLERS'));
  Object.assign(globalThis, config.globals);
  runtime.requireInternalModule = (path) => {
    delete require.cache[path];
    return require(path) as unknown;
  };
  runtime.unstable_importModule = (path) => import(pathToFileURL(path).href);
  runtime.setGlobalsForRuntime = (given) => Object.assign(globalThis, { jestGlobals: { ...given, jest } });
  try {
    return await runWithCircus(...given);
  } finally {
    jest.restoreAllMocks();
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  }
};
export default run;
