/** Ends a process: on a signal or after a failed start, but not when the bus is lost. */
import { ConfigError } from './config.ts';

/** EX_CONFIG of sysexits.h: the configuration is wrong and nothing was tried. */
const wrongConfiguration = 78;

interface Ending {
  readonly stop: () => Promise<void>;
  /** Rejects when the embedded database is lost for good. */
  readonly supervised?: Promise<unknown> | undefined;
}

/** Stops on SIGTERM and SIGINT; a second signal exits at once. Ends as failed when the embedded database is lost for good. */
export function stopOnSignal({ stop, supervised }: Ending): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  supervised?.catch((error: unknown) => stop().finally(() => explainAndExit(error)));
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/**
 * Keeps the process running when the bus is lost. The NATS client then rejects its pending flushes, some of them
 * unhandled, and reconnects by itself. Any other unhandled rejection still ends the process.
 */
export function ignoreBusDisconnects(): void {
  process.on('unhandledRejection', (reason) => {
    const { name, code } = (reason ?? {}) as { name?: string; code?: string };
    if (name === 'NatsError' && (code === 'DISCONNECT' || code === 'CONNECTION_CLOSED')) return;
    throw reason;
  });
}

/** Prints why the start failed, in plain words where there are some and otherwise as a stack, and exits. */
export function explainAndExit(error: unknown): never {
  if (error instanceof ConfigError) {
    for (const { message } of error.problems) console.error(message);
    process.exit(wrongConfiguration);
  }
  if (error instanceof Error && error.constructor !== Error) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
