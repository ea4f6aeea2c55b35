/** Shows a request as a span, by the conventions of OpenTelemetry for HTTP. */
import { METHODS } from 'node:http';
import { answerOf } from '../../shared/contract/concerns/all.ts';
import type { Tracer } from '../../shared/tracing/tracing.ts';
import type { Incoming } from './request.ts';

/**
 * Answers a request as a span, which continues the trace that its headers name. Addresses and paths are left out, because
 * they contain ids of people and whatever else clients put there; the route says what was asked for.
 */
export async function traceRequest(tracer: Tracer, incoming: Incoming, answer: () => Promise<void>): Promise<void> {
  const { req, res, requestId, trace } = incoming;
  const method = METHODS.includes(req.method ?? '') ? (req.method ?? '') : '_OTHER';
  const span = tracer.begin({
    name: method === '_OTHER' ? 'HTTP' : method,
    kind: 'server',
    from: req.headers,
    attributes: {
      'http.request.method': method,
      'url.scheme': 'http',
      'network.protocol.version': req.httpVersion,
      'muster.request_id': requestId,
    },
  });
  trace.ids = span.ids;
  const end = () => {
    const { statusCode, headersSent } = res;
    const { route } = trace;
    if (route) span.rename(`${method} ${route.path}`);
    span.note({
      ...(route && { 'http.route': route.path }),
      ...(headersSent && { 'http.response.status_code': statusCode }),
    });
    if (headersSent && statusCode >= 500) span.fail({ type: String(statusCode) });
    span.end();
  };
  res.once('close', end);
  await span.run(answer);
  // A stream goes on for hours: what is shown is how it began.
  if (trace.route && answerOf(trace.route.endpoint) === 'stream') end();
}
