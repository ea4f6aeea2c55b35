/** One request on its way through the gateway. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Route } from '../../shared/contract/index.ts';

/** What was asked, as far as nobody has looked where it leads. */
export interface Asked {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Headers of the answer, sent with it at once. */
  readonly head: OutgoingHttpHeaders;
  readonly requestId: string;
  /** Without the query. */
  readonly url: string;
  readonly query: URLSearchParams;
}

/** A request that an endpoint serves. */
export interface Visit extends Asked {
  readonly route: Route;
  readonly path: Record<string, string>;
}
