/** The only HTTP server: maps the paths of the contracts onto actions, and keeps the door. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Service, ServiceBroker, ServiceSchema, ServiceSettingSchema } from 'moleculer';
import ApiGateway from 'moleculer-web';
import { busOf } from '../../shared/broker/bus.ts';
import type { Config } from '../../shared/broker/config.ts';
import { implement, type MakeService } from '../../shared/broker/implement.ts';
import { version } from '../../shared/broker/version.ts';
import { addedRoots, listedRoots } from '../../shared/contract/gateway.ts';
import { addressReader } from './address.ts';
import { assetsFrom } from './assets.ts';
import { authenticator } from './authenticate.ts';
import type { Door } from './door.ts';
import { handleRequest, type Entrance } from './handle-request.ts';
import { describeInterface } from './openapi.ts';
import { rateLimiter } from './rate-limit.ts';
import { referenceAt } from './reference.ts';
import { aliasIndex, type Alias } from './alias-index.ts';
import { aliases } from './routes.ts';
import { drain, harden, serverOptions } from './server.ts';
import { viewersBehind } from './viewers.ts';

type Gateway = Service & {
  readonly aliases: readonly Alias[];
  readonly httpHandler: RequestListener;
  readonly corsHandler: (settings: object, req: IncomingMessage, res: ServerResponse) => boolean;
  server: Server;
  entrance: Entrance;
};

/** The parts of moleculer-web that are done otherwise here. */
const methods = {
  /** Its own looks for slow clients only twice a minute. */
  createServer(this: Gateway) {
    this.server = createServer(serverOptions, this.httpHandler);
  },
  /**
   * Its own calls an action for every request and takes it through the middlewares of broker and route, which costs as
   * much as the rest of a scan; picks a node itself, which defeats the queue groups of NATS; and sends every error's message.
   */
  httpHandler(this: Gateway, req: IncomingMessage, res: ServerResponse) {
    void handleRequest(this.entrance, req, res);
  },
  drain(this: Gateway, longest: number) {
    return drain(this.server, longest);
  },
};

const status = () => ({
  message: 'Muster is running.',
  version,
  timestamp: new Date().toISOString(),
  endpoints: { ...listedRoots, ...addedRoots },
});

/** Origins are compared before, and whole: moleculer-web would look for substrings. */
const cors = {
  origin: () => true,
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: ['Content-Type', 'X-Api-Key', 'Authorization', 'Idempotency-Key', 'X-Request-ID'],
  exposedHeaders: ['X-Request-ID', 'Idempotent-Replayed', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
  maxAge: 600,
};

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
  cors,
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
      rest: false,
      listAliases: false,
      addRoute: false,
      removeRoute: false,
    },
    methods: { ...own.methods, ...methods },
    created(this: Gateway) {
      harden(this.server);
      this.entrance = {
        logger: this.logger,
        door: doorOf(this.broker, config),
        index: aliasIndex(this.aliases),
        // Another origin is told nothing; its browser then keeps the answer from it.
        isPreflight: (req, res) =>
          config.corsOrigins.includes(req.headers.origin ?? '') && this.corsHandler(this.settings, req, res),
      };
    },
  } as ServiceSchema<ServiceSettingSchema, object, object, Gateway> as ServiceSchema;
};
export default gateway;
