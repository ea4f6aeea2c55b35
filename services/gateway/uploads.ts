/**
 * Requests that bring files. First whether the viewer may do it at all, then each file is streamed to where it is stored,
 * then the action is called once with what was stored. Files the action did not take are removed again.
 */
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import type { ServiceBroker } from 'moleculer';
import type { Bus } from '../../shared/broker/bus.ts';
import { failureOf } from '../../shared/broker/translate.ts';
import type { Viewer } from '../../shared/broker/viewer.ts';
import type { StoredFile } from '../../shared/contract/files.ts';
import { contracts, type ActionAnswer, type ActionName, type Route } from '../../shared/contract/index.ts';
import type { Reply } from './errand.ts';
import { forward } from './forward.ts';
import { readFields } from './params.ts';
import type { Body } from './read-body.ts';
import { checkFormHeaders, readForm, type ArrivingFile } from './read-form.ts';

type Rules = ActionAnswer<'registrations.prepareUpload'>;

/** Milliseconds: how long a file may take to arrive, how long removing takes at most before it is left to housekeeping. */
const [slowestFile, slowestRemoval] = [120_000, 2_000];
/** Milliseconds in which what a refused client is still sending is read, so that it comes to read the answer. */
const lingering = 2_000;

export interface Arrival {
  readonly body: Body;
  /** Undefined where the request could not carry any. */
  readonly files?: readonly StoredFile[];
}

export class Uploads {
  readonly #broker: ServiceBroker;
  readonly #bus: Bus;
  readonly #requestId: string;
  readonly #viewer: Viewer;

  constructor({ broker, bus }: { broker: ServiceBroker; bus: Bus }, requestId: string, viewer: Viewer) {
    this.#broker = broker;
    this.#bus = bus;
    this.#requestId = requestId;
    this.#viewer = viewer;
  }

  async receive(req: IncomingMessage, { action, endpoint }: Route, path: Record<string, string>): Promise<Arrival> {
    const files: StoredFile[] = [];
    try {
      checkFormHeaders(req);
      const { data, node } = await this.#ask('registrations.prepareUpload', { action, path });
      const rules = data as Rules;
      const fields = await readForm(req, {
        largestFile: rules.max_bytes,
        takesFile: (field_id) => rules.file_fields.includes(field_id),
        store: async (file) => {
          const stored = await this.#store(file, rules, node);
          files.push(stored);
          return stored.size;
        },
      });
      return { body: readFields(endpoint, fields), files };
    } catch (error) {
      await this.discard(files);
      await readRest(req);
      throw error;
    }
  }

  /** Runs what is to take the files, and removes them where it did not: it failed, or had been done before. */
  async use(files: readonly StoredFile[] = [], task: () => Promise<Reply>): Promise<Reply> {
    try {
      const reply = await task();
      if (reply.replayed) await this.discard(files);
      return reply;
    } catch (error) {
      await this.discard(files);
      throw error;
    }
  }

  /** Only what nobody has claimed goes; what this does not reach, housekeeping finds. */
  async discard(files: readonly StoredFile[]): Promise<void> {
    if (files.length === 0) return;
    const file_ids = files.map(({ file_id }) => file_id);
    await this.#ask('registrations.discardFiles', { file_ids }, slowestRemoval).catch(() => undefined);
  }

  /** Every chunk has to reach the same process, so that one is named. A stream cannot be sent again: there is one try. */
  async #store({ field_id, filename, content }: ArrivingFile, rules: Rules, nodeID?: string): Promise<StoredFile> {
    const { organization_id, super_event_id, event_id, max_bytes } = rules;
    const params = { organization_id, super_event_id, event_id, max_bytes, field_id, filename };
    try {
      return await this.#broker.call<StoredFile, typeof params>('registrations.storeFile', params, {
        requestID: this.#requestId,
        caller: 'gateway',
        meta: { viewer: this.#viewer },
        headers: { deadline: Date.now() + slowestFile },
        timeout: slowestFile,
        stream: content,
        ...(nodeID && { nodeID }),
      });
    } catch (error) {
      throw failureOf(error) ?? error;
    }
  }

  #ask<N extends ActionName>(action: N, params: Record<string, unknown>, deadline?: number): Promise<Reply> {
    const endpoint = deadline ? { deadline } : contracts.registrations.prepareUpload;
    const own = { viewer: this.#viewer, requestId: this.#requestId, writeKey: '', clientChoseKey: false };
    return forward(this.#broker, this.#bus, { action, endpoint, params, ...own });
  }
}

/** A connection that is closed while data still arrives is reset, and the answer may be lost with it. */
async function readRest(req: IncomingMessage): Promise<void> {
  if (req.complete || req.destroyed) return;
  req.resume();
  await finished(req, { signal: AbortSignal.timeout(lingering) }).catch(() => undefined);
}
