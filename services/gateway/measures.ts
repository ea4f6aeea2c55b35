/** What a gateway tells of itself: its requests by route and status, and what is under way or waits. */
import { queueShown, secondsSince } from '../../shared/kit/backlog.ts';
import type { Sample } from '../../shared/process/measures.ts';
import type { Metrics } from '../../shared/process/metrics.ts';
import { gathering } from './gather.ts';
import type { Incoming, Gateway } from './request.ts';

export type MeasureRequest = (incoming: Incoming) => void;

/**
 * Returns the function that observes a request once it is over. The route is the one of the contract, so that no path a
 * client makes up becomes a series; nor does its method.
 */
export function requestMeter(metrics: Metrics): MeasureRequest {
  const duration = metrics.histogram('muster_http_request_duration_seconds');
  return ({ res, trace }) => {
    const arrived = performance.now();
    res.once('close', () => {
      const { method = 'none', path: route = 'none' } = trace.route ?? {};
      const status = res.headersSent ? res.statusCode : 'none';
      duration.observe({ method, route, status }, secondsSince(arrived));
    });
  };
}

export function gatewayShown({ broker, limits, uploads, downloads, streams }: Gateway): Sample[] {
  const { scans, others, aside } = limits.standing;
  const inProgress = (kind: string, value: number): Sample => ({
    name: 'muster_gateway_requests_in_progress',
    value,
    labels: { kind },
  });
  const limit = (kind: string, value: number): Sample => ({
    name: 'muster_gateway_requests_limit',
    value,
    labels: { kind },
  });
  return [
    ...[inProgress('scans', scans.underWay), inProgress('others', others.underWay), inProgress('aside', aside)],
    ...[limit('scans', scans.size), limit('others', others.size)],
    { name: 'muster_gateway_streams', value: streams.count, labels: {} },
    ...queueShown('gathered_calls', gathering(broker)),
    ...queueShown('uploads', uploads.backlog),
    ...queueShown('downloads', downloads.backlog),
  ];
}
