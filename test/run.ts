/**
 * `npm test`: every spec, then a second try for the files that failed. `--busy` keeps each processor at work beside it. With any
 * other argument it is Jest, once, with these arguments.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FailedFile } from './support/failures.ts';
import { hasNatsServer } from './support/nats.ts';

/** Files that may be tried again. More of them are no accident. */
const mostTriedAgain = 3;
/** Lines about failed tests at the end, so that they stand on one screen. */
const mostLines = 14;
/** These prove that nothing is lost, doubled, leaked or let in: once in two tries is a fault. */
const neverAgain =
  /(^|\/)(features\/facts\/order|features\/setup\/hostile|conformance\/(access|isolation)|cluster\/(senders|permissions)|[\w/-]*races)[\w-]*\.spec\./;
/** Projects with a command of their own, and one that asks in one process the same as `bus`. */
const left = hasNatsServer ? ['long', 'together'] : ['long'];
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const reporter = fileURLToPath(new URL('support/failures.ts', import.meta.url));

interface Outcome {
  readonly code: number;
  /** Null where the run ended before its end. */
  readonly failed: readonly FailedFile[] | null;
}

async function run(args: readonly string[]): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-failures-'));
  const path = join(folder, 'failures.json');
  const program = ['--experimental-vm-modules', '--no-warnings', jest];
  // Behind the others: Jest takes what follows a list as a part of it.
  const reporters = ['--reporters=default', `--reporters=${reporter}`];
  const env = { ...process.env, TEST_FAILURES: path };
  const child = spawn(process.execPath, [...program, ...args, ...reporters], { stdio: 'inherit', env });
  const code = await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  const failed = await readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as FailedFile[],
    () => null,
  );
  await rm(folder, { recursive: true });
  return { code, failed };
}

const linesOf = (files: readonly FailedFile[]): string[] => {
  const lines = files.flatMap(({ file, project, tests }) =>
    tests.map(({ name, message }) => `failed: ${project} ${file} › ${name}: ${message}`.slice(0, 300)),
  );
  const more = lines.length - mostLines;
  return more > 0 ? [...lines.slice(0, mostLines), `failed: ${more} more`] : lines;
};

/** Tries the failed files once more, one after the other; returns the exit code, and what is to be said. */
async function tryAgain(failed: readonly FailedFile[]): Promise<{ code: number; lines: string[] }> {
  const isOver = failed.length > mostTriedAgain || failed.some(({ file }) => neverAgain.test(file));
  if (isOver) return { code: 1, lines: linesOf(failed) };
  const [again, passed]: [FailedFile[], string[]] = [[], []];
  for (const { file, project, tests } of failed) {
    const inProject = project ? ['--selectProjects', project] : [];
    const second = await run(['--runTestsByPath', file, ...inProject]);
    if (second.code !== 0) again.push(...(second.failed ?? [{ file, project, tests }]));
    else passed.push(...tests.map(({ name }) => `second try: ${file} › ${name}: passed alone`));
  }
  return { code: again.length > 0 ? 1 : 0, lines: [...passed, ...linesOf(again)] };
}

async function everything(): Promise<number> {
  const { code, failed } = await run(['--ignoreProjects', ...left]);
  if (code === 0 || !failed || failed.length === 0) return code;
  const { code: second, lines } = await tryAgain(failed);
  process.stderr.write(`\n${lines.join('\n')}\n`);
  return second;
}

/** Ends with the process that began it, also where that is killed. */
const loop = 'const { ppid } = process; while (process.ppid === ppid);';

/** Does it beside two endless loops per processor. */
async function busy(work: () => Promise<number>): Promise<number> {
  const loops = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }),
  );
  return work().finally(() => loops.forEach((each) => each.kill('SIGKILL')));
}

const args = process.argv.slice(2);
if (args.length === 0) process.exitCode = await everything();
else if (args[0] === '--busy') process.exitCode = await busy(everything);
else process.exitCode = (await run([...args, '--ignoreProjects', 'long'])).code;
