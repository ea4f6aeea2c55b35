import { Failure } from '../../shared/base/failure.ts';

/** Rejects with TIMEOUT unless the answer arrives within this many milliseconds. */
export function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Failure('TIMEOUT')), Math.max(0, milliseconds));
    answer.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (reason: Error) => {
        clearTimeout(timer);
        reject(reason);
      },
    );
  });
}
