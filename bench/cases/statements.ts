/**
 * P9: how many statements an endpoint needs, and that each reads a bounded part of its tables. Tests check this for
 * all endpoints.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Case } from '../measure.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const spec = 'test/conformance/statements.spec.ts';

interface Result {
  readonly numTotalTests: number;
  readonly numFailedTests: number;
  readonly success: boolean;
}

async function resultOf(path: string): Promise<Result> {
  const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
  const options = { cwd: root, maxBuffer: 100_000_000 };
  const { stdout } = await run(process.execPath, [...jest, path, '--json', '--silent'], options).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  );
  return JSON.parse(stdout) as Result;
}

export const statements: Case = {
  ids: ['P9'],
  async run() {
    const { numTotalTests: all, numFailedTests: failed, success } = await resultOf(spec);
    return [
      {
        ...{ id: 'P9', what: 'statements of an endpoint', figure: `${all - failed} of ${all} tests passed in ${spec}` },
        ...{ goal: 'at most 4 of its own, each', met: success },
      },
    ];
  },
};
