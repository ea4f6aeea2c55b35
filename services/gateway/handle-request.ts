/** Passes a request from Node's HTTP server to the pipeline of its route, or answers it if there is none. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '../../shared/base/failure.ts';
import { failureOf } from '../../shared/kit/translate.ts';
import { contracts } from '../../shared/contract/index.ts';
import { identifier } from './concerns/access.ts';
import { countNetwork } from './concerns/rate-limit.ts';
import { prefersHtml } from './concerns/etag.ts';
import { sendFailure } from './envelope.ts';
import type { Observe } from './observe.ts';
import { pipelinesOf } from './pipeline.ts';
import type { Incoming, Gateway } from './request.ts';
import { isListed, methodsOf, type FindRoute } from './routes.ts';

interface Server {
  readonly gateway: Gateway;
  readonly observe: Observe;
  readonly findRoute: FindRoute;
  /** Adds CORS headers. Returns true if the request was a preflight and has been answered. */
  readonly isPreflight: (req: IncomingMessage, res: ServerResponse) => boolean;
}
export type HandleRequest = ReturnType<typeof requestHandler>;

/** Returns the function that answers one HTTP request and never rejects. */
export function requestHandler({ gateway, observe, findRoute, isPreflight }: Server) {
  const pipelines = pipelinesOf(gateway);
  const refuse = refuserOfUnknown(gateway);
  const answer = async (incoming: Incoming): Promise<void> => {
    const { req, res, url } = incoming;
    try {
      if (isPreflight(req, res)) return;
      const found = findRoute(req.method === 'HEAD' ? 'GET' : (req.method ?? ''), url);
      if (!found) return await refuse(incoming);
      incoming.trace.route = found.route;
      await pipelines.get(found.route)?.({ ...incoming, ...found, ...untouched, params: {} });
    } catch (error) {
      onError(gateway, incoming, error);
    }
  };
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const incoming = read(req, res);
    await observe(incoming, () => answer(incoming));
  };
}

/** A request before its first step. */
const untouched = {
  viewer: undefined,
  waitedMs: 0,
  body: undefined,
  files: undefined,
  writeKey: '',
  clientChoseKey: false,
  reply: undefined,
};

/** Errors of actions were logged where they were thrown. */
function onError({ logger }: Gateway, incoming: Incoming, error: unknown): void {
  const { requestId, url } = incoming;
  if (!failureOf(error)) logger.error({ err: error, request_id: requestId, path: url }, 'A request failed.');
  sendFailure(incoming, error);
}

const acceptableId = /^[A-Za-z0-9._-]{1,64}$/;
const noQuery = new URLSearchParams();

function read(req: IncomingMessage, res: ServerResponse): Incoming {
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
 * Returns what refuses an unknown path: 405 if it takes other methods, 501 for a listed root without a shape (only to
 * those with a key), else 404, as a page to a browser.
 */
function refuserOfUnknown(gateway: Gateway): (incoming: Incoming) => Promise<void> {
  const identify = identifier(gateway, contracts.gateway.status);
  return async (incoming) => {
    const { req, head, url } = incoming;
    if (!isListed(url)) await countNetwork(gateway, incoming, 'pages');
    const allowed = methodsOf(url);
    if (allowed.length > 0) {
      head.Allow = allowed.join(', ');
      throw new Failure('METHOD_NOT_ALLOWED');
    }
    if (!isListed(url)) {
      head.Vary = 'Accept';
      if (!prefersHtml(req.headers.accept)) throw new Failure('NOT_FOUND');
      return gateway.sendAsset(incoming, 'nothing', 'text/html', 404).catch(() => {
        throw new Failure('NOT_FOUND');
      });
    }
    await identify(incoming);
    throw new Failure('NOT_IMPLEMENTED');
  };
}
