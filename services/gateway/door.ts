/**
 * What happens to one request between its arrival and its answer, in this order: who is it, is it too often, what does
 * it say, which action answers. Nobody's body is read before their key is known.
 */
import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ServiceBroker } from 'moleculer';
import { Failure } from '../../shared/broker/failure.ts';
import type { Bus } from '../../shared/broker/bus.ts';
import { actorOf, type Viewer } from '../../shared/broker/viewer.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { AssetName } from '../../shared/contract/gateway.ts';
import type { Page } from '../../shared/contract/schema.ts';
import type { AddressOf } from './address.ts';
import type { SendAsset } from './assets.ts';
import type { Authenticate } from './authenticate.ts';
import { sendBare, sendData } from './envelope.ts';
import type { Reply } from './errand.ts';
import { forward } from './forward.ts';
import { sendPage } from './pages.ts';
import { gatherParams } from './params.ts';
import type { Limit } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { isForm } from './read-form.ts';
import { sendFile } from './send-file.ts';
import { Uploads, type Arrival } from './uploads.ts';
import type { Asked, Visit } from './visit.ts';

export interface Door {
  readonly broker: ServiceBroker;
  readonly bus: Bus;
  readonly authenticate: Authenticate;
  readonly limit: Limit;
  readonly addressOf: AddressOf;
  readonly sendAsset: SendAsset;
}

/** Bytes of JSON at most, unless an endpoint says otherwise. */
const usualBody = 100_000;

export async function serve(door: Door, visit: Visit): Promise<void> {
  const { req, head, requestId, route, path, query } = visit;
  const { action, method, endpoint } = route;
  const arrived = Date.now();
  const viewer = await admit(door, visit, endpoint);
  const waited = Date.now() - arrived;
  const uploads = viewer && endpoint.uploads && isForm(req) ? new Uploads(door, requestId, viewer) : undefined;
  const { body, files }: Arrival = uploads
    ? await uploads.receive(req, route, path)
    : { body: method === 'GET' ? {} : await readBody(req, endpoint.maxBody ?? usualBody) };
  if (viewer && endpoint.cost) await door.limit(head, actorOf(viewer), endpoint, body);

  const carryOut = async () => {
    const params = gatherParams(endpoint, path, query, body);
    const key = endpoint.unit === 'read' ? noWriteKey : writeKeyOf(req, viewer);
    const errand = { action, endpoint, params, viewer, waited, files, requestId, address: door.addressOf(req), ...key };
    const reply = await forward(door.broker, door.bus, errand);
    if (reply.replayed && key.clientChoseKey) head['Idempotent-Replayed'] = 'true';
    return reply;
  };
  const reply = uploads ? await uploads.use(files, carryOut) : await carryOut();
  if (endpoint.asset) return door.sendAsset(visit, reply.data as AssetName, endpoint.asset);
  await send(visit, endpoint, reply);
}

function send(visit: Visit, { bare, page }: Endpoint, { data, status, file }: Reply): void | Promise<void> {
  if (file) return sendFile(visit, file, data as Readable);
  if (page) return sendPage(visit, data as Page);
  return bare ? sendBare(visit, data) : sendData(visit, status, data);
}

/** Who comes in, as far as it matters. What strangers may write is counted by their address. */
async function admit(door: Door, asked: Asked, endpoint: Endpoint): Promise<Viewer | undefined> {
  const { req, head } = asked;
  const { access, unit } = endpoint;
  const shows = req.headers['x-api-key'] !== undefined || req.headers.authorization !== undefined;
  if (access === 'public' || (access === 'anyone' && !shows)) {
    if (unit !== 'read') await door.limit(head, door.addressOf(req), {}, undefined);
    return undefined;
  }
  const viewer = await identify(door, asked, endpoint);
  if (access === 'session' && viewer.session_id === null) throw new Failure('SESSION_REQUIRED');
  return viewer;
}

/** Whoever has no key is counted by address. What depends on the body is counted after it was read. */
export async function identify(door: Door, { req, head }: Asked, endpoint: Pick<Endpoint, 'cost'>): Promise<Viewer> {
  try {
    const viewer = await door.authenticate(req);
    if (!endpoint.cost) await door.limit(head, actorOf(viewer), endpoint, undefined);
    return viewer;
  } catch (error) {
    if ((error as Failure).type === 'UNAUTHENTICATED') {
      await door.limit(head, door.addressOf(req), {}, undefined);
    }
    throw error;
  }
}

const noWriteKey = { writeKey: '', clientChoseKey: false };

/** The client's key, else one of ours that lives as long as our own retries. What strangers call theirs is ignored. */
function writeKeyOf(req: IncomingMessage, viewer: Viewer | undefined) {
  const chosen = viewer && req.headers['idempotency-key'];
  if (chosen === undefined) return { writeKey: randomUUID(), clientChoseKey: false };
  if (typeof chosen !== 'string' || chosen === '' || chosen.length > 255) {
    throw new Failure('VALIDATION_FAILED', {
      errors: [{ field: 'Idempotency-Key', code: 'length', message: 'Idempotency-Key must have 1 to 255 characters.' }],
    });
  }
  return { writeKey: chosen, clientChoseKey: true };
}
