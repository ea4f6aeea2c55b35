/** Checks whether the bus can be reached, and lists its processes. */
import { connect } from 'nats';
import { connectionOf } from '../shared/bus/connection.ts';
import type { Config } from '../shared/process/config.ts';
import type { ServiceProcesses } from '../services/observer.ts';

/** Returns a sentence that names the services that no process runs; undefined if there are none. */
export function missingServices(processes: readonly ServiceProcesses[]): string | undefined {
  const absent = processes.filter(({ processes }) => processes === 0).map(({ name }) => name);
  return absent.length > 0 ? `Nobody runs ${absent.join(', ')}.` : undefined;
}

const timeoutMs = 3_000;

/** Connects with the services' credentials, asks once and disconnects; rejects when that fails. */
export async function reachBus(servers: string[], nats: NonNullable<Config['nats']>) {
  const connection = await connect({
    ...connectionOf({ ...nats, servers }),
    timeout: timeoutMs,
    reconnect: false,
    maxReconnectAttempts: 0,
  });
  try {
    await connection.flush();
    return { version: connection.info?.version ?? '' };
  } finally {
    await connection.close();
  }
}

/** Returns what to do when the bus could not be reached. */
export const busAdvice = (error: unknown): string =>
  /AUTH|PERMISSION/i.test((error as { code?: string }).code ?? '')
    ? 'Check NATS_USER and NATS_PASSWORD against what the NATS servers are told.'
    : 'Check NATS_URL, and that the NATS servers run and let connections from here in.';
