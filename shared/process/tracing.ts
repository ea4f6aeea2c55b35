/** Sends the spans of a process to a collector (OTLP over HTTP). Loaded only when tracing is configured. */
import { setTimeout as pause } from 'node:timers/promises';
import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, getNumberFromEnv, W3CTraceContextPropagator, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { Service, ServiceBroker } from 'moleculer';
import { traceBy, tracedCalls, Tracing } from '../base/tracing.ts';
import type { Config } from './config.ts';
import { version } from './version.ts';

type Settings = NonNullable<Config['tracing']>;

/** Timeout for the last spans of a stopping process. */
const stopWithinMs = 2_000;

const samplers: Record<Settings['sampler'], (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

/** Logs once when the collector stops accepting spans, and once when it accepts them again. */
class Exporter extends OTLPTraceExporter {
  readonly #logger: Service['logger'];
  #isFailing = false;

  constructor(logger: Service['logger']) {
    super();
    this.#logger = logger;
  }

  override export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    super.export(spans, ({ code, error }) => {
      const isFailing = code === ExportResultCode.FAILED;
      if (isFailing && !this.#isFailing)
        this.#logger.warn({ err: error }, 'Traces are lost: the collector does not take them.');
      if (!isFailing && this.#isFailing) this.#logger.info('The collector takes traces again.');
      this.#isFailing = isFailing;
      // Failed spans are lost. This class logs it once; the SDK would log it each time.
      done({ code: ExportResultCode.SUCCESS });
    });
  }
}

/**
 * The provider of a process. Reads the environment variables that the SDK leaves out; operators' attributes override
 * its own.
 */
function providerOf({ serviceName, sampler, ratio }: Settings, instance: string, logger: Service['logger']) {
  const own = { 'service.name': serviceName, 'service.version': version, 'service.instance.id': instance };
  return new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplers[sampler](ratio),
    spanLimits: { attributeValueLengthLimit: getNumberFromEnv('OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT') },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new Exporter(logger),
        maxQueueSize: getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
        scheduledDelayMillis: getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
        exportTimeoutMillis: getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT'),
        maxExportBatchSize: getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
      }),
    ],
  });
}

/**
 * Traces the calls of services that the broker is given from now on.
 * @returns the function that ends it: it sends what was not sent, for two seconds at most.
 */
export function startTracing(settings: Settings, broker: ServiceBroker): () => Promise<void> {
  const provider = providerOf(settings, broker.nodeID, broker.getLogger('tracing'));
  const tracer = new Tracing(provider.getTracer('muster', version));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  broker.middlewares.add(tracedCalls(tracer));
  traceBy(tracer);
  return async () => {
    traceBy(undefined);
    context.disable();
    propagation.disable();
    await Promise.race([provider.shutdown(), pause(stopWithinMs, undefined, { ref: false })]);
  };
}
