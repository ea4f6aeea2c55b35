/** Takes a request from Node's HTTP server to its endpoint, or answers it where there is none. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Service } from 'moleculer';
import { Failure } from '../../shared/base/failure.ts';
import { failureOf } from '../../shared/kit/translate.ts';
import { tracing } from '../../shared/tracing/tracing.ts';
import { contracts } from '../../shared/contract/index.ts';
import { prefersHtml } from './accept.ts';
import { logWhenOver, type AccessLogger } from './access-log.ts';
import type { AliasIndex } from './alias-index.ts';
import { serve, type Door } from './door.ts';
import { sendFailure } from './envelope.ts';
import { identify } from './identify.ts';
import type { MeasureRequest } from './measures.ts';
import { isListed, methodsOf } from './routes.ts';
import { traceRequest } from './trace-request.ts';
import type { Asked } from './visit.ts';

export interface Entrance {
  readonly logger: Service['logger'];
  readonly accessLogger: AccessLogger;
  readonly measure: MeasureRequest;
  readonly door: Door;
  readonly index: AliasIndex;
  /** Adds CORS headers. Returns true if the request was a preflight and has been answered. */
  readonly isPreflight: (req: IncomingMessage, res: ServerResponse) => boolean;
}

/** Answers one HTTP request. Never rejects. */
export async function handleRequest(entrance: Entrance, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const asked = read(req, res);
  logWhenOver(entrance.accessLogger, asked);
  entrance.measure(asked);
  const tracer = tracing();
  await (tracer ? traceRequest(tracer, asked, () => answer(entrance, asked)) : answer(entrance, asked));
}

async function answer(entrance: Entrance, asked: Asked): Promise<void> {
  const { req, res } = asked;
  try {
    if (entrance.isPreflight(req, res)) return;
    const found = entrance.index.find(req.method === 'HEAD' ? 'GET' : (req.method ?? ''), asked.url);
    if (found) asked.trace.route = found.route;
    await (found ? serve(entrance.door, { ...asked, ...found }) : refuseUnknown(entrance.door, asked));
  } catch (error) {
    // Errors of actions were logged where they were thrown.
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
    trace: {},
  };
}

/**
 * Refuses an unknown path: 405 if it takes other methods, 501 for a listed root without a shape (only to those with a
 * key), else 404, as a page to a browser.
 */
async function refuseUnknown(door: Door, asked: Asked): Promise<void> {
  const allowed = methodsOf(asked.url);
  if (allowed.length > 0) {
    asked.head.Allow = allowed.join(', ');
    throw new Failure('METHOD_NOT_ALLOWED');
  }
  if (!isListed(asked.url)) {
    asked.head.Vary = 'Accept';
    if (!prefersHtml(asked.req.headers.accept)) throw new Failure('NOT_FOUND');
    return door.sendAsset(asked, 'nothing', 'text/html', 404).catch(() => {
      throw new Failure('NOT_FOUND');
    });
  }
  await identify(door, asked, contracts.gateway.status);
  throw new Failure('NOT_IMPLEMENTED');
}
