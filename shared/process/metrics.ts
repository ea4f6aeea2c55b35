/** The measures of one process, as Prometheus reads them. */
import { setTimeout as pause } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { measures, type LabelOf, type MeasureName, type Sample } from './measures.ts';

/** Asked at each reading. What it does not answer in time is left out of that reading. */
type Source = () => Iterable<Sample> | Promise<Iterable<Sample>>;

/** Milliseconds a source may take. */
const patience = 1_000;

/** Gauges that are named like counters: sums of `nodejs_active_resources` and its kin. */
const misnamed = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];

let node: Registry | undefined;
/** What is true of Node and the system's process; read once, however many brokers there are. */
function ofNode(): Registry {
  if (node) return node;
  node = new Registry();
  collectDefaultMetrics({ register: node });
  for (const name of misnamed) node.removeSingleMetric(name);
  return node;
}

/** Counts, observes, and reads when asked. A measure is shown from its first use on. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #sources: Source[] = [];
  #reading: Promise<string> | undefined;

  constructor() {
    // The delay of the event loop is measured from now on.
    ofNode();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  counter<N extends MeasureName<'counter'>>(name: N): Counter<LabelOf<N>> {
    const make = () => new Counter({ ...this.#optionsOf(name), labelNames: measures[name].labels });
    return (this.#registry.getSingleMetric(name) ?? make()) as Counter<LabelOf<N>>;
  }

  histogram<N extends MeasureName<'histogram'>>(name: N): Histogram<LabelOf<N>> {
    const { labels, buckets } = measures[name];
    const make = () => new Histogram({ ...this.#optionsOf(name), labelNames: labels, buckets: [...buckets] });
    return (this.#registry.getSingleMetric(name) ?? make()) as Histogram<LabelOf<N>>;
  }

  /** Adds what is not counted as it happens but read when somebody asks. */
  ask(source: Source): void {
    this.#sources.push(source);
  }

  /** Returns everything; who asks while it is being read gets the same. */
  text(): Promise<string> {
    return (this.#reading ??= this.#read().finally(() => (this.#reading = undefined)));
  }

  async #read(): Promise<string> {
    const answers = await Promise.all(this.#sources.map(unlessLate));
    const samples = Map.groupBy(answers.flat(), ({ name }) => name);
    for (const name of Object.keys(measures) as MeasureName[]) this.#show(name, samples.get(name as Sample['name']));
    return `${await this.#registry.metrics()}\n${await ofNode().metrics()}`;
  }

  /** Takes the place of what was read before. What was counted stays. */
  #show(name: MeasureName, samples: readonly Sample[] | undefined): void {
    const known = this.#registry.getSingleMetric(name);
    if (known instanceof Gauge) known.reset();
    if (!samples) return;
    const { type, labels: labelNames } = measures[name];
    if (type === 'counter') {
      const counter = this.counter(name as MeasureName<'counter'>) as Counter;
      counter.reset();
      for (const { labels, value } of samples) counter.inc(labels, value);
    } else {
      const gauge = (known ?? new Gauge({ ...this.#optionsOf(name), labelNames })) as Gauge;
      for (const { labels, value } of samples) gauge.set(labels, value);
    }
  }

  #optionsOf = (name: MeasureName) => ({ name, help: measures[name].help, registers: [this.#registry] });
}

/** A queue that cannot be counted now is no reason to tell nothing. */
async function unlessLate(source: Source): Promise<Sample[]> {
  const late = pause(patience, [], { ref: false });
  const answer = Promise.resolve()
    .then(source)
    .catch((): Sample[] => []);
  return [...(await Promise.race([answer, late]))];
}
