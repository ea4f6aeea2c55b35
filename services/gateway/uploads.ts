/**
 * Handles requests with files: checks permission first, streams each file to its store, then calls the action once.
 * Files that the action did not claim are removed.
 */
import type { IncomingMessage } from 'node:http';
import type { ServiceBroker } from 'moleculer';
import type { Bus } from '../../shared/bus/bus.ts';
import { failureOf } from '../../shared/kit/translate.ts';
import type { Viewer } from '../../shared/base/viewer.ts';
import type { StoredFile } from '../../shared/contract/files.ts';
import { contracts, type ActionAnswer, type ActionName, type Route } from '../../shared/contract/index.ts';
import type { Reply } from './errand.ts';
import { forward } from './forward.ts';
import { readFields } from './params.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { Body } from './read-body.ts';
import { readRest } from './read-body.ts';
import { checkFormHeaders, readForm, type ArrivingFile } from './read-form.ts';

type Rules = ActionAnswer<'registrations.prepareUpload'>;

/** Milliseconds: for one file to arrive, and for removing files before that is left to housekeeping. */
const [slowestFile, slowestRemoval] = [120_000, 2_000];

export interface Arrival {
  readonly body: Body;
  /** Undefined where the request cannot carry files. */
  readonly files?: readonly StoredFile[];
}

interface Surroundings {
  readonly broker: ServiceBroker;
  readonly bus: Bus;
  readonly uploads: ConcurrencyLimit;
}

/** Receives the files of one request. */
export class Uploads {
  readonly #broker: ServiceBroker;
  readonly #bus: Bus;
  readonly #limit: ConcurrencyLimit;
  readonly #requestId: string;
  readonly #viewer: Viewer;

  constructor({ broker, bus, uploads }: Surroundings, requestId: string, viewer: Viewer) {
    this.#broker = broker;
    this.#bus = bus;
    this.#limit = uploads;
    this.#requestId = requestId;
    this.#viewer = viewer;
  }

  async receive(req: IncomingMessage, route: Route, path: Record<string, string>): Promise<Arrival> {
    const files: StoredFile[] = [];
    try {
      checkFormHeaders(req);
      const fields = await this.#limit.use(this.#viewer.user_id, () => this.#read(req, { route, path }, files));
      return { body: readFields(route.endpoint, fields), files };
    } catch (error) {
      await this.discard(files);
      await readRest(req);
      throw error;
    }
  }

  async #read(
    req: IncomingMessage,
    { route: { action }, path }: { readonly route: Route; readonly path: Record<string, string> },
    files: StoredFile[],
  ): Promise<Map<string, string>> {
    const { data, node } = await this.#ask('registrations.prepareUpload', { action, path });
    const rules = data as Rules;
    return readForm(req, {
      largestFile: rules.max_bytes,
      takesFile: (field_id) => rules.file_fields.includes(field_id),
      store: async (file) => {
        const stored = await this.#store(file, rules, node);
        files.push(stored);
        return stored.size;
      },
    });
  }

  /** Runs the task that claims the files, and removes them if it fails or was a repeat. */
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

  /** Removes unclaimed files. Housekeeping removes what is missed here. */
  async discard(files: readonly StoredFile[]): Promise<void> {
    if (files.length === 0) return;
    const file_ids = files.map(({ file_id }) => file_id);
    await this.#ask('registrations.discardFiles', { file_ids }, slowestRemoval).catch(() => undefined);
  }

  /**
   * Stores a file. All chunks must reach one process, so the call names its node. A stream cannot be repeated, so
   * there is one attempt.
   */
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
