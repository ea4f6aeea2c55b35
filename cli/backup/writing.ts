/** Writes a backup: a tar archive, compressed, that has its name only when all of it is on disk. */
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { createTarPacker, type TarPackController } from 'modern-tar';
import { syncFolder } from '../../shared/database/sync-folder.ts';
import type { Manifest } from './manifest.ts';

/** Bytes. An archive tells the size of each entry before it, so what comes without one is collected into parts. */
const partSize = 4 * 1_048_576;

/** The manifest has checksums of everything but itself; this is one of all that is compressed. */
const checked = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

export class Archive {
  readonly entries: Manifest['entries'] = {};
  readonly #tar: TarPackController;
  /** Bytes, before they are compressed. */
  size = 0;

  constructor(tar: TarPackController) {
    this.#tar = tar;
  }

  /** Writes an entry and returns its checksum. */
  async add(name: string, content: readonly Uint8Array[]): Promise<string> {
    const size = content.reduce((sum, chunk) => sum + chunk.byteLength, 0);
    const entry = this.#tar.add({ name, size, type: 'file', mode: 0o600, mtime: new Date() }).getWriter();
    const hash = createHash('sha256');
    for (const chunk of content) {
      hash.update(chunk);
      await entry.write(chunk);
    }
    await entry.close();
    this.size += size;
    const sha256 = hash.digest('hex');
    this.entries[name] = { size, sha256 };
    return sha256;
  }

  addText = (name: string, text: string) => this.add(name, [Buffer.from(text)]);

  /** Writes what comes as parts `name/000001` and so on, of which one at a time is in memory. */
  async addParts(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    let [chunks, size, parts]: [Uint8Array[], number, number] = [[], 0, 0];
    const flush = async () => {
      if (size === 0) return;
      await this.add(`${name}/${String(++parts).padStart(6, '0')}`, chunks);
      [chunks, size] = [[], 0];
    };
    for await (const chunk of content) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= partSize) await flush();
    }
    await flush();
  }
}

/**
 * Runs `fill` on a new archive. Until it is done it has a name of its own that ends in `.unfinished`, and it is removed when
 * that fails, or when the signal says so.
 * @returns Bytes on disk.
 * @throws `EEXIST` where somebody else was done earlier under this name.
 */
export async function writeArchive(
  path: string,
  signal: AbortSignal,
  fill: (archive: Archive) => Promise<void>,
): Promise<number> {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.unfinished`;
  try {
    await compressed(unfinished, signal, fill);
    const { size } = await stat(unfinished);
    await takeName(unfinished, path);
    await syncFolder(dirname(path));
    return size;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Renaming would replace what is there; not every file system has another way. */
async function takeName(unfinished: string, path: string): Promise<void> {
  await link(unfinished, path).catch(async (error: NodeJS.ErrnoException) => {
    if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/.test(error.code ?? '')) throw error;
    await rename(unfinished, path);
  });
}

async function compressed(path: string, signal: AbortSignal, fill: (archive: Archive) => Promise<void>) {
  signal.throwIfAborted();
  const { readable, controller } = createTarPacker();
  signal.addEventListener('abort', () => controller.error(signal.reason));
  const sink = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(Readable.fromWeb(readable), createZstdCompress(checked), sink);
  const filled = fill(new Archive(controller)).then(
    () => controller.finalize(),
    (error: unknown) => {
      controller.error(error);
      throw error;
    },
  );
  // Both end before anything else is done; a full disk ends the filling, and the other way round.
  const [wrote, filling] = await Promise.allSettled([written, filled]);
  if (wrote.status === 'rejected') throw wrote.reason;
  if (filling.status === 'rejected') throw filling.reason;
}
