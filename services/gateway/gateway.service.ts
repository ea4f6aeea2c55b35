/**
 * The only HTTP server: moleculer-web, with a pipeline of our own for requests (`pipeline.ts`).
 *
 * Of moleculer-web serve the alias table, compiled once from the contracts' paths, CORS with its preflights, and the
 * beginning and end of the server. These do not:
 * - its HTTP server looks for slow clients twice a minute, ours every second (`server.ts`);
 * - its handler calls an action for each request, through all middlewares, which costs about as much as the rest of a
 *   scan; it picks a node by itself, which defeats the queue groups of NATS; and it sends the message of every error. With
 *   it go its hooks: steps of the pipeline do what `authenticate`, `authorize`, `onBeforeCall` and `onAfterCall` are for, and
 *   `onError` stands in `handle-request.ts`;
 * - its body parsers know no limit of an endpoint, and its parser of forms calls the action once for each file;
 * - its table of origins compares substrings, so origins are compared before.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Service, ServiceSchema, ServiceSettingSchema } from 'moleculer';
import ApiGateway from 'moleculer-web';
import { Failure } from '../../shared/base/failure.ts';
import { busOf } from '../../shared/bus/bus.ts';
import { eventsMissed, eventHandlers } from '../../shared/bus/events.ts';
import type { Config } from '../../shared/process/config.ts';
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { Semaphore } from '../../shared/kit/semaphore.ts';
import { accessLogger } from '../../shared/process/loggers.ts';
import { contextOf, type ProcessContext } from '../../shared/process/context.ts';
import { version } from '../../shared/process/version.ts';
import { addedRoots, listedRoots, type AssetName } from '../../shared/contract/gateway.ts';
import { authenticator, type Authenticator } from './authenticate.ts';
import { ConcurrencyLimits } from './concurrency-limit.ts';
import { assetsFrom, type Find, type AssetSource } from './concerns/pages.ts';
import { rateLimiter } from './concerns/rate-limit.ts';
import { AnswerCache } from './concerns/cached.ts';
import { FactStreams } from './concerns/streams.ts';
import { requestHandler, type HandleRequest } from './handle-request.ts';
import {
  archivesAtOnce,
  downloadsAtOnce,
  retryAfterSeconds,
  slotWithinMs,
  uploadsAtOnce,
  waitingTransfersEach,
} from './limits.ts';
import { observer, watchGateway } from './observe.ts';
import { describeInterface } from './openapi.ts';
import { referenceAt } from './reference.ts';
import { addressReader, type Gateway } from './request.ts';
import { aliases, indexOf, type Alias } from './routes.ts';
import { drain, applyServerLimits, oneAtATime, serverOptions, type RequestInterceptor } from './server.ts';
import { viewersBehind } from './viewers.ts';
import { missingPages, pagesAt } from './web-pages.ts';

type GatewayService = Service & {
  readonly aliases: readonly Alias[];
  readonly httpHandler: RequestListener;
  readonly corsHandler: (settings: object, req: IncomingMessage, res: ServerResponse) => boolean;
  server: Server;
  gateway: Gateway;
  handleRequest: HandleRequest;
  authenticator: Authenticator;
  answersFirst?: RequestInterceptor;
};

/** Methods of moleculer-web that are replaced. */
const methods = {
  createServer(this: GatewayService) {
    this.server = createServer(serverOptions, oneAtATime(this.httpHandler));
  },
  httpHandler(this: GatewayService, req: IncomingMessage, res: ServerResponse) {
    if (!this.answersFirst?.(req, res)) void this.handleRequest(req, res);
  },
  drain(this: GatewayService, atMostMs: number) {
    this.gateway.streams.close();
    return drain(this.server, atMostMs);
  },
};

const events = eventHandlers<GatewayService>({
  'access-ended'({ id }) {
    this.authenticator.forget(id);
  },
  facts({ organization_id }) {
    this.gateway.streams.hear(organization_id);
    this.gateway.answerCache.expire();
  },
  [eventsMissed]() {
    this.authenticator.doubt();
    this.gateway.answerCache.expire();
  },
});

const documentAt = (publicUrl: string): AssetSource => ({
  read: () => Promise.resolve(Buffer.from(JSON.stringify(describeInterface({ version, publicUrl })))),
});

