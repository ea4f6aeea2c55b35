/** Writes the failed tests of a run where the environment says, for its second try. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface FailedFile {
  /** From the working directory. */
  readonly file: string;
  /** The Jest project it ran in; empty where there is only one. */
  readonly project: string;
  /** `message` is the first line of the first error. */
  readonly tests: readonly { readonly name: string; readonly message: string }[];
}

/** The parts of Jest's results that are read. */
interface Test {
  readonly path: string;
  readonly context: { readonly config: { readonly displayName?: { readonly name: string } } };
}
interface Result {
  /** Of a file that could not be run at all. */
  readonly testExecError?: unknown;
  readonly failureMessage?: string | null;
  readonly testResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}

const firstLine = (message = '') =>
  stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !line.startsWith('●')) ?? '';

function testsOf({ testResults, testExecError, failureMessage }: Result): FailedFile['tests'] {
  const failed = testResults.filter(({ status }) => status === 'failed');
  const tests = failed.map(({ fullName, failureMessages: [message] }) => ({
    name: fullName,
    message: firstLine(message),
  }));
  return testExecError ? [...tests, { name: 'the file', message: firstLine(failureMessage ?? '') }] : tests;
}

export default class Failures {
  readonly #failed: FailedFile[] = [];

  onTestResult({ path, context: { config } }: Test, result: Result): void {
    const tests = testsOf(result);
    const file = relative(process.cwd(), path);
    if (tests.length > 0) this.#failed.push({ file, project: config.displayName?.name ?? '', tests });
  }

  onRunComplete(): void {
    const path = process.env.TEST_FAILURES;
    if (path) writeFileSync(path, JSON.stringify(this.#failed));
  }
}
