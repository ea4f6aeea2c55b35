/** Moleculer's metrics as text for Prometheus, without the server Moleculer would open for it. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Moleculer from 'moleculer';

const lag = monitorEventLoopDelay({ resolution: 20 });

export class MetricsReporter extends Moleculer.MetricReporters.Prometheus {
  defaultLabels = {};

  override init(registry: Moleculer.MetricRegistry): void {
    this.registry = registry;
    this.broker = registry.broker;
    this.logger = registry.logger;
    this.defaultLabels = { node: registry.broker.nodeID };
    lag.enable();
    registry.register({
      name: 'process.eventloop.lag.p99',
      type: 'gauge',
      unit: 'millisecond',
      description: 'How late the event loop is, 99th percentile since the last reading',
    });
  }

  override stop(): Promise<void> {
    lag.disable();
    return Promise.resolve();
  }

  text(): string {
    this.registry.set('process.eventloop.lag.p99', Math.round(lag.percentile(99) / 1e6));
    lag.reset();
    return this.generatePrometheusResponse();
  }
}
