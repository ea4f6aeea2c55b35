/**
 * The limits and waits of a request's way through the gateway, in the order in which a request meets them; those of every process
 * are in `shared/base/limits.ts`. A comment says what happens beyond it and, in brackets, the promise of
 * `docs/operations/reliability.md` or the attack that needs it. `docs/architecture.md` has all of them in one table.
 */
import { gatheredBulkhead } from '../../shared/base/limits.ts';

const megabyte = 1_048_576;

// Connections.

/** An idle connection is closed; later than common load balancers do (60 s), so that they close first (R08). */
export const keepAliveMs = 65_000;
/** Beyond, the oldest idle connection of the network is closed; a whole venue may share one (hoarded connections). */
export const idlePerNetwork = 1_000;
/** A connection is closed with the answer to this request, so that long-lived clients spread over the gateways (R08). */
export const requestsPerConnection = 1_000;
/** Slower headers are refused with 408 (slow clients that hoard connections). */
export const headersWithinMs = 10_000;
/** Further headers are ignored (floods of headers). */
export const headersAtMost = 100;
/** A client that was refused for a malformed request is cut off (half-closed connections). */
export const reasonReadWithinMs = 1_000;
/** A stopping gateway still takes requests for so long, and closes each connection with its answer (R08). */
export const closingMs = 500;

// Requests under way.

/** Further scans are OVERLOADED. Slow answers lower the limit, never below the least, which keeps shared calls filled (R13). */
export const scansUnderWay = { most: 1_024, least: 256 } as const;
/** The same for other requests, so that they never use up what scans have; downloads have half of it (R13). */
export const othersUnderWay = { most: 512, least: 128 } as const;
/** An answer that takes longer lowers the limit of its kind (R13). */
export const slowAfterMs = 500;
/** An event loop that is late by more lowers both limits (R13). */
export const loopLateAfterMs = 100;
/** Requests that wait for something that is away count here instead; further requests are OVERLOADED (R09, R10). */
export const asideAtMost = 2_000;

// Keys and sessions.

/** Beyond the rate limit of a network so many unknown keys are looked up all the same: others share the address (guessed keys). */
export const unknownKeysPerSecond = 10;
/** A key or session that was valid is not counted by network for so long, whatever else comes from there (guessed keys). */
export const provenForMs = 3_600_000;
/** Keys and sessions that a gateway remembers; the one that was not used for longest is forgotten (guessed keys). */
export const viewersAtMost = 10_000;
/** An older viewer is refreshed behind the requests, none of which waits for it (speed). */
export const viewerRefreshAfterMs = 6_000;
/** Requests wait for the refresh: a key that was revoked without an event ends within ten seconds (stolen keys). */
export const viewerWaitAfterMs = 9_000;
/** A viewer is unusable even while identity does not answer; until then scans go on without it (R06). */
export const viewerUnusableAfterMs = 60_000;
/** An unknown key is looked up again (guessed keys; a key that was just made). */
export const unknownViewerForMs = 2_000;
/** A request with a remembered viewer goes on without the refresh (R06, R10). */
export const viewerRefreshWithinMs = 500;
/** A look-up that failed is repeated after this (R07). */
export const lookUpRetryAfterMs = 50;
/** A call that the gateway makes for itself ends: a look-up, a reading for streams (R10). */
export const ownCallTimeoutMs = 3_000;

// Bodies.

/** A larger JSON body is PAYLOAD_TOO_LARGE, unless its endpoint has a size of its own (memory). */
export const bodyBytes = 100_000;
/** A deeper JSON body is VALIDATION_FAILED (stack). */
export const bodyLevels = 32;
/** A slower body is TIMEOUT (slow clients). */
export const bodyWithinMs = 30_000;
/** A body that nobody wants is read for so long, so that its sender reads the answer (slow clients). */
export const unreadBodyForMs = 2_000;
/** Unknown members: so many are named in the `Warning`, and of those that are refused; longer names are cut (floods of names). */
export const unknownMembers = { warnedOf: 10, refused: 100, nameLength: 40 } as const;
/** A longer `Idempotency-Key` is VALIDATION_FAILED (memory of the database). */
export const writeKeyLength = 255;

