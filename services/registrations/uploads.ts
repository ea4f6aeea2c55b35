/**
 * Uploads, downloads and removal of files.
 *
 * A file's row is created before its bytes are stored and deleted after they are removed, so every stored file is
 * known. Nobody can read a file until a registration claims it, in the transaction that writes the answers.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import { fromBase64 } from '../../shared/base/packed.ts';
import { authorize } from '../../shared/kit/access.ts';
import { Failure, isFailure } from '../../shared/base/failure.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { largestFile } from '../../shared/contract/answers.ts';
import { textBody, uploads } from '../../shared/contract/concerns.ts';
import type { Requirement } from '../../shared/contract/endpoint.ts';
import { routes } from '../../shared/contract/index.ts';
import type { Db } from '../../shared/database/database.ts';
import { isSlowToConnect, retry } from '../../shared/database/transaction.ts';
import { acceptedTypes, contentTypeOf, nameFitting, cleanFilename } from './files/filename.ts';
import { isLost, type Storage } from './files/storage.ts';
import {
  discardForgotten,
  discardUnclaimed,
  eraseFrom,
  findFile,
  findUploadRules,
  forget,
  noteFile,
  someDiscarded,
  type Discarded,
} from './files.sql.ts';

/** Files removed at a time. */
const handful = 100;
/** Files whose keys are known while parts of them are read, and for how long. */
const [filesAtOnce, keptMs] = [200, 60_000] as const;

/** Asks the guard of the registering action with the path alone, before the body is read. */
export const prepareUpload: Action<'registrations.prepareUpload'> = async (ctx) => {
  const { action, path } = ctx.params;
  const found = await authorize(ctx.db, ctx.viewer, guardOf(action), path);
  if ('refused' in found) throw new Failure(found.refused);
  const { organization_id, super_event_id, event_id } = found.resource;
  const rules = await findUploadRules(ctx.db, { super_event_id, event_id });
  if (!super_event_id || !rules) return ctx.fail('NOT_FOUND');
  const { max_file_mb, file_fields } = rules;
  return { organization_id, super_event_id, event_id, max_bytes: largestFile(max_file_mb), file_fields };
};

function guardOf(action: string): Requirement {
  const endpoint = routes.find((route) => route.action === action)?.endpoint;
  const access = endpoint && (uploads.of(endpoint) ?? textBody.of(endpoint)?.kept) && endpoint.access;
  if (typeof access !== 'object') throw new Error(`${action} takes neither files nor a large text.`);
  return access;
}

/**
 * Stores a file. Nothing reaches the store before all of it has arrived and is known to be small enough and of an
 * accepted type.
 * @param room Maximum bytes that this process may have in the temporary directory, which is often in memory.
 */
export const storeFile =
  (storage: Storage, room: number): Action<'registrations.storeFile'> =>
  async (ctx) => {
    const { max_bytes, filename: given, ...rest } = ctx.params;
    const path = join(tmpdir(), `muster-upload-${randomUUID()}`);
    const upload = { size: 0 };
    underWay.add(upload);
    try {
      const sha256 = await receive(ctx.stream, path, { limit: max_bytes, room, upload });
      const { size } = upload;
      const cleaned = cleanFilename(given);
      const content_type = size > 0 ? await contentTypeOf(path, cleaned) : undefined;
      if (!content_type) return ctx.fail('VALIDATION_FAILED', { errors: [unacceptable(rest.field_id, size)] });
      const key = randomUUID();
      const filename = nameFitting(cleaned, content_type);
      const file = { ...rest, key, filename, size, content_type, sha256 };
      // The gateway cannot send it again, because its stream is used up.
      const file_id = await retry(() => noteFile(ctx.db, { ...file, user_id: ctx.viewer.user_id }), {
        on: isSlowToConnect,
      });
      await storage.keep(path, key, { content_type, size });
      return { file_id, field_id: rest.field_id, filename, size, content_type, sha256 };
    } finally {
      underWay.delete(upload);
      await rm(path, { force: true });
    }
  };

/** `size`: bytes of it in the temporary directory. */
interface Upload {
  size: number;
}
/** Uploads of this process, without aborted ones. */
const underWay = new Set<Upload>();
const keptForAll = () => [...underWay].reduce((sum, { size }) => sum + size, 0);

