/** Sends spans to a collector (OTLP over HTTP). Loaded only where traces are wanted. */
import { setTimeout as pause } from 'node:timers/promises';
import { ExportResultCode, getNumberFromEnv, type ExportResult } from '@opentelemetry/core';
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
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Service } from 'moleculer';
import { SpanTracer } from '../tracing/spans.ts';
import type { Config } from './config.ts';
import { version } from './version.ts';

type Settings = NonNullable<Config['tracing']>;
type Logger = Pick<Service['logger'], 'info' | 'warn'>;

/** Milliseconds that a process which stops takes for its last spans. */
const farewell = 2_000;

const samplers: Record<Settings['sampler'], (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

/** Says once that the collector does not take anything, and once that it does again. */
class CalmExporter extends OTLPTraceExporter {
  readonly #logger: Logger;
  #isFailing = false;

  constructor(logger: Logger) {
    super();
    this.#logger = logger;
  }

  override export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    super.export(spans, (result) => {
      this.#hear(result);
      // What failed is lost, and said here: the SDK would say it each time.
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  #hear({ code, error }: ExportResult): void {
    const isFailing = code === ExportResultCode.FAILED;
    if (isFailing === this.#isFailing) return;
    this.#isFailing = isFailing;
    if (isFailing) this.#logger.warn({ err: error }, 'Traces are lost: the collector does not take them.');
    else this.#logger.info('The collector takes traces again.');
  }
}

/** The settings that the SDK leaves to others to read. */
const processorOf = (exporter: SpanExporter) =>
  new BatchSpanProcessor({
    exporter,
    maxQueueSize: getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
    scheduledDelayMillis: getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
    exportTimeoutMillis: getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT'),
    maxExportBatchSize: getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
  });

/** What operators say of the process wins over what it knows of itself. */
const resourceOf = (serviceName: string, instance: string) =>
  defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': serviceName,
        'service.version': version,
        'service.instance.id': instance,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));

/** Returns a tracer that sends to `OTEL_EXPORTER_OTLP_ENDPOINT`, and whatever else the standard variables say. */
export function openTracer({ serviceName, sampler, ratio }: Settings, instance: string, logger: Logger): SpanTracer {
  const provider = new TracerProvider({
    resource: resourceOf(serviceName, instance),
    sampler: samplers[sampler](ratio),
    spanLimits: { attributeValueLengthLimit: getNumberFromEnv('OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT') },
    spanProcessors: [processorOf(new CalmExporter(logger))],
  });
  const stop = () => Promise.race([provider.shutdown(), pause(farewell, undefined, { ref: false })]);
  return new SpanTracer(provider.getTracer('muster', version), stop);
}
