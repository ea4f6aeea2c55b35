/**
 * Sends zips. A file is requested once the client has read those before it, because the bus has no backpressure; so one
 * file is in memory at a time. Files are not compressed: most are already.
 */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { makeZip } from 'client-zip';
import { base64Length, fromBase64 } from '../../../shared/base/packed.ts';
import { csv } from '../../../shared/base/csv.ts';
import { Failure, isFailure } from '../../../shared/base/failure.ts';
import { archive } from '../../../shared/contract/concerns.ts';
import type { ArchivedFile } from '../../../shared/contract/files.ts';
import type { ActionAnswer } from '../../../shared/contract/index.ts';
import { forward } from '../forward.ts';
import { archivedFileTries, archiveReadWithin, backOff, silentTransferMs } from '../limits.ts';
import { replyTo, type Gateway, type GatewayRequest, type Step } from '../request.ts';
import { sendFile, checkWhole } from './downloads.ts';

type OfHackathon = ActionAnswer<'registrations.exportFiles'>;
type Own = ActionAnswer<'identity.exportData'>;

/** Sends a zip; its slots are kept until the client has read everything, or has gone. */
export const sendArchive: Step = (endpoint, gateway) => {
  if (!archive.of(endpoint)) return undefined;
  return (request, next) =>
    gateway.archives.use(request.viewer?.user_id ?? '', async () => {
      await next(request);
      const { data, organization_id } = replyTo(request);
      const listed = data as OfHackathon | Own;
      const entries = 'texts' in listed ? ownEntries : entriesOf;
      const head = { filename: listed.filename, size: null, content_type: 'application/zip' };
      await gateway.archives.share(organization_id, () => {
        const content = makeZip(entries(gateway, request, listed as OfHackathon & Own));
        return sendFile(request, head, Readable.fromWeb(content), archiveReadWithin);
      });
    });
};

/** The files in their order, then the manifest. A deleted file is left out. */
async function* entriesOf(gateway: Gateway, request: GatewayRequest, { super_event_id, files }: OfHackathon) {
  const lines: ArchivedFile[] = [];
  for (const file of files) {
    let isThere = false;
    for await (const entry of entryOf(gateway, request, { ...file, super_event_id })) {
      isThere = true;
      yield entry;
    }
    lines.push(isThere ? file : { ...file, path: '' });
  }
  yield { name: 'manifest.csv', input: await manifestOf(lines) };
}

/** The texts, then the files. A deleted file is left out. */
async function* ownEntries(gateway: Gateway, request: GatewayRequest, { texts, files }: Own) {
  for (const { path, content } of texts) yield { name: path, input: content };
  for (const file of files) yield* entryOf(gateway, request, file);
}

/** A file, read when it is its turn; nothing if it was deleted. */
async function* entryOf(
  gateway: Gateway,
  request: GatewayRequest,
  { super_event_id, file_id, size, path }: Own['files'][number],
) {
  const content = new FileContent(() => ask(gateway, request, { super_event_id, file_id }), size);
  try {
    if (await content.open()) yield { name: path, input: content };
  } finally {
    // The client may have gone in the middle of it.
    content.close();
  }
}

const manifestOf = (files: readonly ArchivedFile[]): Promise<string> =>
  text(
    csv(['Name', 'Email', 'File', 'Status'], Readable.from([files], { objectMode: true }), (file: ArchivedFile) => [
      ...[file.name, file.email, file.path, file.status],
    ]),
  );

/** Requests a file; undefined if it was deleted. */
async function ask(
  { broker, bus }: Gateway,
  { viewer, requestId }: GatewayRequest,
  params: { readonly super_event_id: string; readonly file_id: string },
): Promise<Readable | undefined> {
  const call = { action: 'registrations.readFile', endpoint: { unit: 'read', answer: 'file' } as const, params };
  try {
    const reply = await forward(broker, bus, { ...call, viewer, requestId, writeKey: '', clientChoseKey: false });
    // It may still fail when nobody reads it any more.
    return (reply.data as Readable).on('error', () => undefined);
  } catch (error) {
    if (isFailure(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

/**
 * The bytes of a file. If the sending process dies, another one continues, without the bytes that were already sent.
 */
class FileContent implements AsyncIterable<Buffer> {
  readonly #ask: () => Promise<Readable | undefined>;
  readonly #size: number;
  #stream: Readable | undefined;
  #isClosed = false;

  constructor(ask: () => Promise<Readable | undefined>, size: number) {
    this.#ask = ask;
    this.#size = size;
  }

  /** Returns whether it is there. */
  async open(): Promise<boolean> {
    this.#stream?.destroy();
    this.#stream = await this.#ask();
    return this.#stream !== undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.#stream?.destroy();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    let passed = 0;
    for (let tries = 1; ; tries++) {
      let at = 0;
      try {
        for await (const bytes of this.#bytes()) {
          const fresh = bytes.subarray(Math.max(0, passed - at));
          at += bytes.length;
          passed = Math.max(passed, at);
          if (fresh.length > 0) yield fresh;
        }
        return;
      } catch (error) {
        if (this.#isClosed || tries === archivedFileTries) throw error;
      }
      await pause(backOff.mostMs);
      if (!(await this.open())) throw new Failure('NOT_FOUND');
    }
  }

  #bytes(): AsyncGenerator<Buffer> {
    if (!this.#stream) throw new Error('It was not opened.');
    const complete = checkWhole(this.#stream, { size: base64Length(this.#size), silentMs: silentTransferMs });
    return fromBase64(complete(this.#stream));
  }
}
