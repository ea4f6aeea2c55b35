/** The only HTTP server: maps the paths of the contracts onto actions, and keeps the door. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Context, Service, ServiceBroker, ServiceSchema, ServiceSettingSchema } from 'moleculer';
import ApiGateway from 'moleculer-web';
import { busOf } from '../../shared/broker/bus.ts';
import type { Config } from '../../shared/broker/config.ts';
import { Failure } from '../../shared/broker/failure.ts';
import { implement, type MakeService } from '../../shared/broker/implement.ts';
import { failureOf } from '../../shared/broker/translate.ts';
import { version } from '../../shared/broker/version.ts';
import { addedRoots, listedRoots } from '../../shared/contract/gateway.ts';
import { contracts } from '../../shared/contract/index.ts';
import { addressReader } from './address.ts';
import { assetsFrom } from './assets.ts';
import { authenticator } from './authenticate.ts';
import { identify, serve, type Door } from './door.ts';
import { sendFailure } from './envelope.ts';
import { describeInterface } from './openapi.ts';
import { rateLimiter } from './rate-limit.ts';
import { referenceAt } from './reference.ts';
import { aliasIndex, type AliasIndex } from './alias-index.ts';
import { aliases, isListed, methodsOf, routeOf } from './routes.ts';
import { drain, harden, serverOptions } from './server.ts';
import { viewersBehind } from './viewers.ts';

interface Request extends IncomingMessage {
  $ctx: Context;
  $params: { params: Record<string, string> };
  parsedUrl: string;
  query: URLSearchParams;
}
type Gateway = Service & {
  readonly aliases: Parameters<typeof aliasIndex>[0];
  readonly httpHandler: RequestListener;
  server: Server;
  door: Door;
  index: AliasIndex;
};

function refuse({ logger }: Gateway, req: Request, res: ServerResponse, error: unknown): void {
  const request_id = req.$ctx.requestID ?? '';
  // What an action threw was logged where it was thrown.
  if (!failureOf(error)) logger.error({ err: error, request_id, path: req.parsedUrl }, 'A request failed.');
  sendFailure(req, res, error, request_id);
}

/** The parts of moleculer-web that are done otherwise here. */
const methods = {
  /** Its own looks for slow clients only twice a minute. */
  createServer(this: Gateway) {
    this.server = createServer(serverOptions, this.httpHandler);
  },
  /** Its own goes through every alias. */
  resolveAlias(this: Gateway, url: string, method: string | undefined) {
    return this.index.find(method === 'HEAD' ? 'GET' : (method ?? ''), url);
  },
  /** Its own builds nested objects out of brackets. */
  parseQueryString({ url }: { url: string }) {
    const mark = url.indexOf('?', 1);
    return mark < 0
      ? { url, query: new URLSearchParams() }
      : { url: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)) };
  },
  /** Its own picks a node itself, which defeats the queue groups of NATS, and gives up when there is none. */
  async aliasHandler(
    this: Gateway,
    req: Request,
    res: ServerResponse,
    { method, path }: { method: string; path: string },
  ) {
    const route = routeOf(method, `/${path}`);
    // A preflight names the method it asks for; where no origin is allowed, it must not do what it asks about.
    if (!route || req.method === 'OPTIONS') return null;
    await serve(this.door, { req, res, ctx: req.$ctx, route, path: req.$params.params, query: req.query });
    return true;
  },
  /** A path that takes other methods is 405; a root listed without its shape is 501, to those with a key. */
  async send404(this: Gateway, req: Request, res: ServerResponse) {
    try {
      const allowed = methodsOf(req.parsedUrl);
      if (allowed.length > 0) {
        res.setHeader('Allow', allowed.join(', '));
        throw new Failure('METHOD_NOT_ALLOWED');
      }
      if (!isListed(req.parsedUrl)) throw new Failure('NOT_FOUND');
      await identify(this.door, req, res, contracts.gateway.status);
      throw new Failure('NOT_IMPLEMENTED');
    } catch (error) {
      refuse(this, req, res, error);
    }
  },
  /** Its own logs the message of every error, whoever caused it. */
  errorHandler(this: Gateway, req: Request, res: ServerResponse, error: unknown) {
    refuse(this, req, res, error);
  },
  drain(this: Gateway, longest: number) {
    return drain(this.server, longest);
  },
};

const acceptableId = /^[A-Za-z0-9._-]{1,64}$/;

const status = () => ({
  message: 'Muster is running.',
  version,
  timestamp: new Date().toISOString(),
  endpoints: { ...listedRoots, ...addedRoots },
});

/** moleculer-web would compare origins by substring. */
const corsFor = (origins: readonly string[]) => ({
  origin: (origin: string) => {
    if (!origins.includes(origin)) throw new Failure('PERMISSION_DENIED');
    return true;
  },
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: ['Content-Type', 'X-Api-Key', 'Authorization', 'Idempotency-Key', 'X-Request-ID'],
  exposedHeaders: ['X-Request-ID', 'Idempotent-Replayed', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
  maxAge: 600,
});

/** A path is served as the contract spells it, and in no other way. */
const onlyAliases = {
  mappingPolicy: 'restrict',
  pathToRegexpOptions: { sensitive: true, trailing: false },
  mergeParams: false,
  bodyParsers: false,
  logging: false,
};

const settingsOf = (config: Config) => ({
  port: config.port,
  ip: config.host,
  path: '/',
  logRequest: null,
  logRequestParams: null,
  logResponse: null,
  logRouteRegistration: null,
  rootCallOptions: (options: { requestID?: string }, req: IncomingMessage) => {
    const given = req.headers['x-request-id'];
    options.requestID = typeof given === 'string' && acceptableId.test(given) ? given : randomUUID();
  },
  ...(config.corsOrigins.length > 0 && { cors: corsFor(config.corsOrigins) }),
  routes: [{ ...onlyAliases, path: '/', aliases }],
});

const doorOf = (broker: ServiceBroker, config: Config): Door => {
  const bus = busOf(broker);
  return {
    broker,
    bus,
    authenticate: authenticator(viewersBehind(broker, bus)),
    limit: rateLimiter({ requests: config.rateLimit, scans: config.rateLimitScans }),
    addressOf: addressReader(config.trustProxy),
    sendAsset: assetsFrom(referenceAt(config.publicUrl)),
  };
};

const gateway: MakeService = (surroundings) => {
  const { config } = surroundings;
  const document = describeInterface({ version, publicUrl: config.publicUrl });
  const own = implement('gateway', {
    actions: {
      root: status,
      status,
      document: () => document,
      reference: () => 'page' as const,
      referenceScript: () => 'script' as const,
      referenceStyle: () => 'style' as const,
    },
  })(surroundings);
  return {
    ...own,
    mixins: [ApiGateway],
    settings: settingsOf(config),
    actions: {
      ...own.actions,
      // Every request passes here: how many may be under way is for the actions behind it to say.
      rest: { bulkhead: { enabled: false } },
      listAliases: false,
      addRoute: false,
      removeRoute: false,
    },
    methods: { ...own.methods, ...methods },
    created(this: Gateway) {
      harden(this.server);
      this.index = aliasIndex(this.aliases);
      this.door = doorOf(this.broker, config);
    },
  } as ServiceSchema<ServiceSettingSchema, object, object, Gateway> as ServiceSchema;
};
export default gateway;
