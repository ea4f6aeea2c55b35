/** A request on its way through the gateway, and the form of the steps that it passes. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Service, ServiceBroker } from 'moleculer';
import type { Bus } from '../../shared/bus/bus.ts';
import type { Viewer } from '../../shared/base/viewer.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { StoredFile } from '../../shared/contract/files.ts';
import type { Route } from '../../shared/contract/index.ts';
import type { Semaphore } from '../../shared/kit/semaphore.ts';
import type { Authenticator } from './authenticate.ts';
import type { ConcurrencyLimits } from './concurrency-limit.ts';
import type { Body } from './concerns/body.ts';
import type { SendAsset } from './concerns/pages.ts';
import type { RateLimiter } from './concerns/rate-limit.ts';
import type { AnswerCache } from './concerns/cached.ts';
import type { FactStreams } from './concerns/streams.ts';
import type { Reply } from './call.ts';

/** Facts about a request for its log line. */
export interface Trace {
  /** The ids of its span, if requests are traced. */
  ids?: { readonly trace_id: string; readonly span_id: string };
  route?: Route;
  viewer?: Viewer;
}

/** A request before its route is known. */
export interface Incoming {
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

/** A request that has an endpoint, with what each step adds. */
export interface GatewayRequest extends Incoming {
  readonly route: Route;
  readonly path: Record<string, string>;
  /** Undefined if the endpoint needs no viewer. */
  viewer: Viewer | undefined;
  /** Milliseconds of the deadline that authentication has used. */
  waitedMs: number;
  /** Undefined before it was read. */
  body: Body | undefined;
  /** Uploaded files; undefined where the request cannot carry any. */
  files: readonly StoredFile[] | undefined;
  params: Body;
  writeKey: string;
  clientChoseKey: boolean;
  /** The answer of the action. */
  reply: Reply | undefined;
}

/** The resources that all requests of a gateway share. */
export interface Gateway extends Authenticator, RateLimiter {
  readonly broker: ServiceBroker;
  readonly bus: Bus;
  readonly logger: Service['logger'];
  readonly addressOf: AddressOf;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly sendAsset: SendAsset;
  readonly limits: ConcurrencyLimits;
  readonly uploads: Semaphore;
  readonly downloads: Semaphore;
  readonly archives: Semaphore;
  readonly streams: FactStreams;
  readonly answerCache: AnswerCache;
}

export type Next = (request: GatewayRequest) => Promise<void>;
/** Does something before and after `next`, which is the rest of the pipeline. */
export type PreparedStep = (request: GatewayRequest, next: Next) => Promise<void>;
/** Prepares a step for an endpoint, once; undefined where that does not need it. */
export type Step = (endpoint: Endpoint, gateway: Gateway) => PreparedStep | undefined;

/** Returns the reply; a step that needs it stands before the one that calls the action. */
export function replyTo({ reply }: GatewayRequest): Reply {
  if (!reply) throw new Error('There is no reply yet.');
  return reply;
}

/** Determines the client's address. */
type AddressOf = (req: IncomingMessage) => string;

/**
 * Returns the function that reads the address of a request. `X-Forwarded-For` counts only as far as trusted proxies wrote it.
 * @param trusted Addresses and CIDR ranges of the proxies in front.
 */
export function addressReader(trusted: readonly string[]): AddressOf {
  const proxies = new BlockList();
  for (const network of trusted) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    proxies.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  const isProxy = (address: string) =>
    isIP(address) > 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (req) => {
    const own = addressIn(req.socket.remoteAddress ?? '') ?? '';
    if (trusted.length === 0) return own;
    const passed = String(req.headers['x-forwarded-for'] ?? '').split(',');
    let address = own;
    while (isProxy(address)) {
      const before = addressIn(passed.pop() ?? '');
      // Stop at a proxy that passes on no address.
      if (before === undefined) break;
      address = before;
    }
    return address;
  };
}

/** `1.2.3.4:80`, and `[::1]` or `[::1]:80`. */
const [withPort, inBrackets] = [/^([\d.]+):\d+$/, /^\[(.*)\](?::\d+)?$/];

/** Returns the address without its port, its zone and the prefix of an IPv4-mapped one; undefined where there is none. */
function addressIn(text: string): string | undefined {
  const trimmed = text.trim();
  const [, bare = trimmed] = withPort.exec(trimmed) ?? inBrackets.exec(trimmed) ?? [];
  const [address = ''] = bare.split('%');
  if (isIP(address) === 0) return undefined;
  return ipaddr.process(address).toString();
}
