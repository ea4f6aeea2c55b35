/**
 * Computes what may take long in a process of its own, so that other requests go on meanwhile. One at a time, so that processors are
 * left for them. It is a process and no thread, because a thread that runs out of memory can end the whole process. It stays for the
 * next task, since loading what it needs takes longer than most tasks.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from '../base/failure.ts';
import { WaitingList } from '../base/queue-depth.ts';
import type { Outcome, Task, Tasks } from './own-process-tasks.ts';

interface Limits {
  /** How many wait at once; more are refused. */
  readonly waitingAtMost: number;
  /** Of one task. */
  readonly longestMs: number;
  /** Megabytes of objects. */
  readonly heapMb: number;
  /** The refusal of a task that needs more. */
  readonly beyond: (limit: 'time' | 'memory') => Error;
}

/** Without a task it ends after this, for the memory it holds. */
const idleMs = 60_000;

export class OwnProcess<T extends Tasks> {
  /** Those whose turn has not come. */
  readonly waiting = new WaitingList();
  readonly #script: URL;
  readonly #limits: Limits;
  #last: Promise<unknown> = Promise.resolve();
  #idle: ChildProcess | undefined;
  #ending: NodeJS.Timeout | undefined;

  /** @param script Performs tasks with `performTasks`. */
  constructor(script: URL, limits: Limits) {
    this.#script = script;
    this.#limits = limits;
  }

  /**
   * @throws {Failure} `OVERLOADED` where too many wait, `UNAVAILABLE` where somebody else ends the process; what `beyond` says where
   *   it needs too much, and what the task itself throws.
   */
  async run<N extends keyof T & string>(name: N, input: T[N]['input']): Promise<T[N]['output']> {
    if (this.waiting.count >= this.#limits.waitingAtMost) throw new Failure('OVERLOADED');
    const leave = this.waiting.enter();
    const answer = this.#last.then(() => {
      leave();
      return this.#perform({ name, input });
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #perform(task: Task): Promise<unknown> {
    const child = this.#take();
    const outcome = await outcomeOf(child, task, this.#limits).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw error;
    });
    this.#keep(child);
    if ('thrown' in outcome) throw outcome.thrown;
    return outcome.answer;
  }

  #take(): ChildProcess {
    clearTimeout(this.#ending);
    const kept = this.#idle?.connected ? this.#idle : undefined;
    this.#idle = undefined;
    kept?.ref();
    kept?.channel?.ref();
    return kept ?? begin(this.#script, this.#limits);
  }

  /** Without keeping this process from its end. */
  #keep(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    this.#idle = child;
    this.#ending = setTimeout(() => child.disconnect(), idleMs).unref();
  }
}

/** The loader that lets TypeScript run where this project is installed as a package. */
const typed = new URL('./typed.js', import.meta.url).href;

/** It learns nothing of the environment, in which there are secrets. */
function begin(script: URL, { heapMb }: Limits): ChildProcess {
  const { NODE_COMPILE_CACHE } = process.env;
  const child = fork(script, {
    execArgv: ['--no-warnings', '--import', typed, `--max-old-space-size=${heapMb}`],
    env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
    serialization: 'advanced',
    // Node's own report of a lack of memory helps nobody here.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // A task that cannot be sent is reported to its caller.
  child.on('error', () => undefined);
  return child;
}

async function outcomeOf(child: ChildProcess, task: Task, { longestMs, beyond }: Limits): Promise<Outcome> {
  const ended = new AbortController();
  const late = AbortSignal.timeout(longestMs);
  const signal = AbortSignal.any([ended.signal, late]);
  const end = () => ended.abort();
  child.once('exit', end);
  const answer = once(child, 'message', { signal });
  child.send(task);
  try {
    return (await answer)[0] as Outcome;
  } catch (error) {
    if (late.aborted) throw beyond('time');
    if (ended.signal.aborted && isOutOfMemory(child)) throw beyond('memory');
    throw new Failure('UNAVAILABLE').because(error);
  } finally {
    child.off('exit', end);
  }
}

/** Node ends itself by this signal then; the kernel, where there is no more memory at all, by the other one. */
const isOutOfMemory = ({ signalCode }: ChildProcess) => signalCode === 'SIGABRT' || signalCode === 'SIGKILL';
