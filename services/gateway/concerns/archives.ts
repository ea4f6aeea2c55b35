/**
 * Sends zips. The bus has no backpressure, so files are requested part by part, while the client reads the part before: little is in
 * memory, and the answers of other requests never wait behind a whole file. Files are not compressed: most are already.
 */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { makeZip } from 'client-zip';
import { csv } from '../../../shared/base/csv.ts';
import { isFailure } from '../../../shared/base/failure.ts';
import { archive } from '../../../shared/contract/concerns.ts';
import type { ArchivedFile } from '../../../shared/contract/files.ts';
import type { ActionAnswer } from '../../../shared/contract/index.ts';
import { forward } from '../forward.ts';
import { archivedPart, archiveReadWithin, backOff } from '../limits.ts';
import { replyTo, type Gateway, type GatewayRequest, type Step } from '../request.ts';
import { sendFile } from './downloads.ts';

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

/** A file, read when it is its turn; nothing if it was deleted, or its store has another one. */
async function* entryOf(
  gateway: Gateway,
  request: GatewayRequest,
  { super_event_id, file_id, size, path }: Own['files'][number],
) {
  const partFrom = (from: number) => readPart(gateway, request, { super_event_id, file_id, from });
  try {
    const first = await partFrom(0);
    if (first.size === size) yield { name: path, input: contentOf(partFrom, first) };
  } catch (error) {
    if (!isFailure(error, 'NOT_FOUND')) throw error;
  }
}

/** The bytes of a file, of which each part is requested while the client reads the one before. */
async function* contentOf(partFrom: (from: number) => Promise<FilePart>, first: FilePart) {
  const { size } = first;
  let sent = 0;
  for (let { content } = first; ;) {
    sent += content.length;
    const next = sent < size ? partFrom(sent) : undefined;
    // It may fail while the client still reads, or has gone.
    next?.catch(() => undefined);
    yield content;
    if (!next) return;
    ({ content } = await next);
    if (content.length === 0) throw new Error(`The file ended after ${sent} of ${size} bytes.`);
  }
}

interface FilePart {
  readonly content: Buffer;
  readonly size: number;
}

const manifestOf = (files: readonly ArchivedFile[]): Promise<string> =>
  text(
    csv(['Name', 'Email', 'File', 'Status'], Readable.from([files], { objectMode: true }), (file: ArchivedFile) => [
      ...[file.name, file.email, file.path, file.status],
    ]),
  );

interface Part {
  readonly super_event_id: string;
  readonly file_id: string;
  readonly from: number;
}
/** Requests a part of a file, again where the process that reads it has died. */
async function readPart(
  { broker, bus }: Gateway,
  { viewer, requestId }: GatewayRequest,
  part: Part,
): Promise<FilePart> {
  const params = { ...part, bytes: archivedPart.bytes };
  const call = { action: 'registrations.readFilePart', endpoint: { unit: 'read' } as const, params };
  for (let tries = 1; ; tries++) {
    try {
      const reply = await forward(broker, bus, { ...call, viewer, requestId, writeKey: '', clientChoseKey: false });
      const { content, size } = reply.data as ActionAnswer<'registrations.readFilePart'>;
      return { content: Buffer.from(content, 'base64'), size };
    } catch (error) {
      if (isFailure(error, 'NOT_FOUND') || tries === archivedPart.tries) throw error;
      await pause(backOff.mostMs);
    }
  }
}
