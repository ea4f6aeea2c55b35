/**
 * Runs long computations in a child process, so that other requests continue meanwhile; one at a time, to leave them
 * processor time. A process and no thread, because a thread that runs out of memory can end the whole process. It is
 * kept for the next task, because loading its modules takes longer than most tasks.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from '../base/failure.ts';
import { WaitingList } from '../base/queue-depth.ts';

// The child side of `OwnProcess`: runs the tasks and sends each result to the parent process.

//
/** Input and output of each task by its name: values that can be cloned. */
export type Tasks = Readonly<Record<string, { readonly input: unknown; readonly output: unknown }>>;
export interface ProcessTask {
  readonly name: string;
  readonly input: unknown;
}
export type TaskOutcome = { readonly answer: unknown } | { readonly thrown: unknown };

type Performed<T extends Tasks> = { readonly [N in keyof T]: (input: T[N]['input']) => T[N]['output'] };

export function performTasks<T extends Tasks>(tasks: Performed<T>): void {
  const performed = tasks as Readonly<Record<string, (input: unknown) => unknown>>;
  // Ctrl-C reaches both processes, and the parent still finishes its running work.
  process.on('SIGINT', () => undefined);
  process.on('message', ({ name, input }: ProcessTask) => process.send?.(resultOf(() => performed[name]?.(input))));
  process.send?.(started);
}

/** The first message of a child process: its modules are loaded, and its first task can come. */
const started = 'started';

function resultOf(perform: () => unknown): TaskOutcome {
  try {
    return { answer: perform() };
  } catch (thrown) {
    return { thrown };
  }
}

interface Limits {
  /** Tasks in the queue; further ones are refused. */
  readonly waitingAtMost: number;
  /** Timeout of one task, without the start of its process: a busy machine is no fault of the task. */
  readonly longestMs: number;
  /** Megabytes of heap. */
  readonly heapMb: number;
  /** The refusal of a task that exceeds a limit. */
  readonly beyond: (limit: 'time' | 'memory') => Error;
}

/** An idle process ends after this, to free its memory. */
const idleMs = 60_000;
/** A process that takes longer to start is UNAVAILABLE. */
const startsWithinMs = 20_000;

export class OwnProcess<T extends Tasks> {
  /** The queue. */
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
   * @throws {Failure} `OVERLOADED` if the queue is full, `UNAVAILABLE` if the process does not start or is killed, the
   *   error of `beyond` if a limit is exceeded, or the error of the task itself.
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

  async #perform(task: ProcessTask): Promise<unknown> {
    const { longestMs, beyond } = this.#limits;
    const child = this.#take() ?? (await begin(this.#script, this.#limits));
    const outcome = (await messageOf(child, longestMs, beyond, task)) as TaskOutcome;
    this.#keep(child);
    if ('thrown' in outcome) throw outcome.thrown;
    return outcome.answer;
  }

  #take(): ChildProcess | undefined {
    clearTimeout(this.#ending);
    const kept = this.#idle?.connected ? this.#idle : undefined;
    this.#idle = undefined;
    kept?.ref();
    kept?.channel?.ref();
    return kept;
  }

  /** Does not keep this process from exiting. */
  #keep(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    this.#idle = child;
    this.#ending = setTimeout(() => child.disconnect(), idleMs).unref();
  }
}

/** The loader that lets TypeScript run where this project is installed as a package. */
const typed = new URL('./typed.js', import.meta.url).href;

/** The child gets no environment variables, because they contain secrets. */
async function begin(script: URL, { heapMb }: Limits): Promise<ChildProcess> {
  const { NODE_COMPILE_CACHE } = process.env;
  const child = fork(script, {
    // With Node's usual nursery, which is twice as large, it takes 60 MB more beside its heap.
    execArgv: ['--no-warnings', '--import', typed, `--max-old-space-size=${heapMb}`, '--max-semi-space-size=8'],
    env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
    serialization: 'advanced',
    // Drop Node's own report of a lack of memory.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // The callback of `send` reports a task that cannot be sent.
  child.on('error', () => undefined);
  await messageOf(child, startsWithinMs, () => new Failure('UNAVAILABLE'));
  return child;
}

/** Sends the task, if any, and returns the next message of this process, which is killed where none comes. */
async function messageOf(
  child: ChildProcess,
  withinMs: number,
  beyond: Limits['beyond'],
  task?: ProcessTask,
): Promise<unknown> {
  const ended = new AbortController();
  const late = AbortSignal.timeout(withinMs);
  const signal = AbortSignal.any([ended.signal, late]);
  const end = () => ended.abort();
  child.once('exit', end);
  try {
    if (task) child.send(task);
    return ((await once(child, 'message', { signal })) as unknown[])[0];
  } catch (error) {
    child.kill('SIGKILL');
    if (late.aborted) throw beyond('time');
    if (ended.signal.aborted && isOutOfMemory(child)) throw beyond('memory');
    throw new Failure('UNAVAILABLE').because(error);
  } finally {
    child.off('exit', end);
  }
}

/** Node aborts with the first signal; the kernel's out-of-memory killer uses the second. */
const isOutOfMemory = ({ signalCode }: ChildProcess) => signalCode === 'SIGABRT' || signalCode === 'SIGKILL';
