/**
 * The limits and waits of a request's way through the gateway, in the order in which a request meets them; those of
 * every process are in `shared/base/limits.ts`. Each comment says what happens beyond the limit and, in brackets, which
 * promise of `docs/operations/reliability.md` or which attack needs it. `docs/architecture.md` has all of them in one
 * table.
 */
import { gatheredBulkhead } from '../../shared/base/limits.ts';
import { fileBytes } from '../../shared/contract/answers.ts';

const megabyte = 1_048_576;

// Connections.

/** An idle connection is closed; later than common load balancers do (60 s), so that they close first (R08). */
export const keepAliveMs = 65_000;
/**
 * Beyond, the network's oldest idle connection is closed; a whole venue may share one network (hoarded connections).
 */
export const idlePerNetwork = 1_000;
/** A connection is closed with the answer to this request, so that long-lived clients spread over the gateways (R08). */
export const requestsPerConnection = 1_000;
/** Slower headers are refused with 408 (slow clients that hoard connections). */
export const headersWithinMs = 10_000;
/** Further headers are ignored (floods of headers). */
export const headersAtMost = 100;
/**
 * Requests that wait on their connection while the one before them is served; a connection with more of them is closed (floods
 * of requests).
 */
export const requestsWaiting = 32;
/**
 * A connection on which nothing moves for this long, though a request is under way, is closed: its client reads nothing. Longer
 * than any request takes (slow clients).
 */
export const nothingMovesForMs = 65_000;
/** Bytes that wait for slow clients, of a download and in all; beyond, the one with the most is cut off (memory). */
export const unreadBytes = { download: 32 * megabyte, inAll: 128 * megabyte } as const;
/** A client that was refused for a malformed request is cut off (half-closed connections). */
export const reasonReadWithinMs = 1_000;
/** A stopping gateway still accepts requests for this long, and closes each connection with its answer (R08). */
export const closingMs = 500;

// Requests under way.

/** Further scans are OVERLOADED. Slow answers lower the limit, never below the least, which keeps shared calls filled (R13). */
export const scansUnderWay = { most: 1_024, least: 256 } as const;
/** The same for other requests, so that they never use up the capacity of scans; downloads have half of it (R13). */
export const othersUnderWay = { most: 512, least: 128 } as const;
/** An answer that takes longer lowers the limit of its kind (R13). */
export const slowAfterMs = 500;
/** A larger delay of the event loop lowers both limits (R13). */
export const loopLateAfterMs = 100;
/**
 * Requests that wait for an unreachable service or bus count here instead; further requests are OVERLOADED (R09, R10).
 */
export const asideAtMost = 2_000;

// Keys and sessions.

/**
 * Unknown keys that are still looked up beyond the rate limit of a network, because others share the address (guessed
 * keys).
 */
export const unknownKeysPerSecond = 10;
/** A key or session that was valid is not counted by network for this long (guessed keys). */
export const provenForMs = 3_600_000;
/** Size of the viewer cache; the least recently used entry is evicted (guessed keys). */
export const viewersAtMost = 10_000;
/** An older viewer is refreshed in the background, without delaying requests (speed). */
export const viewerRefreshAfterMs = 6_000;
/**
 * Requests wait for the refresh of an older viewer: a key revoked without an event ends within ten seconds (stolen
 * keys).
 */
export const viewerWaitAfterMs = 9_000;
/** An older viewer is unusable even while identity does not answer; until then scans continue without it (R06). */
export const viewerUnusableAfterMs = 60_000;
/** Ends of keys, sessions and people that are remembered; beyond, all cached viewers count as if an event was lost (memory). */
export const endedAtMost = 10_000;
/** An unknown key is looked up again after this (guessed keys; a key that was just made). */
export const unknownViewerForMs = 2_000;
/** A request with a cached viewer continues without the refresh after this (R06, R10). */
export const viewerRefreshWithinMs = 500;
/** A failed look-up is retried after this (R07). */
export const lookUpRetryAfterMs = 50;
/** Timeout of the gateway's own calls: a look-up, a reading for streams (R10). */
export const ownCallTimeoutMs = 3_000;

// Public reads.

/** A public answer is cached for this long, so that a crowd causes one query a second (crowds). */
export const answerCachedForMs = 1_000;
/** Size of the cache of answers; the least recently used one is evicted (memory). */
export const answerCacheSize = { answers: 1_000, bytes: 32 * megabyte } as const;

// Bodies.

/** A larger JSON body is PAYLOAD_TOO_LARGE, unless its endpoint has a size of its own (memory). */
export const bodyBytes = 100_000;
/** A deeper JSON body is VALIDATION_FAILED (stack). */
export const bodyLevels = 32;
/** A slower body is TIMEOUT (slow clients). */
export const bodyWithinMs = 30_000;
/** An unneeded body is read for this long, so that its sender can read the answer (slow clients). */
export const unreadBodyForMs = 2_000;
/** Unknown members named in the `Warning`, and in a refusal; longer names are cut (floods of names). */
export const unknownMembers = { warnedOf: 10, refused: 100, nameLength: 40 } as const;
/** A longer `Idempotency-Key` is VALIDATION_FAILED (memory of the database). */
export const writeKeyLength = 255;

