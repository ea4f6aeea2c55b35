/** Where the bytes of uploaded files are kept: a directory, or a bucket. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from '../../../shared/broker/config.ts';
import { Failure } from '../../../shared/broker/failure.ts';

/** Where the place itself fails, each of them is refused with UNAVAILABLE. */
export interface Storage {
  /** Takes over what a local file holds. */
  keep(path: string, key: string, about: { content_type: string; size: number }): Promise<void>;
  /** Resolves when the first bytes are there, so that what is lost is met before anything was answered. */
  read(key: string): Promise<Readable>;
  /** What is not there is removed already. */
  remove(key: string): Promise<void>;
}

type ClientOptions = Pick<S3ClientConfig, 'maxAttempts' | 'requestHandler' | 'logger'>;

/** A driver is made when it is first needed: most processes never store a file, and the one for S3 is large. */
export function storageAt(place: Config['files'], client: ClientOptions = {}): Storage {
  let disk: Promise<Disk> | undefined;
  const opened = () => (disk ??= openDisk(place, client));
  const prefix = 'bucket' in place && place.prefix ? `${place.prefix.replace(/\/+$/, '')}/` : '';
  return {
    async keep(path, key, { content_type, size }) {
      const options = { contentType: content_type, contentLength: size };
      await orUnavailable(async () => (await opened()).copyFromFs(path, prefix + key, options));
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
    throw isLost(error) ? error : new Failure('UNAVAILABLE', undefined, { cause: error });
  }
}

/** The place answers, but not with what was stored: trying again will not help. */
function isLost(error: unknown): boolean {
  const { code, name, cause } = error as { code?: string; name?: string; cause?: unknown };
  return code === 'ENOENT' || name === 'NoSuchKey' || (cause !== undefined && isLost(cause));
}

async function openDisk(place: Config['files'], client: ClientOptions): Promise<Disk> {
  if ('directory' in place) return new Disk(new FSDriver({ location: place.directory, visibility: 'private' }));
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      ...client,
      bucket: place.bucket,
      visibility: 'private',
      // Buckets made today have no access lists, and other stores than Amazon's know no checksum trailers.
      supportsACL: false,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // Region, credentials and endpoint are the SDK's own AWS_ variables; a bucket of one's own has no host name.
      forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL),
    }),
  );
}
