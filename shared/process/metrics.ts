/** The metrics of one process, as Prometheus reads them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { QueueDepth } from '../base/queue-depth.ts';
import type { ServiceName } from '../contract/services.ts';
import { measures, type LabelOf, type MeasureName } from './measures.ts';

type Labels<N extends MeasureName> = Readonly<Record<LabelOf<N>, string>>;

/** Exposes one value that was read just now. */
type Show = <N extends MeasureName<'gauge' | 'counter'>>(
  name: N,
  value: number,
  ...labels: [LabelOf<N>] extends [never] ? [] : [Labels<N>]
) => void;

/** Exposes values that are read for each scrape instead of being counted. */
type Reader = (show: Show) => void | Promise<void>;
type Reading = [name: MeasureName<'gauge' | 'counter'>, value: number, labels?: Readonly<Record<string, string>>];

type QueueName =
  | 'letters'
  | 'deliveries'
  | 'password_hashing'
  | 'judging_computations'
  | 'event_files'
  | 'gathered_calls'
  | 'uploads'
  | 'downloads';

/** Milliseconds a reader may take. */
const readWithinMs = 1_000;

/** Gauges with names of counters: sums of `nodejs_active_resources` and similar ones. */
const misnamed = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];

let node: Registry | undefined;
/** The metrics of Node and the system's process; read once, however many brokers there are. */
function ofNode(): Registry {
  if (node) return node;
  node = new Registry();
  collectDefaultMetrics({ register: node });
  for (const name of misnamed) node.removeSingleMetric(name);
  return node;
}

/** Counts, observes, and reads gauges for each scrape. A metric appears after its first use. */
export class Metrics {
  readonly #counted = new Registry();
  readonly #readers: Reader[] = [];
  readonly contentType = this.#counted.contentType;
  #reading: Promise<string> | undefined;

  constructor() {
    // The delay of the event loop is measured from now on.
    ofNode();
  }

  counter<N extends MeasureName<'counter'>>(name: N): Counter<LabelOf<N>> {
    const make = () => new Counter({ ...optionsOf(name), registers: [this.#counted] });
    return (this.#counted.getSingleMetric(name) ?? make()) as Counter<LabelOf<N>>;
  }

  histogram<N extends MeasureName<'histogram'>>(name: N): Histogram<LabelOf<N>> {
    const buckets = [...measures[name].buckets];
    const make = () => new Histogram({ ...optionsOf(name), buckets, registers: [this.#counted] });
    return (this.#counted.getSingleMetric(name) ?? make()) as Histogram<LabelOf<N>>;
  }

  /** Adds a reader. A scrape leaves out readers that fail or take too long. */
  onRead(reader: Reader): void {
    this.#readers.push(reader);
  }

  watchQueue(queue: QueueName, depth: () => QueueDepth | Promise<QueueDepth>): void {
    this.onRead(async (show) => {
      const { count, oldest, later, failed } = await depth();
      show('muster_queue_items', count, { queue, state: 'due' });
      if (later !== undefined) show('muster_queue_items', later, { queue, state: 'later' });
      if (failed !== undefined) show('muster_queue_items', failed, { queue, state: 'failed' });
      show('muster_queue_oldest_seconds', oldest, { queue });
    });
  }

  watchPool(service: ServiceName, pool: 'requests' | 'worker', connections: Pool): void {
    this.onRead((show) => {
      const { totalCount, idleCount, waitingCount, options } = connections;
      show('muster_database_connections', totalCount - idleCount, { service, pool, state: 'in_use' });
      show('muster_database_connections', idleCount, { service, pool, state: 'idle' });
      show('muster_database_connections_limit', options.max, { service, pool });
      show('muster_database_waiting', waitingCount, { service, pool });
    });
  }

  /** Returns all metrics; concurrent scrapes share one reading. */
  text(): Promise<string> {
    return (this.#reading ??= this.#read().finally(() => (this.#reading = undefined)));
  }

  async #read(): Promise<string> {
    const read = new Registry();
    const readings = await Promise.all(this.#readers.map(readingsOf));
    for (const [name, value, labels = {}] of readings.flat()) gaugeIn(read, name).inc(labels, value);
    return Registry.merge([this.#counted, read, ofNode()]).metrics();
  }
}

const optionsOf = (name: MeasureName) => ({ name, help: measures[name].help, labelNames: [...measures[name].labels] });

function gaugeIn(registry: Registry, name: Reading[0]): Gauge | Counter {
  const Kind = measures[name].type === 'gauge' ? Gauge : Counter;
  return (registry.getSingleMetric(name) as Gauge | Counter) ?? new Kind({ ...optionsOf(name), registers: [registry] });
}

/** A reader that fails does not fail the scrape. */
async function readingsOf(reader: Reader): Promise<Reading[]> {
  const readings: Reading[] = [];
  const show = ((...reading: Reading) => void readings.push(reading)) as Show;
  const answer = Promise.resolve(show).then(reader);
  const done = answer.then(
    () => readings,
    () => [],
  );
  return Promise.race([done, pause(readWithinMs, [], { ref: false })]);
}
