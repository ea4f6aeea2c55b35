import { UnreachableError } from '../../clients/typescript/src/index.ts';

/** Waits for the import of a part of the page that is loaded when it is needed. */
export const later = <T>(part: Promise<T>): Promise<T> =>
  part.catch((cause: unknown) => {
    throw new UnreachableError('A part of the page did not come.', { cause });
  });
