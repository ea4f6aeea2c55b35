/**
 * The pipeline of the gateway: the steps of a request in their order; `concerns/` has the rest of each concern. A step
 * acts before `next`, as moleculer-web's `onBeforeCall` does, or after it, as `onAfterCall` does. The steps of each
 * endpoint are chosen when the gateway starts. No body is read before the key is known.
 */
import { startsJob, job } from '../../shared/contract/concerns.ts';
import { routes, type Route } from '../../shared/contract/index.ts';
import { traitsOf } from './call.ts';
import { authenticate, authorize } from './concerns/access.ts';
import { sendArchive } from './concerns/archives.ts';
import { readBody, readParams } from './concerns/body.ts';
import { sendDownload } from './concerns/downloads.ts';
import { sendTagged } from './concerns/etag.ts';
import { sendNamedAsset, sendPageOrData } from './concerns/pages.ts';
import { keepText } from './concerns/kept-text.ts';
import { linkNextPage } from './concerns/paging.ts';
import { countScans } from './concerns/rate-limit.ts';
import { answerFromCache } from './concerns/cached.ts';
import { sessionCookie } from './concerns/session-cookie.ts';
import { resumeStream, sendStream } from './concerns/streams.ts';
import { checkUnknownMembers } from './concerns/strictness.ts';
import { readUploads } from './concerns/uploads.ts';
import { writeKey } from './concerns/write-key.ts';
import { clientReader, sendElsewhere } from './concerns/elsewhere.ts';
import { refuseOverload } from './concurrency-limit.ts';
import { sendInEnvelope } from './envelope.ts';
import { forward } from './forward.ts';
import type { Gateway, Next, PreparedStep, Step } from './request.ts';

const steps: readonly Step[] = [
  // Refuses: 503 OVERLOADED; 401 UNAUTHENTICATED, 429 RATE_LIMITED; 403 SESSION_REQUIRED.
  refuseOverload,
  authenticate,
  authorize,
  // Sends the answer once the steps below have it. A stream or a download takes its place before they begin.
  oneOf(
    sendStream,
    sendDownload,
    sendArchive,
    sendNamedAsset,
    sendPageOrData,
    sendElsewhere,
    sendTagged,
    sendInEnvelope,
  ),
  // Reads: 400 VALIDATION_FAILED, 413 PAYLOAD_TOO_LARGE, 415 UNSUPPORTED_MEDIA_TYPE; scans are counted here.
  readUploads,
  keepText,
  readBody,
  sessionCookie,
  countScans,
  readParams,
  resumeStream,
  checkUnknownMembers,
  // Calls the action, unless its answer is remembered; the service refuses everything else.
  writeKey,
  linkNextPage,
  answerFromCache,
  callAction,
];

/** Returns the first of these steps that an endpoint needs. */
function oneOf(...steps: readonly Step[]): Step {
  return (endpoint, gateway) => steps.map((step) => step(endpoint, gateway)).find((pass) => pass !== undefined);
}

/** Calls the action within the concurrency limits, and sends the `Location` of a job. */
function callAction(...[endpoint, gateway]: Parameters<Step>): PreparedStep {
  const { broker, bus, limits, addressOf, publicUrl } = gateway;
  const admission = limits.of(endpoint);
  const traits = traitsOf(endpoint);
  const isLongRunning = (job.of(endpoint) ?? startsJob.of(endpoint)) !== undefined;
  const readClient = clientReader(endpoint);
  return async (request) => {
    const { req, route, viewer, params, files, requestId, waitedMs: waited, writeKey, clientChoseKey } = request;
    const call = { action: route.action, endpoint: traits, params, viewer, files, requestId, waited };
    const address = addressOf(req);
    const reply = await admission.run((stepAside) =>
      forward(broker, bus, { ...call, writeKey, clientChoseKey, address, ...readClient?.(req), stepAside }),
    );
    if (isLongRunning && reply.location !== undefined) request.head.Location = publicUrl + reply.location;
    request.reply = reply;
  };
}

const nowhere: Next = () => Promise.reject(new Error('The last step calls the action.'));

/** Returns the pipeline of each route. */
export const pipelinesOf = (gateway: Gateway): ReadonlyMap<Route, Next> =>
  new Map(
    routes.map((route) => {
      const passes = steps.map((step) => step(route.endpoint, gateway)).filter((pass) => pass !== undefined);
      return [route, passes.reduceRight<Next>((next, pass) => (request) => pass(request, next), nowhere)];
    }),
  );
