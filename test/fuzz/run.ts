/** `npm run test:fuzz -- --requests 100000 --seed 7`: asks more than the test command does, and other things each time. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '30000' },
    seed: { type: 'string', default: `${randomInt(2 ** 31)}` },
    'at-once': { type: 'string', default: '1' },
    bus: { type: 'boolean', default: false },
  },
});
const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
const child = spawn(process.execPath, [...jest, '--selectProjects', 'thorough', '--testPathPatterns', 'test/fuzz/'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    MUSTER_FUZZ_REQUESTS: values.requests,
    FUZZ_SEED: values.seed,
    MUSTER_FUZZ_AT_ONCE: values['at-once'],
    MUSTER_FUZZ_BUS: values.bus ? 'on' : 'off',
  },
});
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
