/**
 * The limits and waits of every process; those of a request's way through the gateway are in
 * `services/gateway/limits.ts`. Each comment says what happens beyond the limit and, in brackets, which promise of
 * `docs/operations/reliability.md` or which attack needs it. `docs/architecture.md` has all of them in one table.
 */

// Calls.

/**
 * Timeout of a request without its own deadline, of a call, and of a statement; then TIMEOUT or UNAVAILABLE (R10, R12).
 */
export const requestTimeoutMs = 8_000;
/** Running and queued calls of one action in a process; calls beyond are refused as OVERLOADED (R13). */
export const actionBulkhead = { concurrency: 50, maxQueueSize: 200 } as const;
/** The same for calls that carry up to 64 requests each (R13). */
export const gatheredBulkhead = { concurrency: 16, maxQueueSize: 48 } as const;
/** Calls of a process that wait for an answer over the bus; calls beyond are refused as OVERLOADED (R13). */
export const pendingCallsAtMost = 5_000;
/** Depth of nested calls; a deeper call fails (services that call each other in a circle). */
export const callLevelsAtMost = 8;
/** A stopping process waits this long for running calls and a gateway's clients, then cuts them off (R08). */
export const stopWithinMs = 10_000;
/** A stopping process still answers calls for this long after it has left the registry (R08). */
export const stopDelayMs = 500;

// The bus.

/** Delay before a reconnect to the bus, plus up to the jitter (R09). */
export const busReconnect = { afterMs: 100, jitterMs: 50 } as const;
/** A connection to the bus with this many unanswered pings counts as lost (R09). */
export const busPing = { everyMs: 5_000, unansweredAtMost: 2 } as const;
/** A process without a heartbeat for longer than the timeout leaves the registry (R07). */
export const heartbeat = { intervalSeconds: 1, timeoutSeconds: 3 } as const;
/** Calls wait this long after a reconnect, because other processes may still be reconnecting (R09). */
export const busSettlingMs = 200;
/**
 * A service or a bus that is unreachable for longer is UNAVAILABLE: clients get the refusal within a second (R06, R09).
 */
export const awayAtMostMs = 900;
/** A starting process waits at most this long for a gateway's reply (R08). */
export const pongWithinMs = 1_000;
/** A remote call is dropped this long after its timeout, which Moleculer handles first (R07: memory of lost calls). */
export const lostCallAfterMs = 50;
/** An answer in pieces is dropped when a piece is missing for longer (R07: memory of lost answers). */
export const piecesWithinMs = 10_000;
/** Incomplete answers of one login; beyond, its oldest is dropped (memory). */
export const piecesBytes = 67_108_864;
/**
 * A process whose event loop was blocked for longer drops calls whose caller has stopped waiting, for a while (R10).
 */
export const standstill = { afterMs: 400, recentForMs: 2_000 } as const;
/** `facts` events of one organization: the first is sent at once, the next after this time (many changes in a row). */
export const factsEveryMs = 100;
/** An operator's command continues without the bus after this; processes notice the change later (R09). */
export const commandConnectWithinMs = 2_000;
/** Without a bus: delay before a process listens to the database again, and timeout of connecting (R12). */
export const notifications = { reconnectAfterMs: 500, connectWithinMs: 1_000 } as const;

// The database.

/**
 * Connections of a service in one process. Further statements wait for one; connecting and waiting have the same
 * timeout (R13).
 */
export const connectionsAtMost = {
  busyService: 10,
  otherService: 5,
  registrationsWorker: 3,
  mailWorker: 4,
  webhooksWorker: 5,
} as const;
/** A statement without a connection after this is UNAVAILABLE (R12, R13). */
export const connectWithinMs = 1_000;
/** Idle connections are closed after this, so that many processes fit into one PostgreSQL (its memory). */
export const idleConnectionMs = 30_000;
/** A statement that waits longer for a lock is OVERLOADED; PostgreSQL detects a deadlock sooner (1 s), which is retried (R05). */
export const lockTimeoutMs = 2_000;
/** A connection without an answer for this long is closed: PostgreSQL would have ended the statement (R12). */
export const silentConnectionMs = requestTimeoutMs + 1_000;
/** PostgreSQL ends a transaction that is idle for longer, and releases its locks (R10). */
export const idleInTransactionMs = 10_000;
/** Prepared statements per process; further statements are planned each time (PostgreSQL's memory). */
export const namedStatementsAtMost = 1_000;
/** Concurrent long reads, each of which holds a connection; further ones are refused as OVERLOADED (R13). */
export const snapshotsAtOnce = 3;
/** Tries of a transaction that PostgreSQL aborts because of others; then UNAVAILABLE (R05). */
export const transactionTriesAtMost = 3;
/** Retries of a scan that lost a race against other rows; one more is a bug, INTERNAL (R01). */
export const scanRacesAtMost = 3;
/**
 * A repeat of a running call is refused for this long; after that, the call may be stuck for another reason than a lock
 * (R10).
 */
export const refuseRepeatsForMs = lockTimeoutMs + 500;
