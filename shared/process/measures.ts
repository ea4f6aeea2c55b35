/**
 * Everything this service measures of itself, as data: the exposition, its types, the table in `docs/operations/metrics.md`
 * and the check of dashboards and alerts follow from it. Names and units are as Prometheus wants them. A label's values are
 * known beforehand: routes, statuses, actions, outcomes, never an id or what a client sent.
 */

interface Measure {
  readonly topic:
    'Requests' | 'Actions' | 'Check-in' | 'Queues' | 'Letters and webhooks' | 'Bus' | 'Database' | 'Process';
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds, of a histogram. */
  readonly buckets?: readonly number[];
}

/** Seconds: from a scan on an idle machine to the deadline of a request. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8] as const;
const batches = [1, 2, 4, 8, 16, 32, 64] as const;

export const measures = {
  muster_http_request_duration_seconds: {
    topic: 'Requests',
    type: 'histogram',
    help: 'Time from a request to the end of its answer; a stream lasts as long as its client stays. `none` is the route of what is not served, and the status where the client went before an answer',
    labels: ['method', 'route', 'status'],
    buckets: durations,
  },
  muster_gateway_requests_in_progress: {
    topic: 'Requests',
    type: 'gauge',
    help: 'Requests under way: scans, others, and those set aside because what they need is away',
    labels: ['kind'],
  },
  muster_gateway_requests_limit: {
    topic: 'Requests',
    type: 'gauge',
    help: 'How many requests of a kind may be under way now; more are refused. Slow answers lower it',
    labels: ['kind'],
  },
  muster_gateway_streams: {
    topic: 'Requests',
    type: 'gauge',
    help: 'Clients that follow facts as a stream',
    labels: [],
  },
  muster_action_requests_total: {
    topic: 'Actions',
    type: 'counter',
    help: 'Requests that an action has answered, by outcome: `ok`, or the code of the refusal',
    labels: ['action', 'outcome'],
  },
  muster_action_duration_seconds: {
    topic: 'Actions',
    type: 'histogram',
    help: 'Time an action takes for a request, whatever its outcome',
    labels: ['action'],
    buckets: durations,
  },
  muster_gathered_batch_size: {
    topic: 'Actions',
    type: 'histogram',
    help: 'Requests that shared one call of an action',
    labels: ['action'],
    buckets: batches,
  },
  muster_check_in_scans_total: {
    topic: 'Check-in',
    type: 'counter',
    help: 'Scans by what came of them and the type of the point, `unknown` where none was found',
    labels: ['outcome', 'point_type'],
  },
  muster_check_in_round_trip_batch_size: {
    topic: 'Check-in',
    type: 'histogram',
    help: 'Scans that shared one round trip to the database',
    labels: [],
    buckets: batches,
  },
  muster_queue_items: {
    topic: 'Queues',
    type: 'gauge',
    help: 'What waits in a queue: `due` now, `later` after a try that failed, `failed` for good. Of deliveries 10,000 of each are counted at most, and none of webhooks that are switched off',
    labels: ['queue', 'state'],
  },
  muster_queue_oldest_seconds: {
    topic: 'Queues',
    type: 'gauge',
    help: 'How long the oldest of what is due in a queue has been due; 0 where nothing is',
    labels: ['queue'],
  },
  muster_mail_letters_total: {
    topic: 'Letters and webhooks',
    type: 'counter',
    help: 'Tries to send a letter: `sent`, or `failed` and tried again later',
    labels: ['outcome'],
  },
  muster_webhook_tries_total: {
    topic: 'Letters and webhooks',
    type: 'counter',
    help: 'Tries to deliver a fact to a webhook: `ok`, or what went wrong',
    labels: ['outcome'],
  },
  muster_bus_connected: {
    topic: 'Bus',
    type: 'gauge',
    help: '1 while this process is connected to NATS',
    labels: [],
  },
  muster_bus_reconnects_total: {
    topic: 'Bus',
    type: 'counter',
    help: 'How often the connection to NATS was lost and came back',
    labels: [],
  },
  muster_bus_pending_calls: {
    topic: 'Bus',
    type: 'gauge',
    help: 'Calls to other processes that wait for their answer',
    labels: [],
  },
  muster_bus_refused_subscriptions: {
    topic: 'Bus',
    type: 'gauge',
    help: 'Subjects that NATS does not let this login hear',
    labels: [],
  },
  muster_database_connections: {
    topic: 'Database',
    type: 'gauge',
    help: 'Connections to PostgreSQL, `in_use` and `idle`, of the pool for `requests` and of the one for a `worker`',
    labels: ['service', 'pool', 'state'],
  },
  muster_database_connections_limit: {
    topic: 'Database',
    type: 'gauge',
    help: 'Connections that a pool may open',
    labels: ['service', 'pool'],
  },
  muster_database_waiting: {
    topic: 'Database',
    type: 'gauge',
    help: 'How many wait for a free connection of a pool',
    labels: ['service', 'pool'],
  },
  muster_ready: {
    topic: 'Process',
    type: 'gauge',
    help: '1 while this process takes work, as `/ready` says',
    labels: [],
  },
  muster_service_info: {
    topic: 'Process',
    type: 'gauge',
    help: '1 for each service that this process runs',
    labels: ['service', 'version'],
  },
} as const satisfies Record<string, Measure>;

type Measures = typeof measures;
export type MeasureName<T extends Measure['type'] = Measure['type']> = {
  [N in keyof Measures]: Measures[N]['type'] extends T ? N : never;
}[keyof Measures];
export type LabelOf<N extends MeasureName> = Measures[N]['labels'][number];

/** One value of a measure that is read, not counted. */
export type Sample = {
  readonly [N in MeasureName<'gauge' | 'counter'>]: {
    readonly name: N;
    readonly value: number;
    readonly labels: Readonly<Record<LabelOf<N>, string>>;
  };
}[MeasureName<'gauge' | 'counter'>];
