/** The state of one request on its way through the gateway. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Viewer } from '../../shared/base/viewer.ts';
import type { Route } from '../../shared/contract/index.ts';

/** What is known about a request for its log line. */
export interface Trace {
  /** Of its span, where requests are traced. */
  ids?: { readonly trace_id: string; readonly span_id: string };
  route?: Route;
  viewer?: Viewer;
}

/** A request before its route is known. */
export interface Asked {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Headers that are sent with the answer. */
  readonly head: OutgoingHttpHeaders;
  readonly requestId: string;
  /** Without the query string. */
  readonly url: string;
  readonly query: URLSearchParams;
  readonly trace: Trace;
}

/** A request that has an endpoint. */
export interface Visit extends Asked {
  readonly route: Route;
  readonly path: Record<string, string>;
}