// Forms and files.

/** A form with more of anything, as busboy counts it, is PAYLOAD_TOO_LARGE (memory). */
export const formParts = {
  files: 5,
  fields: 20,
  parts: 25,
  fieldSize: 65_536,
  headerPairs: 50,
  headerSize: 16_384,
} as const;
/** All files of a form, a form with its fields and boundaries, the name of a field; PAYLOAD_TOO_LARGE (disk, memory). */
export const formBytes = { files: 25 * megabyte, inAll: 27 * megabyte, name: 100 } as const;
/** A slower form, and a slower file of it, is TIMEOUT (slow clients). */
export const formWithinMs = 120_000;
/** No request takes longer to arrive: a form, or a body behind slow headers. 408 (slow clients). */
export const requestWithinMs = formWithinMs + bodyWithinMs;
/** A form, or a file that is sent, which brings nothing for longer is given up: its sender has died (R07). */
export const silentTransferMs = 10_000;
/** Files that a refused form has left are removed by then, or by cleanup (R07). */
export const removalWithinMs = 2_000;
/** Uploads of a person and in all; further ones wait for a slot (memory). */
export const uploadsAtOnce = { each: 3, inAll: 32 } as const;
/** Downloads of a person and in all; further ones wait for a slot (memory). */
export const downloadsAtOnce = { each: 8, inAll: 64 } as const;
/** Without a slot by then: RATE_LIMITED where the person's are in use, else OVERLOADED (R13). */
export const slotWithinMs = 8_000;
/** Waiting transfers of a person; further ones are RATE_LIMITED at once (memory). */
export const waitingTransfersEach = 32;
/** A client of a download that reads nothing for so long, or not everything, is cut off (slow clients). */
export const downloadReadWithin = { somethingMs: 60_000, everythingMs: 600_000 } as const;
/** Data that waits for slow clients; beyond, the download with the most is cut off (memory). */
export const downloadBytesWaiting = { one: 32 * megabyte, inAll: 128 * megabyte } as const;

// Streams of facts.

/** Streams of a key or person, of an organization, and in all; further ones are RATE_LIMITED (memory). */
export const streamsAtOnce = { each: 5, organization: 100, inAll: 500 } as const;
/** A stream whose client does not read is cut off; it comes back with its position (memory). */
export const streamBytesWaiting = 1_048_576;
/** The client of a stream that broke comes back after this (R08). */
export const streamRetryAfterMs = 2_000;

// Calls.

/** A request without an answer is sent again, after this multiple of the usual time, within these bounds (R07, R10). */
export const retryAfter = { minMs: 250, maxMs: 1_000, timesMean: 4 } as const;
/** The same for slow actions: those with a queue, complete lists, and the start of a file (R10). */
export const slowRetryAfterMs = 2_500;
/** A refused attempt is repeated after this, doubled each time up to the most, plus up to half at random (R07, R12). */
export const backOff = { leastMs: 50, mostMs: 400 } as const;
/** Less time until the deadline is not worth another attempt: the previous error is the answer (R12). */
export const attemptNeedsMs = 50;
/** After so many unanswered attempts a request counts as waiting for something that is away (R10). */
export const unansweredAtMost = 2;
/** One shared call is filled while the other is at the database; further requests wait for the next (speed). */
export const sharedCallsAtOnce = 2;
/** A shared call that takes longer may be lost with its process: others do not wait for it (R07, R10). */
export const sharedCallLateAfterMs = 100;
/** Shared calls that are late at once: one gateway fills one process at most, and four fill its queue as well (R10, R13). */
export const sharedCallsLate = gatheredBulkhead.concurrency - sharedCallsAtOnce;
/** A shared call is given up after this multiple of the time to the next attempt: its requests were sent again (R07). */
export const sharedCallGivenUpAfterTimes = 2.5;
/** A fuller shared call leaves further requests to the next one: a NATS message is at most a megabyte (size of messages). */
export const sharedCallBytes = 500_000;
/** `Retry-After` of what does not say, and of transfers and streams without a place (R13). */
export const retryAfterSeconds = { usual: 1, withoutPlace: 5 } as const;
