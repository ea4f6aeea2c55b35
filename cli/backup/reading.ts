/** Reads a backup from its beginning to its end, once to see whether it is whole and once to restore it. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { CommandFailure } from '../output.ts';
import { damaged, headName, manifestName, readHead, readManifest, type Manifest } from './manifest.ts';

export interface Entry {
  readonly name: string;
  readonly size: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The entries in their order; each body has to be read before the next entry comes. */
export async function* entriesOf(path: string, progress: (share: number) => void): AsyncGenerator<Entry> {
  const file = createReadStream(path);
  const expanded = createZstdDecompress();
  file.on('error', (error) => expanded.destroy(error));
  expanded.on('close', () => file.destroy());
  const decoder = createTarDecoder({ strict: true });
  const tar = Readable.toWeb(file.pipe(counted(progress)).pipe(expanded)) as ReadableStream<Uint8Array>;
  for await (const { header, body } of tar.pipeThrough(decoder)) {
    yield { name: header.name, size: header.size, body };
  }
}

function counted(progress: (bytes: number) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      progress(bytes);
      done(null, chunk);
    },
  });
}

export async function contentOf(body: Entry['body']): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function sumOf(body: Entry['body']): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Reads all of an archive and compares every entry with the checksum that its manifest has.
 * @throws {CommandFailure} When it is damaged, incomplete, or no backup.
 */
export async function examineArchive(path: string, progress: (bytes: number) => void): Promise<Manifest> {
  try {
    return await examined(path, progress);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandFailure(`There is no ${path}.`, 'Name a file that muster backup wrote.');
    throw damaged(path, `it is damaged or not whole (${message || 'it ends too early'})`);
  }
}

async function examined(path: string, progress: (bytes: number) => void): Promise<Manifest> {
  const found: Manifest['entries'] = {};
  let manifest: Manifest | undefined;
  for await (const { name, size, body } of entriesOf(path, progress)) {
    if (manifest) throw damaged(path, `${name} follows its manifest`);
    if (name === manifestName) {
      manifest = readManifest(path, await contentOf(body));
    } else if (Object.keys(found).length === 0) {
      if (name !== headName) throw damaged(path, 'it is no backup of muster');
      const text = await contentOf(body);
      readHead(path, text);
      found[name] = { size, sha256: createHash('sha256').update(text).digest('hex') };
    } else {
      found[name] = { size, sha256: await sumOf(body) };
    }
  }
  if (!manifest) throw damaged(path, 'it is not whole: its manifest is missing');
  compareEntries(path, manifest.entries, found);
  return manifest;
}

function compareEntries(path: string, promised: Manifest['entries'], found: Manifest['entries']): void {
  for (const name of new Set([...Object.keys(promised), ...Object.keys(found)])) {
    const [wanted, there] = [promised[name], found[name]];
    if (!there) throw damaged(path, `${name} is missing`);
    if (wanted?.sha256 !== there.sha256) throw damaged(path, `${name} is not what was written`);
  }
}
