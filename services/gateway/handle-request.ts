/** From Node's request to the endpoint that serves it, or to the answer where none does. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Service } from 'moleculer';
import { Failure } from '../../shared/broker/failure.ts';
import { failureOf } from '../../shared/broker/translate.ts';
import { contracts } from '../../shared/contract/index.ts';
import type { AliasIndex } from './alias-index.ts';
import { identify, serve, type Door } from './door.ts';
import { sendFailure } from './envelope.ts';
import { isListed, methodsOf } from './routes.ts';
import type { Asked } from './visit.ts';

export interface Entrance {
  readonly logger: Service['logger'];
  readonly door: Door;
  readonly index: AliasIndex;
  /** Adds the headers of CORS; true where it was a preflight, which is answered by then. */
  readonly isPreflight: (req: IncomingMessage, res: ServerResponse) => boolean;
}

export async function handleRequest(entrance: Entrance, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const asked = read(req, res);
  try {
    if (entrance.isPreflight(req, res)) return;
    const found = entrance.index.find(req.method === 'HEAD' ? 'GET' : (req.method ?? ''), asked.url);
    await (found ? serve(entrance.door, { ...asked, ...found }) : refuseUnknown(entrance.door, asked));
  } catch (error) {
    // What an action threw was logged where it was thrown.
    const { requestId, url } = asked;
    if (!failureOf(error)) entrance.logger.error({ err: error, request_id: requestId, path: url }, 'A request failed.');
    sendFailure(asked, error);
  }
}

const acceptableId = /^[A-Za-z0-9._-]{1,64}$/;
const noQuery = new URLSearchParams();

function read(req: IncomingMessage, res: ServerResponse): Asked {
  const given = req.headers['x-request-id'];
  const requestId = typeof given === 'string' && acceptableId.test(given) ? given : randomUUID();
  const whole = req.url ?? '/';
  const mark = whole.indexOf('?', 1);
  const path = mark < 0 ? whole : whole.slice(0, mark);
  return {
    req,
    res,
    head: { 'X-Request-ID': requestId },
    requestId,
    url: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path,
    query: mark < 0 ? noQuery : new URLSearchParams(whole.slice(mark + 1)),
  };
}

/** A path that takes other methods is 405; a root listed without its shape is 501, to those with a key. */
async function refuseUnknown(door: Door, asked: Asked): Promise<never> {
  const allowed = methodsOf(asked.url);
  if (allowed.length > 0) {
    asked.head.Allow = allowed.join(', ');
    throw new Failure('METHOD_NOT_ALLOWED');
  }
  if (!isListed(asked.url)) throw new Failure('NOT_FOUND');
  await identify(door, asked, contracts.gateway.status);
  throw new Failure('NOT_IMPLEMENTED');
}
