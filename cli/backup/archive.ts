/** The file of a backup: a tar archive, compressed with zstd, that gets its name only when it is completely on disk. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline as piped, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { createTarDecoder, createTarPacker, type TarPackController } from 'modern-tar';
import { syncFolder } from '../../shared/database/sync-folder.ts';
import { CommandFailure, type CommandOutput } from '../output.ts';
import { damaged, manifestName, megabytes, readManifest, refuseOtherVersions, type Manifest } from './manifest.ts';

/** A tar archive has the size of each entry before it, so content of unknown size is collected into parts. */
const bytesOfPart = 4 * 1_048_576;

/** The manifest has checksums of all other entries; zstd's checksum covers the whole archive. */
const checked = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** An archive that is being written. */
export class Archive {
  /** Checksums by name. */
  readonly entries: Manifest['entries'] = {};
  /** Bytes, before they are compressed. */
  size = 0;
  readonly #tar: TarPackController;

  constructor(tar: TarPackController) {
    this.#tar = tar;
  }

  async add(name: string, ...content: readonly Uint8Array[]): Promise<void> {
    const size = content.reduce((sum, chunk) => sum + chunk.byteLength, 0);
    const entry = this.#tar.add({ name, size, type: 'file', mode: 0o600, mtime: new Date() }).getWriter();
    const hash = createHash('sha256');
    for (const chunk of content) {
      hash.update(chunk);
      await entry.write(chunk);
    }
    await entry.close();
    this.size += size;
    this.entries[name] = hash.digest('hex');
  }

  /** Writes the content in parts `name/000001` and so on, with one part at a time in memory. */
  async addParts(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    let [chunks, size, parts]: [Uint8Array[], number, number] = [[], 0, 0];
    const flush = async () => {
      if (size > 0) await this.add(`${name}/${String(++parts).padStart(6, '0')}`, ...chunks);
      [chunks, size] = [[], 0];
    };
    for await (const chunk of content) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= bytesOfPart) await flush();
    }
    await flush();
  }
}

/**
 * Runs `fill` on a new archive. Until it is complete its name ends in `.unfinished`; it is removed after a failure or
 * when the signal is aborted.
 * @returns What `fill` returns, and the bytes on disk.
 * @throws `EEXIST` where another backup was done earlier under this name.
 */
export async function writeArchive<T>(path: string, signal: AbortSignal, fill: (archive: Archive) => Promise<T>) {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.unfinished`;
  try {
    const filled = await compressed(unfinished, signal, fill);
    const { size } = await stat(unfinished);
    await takeName(unfinished, path);
    await syncFolder(dirname(path));
    return { filled, bytes: size };
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** A rename would replace an existing file; not every file system has hard links. */
async function takeName(unfinished: string, path: string): Promise<void> {
  await link(unfinished, path).catch(async (error: NodeJS.ErrnoException) => {
    if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/.test(error.code ?? '')) throw error;
    await rename(unfinished, path);
  });
}

async function compressed<T>(path: string, signal: AbortSignal, fill: (archive: Archive) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { readable, controller } = createTarPacker();
  signal.addEventListener('abort', () => controller.error(signal.reason));
  const sink = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(Readable.fromWeb(readable), createZstdCompress(checked), sink);
  const filled = fill(new Archive(controller));
  filled.then(
    () => controller.finalize(),
    (error: unknown) => controller.error(error),
  );
  // Waits for both; a full disk ends the filling, and the other way round.
  const [wrote, filling] = await Promise.allSettled([written, filled]);
  if (wrote.status === 'rejected') throw wrote.reason;
  if (filling.status === 'rejected') throw filling.reason;
  return filling.value;
}

interface Entry {
  readonly name: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Reads the entries in their order; each body has to be read before the next entry comes.
 * @param progress Is called with the bytes that were read.
 */
export async function* entriesOf(path: string, progress: (bytes: number) => void = () => undefined) {
  const file = createReadStream(path);
  const expanded = piped(file, createZstdDecompress(), () => undefined);
  const tar = Readable.toWeb(expanded) as ReadableStream<Uint8Array>;
  for await (const { header, body } of tar.pipeThrough(createTarDecoder({ strict: true }))) {
    progress(file.bytesRead);
    yield { name: header.name, body } satisfies Entry;
  }
}

/** Skips an entry. */
export async function skip(body: Entry['body']): Promise<void> {
  for await (const chunk of body) void chunk;
}

/**
 * Reads all of a backup, compares every entry with its checksum, and returns the manifest.
 * @throws {CommandFailure} When it is damaged, incomplete, no backup, or of a release that this one cannot restore.
 */
export async function examineBackup(path: string, output: CommandOutput): Promise<Manifest> {
  try {
    const manifest = await examined(path, (bytes) => output.progress(`Reading ${path}, ${megabytes(bytes)}`));
    refuseOtherVersions(path, manifest);
    return manifest;
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandFailure(`There is no ${path}.`, 'Name a file that muster backup wrote.');
    throw damaged(path, `it is damaged or not whole (${message || 'it ends too early'})`);
  }
}

async function examined(path: string, progress: (bytes: number) => void): Promise<Manifest> {
  const found: Record<string, string> = {};
  let manifest: Manifest | undefined;
  for await (const { name, body } of entriesOf(path, progress)) {
    if (manifest) throw damaged(path, `${name} follows its manifest`);
    if (name === manifestName) manifest = readManifest(path, await text(body));
    else found[name] = await checksumOf(body);
  }
  if (!manifest) throw damaged(path, 'its manifest is missing, so it is no backup of muster, or not whole');
  for (const name of Object.keys({ ...found, ...manifest.entries })) {
    if (!found[name]) throw damaged(path, `${name} is missing`);
    if (found[name] !== manifest.entries[name]) throw damaged(path, `${name} is not what was written`);
  }
  return manifest;
}

async function checksumOf(body: Entry['body']): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk);
  return hash.digest('hex');
}
