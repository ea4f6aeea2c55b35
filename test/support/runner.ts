/**
 * Runs specs with Node's own module loader: a worker loads the service and its libraries once instead of once per
 * file. Files of the tests themselves are loaded anew for each spec, and the environment is reset, so that nothing
 * leaks from one spec to another.
 */
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { restoreEnvironment } from './environment.ts';

/** The parts of Jest that are replaced. */
interface Runtime {
  requireInternalModule: (path: string) => unknown;
  unstable_importModule: (path: string) => Promise<unknown>;
  setGlobalsForRuntime: (globals: object) => void;
}
type TestRunner = (
  ...given: [
    globalConfig: object,
    config: { globals: { isRandom?: boolean } },
    environment: {
      moduleMocker: { restoreAllMocks: () => void };
      handleTestEvent?: (event: { name: string; error?: unknown }) => Promise<void>;
    },
    runtime: Runtime,
    testPath: string,
    report: () => void,
  ]
) => Promise<unknown>;
const require = createRequire(import.meta.url);
const tests = new URL('..', import.meta.url).href;
const kept = new URL('kept/', import.meta.url).href;
const globals = new URL('jest-globals.js', import.meta.url).href;
const { default: runWithCircus } = require('jest-circus/runner') as { default: TestRunner };
let count = 0;
let isRunning = false;
/** Of all properties, so that a run asks what the one before asked. */
const seed = 20_270_306;

registerHooks({
  resolve(specifier, context, next) {
    const found = specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context);
    const isOfSpec = isRunning && found.url.startsWith(tests) && !found.url.startsWith(kept);
    return isOfSpec ? { ...found, url: `${found.url.split('?')[0]}?${count}` } : found;
  },
});

// When Jest has no more for this worker it stops listening to it; nothing that is kept here has to be ended in order.
process.on('removeListener', (event) => {
  if (event === 'message' && process.send) process.exit();
});

/** Adds to the failure of a test what its open pages show, before its hooks close them. */
async function explain({ name, error }: { name: string; error?: unknown }): Promise<void> {
  if (name !== 'test_fn_failure' || !(error instanceof Error)) return;
  error.stack = `${error.stack}\n${(await globalThis.describePages?.()) ?? ''}`;
}

const run: TestRunner = async (...given) => {
  const [, config, environmentOfJest, runtime] = given;
  const { moduleMocker: jest } = environmentOfJest;
  environmentOfJest.handleTestEvent = explain;
  count++;
  isRunning = true;
  const environment = { ...process.env };
  // Jest's own looks for source maps at each line of each stack; there are none, for types are erased in place.
  Reflect.deleteProperty(Error, 'prepareStackTrace');
  Reflect.deleteProperty(globalThis, Symbol.for('EVENT_HANDLERS'));
  Object.assign(globalThis, config.globals);
  fc.configureGlobal(config.globals.isRandom ? {} : { seed });
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
    restoreEnvironment(environment);
    await globalThis.endKept?.('lent');
    isRunning = false;
  }
};
export default run;
