/** Stores the bytes of uploaded files in an S3 bucket, or in a directory that is for this user alone. */
import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from '../../../shared/process/config.ts';
import { Failure } from '../../../shared/base/failure.ts';
import { withoutEnd } from '../../../shared/base/words.ts';

/** A store of files. When the store itself fails, every method rejects with UNAVAILABLE. */
export interface Storage {
  /** Stores a copy of a local file. */
  keep(path: string, key: string, about: { content_type: string; size: number }): Promise<void>;
  /** Resolves when the first bytes have arrived, so that a missing file is noticed before anything is sent. */
  read(key: string): Promise<Readable>;
  /** Removes a file; does nothing if there is none. */
  remove(key: string): Promise<void>;
}

type ClientOptions = Pick<S3ClientConfig, 'maxAttempts' | 'requestHandler'>;

/** Opens a store. The driver is loaded on first use: most processes never store a file, and the S3 driver is large. */
export function storageAt(store: Config['files'], client: ClientOptions = {}): Storage {
  let disk: Promise<Disk> | undefined;
  const opened = () => (disk ??= openDisk(store, client));
  const prefix = 'bucket' in store && store.prefix ? `${withoutEnd(store.prefix, '/')}/` : '';
  return {
    async keep(path, key, { content_type, size }) {
      const options = { contentType: content_type, contentLength: size };
      await orUnavailable(async () => {
        if ('directory' in store) await mkdir(store.directory, { recursive: true, mode: 0o700 });
        await (await opened()).copyFromFs(path, prefix + key, options);
        if ('directory' in store) await chmod(join(store.directory, key), 0o600);
      });
    },
    read: (key) =>
      orUnavailable(async () => {
        const content = await (await opened()).getStream(prefix + key);
        await once(content, 'readable');
        return content;
      }),
    async remove(key) {
      await orUnavailable(async () => (await opened()).delete(prefix + key));
    },
  };
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isLost(error) ? error : new Failure('UNAVAILABLE').because(error);
  }
}

/** Tells whether the store answered but lacks the file; repeating does not help then. */
export function isLost(error: unknown): boolean {
  const { code, name, cause } = error as { code?: string; name?: string; cause?: unknown };
  return code === 'ENOENT' || name === 'NoSuchKey' || (cause !== undefined && isLost(cause));
}

/** Milliseconds until a store that does not answer, or goes silent in between, is given up. */
const patience = { connectionTimeout: 3_000, socketTimeout: 10_000 };

const silent = () => undefined;
/** Callers report failures; the SDK would write them to the console as well. */
const logger = { debug: silent, info: silent, warn: silent, error: silent };

async function openDisk(store: Config['files'], client: ClientOptions): Promise<Disk> {
  if ('directory' in store) return new Disk(new FSDriver({ location: store.directory, visibility: 'private' }));
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      requestHandler: patience,
      ...client,
      logger,
      bucket: store.bucket,
      visibility: 'private',
      // New buckets have no access lists, and stores other than Amazon's know no checksum trailers.
      supportsACL: false,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // Region, credentials and endpoint come from the SDK's own AWS_ variables. A self-hosted store has no host name
      // per bucket.
      forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL),
    }),
  );
}
