/**
 * The limits and waits of every process; those of a request's way through the gateway are in `services/gateway/limits.ts`.
 * A comment says what happens beyond it and, in brackets, the promise of `docs/operations/reliability.md` or the attack that needs
 * it. `docs/architecture.md` has all of them in one table.
 */

// Calls.

/**
 * A request without a deadline of its own, a call, and a statement end: TIMEOUT or UNAVAILABLE. Nobody waits for the answer of a
 * statement that takes longer (R10, R12).
 */
export const requestTimeoutMs = 8_000;
/** The running calls of one action in a process; further ones wait, and those beyond are refused as OVERLOADED (R13). */
export const actionBulkhead = { concurrency: 50, maxQueueSize: 200 } as const;
/** The same for calls that carry up to 64 requests each (R13). */
export const gatheredBulkhead = { concurrency: 16, maxQueueSize: 48 } as const;
/** Calls of a process that wait for an answer over the bus; further ones are refused as OVERLOADED (R13). */
export const pendingCallsAtMost = 5_000;
/** A call that calls in turn; beyond, the call fails (services that call each other in a circle). */
export const callLevelsAtMost = 8;
/** Calls under way, and clients of a gateway, are cut off when a process that stops has waited for so long (R08). */
export const stopWithinMs = 10_000;
/** A stopping process answers calls for so long after it has left the registry (R08). */
export const stopDelayMs = 500;

// The bus.

/** A connection to the bus that was lost is made again after so long, plus up to the jitter (R09). */
export const busReconnect = { afterMs: 100, jitterMs: 50 } as const;
/** A connection to the bus with so many unanswered pings counts as lost (R09). */
export const busPing = { everyMs: 5_000, unansweredAtMost: 2 } as const;
/** A process that was not heard for longer than the timeout leaves the registry (R07). */
export const heartbeat = { intervalSeconds: 1, timeoutSeconds: 3 } as const;
/** Calls wait for so long after a reconnect, because other processes may still be reconnecting (R09). */
export const busSettlingMs = 200;
/** A service or a bus that is away for longer is UNAVAILABLE: a client has its refusal within a second (R06, R09). */
export const awayAtMostMs = 900;
/** A starting process does not wait longer for a gateway that does not reply (R08). */
export const pongWithinMs = 1_000;
/** A remote call is forgotten so long after its timeout, which Moleculer counts first (R07: memory of lost calls). */
export const lostCallAfterMs = 50;
/** An answer in pieces is dropped when one is missing for longer (R07: memory of lost answers). */
export const piecesWithinMs = 10_000;
/** A process that read nothing for longer stood still; for the time after, it drops calls whose caller has left (R10). */
export const standstill = { afterMs: 400, recentForMs: 2_000 } as const;
/** `facts` events of one organization: one at once, one more after this (many changes in a row). */
export const factsEveryMs = 100;
/** A command of an operator goes on without the bus; processes find out later (R09). */
export const commandConnectWithinMs = 2_000;
/** Where there is no bus, a process listens to the database again after this, and gives up connecting after that (R12). */
export const notifications = { reconnectAfterMs: 500, connectWithinMs: 1_000 } as const;

// The database.

/** Connections of a service in one process. Statements beyond wait for one; connecting and waiting have the same timeout (R13). */
export const connectionsAtMost = { busyService: 10, otherService: 5, mailWorker: 4, webhooksWorker: 5 } as const;
/** A statement that gets no connection by then is UNAVAILABLE (R12, R13). */
export const connectWithinMs = 1_000;
/** An idle connection is closed, so that many processes fit into one PostgreSQL (its memory). */
export const idleConnectionMs = 30_000;
/** A statement that waits longer for a lock is OVERLOADED; PostgreSQL detects a deadlock sooner (1 s), which is retried (R05). */
export const lockTimeoutMs = 2_000;
/** A connection with no answer for so long is closed: PostgreSQL would have ended the statement (R12). */
export const silentConnectionMs = requestTimeoutMs + 1_000;
/** PostgreSQL ends a transaction that does nothing for longer, and frees its locks (R10). */
export const idleInTransactionMs = 10_000;
/** Statements that a process names for PostgreSQL to keep prepared; further ones are planned each time (its memory). */
export const namedStatementsAtMost = 1_000;
/** Long reads at once, each of which holds a connection; further ones are refused as OVERLOADED (R13). */
export const snapshotsAtOnce = 3;
/** A transaction that PostgreSQL aborted because of others so many times fails as UNAVAILABLE (R05). */
export const transactionTriesAtMost = 3;
/** Scans that lost a race against rows are judged anew so often; a further loss is a bug, INTERNAL (R01). */
export const scanRacesAtMost = 3;
/** A repeat of a call that is being worked on is refused; later, the call may be stuck for another reason than a lock (R10). */
export const refuseRepeatsForMs = lockTimeoutMs + 500;
