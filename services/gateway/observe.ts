/**
 * The access log, metrics and spans of requests at a gateway, and the numbers of running and waiting requests.
 * Addresses and paths are left out, because they contain ids of people and anything else that clients put there; the
 * method and the route of the contract identify the request.
 */
import { METHODS } from 'node:http';
import type { Service } from 'moleculer';
import { secondsSince } from '../../shared/base/queue-depth.ts';
import type { Metrics } from '../../shared/process/metrics.ts';
import { idsOf, noteFailure, SpanKind, tracing, type Tracing } from '../../shared/base/tracing.ts';
import { answerOf } from '../../shared/contract/standard-concerns.ts';
import { gathering } from './gather.ts';
import type { Gateway, Incoming } from './request.ts';

/** Answers a request, and logs, times and traces it. */
export type Observe = (incoming: Incoming, answer: () => Promise<void>) => Promise<void>;

export function observer(logger: Pick<Service['logger'], 'info'>, metrics: Metrics): Observe {
  const duration = metrics.histogram('muster_http_request_duration_seconds');
  return (incoming, answer) => {
    const { res, trace } = incoming;
    const arrived = performance.now();
    res.once('close', () => {
      const seconds = secondsSince(arrived);
      const { method = 'none', path: route = 'none' } = trace.route ?? {};
      duration.observe({ method, route, status: res.headersSent ? res.statusCode : 'none' }, seconds);
      logger.info(lineOf(incoming, seconds), res.writableFinished ? 'Answered.' : 'Broken off.');
    });
    const tracer = tracing();
    return tracer ? traceRequest(tracer, incoming, answer) : answer();
  };
}

const lineOf = ({ req, res, requestId, trace: { route, viewer, ids } }: Incoming, seconds: number) => ({
  method: req.method,
  route: route?.path ?? null,
  status: res.headersSent ? res.statusCode : null,
  ms: Math.round(seconds * 10_000) / 10,
  request_id: requestId,
  ...ids,
  ...(viewer?.key_id && { key_id: viewer.key_id }),
  ...(viewer?.session_id && { session_id: viewer.session_id }),
});

/**
 * Answers a request in a span, which continues the trace that its headers name, by the conventions of OpenTelemetry for
 * HTTP.
 */
async function traceRequest(tracer: Tracing, incoming: Incoming, answer: () => Promise<void>): Promise<void> {
  const { req, res, requestId, trace } = incoming;
  const method = METHODS.includes(req.method ?? '') ? (req.method ?? '') : '_OTHER';
  const attributes = {
    'http.request.method': method,
    'url.scheme': 'http',
    'network.protocol.version': req.httpVersion,
    'muster.request_id': requestId,
  };
  const name = method === '_OTHER' ? 'HTTP' : method;
  const { span, run } = tracer.begin(name, { kind: SpanKind.SERVER, attributes, from: req.headers });
  trace.ids = idsOf(span);
  const end = () => {
    if (!span.isRecording()) return;
    const { statusCode, headersSent } = res;
    const { route } = trace;
    if (route) span.updateName(`${method} ${route.path}`).setAttribute('http.route', route.path);
    if (headersSent) span.setAttribute('http.response.status_code', statusCode);
    if (headersSent && statusCode >= 500) noteFailure(span, { type: String(statusCode) });
    span.end();
  };
  res.once('close', end);
  await run(answer);
  // A stream lasts for hours, so its span ends with the start.
  if (trace.route && answerOf(trace.route.endpoint) === 'stream') end();
}

/** Adds the metrics of running and waiting requests. */
export function watchGateway(metrics: Metrics, { broker, limits, uploads, downloads, streams }: Gateway): void {
  metrics.onRead((show) => {
    const { scans, others, aside } = limits.standing;
    show('muster_gateway_requests_in_progress', scans.underWay, { kind: 'scans' });
    show('muster_gateway_requests_in_progress', others.underWay, { kind: 'others' });
    show('muster_gateway_requests_in_progress', aside, { kind: 'aside' });
    show('muster_gateway_requests_limit', scans.size, { kind: 'scans' });
    show('muster_gateway_requests_limit', others.size, { kind: 'others' });
    show('muster_gateway_streams', streams.count);
  });
  metrics.watchQueue('gathered_calls', () => gathering(broker));
  metrics.watchQueue('uploads', () => uploads.waitingList);
  metrics.watchQueue('downloads', () => downloads.waitingList);
}
