/**
 * What happens to one request between its arrival and its answer, in this order: who is it, is it too often, what does
 * it say, which action answers. Nobody's body is read before their key is known.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Context, ServiceBroker } from 'moleculer';
import { Failure } from '../../shared/broker/failure.ts';
import type { Bus } from '../../shared/broker/bus.ts';
import { actorOf, type Viewer } from '../../shared/broker/viewer.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { Route } from '../../shared/contract/index.ts';
import type { AssetName } from '../../shared/contract/gateway.ts';
import type { Page } from '../../shared/contract/schema.ts';
import type { AddressOf } from './address.ts';
import type { SendAsset } from './assets.ts';
import type { Authenticate } from './authenticate.ts';
import { sendBare, sendData } from './envelope.ts';
import { forward, type Reply } from './forward.ts';
import { sendPage } from './pages.ts';
import { gatherParams } from './params.ts';
import type { Limit } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { isForm } from './read-form.ts';
import { sendFile } from './send-file.ts';
import { Uploads, type Arrival } from './uploads.ts';

export interface Door {
  readonly broker: ServiceBroker;
  readonly bus: Bus;
  readonly authenticate: Authenticate;
  readonly limit: Limit;
  readonly addressOf: AddressOf;
  readonly sendAsset: SendAsset;
}
export interface Visit {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly ctx: Context;
  readonly route: Route;
  readonly path: Record<string, string>;
  readonly query: URLSearchParams;
}

/** Bytes of JSON at most, unless an endpoint says otherwise. */
const usualBody = 100_000;

export async function serve(door: Door, { req, res, ctx, route, path, query }: Visit): Promise<void> {
  const { action, method, endpoint } = route;
  const arrived = Date.now();
  const viewer = await admit(door, req, res, endpoint);
  const waited = Date.now() - arrived;
  const uploads = viewer && endpoint.uploads && isForm(req) ? new Uploads(door, ctx, viewer) : undefined;
  const { body, files }: Arrival = uploads
    ? await uploads.receive(req, route, path)
    : { body: method === 'GET' ? {} : await readBody(req, endpoint.maxBody ?? usualBody) };
  if (viewer && endpoint.cost) await door.limit(res, actorOf(viewer), endpoint, body);

  const carryOut = async () => {
    const params = gatherParams(endpoint, path, query, body);
    const key = endpoint.unit === 'read' ? noWriteKey : writeKeyOf(req, viewer);
    const errand = { action, endpoint, params, viewer, waited, files, address: door.addressOf(req), ...key };
    const reply = await forward(door.broker, door.bus, ctx, errand);
    if (reply.replayed && key.clientChoseKey) res.setHeader('Idempotent-Replayed', 'true');
    return reply;
  };
  const reply = uploads ? await uploads.use(files, carryOut) : await carryOut();
  if (endpoint.asset) return door.sendAsset(req, res, reply.data as AssetName, endpoint.asset);
  await send(res, endpoint, reply);
}

function send(res: ServerResponse, { bare, page }: Endpoint, { data, status, file }: Reply): void | Promise<void> {
  if (file) return sendFile(res, file, data as Readable);
  if (page) return sendPage(res, data as Page);
  return bare ? sendBare(res, data) : sendData(res, status, data);
}

/** Who comes in, as far as it matters. What strangers may write is counted by their address. */
async function admit(
  door: Door,
  req: IncomingMessage,
  res: ServerResponse,
  endpoint: Endpoint,
): Promise<Viewer | undefined> {
  const { access, unit } = endpoint;
  const shows = req.headers['x-api-key'] !== undefined || req.headers.authorization !== undefined;
  if (access === 'public' || (access === 'anyone' && !shows)) {
    if (unit !== 'read') await door.limit(res, door.addressOf(req), {}, undefined);
    return undefined;
  }
  const viewer = await identify(door, req, res, endpoint);
  if (access === 'session' && viewer.session_id === null) throw new Failure('SESSION_REQUIRED');
  return viewer;
}

/** Whoever has no key is counted by address. What depends on the body is counted after it was read. */
export async function identify(
  door: Door,
  req: IncomingMessage,
  res: ServerResponse,
  endpoint: Pick<Endpoint, 'cost'>,
): Promise<Viewer> {
  try {
    const viewer = await door.authenticate(req);
    if (!endpoint.cost) await door.limit(res, actorOf(viewer), endpoint, undefined);
    return viewer;
  } catch (error) {
    if ((error as Failure).type === 'UNAUTHENTICATED') {
      await door.limit(res, door.addressOf(req), {}, undefined);
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
