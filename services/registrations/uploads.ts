/**
 * Files on their way in, out and away.
 *
 * A file's row is there before its bytes and goes after them, so that whatever is stored is known of. Until a
 * registration claims it, in the transaction that writes the answers, nobody can read it.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { authorize } from '../../shared/broker/access.ts';
import { Failure, isFailure } from '../../shared/broker/failure.ts';
import type { Chore } from '../../shared/broker/housekeeping.ts';
import type { Action } from '../../shared/broker/implement.ts';
import type { Endpoint, Requirement } from '../../shared/contract/endpoint.ts';
import { routes } from '../../shared/contract/index.ts';
import type { Db } from '../../shared/database/database.ts';
import { acceptedTypes, contentTypeOf, nameFitting } from './files/content-type.ts';
import { cleanFilename } from './files/filename.ts';
import type { Storage } from './files/storage.ts';
import {
  discardForgotten,
  discardUnclaimed,
  findFile,
  findUploadRules,
  forget,
  noteFile,
  someDiscarded,
} from './queries/files.ts';
import { largestFile } from './rules.ts';

/** Files removed at a time. */
const handful = 100;

/** The guard of the action itself, with the path alone: what its body says is not known yet. */
export const prepareUpload: Action<'registrations.prepareUpload'> = async (ctx) => {
  const { action, path } = ctx.params;
  const found = await authorize(ctx.db, ctx.viewer, guardOf(action), path);
  if ('refused' in found) throw new Failure(found.refused);
  const { organization_id, super_event_id, event_id } = found.place;
  const rules = await findUploadRules(ctx.db, { super_event_id, event_id });
  if (!super_event_id || !rules) return ctx.fail('NOT_FOUND');
  const { max_file_mb, file_fields } = rules;
  return { organization_id, super_event_id, event_id, max_bytes: largestFile(max_file_mb), file_fields };
};

function guardOf(action: string): Requirement {
  const { uploads, access }: Partial<Endpoint> = routes.find((route) => route.action === action)?.endpoint ?? {};
  if (!uploads || typeof access !== 'object') throw new Error(`${action} takes no files.`);
  return access;
}

/** Nothing reaches the storage before all of it has arrived, is known to be small enough and of a type that is taken. */
export const storeFile =
  (storage: Storage): Action<'registrations.storeFile'> =>
  async (ctx) => {
    const { max_bytes, filename: given, ...rest } = ctx.params;
    const path = join(tmpdir(), `muster-upload-${randomUUID()}`);
    try {
      const { size, sha256 } = await receive(ctx.stream, path, max_bytes);
      const cleaned = cleanFilename(given);
      const content_type = size > 0 ? await contentTypeOf(path, cleaned) : undefined;
      if (!content_type) return ctx.fail('VALIDATION_FAILED', { errors: [unacceptable(rest.field_id, size)] });
      const key = randomUUID();
      const filename = nameFitting(cleaned, content_type);
      const file = { ...rest, key, filename, size, content_type, sha256 };
      const file_id = await noteFile(ctx.db, { ...file, user_id: ctx.viewer.user_id });
      await storage.keep(path, key, { content_type, size });
      return { file_id, field_id: rest.field_id, filename, size, content_type, sha256 };
    } finally {
      await rm(path, { force: true });
    }
  };

async function receive(content: Readable, path: string, limit: number) {
  const hash = createHash('sha256');
  let size = 0;
  // What breaks after we have given up is nobody's concern any more.
  content.on('error', () => undefined);
  const measured = async function* (chunks: AsyncIterable<Buffer | string>) {
    for await (const bytes of decoded(chunks)) {
      size += bytes.length;
      if (size > limit) throw new Failure('PAYLOAD_TOO_LARGE');
      hash.update(bytes);
      yield bytes;
    }
  };
  await pipeline(content, measured, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { size, sha256: hash.digest('hex') };
}

/** Base64 may be cut anywhere. It breaks off where who sends it says why, or is gone. */
async function* decoded(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  let text = '';
  try {
    for await (const chunk of chunks) {
      text += chunk.toString();
      const whole = text.length - (text.length % 4);
      yield Buffer.from(text.slice(0, whole), 'base64');
      text = text.slice(whole);
    }
  } catch (error) {
    throw isFailure(error) ? error : new Failure('UNAVAILABLE', {}, { cause: error });
  }
}

const unacceptable = (field_id: string, size: number) => {
  const field = `file_${field_id}`;
  return size === 0
    ? { field, code: 'fileEmpty', message: `${field} is empty` }
    : { field, code: 'fileType', message: `${field} is none of the types that are taken: ${acceptedTypes.join(', ')}` };
};

export const discardFiles =
  (storage: Storage): Action<'registrations.discardFiles'> =>
  async (ctx) => {
    const discarded = await discardUnclaimed(ctx.db, ctx.viewer.user_id, ctx.params.file_ids);
    if (discarded > 0) await removeDiscarded(ctx.db, storage);
    return { discarded };
  };

export const getFile =
  (storage: Storage): Action<'registrations.getFile'> =>
  async (ctx) => {
    const { key, ...head } = (await findFile(ctx.db, ctx.place.id)) ?? ctx.fail('NOT_FOUND');
    return { ...head, content: await storage.read(key) };
  };

/** Removes bytes before rows, so that a crash between the two leaves something to find them by. */
async function removeDiscarded(db: Db, storage: Storage): Promise<void> {
  for (let last = handful; last === handful;) {
    const files = await someDiscarded(db, handful);
    await Promise.all(files.map(({ key }) => storage.remove(key)));
    if (files.length > 0) {
      await forget(
        db,
        files.map(({ id }) => id),
      );
    }
    last = files.length;
  }
}

export const clearAway =
  (storage: Storage): Chore =>
  async (db) => {
    await discardForgotten(db);
    await removeDiscarded(db, storage);
  };
