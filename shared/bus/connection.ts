/** How every process that is on the bus connects to it, and what it has to agree on with the others. */
import { randomUUID } from 'node:crypto';
import type { BrokerOptions } from 'moleculer';
import { busPing, busReconnect, heartbeat, requestTimeoutMs } from '../base/limits.ts';
import { namespace, nodeIdOf } from './subjects.ts';

export interface Address {
  readonly servers: string | string[];
  /** The login at NATS. Undefined where NATS asks for none. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly tls?: { readonly caFile?: string; readonly certFile?: string; readonly keyFile?: string } | undefined;
}

/** Returns the options with which both the processes and the command line connect. */
export const connectionOf = ({ servers, user, password, tls }: Address) => ({
  servers,
  ...(user && { user, pass: password }),
  ...(tls && { tls }),
});

/** Returns the options of a connection that is made again whenever it was lost. */
export const lastingConnectionOf = (address: Address) => ({
  ...connectionOf(address),
  reconnectTimeWait: busReconnect.afterMs,
  reconnectJitter: busReconnect.jitterMs,
  maxReconnectAttempts: -1,
  waitOnFirstConnect: true,
  pingInterval: busPing.everyMs,
  maxPingOut: busPing.unansweredAtMost,
});

/** Returns what brokers have to agree on. */
export const agreed = (user: string | undefined) =>
  ({
    namespace,
    nodeID: nodeIdOf(user),
    // Ids of calls. Moleculer's own come from Math.random, which is computed from a few that were seen.
    uidGenerator: () => randomUUID(),
    heartbeatInterval: heartbeat.intervalSeconds,
    heartbeatTimeout: heartbeat.timeoutSeconds,
    requestTimeout: requestTimeoutMs,
    // Their actions tell about the process, its configuration included.
    internalServices: false,
  }) satisfies BrokerOptions;
