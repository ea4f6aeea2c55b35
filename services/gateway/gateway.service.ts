/** The only HTTP server. Maps the contracts' paths to actions. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Service, ServiceBroker, ServiceSchema, ServiceSettingSchema } from 'moleculer';
import ApiGateway from 'moleculer-web';
import { busOf } from '../../shared/bus/bus.ts';
import type { Config } from '../../shared/process/config.ts';
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { accessLogger } from '../../shared/process/loggers.ts';
import { surroundingsOf, type Surroundings } from '../../shared/process/surroundings.ts';
import { version } from '../../shared/process/version.ts';
import { addedRoots, listedRoots, type AssetName } from '../../shared/contract/gateway.ts';
import { addressReader } from './address.ts';
import { Admission } from './admission.ts';
import { assetsFrom, type Find, type Source } from './assets.ts';
import { authenticator, type Authenticator } from './authenticate.ts';
import type { Door } from './door.ts';
import { FactStreams } from './fact-streams.ts';
import { handleRequest, type Entrance } from './handle-request.ts';
import { doorShown, requestMeter } from './measures.ts';
import { nextPageAt } from './next-page.ts';
import { describeInterface } from './openapi.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { missingPages, pagesAt } from './web-pages.ts';
import { rateLimiter } from './rate-limit.ts';
import { referenceAt } from './reference.ts';
import { aliasIndex, type Alias } from './alias-index.ts';
import { aliases } from './routes.ts';
import { sessionCookieAt } from './session-cookie.ts';
import { drain, harden, serverOptions } from './server.ts';
import { viewersBehind } from './viewers.ts';

type Gateway = Service & {
  readonly aliases: readonly Alias[];
  readonly httpHandler: RequestListener;
  readonly corsHandler: (settings: object, req: IncomingMessage, res: ServerResponse) => boolean;
  server: Server;
  entrance: Entrance;
  authenticator: Authenticator;
};

/** Methods of moleculer-web that are replaced. */
const methods = {
  /** Replaces moleculer-web's server, which looks for slow clients only twice a minute. */
  createServer(this: Gateway) {
    this.server = createServer(serverOptions, this.httpHandler);
  },
  /**
   * Replaces moleculer-web's handler, which calls an action per request through all middlewares (about the cost of
   * the rest of a scan), picks a node itself (which defeats the queue groups of NATS), and sends the message of
   * every error.
   */
  httpHandler(this: Gateway, req: IncomingMessage, res: ServerResponse) {
    void handleRequest(this.entrance, req, res);
  },
  drain(this: Gateway, longest: number) {
    this.entrance.door.streams.close();
    return drain(this.server, longest);
  },
};

/** Starts what needs the bus, in addition to what every service starts. */
const follower: ServiceSchema = {
  name: 'gateway',
  async started() {
    (this as Gateway).authenticator.follow(this.broker);
    (this as Gateway).entrance.door.streams.follow();
    const reason = await missingPages();
    if (reason) this.logger.warn(reason);
  },
};

const documentAt = (publicUrl: string): Source => ({
  read: () => Promise.resolve(Buffer.from(JSON.stringify(describeInterface({ version, publicUrl })))),
});

/** What every gateway has, and the pages with their parts. */
function assetsAt(publicUrl: string): Find {
  const own: Readonly<Record<AssetName, Source>> = { ...referenceAt(publicUrl), document: documentAt(publicUrl) };
  const others = new Map<string, Source>(Object.entries(own));
  const findOfPages = pagesAt(publicUrl);
  return (name) => others.get(name) ?? findOfPages(name);
}

const status = () => ({
  message: 'Muster is running.',
  version,
  timestamp: new Date().toISOString(),
  endpoints: { ...listedRoots, ...addedRoots },
});

/** Origins are compared exactly before; moleculer-web would compare substrings. */
const cors = {
  origin: () => true,
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: [
    ...['Content-Type', 'X-Api-Key', 'Authorization', 'Idempotency-Key', 'X-Request-ID', 'Prefer'],
    'Last-Event-ID',
  ],
  exposedHeaders: [
    ...['X-Request-ID', 'Idempotent-Replayed', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
    ...['Warning', 'Preference-Applied', 'Link', 'Location'],
  ],
  maxAge: 600,
};

/** Serves a path only exactly as the contract spells it. */
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

const doorOf = (broker: ServiceBroker, config: Config, authenticator: Authenticator): Door => {
  return {
    broker,
    bus: busOf(broker),
    ...authenticator,
    ...rateLimiter({ requests: config.rateLimit, scans: config.rateLimitScans }),
    addressOf: addressReader(config.trustProxy),
    publicUrl: config.publicUrl.replace(/\/$/, ''),
    nextPage: nextPageAt(config.publicUrl),
    sessionCookie: sessionCookieAt(config.publicUrl),
    sendAsset: assetsFrom(assetsAt(config.publicUrl)),
    admission: new Admission(),
    uploads: new ConcurrencyLimit({ each: 3, inAll: 32 }),
    downloads: new ConcurrencyLimit({ each: 8, inAll: 64 }),
    streams: new FactStreams(broker, busOf(broker)),
  };
};

const entranceOf = (gateway: Gateway, { config, metrics }: Surroundings): Entrance => ({
  logger: gateway.logger,
  accessLogger: gateway.broker.getLogger(accessLogger),
  measure: requestMeter(metrics),
  door: doorOf(gateway.broker, config, gateway.authenticator),
  index: aliasIndex(gateway.aliases),
  // A foreign origin gets no CORS headers, so its browser withholds the answer.
  isPreflight: (req, res) =>
    config.corsOrigins.includes(req.headers.origin ?? '') && gateway.corsHandler(gateway.settings, req, res),
});

/** Each answers where it is that the gateway has what was asked for. */
const actions = {
  root: status,
  status,
  document: () => 'document' as const,
  reference: () => 'reference' as const,
  referenceScript: () => 'script' as const,
  referenceStyle: () => 'style' as const,
  signInPage: () => 'signin' as const,
  verifyPage: () => 'verify' as const,
  resetPage: () => 'reset' as const,
  acceptPage: () => 'invite' as const,
  deskPage: () => 'desk' as const,
  kioskPage: () => 'kiosk' as const,
  judgePage: () => 'judge' as const,
  mePage: () => 'me' as const,
  boardPage: () => 'board' as const,
  pageWorker: () => 'worker.js' as const,
  pagePart: (ctx: { readonly params: { readonly file: string } }) => `assets/${ctx.params.file}`,
};

const gateway: MakeService = (broker) => {
  const surroundings = surroundingsOf(broker);
  const { config, metrics } = surroundings;
  const own = implement('gateway', { actions })(broker);
  return {
    ...own,
    mixins: [ApiGateway, follower],
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
      this.authenticator = authenticator(viewersBehind(this.broker, busOf(this.broker)));
      this.entrance = entranceOf(this, surroundings);
      metrics.ask(() => doorShown(this.entrance.door));
    },
    started(this: Gateway) {
      this.entrance.door.admission.open();
    },
    stopped(this: Gateway) {
      this.entrance.door.admission.close();
      this.entrance.door.streams.close();
    },
  } as ServiceSchema<ServiceSettingSchema, object, object, Gateway> as ServiceSchema;
};
export default gateway;
