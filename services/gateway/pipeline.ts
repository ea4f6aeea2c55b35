/**
 * The way of a request through the gateway: steps in their order, and the rest of each concern in the file of its name in
 * `concerns/`. A step acts before `next`, as moleculer-web's `onBeforeCall` does, or after it, as `onAfterCall` does. Which
 * steps an endpoint needs is settled once, when the gateway starts. Nothing of a body is read before the key is known.
 */
import { job } from '../../shared/contract/concerns.ts';
import { routes, type Route } from '../../shared/contract/index.ts';
import { traitsOf } from './call.ts';
import { authenticate, authorize } from './concerns/access.ts';
import { readBody, readParams } from './concerns/body.ts';
import { sendDownload } from './concerns/downloads.ts';
import { sendTagged } from './concerns/etag.ts';
import { sendNamedAsset, sendPageOrData } from './concerns/pages.ts';
import { linkNextPage } from './concerns/paging.ts';
import { countScans } from './concerns/rate-limit.ts';
import { sessionCookie } from './concerns/session-cookie.ts';
import { resumeStream, sendStream } from './concerns/streams.ts';
import { heedUnknown } from './concerns/strictness.ts';
import { readUploads } from './concerns/uploads.ts';
import { writeKey } from './concerns/write-key.ts';
import { refuseOverload } from './concurrency-limit.ts';
import { sendInEnvelope } from './envelope.ts';
import { forward } from './forward.ts';
import type { Gateway, Next, Pass, Step } from './request.ts';

const steps: readonly Step[] = [
  // Refuses: 503 OVERLOADED; 401 UNAUTHENTICATED, 429 RATE_LIMITED; 403 SESSION_REQUIRED.
  refuseOverload,
  authenticate,
  authorize,
  // Sends the answer once the steps below have it. A stream or a download takes its place before they begin.
  oneOf(sendStream, sendDownload, sendNamedAsset, sendPageOrData, sendTagged, sendInEnvelope),
  // Reads: 400 VALIDATION_FAILED, 413 PAYLOAD_TOO_LARGE, 415 UNSUPPORTED_MEDIA_TYPE; scans are counted here.
  readUploads,
  readBody,
  sessionCookie,
  countScans,
  readParams,
  resumeStream,
  heedUnknown,
  // Calls the action, whose service refuses everything else.
  writeKey,
  linkNextPage,
  callAction,
];

/** Returns the first of these steps that an endpoint needs. */
function oneOf(...steps: readonly Step[]): Step {
  return (endpoint, gateway) => steps.map((step) => step(endpoint, gateway)).find((pass) => pass !== undefined);
}

/** Calls the action within the limits of what is under way, and tells where its work goes on. */
function callAction(...[endpoint, gateway]: Parameters<Step>): Pass {
  const { broker, bus, limits, addressOf, publicUrl } = gateway;
  const admission = limits.of(endpoint);
  const traits = traitsOf(endpoint);
  const isJob = job.of(endpoint) !== undefined;
  return async (request) => {
    const { req, route, viewer, params, files, requestId, waitedMs: waited, writeKey, clientChoseKey } = request;
    const call = { action: route.action, endpoint: traits, params, viewer, files, requestId, waited };
    const address = addressOf(req);
    const reply = await admission.run((stepAside) =>
      forward(broker, bus, { ...call, writeKey, clientChoseKey, address, stepAside }),
    );
    if (isJob && reply.location !== undefined) request.head.Location = publicUrl + reply.location;
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
