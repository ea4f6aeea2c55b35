/** Options with which every process connects to the bus, and those that all processes have to share. */
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

/** Returns the options of a connection that reconnects whenever it was lost. */
export const lastingConnectionOf = (address: Address) => ({
  ...connectionOf(address),
  reconnectTimeWait: busReconnect.afterMs,
  reconnectJitter: busReconnect.jitterMs,
  maxReconnectAttempts: -1,
  waitOnFirstConnect: true,
  pingInterval: busPing.everyMs,
  maxPingOut: busPing.unansweredAtMost,
});

/** Returns the broker options that all processes have to share. */
export const sharedBrokerOptions = (user: string | undefined) =>
  ({
    namespace,
    nodeID: nodeIdOf(user),
    // Call ids. Moleculer's own come from Math.random and can be predicted from a few samples.
    uidGenerator: () => randomUUID(),
    heartbeatInterval: heartbeat.intervalSeconds,
    heartbeatTimeout: heartbeat.timeoutSeconds,
    requestTimeout: requestTimeoutMs,
    // The actions of internal services reveal the configuration of the process.
    internalServices: false,
  }) satisfies BrokerOptions;
