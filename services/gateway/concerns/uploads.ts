/**
 * Receives the files of a form: checks the permission first, streams each file to its store, then calls the action
 * once. Files that the action did not claim are removed.
 */
import { failureOf } from '../../../shared/kit/translate.ts';
import type { Viewer } from '../../../shared/base/viewer.ts';
import { uploads } from '../../../shared/contract/concerns.ts';
import type { StoredFile } from '../../../shared/contract/files.ts';
import type { ActionAnswer, ActionName } from '../../../shared/contract/index.ts';
import type { Reply, CallTraits } from '../call.ts';
import { forward } from '../forward.ts';
import { formWithinMs, removalWithinMs } from '../limits.ts';
import type { Gateway, Next, GatewayRequest, Step } from '../request.ts';
import { cleanPath, readFields, readRest } from './body.ts';
import { checkFormHeaders, isForm, readForm, type ArrivingFile } from './form.ts';

type Rules = ActionAnswer<'registrations.prepareUpload'>;

/** Reads a form with its files; any other body is left to the next step. */
export const readUploads: Step = (endpoint, gateway) => {
  if (!uploads.of(endpoint)) return undefined;
  return (request, next) => {
    const { req, viewer } = request;
    return viewer && isForm(req) ? new Uploads(gateway, request, viewer).claim(next) : next(request);
  };
};

/** The files of one request. */
class Uploads {
  readonly #gateway: Gateway;
  readonly #request: GatewayRequest;
  readonly #viewer: Viewer;
  readonly #stored: StoredFile[] = [];

  constructor(gateway: Gateway, request: GatewayRequest, viewer: Viewer) {
    this.#gateway = gateway;
    this.#request = request;
    this.#viewer = viewer;
  }

  /** Has the action claim the files, and removes them if it fails or was a repeat. */
  async claim(next: Next): Promise<void> {
    await this.#receive();
    try {
      await next(this.#request);
    } catch (error) {
      await this.#discard();
      throw error;
    }
    if (this.#request.reply?.replayed) await this.#discard();
  }

  async #receive(): Promise<void> {
    const { req, route, path } = this.#request;
    try {
      checkFormHeaders(req);
      const { data, node } = await this.#ask('registrations.prepareUpload', {
        action: route.action,
        path: cleanPath(path),
      });
      const rules = data as Rules;
      const { user_id } = this.#viewer;
      const fields = await this.#gateway.uploads.use(user_id, () => this.#read(rules, node), rules.organization_id);
      this.#request.body = readFields(route.endpoint, fields);
      this.#request.files = this.#stored;
    } catch (error) {
      await this.#discard();
      await readRest(req);
      throw error;
    }
  }

  #read(rules: Rules, node: string | undefined): Promise<Map<string, string>> {
    return readForm(this.#request.req, {
      largestFile: rules.max_bytes,
      takesFile: (field_id) => rules.file_fields.includes(field_id),
      store: async (file) => {
        const stored = await this.#store(file, rules, node);
        this.#stored.push(stored);
        return stored.size;
      },
    });
  }

  /** Removes unclaimed files. Cleanup removes the rest. */
  async #discard(): Promise<void> {
    if (this.#stored.length === 0) return;
    const file_ids = this.#stored.map(({ file_id }) => file_id);
    await this.#ask('registrations.discardFiles', { file_ids }, { deadline: removalWithinMs }).catch(() => undefined);
  }

  /**
   * Stores a file. All chunks must reach one process, so the call names its node. A stream cannot be repeated, so
   * there is one attempt, which is over once the bus is lost.
   */
  async #store({ field_id, filename, content }: ArrivingFile, rules: Rules, nodeID?: string): Promise<StoredFile> {
    const { organization_id, super_event_id, event_id, max_bytes } = rules;
    const params = { organization_id, super_event_id, event_id, max_bytes, field_id, filename };
    const { broker, bus } = this.#gateway;
    try {
      const stored = broker.call<StoredFile, typeof params>('registrations.storeFile', params, {
        requestID: this.#request.requestId,
        caller: 'gateway',
        meta: { viewer: this.#viewer },
        headers: { deadline: Date.now() + formWithinMs },
        timeout: formWithinMs,
        stream: content,
        ...(nodeID && { nodeID }),
      });
      return await bus.hear(stored);
    } catch (error) {
      throw failureOf(error) ?? error;
    }
  }

  #ask(action: ActionName, params: Record<string, unknown>, endpoint: CallTraits = { unit: 'read' }): Promise<Reply> {
    const { broker, bus } = this.#gateway;
    const { requestId } = this.#request;
    const own = { viewer: this.#viewer, requestId, writeKey: '', clientChoseKey: false };
    return forward(broker, bus, { action, endpoint, params, ...own });
  }
}