/** The assets of every gateway, and the pages with their parts. */
function assetsAt(publicUrl: string): Find {
  const own: Readonly<Record<AssetName, AssetSource>> = { ...referenceAt(publicUrl), document: documentAt(publicUrl) };
  const others = new Map<string, AssetSource>(Object.entries(own));
  const findOfPages = pagesAt(publicUrl);
  return (name, language) => others.get(name) ?? findOfPages(name, language);
}

const status = () => ({
  message: 'Muster is running.',
  version,
  timestamp: new Date().toISOString(),
  endpoints: { ...listedRoots, ...addedRoots },
});

const cors = {
  origin: () => true,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
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

const waiting = {
  withinMs: slotWithinMs,
  each: waitingTransfersEach,
  refusal: () => new Failure('RATE_LIMITED', { retry_after: retryAfterSeconds.withoutPlace }),
};

const gatewayOf = ({ broker, logger, authenticator }: GatewayService, config: Config): Gateway => ({
  broker,
  bus: busOf(broker),
  logger,
  ...authenticator,
  ...rateLimiter({ requests: config.rateLimit, scans: config.rateLimitScans }),
  addressOf: addressReader(config.trustProxy),
  publicUrl: config.publicUrl.replace(/\/$/, ''),
  sendAsset: assetsFrom(assetsAt(config.publicUrl)),
  limits: new ConcurrencyLimits(),
  uploads: new Semaphore(uploadsAtOnce, waiting),
  downloads: new Semaphore(downloadsAtOnce, waiting),
  archives: new Semaphore(archivesAtOnce, waiting),
  streams: new FactStreams(broker, busOf(broker)),
  answerCache: new AnswerCache(),
});

const handlerOf = (service: GatewayService, { config, metrics }: ProcessContext): HandleRequest =>
  requestHandler({
    gateway: service.gateway,
    observe: observer(service.broker.getLogger(accessLogger), metrics),
    findRoute: indexOf(service.aliases),
    // A foreign origin gets no CORS headers, so its browser withholds the answer.
    isPreflight: (req, res) =>
      config.corsOrigins.includes(req.headers.origin ?? '') && service.corsHandler(service.settings, req, res),
  });

/** Each finds whether the gateway has the requested page. */
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
  applyPage: () => 'apply' as const,
  projectsPage: () => 'projects' as const,
  expoPage: () => 'expo' as const,
  deskPage: () => 'desk' as const,
  kioskPage: () => 'kiosk' as const,
  judgePage: () => 'judge' as const,
  mePage: () => 'me' as const,
  badgesPage: () => 'badges' as const,
  accountPage: () => 'account' as const,
  addressPage: () => 'address' as const,
  restorePage: () => 'restore' as const,
  boardPage: () => 'board' as const,
  pageWorker: () => 'worker.js' as const,
  pagePart: (ctx: { readonly params: { readonly file: string } }) => `assets/${ctx.params.file}`,
};

const gateway: MakeService = (broker) => {
  const context = contextOf(broker);
  const { config, metrics } = context;
  const own = implement('gateway', { actions })(broker);
  return {
    ...own,
    mixins: [ApiGateway],
    events,
    settings: settingsOf(config),
    actions: {
      ...own.actions,
      rest: false,
      listAliases: false,
      addRoute: false,
      removeRoute: false,
    },
    methods: { ...own.methods, ...methods },
    created(this: GatewayService) {
      applyServerLimits(this.server);
      this.authenticator = authenticator(viewersBehind(this.broker, busOf(this.broker)));
      this.gateway = gatewayOf(this, config);
      this.handleRequest = handlerOf(this, context);
      watchGateway(metrics, this.gateway);
    },
    started(this: GatewayService) {
      this.gateway.limits.open();
      // Not awaited: events arrive once the service has started, and clients are served already.
      missingPages().then(
        (reason) => reason && this.logger.warn(reason),
        (error: unknown) => this.logger.error({ err: error }, 'The pages cannot be read.'),
      );
    },
    stopped(this: GatewayService) {
      this.gateway.limits.close();
      this.gateway.streams.close();
    },
  } as ServiceSchema<ServiceSettingSchema, object, object, GatewayService> as ServiceSchema;
};
export default gateway;
