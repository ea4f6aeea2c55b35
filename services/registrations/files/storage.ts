/** Stores the bytes of uploaded files in an S3 bucket, or in a directory that is for this user alone. */
import { once } from 'node:events';
import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from '../../../shared/process/config.ts';
import { Failure } from '../../../shared/base/failure.ts';
import { withoutEnd } from '../../../shared/base/words.ts';

export interface FilePart {
  readonly content: Buffer;
  readonly size: number;
}

/** A store of files. When the store itself fails, every method rejects with UNAVAILABLE. */
export interface Storage {
  /** Stores a copy of a local file. */
  keep(path: string, key: string, about: { content_type: string; size: number }): Promise<void>;
  /** Resolves when the first bytes have arrived, so that a missing file is noticed before anything is sent. */
  read(key: string): Promise<Readable>;
  /** Reads so many bytes from there on, fewer where the file ends, and the size of all of it. */
  readPart(key: string, from: number, bytes: number): Promise<FilePart>;
  /** Removes a file; does nothing if there is none. */
  remove(key: string): Promise<void>;
}

type ClientOptions = Pick<S3ClientConfig, 'maxAttempts' | 'requestHandler'>;

/** Opens a store. The driver is loaded on first use: most processes never store a file, and the S3 driver is large. */
export function storageAt(store: Config['files'], client: ClientOptions = {}): Storage {
  let disk: Promise<OpenDisk> | undefined;
  const opened = () => (disk ??= 'directory' in store ? Promise.resolve(directoryAt(store)) : bucketAt(store, client));
  const prefix = 'bucket' in store && store.prefix ? `${withoutEnd(store.prefix, '/')}/` : '';
  return {
    async keep(path, key, { content_type, size }) {
      const options = { contentType: content_type, contentLength: size };
      await orUnavailable(async () => {
        if ('directory' in store) await mkdir(store.directory, { recursive: true, mode: 0o700 });
        await (await opened()).disk.copyFromFs(path, prefix + key, options);
        if ('directory' in store) await chmod(join(store.directory, key), 0o600);
      });
    },
    read: (key) =>
      orUnavailable(async () => {
        const content = await (await opened()).disk.getStream(prefix + key);
        await once(content, 'readable');
        return content;
      }),
    readPart: (key, from, bytes) => orUnavailable(async () => (await opened()).readPart(prefix + key, from, bytes)),
    async remove(key) {
      await orUnavailable(async () => (await opened()).disk.delete(prefix + key));
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

/** Tells whether the store answered but lacks the file, or what is asked of it; repeating does not help then. */
export function isLost(error: unknown): boolean {
  const { code, name, cause } = error as { code?: string; name?: string; cause?: unknown };
  return code === 'ENOENT' || name === 'NoSuchKey' || name === 'InvalidRange' || (cause !== undefined && isLost(cause));
}

/** Milliseconds until a store that does not answer, or goes silent in between, is given up. */
const patience = { connectionTimeout: 3_000, socketTimeout: 10_000 };

const silent = () => undefined;
/** Callers report failures; the SDK would write them to the console as well. */
const logger = { debug: silent, info: silent, warn: silent, error: silent };

/** Flydrive reads whole files alone. */
interface OpenDisk extends Pick<Storage, 'readPart'> {
  readonly disk: Disk;
}

const directoryAt = ({ directory }: { readonly directory: string }): OpenDisk => ({
  disk: new Disk(new FSDriver({ location: directory, visibility: 'private' })),
  async readPart(key, from, bytes) {
    await using file = await open(join(directory, key));
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, from);
    return { content: buffer.subarray(0, bytesRead), size };
  },
});

async function bucketAt({ bucket }: { readonly bucket: string }, options: ClientOptions): Promise<OpenDisk> {
  const [{ S3Driver }, { GetObjectCommand, S3Client }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ]);
  const client = new S3Client({
    requestHandler: patience,
    ...options,
    logger,
    // Stores other than Amazon's know no checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Region, credentials and endpoint come from the SDK's own AWS_ variables. A self-hosted store has no host name
    // per bucket.
    forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL),
  });
  return {
    // New buckets have no access lists.
    disk: new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })),
    async readPart(Key, from, bytes) {
      const Range = `bytes=${from}-${from + bytes - 1}`;
      const { Body, ContentRange = '' } = await client.send(new GetObjectCommand({ Bucket: bucket, Key, Range }));
      const content = Buffer.from((await Body?.transformToByteArray()) ?? []);
      return { content, size: Number(ContentRange.split('/')[1]) };
    },
  };
}
