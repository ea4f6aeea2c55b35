/** Errors of the embedded PostgreSQL, with messages that end with what to do next. */

/** An error that the operator can correct; the message ends with what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Another process owns this data directory. */
export class DataDirInUse extends EmbeddedPostgresError {
  override name = 'DataDirInUse';
  readonly pid: number | undefined;

  constructor(directory: string, pid: number | undefined) {
    super(
      `The data directory ${directory} is in use by ${pid === undefined ? 'another process' : `the process with pid ${pid}`}. ` +
        'Stop that process first, or give this one a directory of its own with DATA_DIR.',
    );
    this.pid = pid;
  }
}

/** Checks the shape, because Node's own errors are no `instanceof Error` in a test runner with its own realm. */
export const errorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** Returns a value for a file that is missing; passes on every other error. */
export const ifMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (errorCode(error) === 'ENOENT') return value;
    throw error;
  };

/** Turns a file system error about the data directory into a sentence; passes on every other error. */
export const explained = (error: unknown, directory: string): unknown =>
  /^E[A-Z]+$/.test(errorCode(error) ?? '')
    ? new EmbeddedPostgresError(
        `The data directory ${directory} cannot be used: ${(error as Error).message}. Correct that, or choose another directory with DATA_DIR.`,
        { cause: error },
      )
    : error;
