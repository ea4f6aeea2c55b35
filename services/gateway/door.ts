/**
 * Serves one request in this order: authenticate, count against limits, read the body, call the action, answer. No
 * body is read before the key is known.
 */
import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ServiceBroker } from 'moleculer';
import { Failure } from '../../shared/base/failure.ts';
import type { Bus } from '../../shared/bus/bus.ts';
import type { Viewer } from '../../shared/base/viewer.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { prefersHtml } from './accept.ts';
import type { Admission } from './admission.ts';
import type { SendAsset } from './assets.ts';
import { sendData } from './envelope.ts';
import { patienceFor, type Errand, type Reply } from './errand.ts';
import type { FactStreams } from './fact-streams.ts';
import type { Subscription } from './fact-stream.ts';
import { forward } from './forward.ts';
import { countedAs, identify, limitNetwork, type Threshold } from './identify.ts';
import type { NextPage } from './next-page.ts';
import { gatherParams } from './params.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import { passOver, readBody, readPacked } from './read-body.ts';
import { isForm } from './read-form.ts';
import { sendFile } from './send-file.ts';
import type { SessionCookie } from './session-cookie.ts';
import { sendTagged } from './tagged.ts';
import { heedUnknown } from './unknown-members.ts';
import { Uploads, type Arrival } from './uploads.ts';
import type { Asked, Visit } from './visit.ts';

export interface Door extends Threshold {
  readonly broker: ServiceBroker;
  readonly bus: Bus;
  readonly sendAsset: SendAsset;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly nextPage: NextPage;
  readonly sessionCookie: SessionCookie;
  readonly admission: Admission;
  readonly uploads: ConcurrencyLimit;
  readonly downloads: ConcurrencyLimit;
  readonly streams: FactStreams;
}

/** Maximum size of a JSON body in bytes, unless the endpoint has its own. */
const usualBody = 100_000;

/** Serves a request that has an endpoint. Sends every answer but a thrown failure. */
export async function serve(door: Door, visit: Visit): Promise<void> {
  const { endpoint } = visit.route;
  await door.admission.knock(endpoint);
  const arrived = Date.now();
  const viewer = await admit(door, visit, endpoint);
  const known = { viewer, waited: Date.now() - arrived };
  if (viewer && endpoint.answer === 'stream') door.streams.reserve(viewer, visit);
  // Keeps the download slot until the client has read everything.
  if (viewer && endpoint.answer === 'file') await door.downloads.use(viewer.user_id, () => answer(door, visit, known));
  else await answer(door, visit, known);
}

async function answer(door: Door, visit: Visit, known: Pick<Errand, 'viewer' | 'waited'>): Promise<void> {
  const { req, head, requestId, route, path, query } = visit;
  const { viewer } = known;
  const { action, method, endpoint } = route;
  const uploads = viewer && endpoint.uploads && isForm(req) ? new Uploads(door, requestId, viewer) : undefined;
  const { body: said, files }: Arrival = uploads
    ? await uploads.receive(req, route, path)
    : { body: await (method === 'GET' ? passOver(req) : bodyOf(req, endpoint)) };
  const body = door.sessionCookie.read(visit, said);
  if (viewer && endpoint.cost) await door.limit(head, countedAs(viewer), endpoint, body);

  const callAction = async () => {
    const params = gatherParams(endpoint, path, query, body);
    if (endpoint.answer === 'stream') Object.assign(params, whereItBroke(req));
    heedUnknown(visit, body, params);
    const key = endpoint.unit === 'read' ? noWriteKey : writeKeyOf(req, viewer);
    const errand = { ...known, action, endpoint, params, files, requestId, address: door.addressOf(req), ...key };
    const reply = await door.admission.admit(endpoint, (stepAside) =>
      forward(door.broker, door.bus, { ...errand, stepAside }),
    );
    if (reply.next !== undefined) head.Link = door.nextPage(visit, reply.next);
    if (reply.location !== undefined) head.Location = door.publicUrl + reply.location;
    if (reply.replayed && key.clientChoseKey) head['Idempotent-Replayed'] = 'true';
    return reply;
  };
  const reply = await (uploads ? uploads.use(files, callAction) : callAction()).catch((error: unknown) => {
    door.sessionCookie.refused(visit, body, error);
    throw error;
  });
  await send(door, visit, { ...reply, data: door.sessionCookie.keep(visit, body, reply.data) }, viewer);
}

const bodyOf = (req: IncomingMessage, { text, maxBody = usualBody }: Endpoint) =>
  text ? readPacked(req, maxBody, text) : readBody(req, maxBody);

function send(
  door: Door,
  visit: Visit,
  { data, status, file }: Reply,
  viewer: Viewer | undefined,
): void | Promise<void> {
  const { answer, mediaType = '', page } = visit.route.endpoint;
  if (page && asksForHtml(visit)) return door.sendAsset(visit, page, 'text/html');
  switch (answer) {
    case 'file':
      if (!file) throw new Error('What is answered as a file came without its name.');
      return sendFile(visit, file, data as Readable);
    case 'asset':
      return door.sendAsset(visit, data as string, mediaType);
    case 'stream':
      if (!viewer) throw new Error('A stream is nothing for strangers.');
      return door.streams.open({ visit, viewer, identify: () => knownStill(door, visit) }, data as Subscription);
    case 'data':
      return visit.route.endpoint.etag ? sendTagged(visit, data) : sendData(visit, status, data);
  }
}

/** As browsers do where somebody follows a link; programs take anything, or name JSON. */
function asksForHtml({ req, head }: Visit): boolean {
  head.Vary = 'Accept';
  return prefersHtml(req.headers.accept);
}

/** A client that comes back says in a header where it was; its address still says where it began. */
function whereItBroke({ headers }: IncomingMessage): { after?: string } {
  const last = headers['last-event-id'];
  return typeof last === 'string' && last !== '' ? { after: last } : {};
}

const knownStill = (door: Door, { req, route }: Visit) =>
  door.authenticate(req, door.recognize(req), Date.now() + patienceFor(route.endpoint));

/**
 * Authenticates the request where its endpoint needs it. Public requests that write or transfer much are counted by
 * address.
 */
async function admit(door: Door, asked: Asked, endpoint: Endpoint): Promise<Viewer | undefined> {
  const { req } = asked;
  const { access, unit, answer, light } = endpoint;
  const shows = req.headers['x-api-key'] !== undefined || req.headers.authorization !== undefined;
  if (access === 'public' || (access === 'anyone' && !shows)) {
    if (light) return undefined;
    if (answer === 'asset') await limitNetwork(door, asked, 'pages');
    else if (unit !== 'read') await limitNetwork(door, asked);
    return undefined;
  }
  const viewer = await identify(door, asked, endpoint);
  if (access === 'session' && viewer.session_id === null) throw new Failure('SESSION_REQUIRED');
  return viewer;
}

const noWriteKey = { writeKey: '', clientChoseKey: false };

/**
 * Returns the client's write key, or one that lasts for our own retries. A key of an unauthenticated client is
 * ignored.
 */
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
