import { CommandFailure } from './output.ts';

/** For commands that have to tidy up: the signal is aborted at the first Ctrl-C, and a second one ends the process. */
export function untilInterrupted(): AbortSignal {
  const over = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => over.abort(new CommandFailure('It was interrupted.', 'Run it again when you like.')));
  }
  return over.signal;
}
