/**
 * All metrics of the product, as data: the exposition, its types, the table in `docs/operations/metrics.md` and the
 * check of dashboards and alerts derive from it. Names and units follow Prometheus. A label has a fixed set of values:
 * routes, statuses, actions, outcomes; never an id or text of a client.
 */

type Topic = 'Requests' | 'Actions' | 'Check-in' | 'Queues' | 'Emails and webhooks' | 'Bus' | 'Database' | 'Process';

const counter = <const L extends readonly string[]>(topic: Topic, help: string, ...labels: L) =>
  ({ type: 'counter', topic, help, labels }) as const;
const gauge = <const L extends readonly string[]>(topic: Topic, help: string, ...labels: L) =>
  ({ type: 'gauge', topic, help, labels }) as const;
/** @param buckets upper bounds. */
const histogram = <const L extends readonly string[]>(
  topic: Topic,
  help: string,
  buckets: readonly number[],
  ...labels: L
) => ({ type: 'histogram', topic, help, labels, buckets }) as const;

/** Seconds: from a scan on an idle machine to the deadline of a request. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8];
const batches = [1, 2, 4, 8, 16, 32, 64];

export const measures = {
  muster_http_request_duration_seconds: histogram(
    'Requests',
    'Time from a request to the end of its answer; a stream lasts as long as its client stays. Route `none` is an unknown path; status `none` is a client that went before the answer',
    durations,
    'method',
    'route',
    'status',
  ),
  muster_gateway_requests_in_progress: gauge(
    'Requests',
    'Requests under way: scans, others, and those that wait for a bus, service or database that is away',
    'kind',
  ),
  muster_gateway_requests_limit: gauge(
    'Requests',
    'How many requests of a kind may be under way now; more are refused. Slow answers lower it',
    'kind',
  ),
  muster_gateway_streams: gauge('Requests', 'Clients that follow facts as a stream'),

  muster_action_requests_total: counter(
    'Actions',
    'Requests that an action has answered, by outcome: `ok`, or the code of the refusal',
    'action',
    'outcome',
  ),
  muster_action_duration_seconds: histogram(
    'Actions',
    'Time an action takes for a request, whatever its outcome',
    durations,
    'action',
  ),
  muster_gathered_batch_size: histogram('Actions', 'Requests that shared one call of an action', batches, 'action'),

  muster_check_in_scans_total: counter(
    'Check-in',
    'Scans by outcome and type of the point, `unknown` if none was found. A repeated request counts once',
    'outcome',
    'point_type',
  ),
  muster_check_in_round_trip_batch_size: histogram(
    'Check-in',
    'Scans that shared one round trip to the database',
    batches,
  ),

  muster_queue_items: gauge(
    'Queues',
    'Items in a queue: `due` now, `later` after a try that failed, `failed` for good. At most 10,000 deliveries of each are counted, without those of webhooks that are switched off',
    'queue',
    'state',
  ),
  muster_queue_oldest_seconds: gauge('Queues', 'Age of the oldest item that is due in a queue; 0 without one', 'queue'),

  muster_mail_letters_total: counter(
    'Emails and webhooks',
    'Tries to send an email: `sent`, or `failed` and tried again later',
    'outcome',
  ),
  muster_webhook_tries_total: counter(
    'Emails and webhooks',
    'Tries to deliver a fact to a webhook: `ok`, or the error',
    'outcome',
  ),

  muster_bus_connected: gauge('Bus', '1 while this process is connected to NATS'),
  muster_bus_reconnects_total: counter('Bus', 'How often the connection to NATS was lost and came back'),
  muster_bus_dropped_messages_total: counter(
    'Bus',
    'Messages that could not be read, or that their sender may not send',
  ),
  muster_bus_pending_calls: gauge('Bus', 'Calls to other processes that wait for their answer'),
  muster_bus_refused_subscriptions: gauge('Bus', 'Subjects that NATS does not let this login subscribe to'),

  muster_database_connections: gauge(
    'Database',
    'Connections to PostgreSQL, `in_use` and `idle`, of the pool for `requests` and of the one for a `worker`',
    'service',
    'pool',
    'state',
  ),
  muster_database_connections_limit: gauge('Database', 'Connections that a pool may open', 'service', 'pool'),
  muster_database_waiting: gauge('Database', 'Statements that wait for a free connection of a pool', 'service', 'pool'),

  muster_ready: gauge('Process', '1 while this process takes work, as `/ready` says'),
  muster_service_info: gauge('Process', '1 for each service that this process runs', 'service', 'version'),
};

type Measures = typeof measures;
type Type = Measures[keyof Measures]['type'];
export type MeasureName<T extends Type = Type> = {
  [N in keyof Measures]: Measures[N]['type'] extends T ? N : never;
}[keyof Measures];
export type LabelOf<N extends MeasureName> = Measures[N]['labels'][number];
