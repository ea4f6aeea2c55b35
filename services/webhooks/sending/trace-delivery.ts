/** Shows a try as a span that the receiver may continue. It begins a trace, but where a request waits for it. */
import { noteFailure, SpanKind, type Tracing } from '../../../shared/base/tracing.ts';
import type { Outcome } from '../rules.ts';

/**
 * Sends with the headers of its trace. Of the receiver only its host is shown: a path or a query may hold a secret.
 * @param origin such as `https://hooks.example.org`.
 */
export function traceDelivery(
  tracer: Tracing,
  origin: string,
  send: (headers: object) => Promise<Outcome>,
): Promise<Outcome> {
  const { hostname, port, protocol } = new URL(origin);
  const attributes = {
    'http.request.method': 'POST',
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  };
  return tracer.within('POST', { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const outcome = await send(tracer.headers());
    if (outcome.response_status !== null) span.setAttribute('http.response.status_code', outcome.response_status);
    if (outcome.error) noteFailure(span, { type: outcome.error });
    return outcome;
  });
}
