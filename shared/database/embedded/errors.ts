/** What can go wrong with the embedded PostgreSQL, in words that end with what to do next. */

/** Whether PostgreSQL or initdb complains of a full disk. */
export const saysDiskIsFull = (said: string) => /No space left|Check free disk space|quota exceeded/i.test(said);

/** Something that the operator can correct; the message ends with what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Another service already serves this data directory. */
export class DataDirInUse extends Error {
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

/** Told by shape: an error of Node itself is no `instanceof Error` of ours where a test runner has a realm of its own. */
export const errorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

const closed = (directory: string) =>
  `The data directory ${directory} cannot be written by this user. Change its owner or permissions, or choose another one with DATA_DIR.`;
const notADirectory = (directory: string) =>
  `${directory}, or something on the way to it, is a file and not a directory. Move it away, or choose another directory with DATA_DIR.`;

const explanations: Record<string, (directory: string) => string> = {
  EACCES: closed,
  EPERM: closed,
  EROFS: closed,
  // What Node's recursive mkdir also says of a read-only file system.
  ENOENT: (directory) =>
    `The data directory ${directory} does not exist and cannot be made there. Choose another one with DATA_DIR.`,
  ENOTDIR: notADirectory,
  EEXIST: notADirectory,
  ENOSPC: (directory) => `The disk that holds ${directory} is full. Free some space, then start again.`,
  EDQUOT: (directory) => `The quota of the disk that holds ${directory} is used up. Free some space, then start again.`,
};

/** Turns what the file system says about the data directory into a sentence; passes on everything else. */
export function explained(error: unknown, directory: string): unknown {
  const explain = explanations[errorCode(error) ?? ''];
  if (explain === undefined) return error;
  return new EmbeddedPostgresError(explain(directory), { cause: error });
}