async function receive(
  content: Readable,
  path: string,
  { limit, room, upload }: { readonly limit: number; readonly room: number; readonly upload: Upload },
): Promise<string> {
  const hash = createHash('sha256');
  // A later error has no effect, because the upload has been given up.
  content.on('error', () => undefined);
  const measured = async function* (chunks: AsyncIterable<Buffer | string>) {
    for await (const bytes of decoded(chunks)) {
      upload.size += bytes.length;
      if (upload.size > limit) throw new Failure('PAYLOAD_TOO_LARGE');
      if (keptForAll() > room) throw new Failure('OVERLOADED');
      hash.update(bytes);
      yield bytes;
    }
  };
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(content, measured, file).catch((error: unknown) => {
    // The directory is full or missing: an operator can correct it, and the client may try again.
    throw isFailure(error) ? error : new Failure('UNAVAILABLE').because(error);
  });
  return hash.digest('hex');
}

/** Throws when the sender reports an error or is gone. */
async function* decoded(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  try {
    yield* fromBase64(chunks);
  } catch (error) {
    throw isFailure(error) ? error : new Failure('UNAVAILABLE').because(error);
  }
}

const unacceptable = (field_id: string, size: number) => {
  const field = `file_${field_id}`;
  return size === 0
    ? { field, code: 'fileEmpty', message: `${field} is empty` }
    : { field, code: 'fileType', message: `${field} must be one of these types: ${acceptedTypes.join(', ')}` };
};

/** Discards unclaimed files of the viewer. */
export const discardFiles =
  (storage: Storage): Action<'registrations.discardFiles'> =>
  async (ctx) => {
    const discarded = await discardUnclaimed(ctx.db, ctx.viewer.user_id, ctx.params.file_ids);
    const [failure] = await removeFiles(ctx.db, storage, discarded);
    if (failure) throw failure.reason;
    return { discarded: discarded.length };
  };

/** Answers a claimed file as a stream. */
export const getFile =
  (storage: Storage): Action<'registrations.getFile'> =>
  async (ctx) => {
    const { key, ...head } = (await findFile(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
    return { ...head, content: await storage.read(key) };
  };

/** Answers a part of a claimed file of a hackathon, for a zip that lists it. */
export function readFilePart(storage: Storage): Action<'registrations.readFilePart'> {
  // The parts of a file follow each other; the bytes of one that is deleted meanwhile are gone.
  const keys = new LRUCache<string, string>({ max: filesAtOnce, ttl: keptMs });
  return async (ctx) => {
    const { super_event_id, file_id, from, bytes } = ctx.params;
    const file = `${super_event_id} ${file_id}`;
    const key = keys.get(file) ?? (await findFile(ctx.db, file_id, super_event_id))?.key ?? ctx.fail('NOT_FOUND');
    keys.set(file, key);
    try {
      const { content, size } = await storage.readPart(key, from, bytes);
      return { content: content.toString('base64'), size };
    } catch (error) {
      throw isLost(error) ? new Failure('NOT_FOUND') : error;
    }
  };
}

/**
 * Removes the bytes before the rows, so that a crash in between leaves a row by which they are found.
 * @returns Why some cannot be removed. Their rows stay.
 */
async function removeFiles(
  db: Db,
  storage: Storage,
  files: readonly Discarded[],
): Promise<readonly PromiseRejectedResult[]> {
  const outcomes = await Promise.allSettled(files.map(({ key }) => storage.remove(key)));
  const gone = files.filter((_file, index) => outcomes[index]?.status === 'fulfilled').map(({ id }) => id);
  if (gone.length > 0) await forget(db, gone);
  return outcomes.filter((outcome) => outcome.status === 'rejected');
}

/** Erases the hackathon's data of the person whose place it is, in every service, in this transaction. */
export const eraseData: Action<'registrations.eraseData'> = async (ctx) => {
  const told = await eraseFrom(ctx.db, ctx.resource.id);
  for (const organization_id of told) ctx.broadcast('facts', { organization_id });
  return { erased: true };
};

/** The chore that removes forgotten and discarded files. It goes on as long as any can be removed. */
export const clearAway =
  (storage: Storage) =>
  async (db: Db): Promise<void> => {
    await discardForgotten(db);
    for (;;) {
      const files = await someDiscarded(db, handful);
      const failures = await removeFiles(db, storage, files);
      if (files.length === handful && failures.length < handful) continue;
      if (failures[0]) throw failures[0].reason;
      return;
    }
  };