// Forms and files.

/** A form that exceeds one of busboy's limits is PAYLOAD_TOO_LARGE (memory). */
export const formParts = {
  files: 5,
  fields: 20,
  parts: 25,
  fieldSize: 65_536,
  headerPairs: 50,
  headerSize: 16_384,
} as const;
/** All files of a form, a form with its fields and boundaries, the name of a field; PAYLOAD_TOO_LARGE (disk, memory). */
export const formBytes = { files: fileBytes.inAll, inAll: fileBytes.inAll + 2 * megabyte, name: 100 } as const;
/**
 * Size of the parts in which a large text travels; base64 adds a third, which stays below the megabyte of NATS
 * (memory).
 */
export const partBytes = 600_000;
/** A slower form, and a slower file of it, is TIMEOUT (slow clients). */
export const formWithinMs = 120_000;
/** No request takes longer to arrive: a form, or a body behind slow headers. 408 (slow clients). */
export const requestWithinMs = formWithinMs + bodyWithinMs;
/** A form or file without new data for longer is aborted, because its sender has died (R07). */
export const silentTransferMs = 10_000;
/** Timeout for removing the files of a refused form; the rest is left to cleanup (R07). */
export const removalWithinMs = 2_000;
/** Uploads of a person, to an organization and in all; further ones wait for a slot (memory). */
export const uploadsAtOnce = { each: 3, organization: 16, inAll: 32 } as const;
/** Downloads of a person, from an organization and in all; further ones wait for a slot, those from it are RATE_LIMITED (memory). */
export const downloadsAtOnce = { each: 8, organization: 32, inAll: 64 } as const;
/** The same for zips, each with a few parts of a file in memory (memory). */
export const archivesAtOnce = { each: 1, organization: 2, inAll: 4 } as const;
/** Size of the parts in which files of a zip cross the bus, and the tries for each (other requests, R07). */
export const archivedPart = { bytes: 65_536, tries: 3 } as const;
/** Timeout of waiting for a slot: RATE_LIMITED if the person's or organization's are in use, else OVERLOADED (R13). */
export const slotWithinMs = 8_000;
/** Waiting transfers of a person; further ones are RATE_LIMITED at once (memory). */
export const waitingTransfersEach = 32;
/** A client that has not read all of a download by then is cut off (slow clients). */
export const downloadWithinMs = 600_000;
/**
 * The same for a zip, which is larger. It is aborted if one of its files does not arrive, all tries included (R07, slow
 * clients).
 */
export const archiveReadWithin = { silentMs: 60_000, everythingMs: 3_600_000 } as const;

// Streams of facts.

/** Streams of a key or person, of an organization, and in all; further ones are RATE_LIMITED (memory). */
export const streamsAtOnce = { each: 5, organization: 100, inAll: 500 } as const;
/** A stream with more unread bytes is cut off; its client reconnects with its position (memory). */
export const streamBytesWaiting = megabyte;
/** The client of a broken stream reconnects after this (R08). */
export const streamRetryAfterMs = 2_000;

// Calls.

/** A request without an answer is retried after this multiple of the usual time, within these bounds (R07, R10). */
export const retryAfter = { minMs: 250, maxMs: 1_000, timesMean: 4 } as const;
/** The same for slow actions: those with a queue, complete lists, and the start of a file (R10). */
export const slowRetryAfterMs = 2_500;
/** A refused attempt is repeated after this, doubled each time up to the most, plus up to half at random (R07, R12). */
export const backOff = { leastMs: 50, mostMs: 400 } as const;
/**
 * With less time until the deadline there is no further attempt: the previous error is the answer. It is a multiple of the slowest
 * refusal so far, within these bounds: a database that restarts on a busy machine refuses slowly (R12).
 */
export const attemptNeeds = { leastMs: 50, mostMs: 2_000, timesSlowest: 1.5 } as const;
/** After this many unanswered attempts a request counts as waiting for something unreachable (R10). */
export const unansweredAtMost = 2;
/** One shared call is filled while the other is at the database; further requests wait for the next (speed). */
export const sharedCallsAtOnce = 2;
/** A shared call that takes longer may be lost with its process: others do not wait for it (R07, R10). */
export const sharedCallLateAfterMs = 100;
/** Shared calls that are late at once: one gateway fills one process at most, and four fill its queue as well (R10, R13). */
export const sharedCallsLate = gatheredBulkhead.concurrency - sharedCallsAtOnce;
/** A shared call is abandoned after this multiple of the time to the next attempt: its requests were retried (R07). */
export const sharedCallGivenUpAfterTimes = 2.5;
/** A fuller shared call leaves further requests to the next one: a NATS message is at most a megabyte (size of messages). */
export const sharedCallBytes = 500_000;
/** `Retry-After` of refusals by default, and of transfers and streams without a slot (R13). */
export const retryAfterSeconds = { usual: 1, withoutPlace: 5 } as const;
