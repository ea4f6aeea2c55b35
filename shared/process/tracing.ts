/** Traces a process, if it is told where to send what it sees. Only then is OpenTelemetry loaded. */
import type { ServiceBroker } from 'moleculer';
import { tracedCalls } from '../tracing/calls.ts';
import { traceBy } from '../tracing/tracing.ts';
import type { Config } from './config.ts';

/**
 * Traces the calls of services that the broker is given from then on.
 * @returns What ends it: it sends what was not sent, for two seconds at most.
 */
export type BeginTracing = (broker: ServiceBroker) => () => Promise<void>;

export async function loadTracing({ tracing }: Config): Promise<BeginTracing | undefined> {
  if (!tracing) return undefined;
  const { openTracer } = await import('./tracing-export.ts');
  return (broker) => {
    const tracer = openTracer(tracing, broker.nodeID, broker.getLogger('tracing'));
    broker.middlewares.add(tracedCalls(tracer));
    traceBy(tracer);
    return () => {
      traceBy(undefined);
      return tracer.stop();
    };
  };
}
