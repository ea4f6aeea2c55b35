/** Looks whether the bus is there before anybody waits for it, and who is on it. */
import { connect } from 'nats';
import { connectionOf } from '../shared/broker/bus.ts';
import type { Config } from '../shared/broker/config.ts';
import type { Crew } from '../shared/broker/onlooker.ts';

/** The services that no process runs, as a sentence; undefined where there are none. */
export function nobodyRuns(crews: readonly Crew[]): string | undefined {
  const absent = crews.filter(({ processes }) => processes === 0).map(({ name }) => name);
  return absent.length > 0 ? `Nobody runs ${absent.join(', ')}.` : undefined;
}

/** Milliseconds. */
const patience = 3_000;

/** Connects with the credentials of the services, asks once, and leaves; rejects where that does not work at once. */
export async function reachBus(servers: string[], nats: NonNullable<Config['nats']>) {
  const connection = await connect({
    ...connectionOf({ ...nats, servers }),
    timeout: patience,
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

/** What to do where it was not reached. */
export const nextForBus = (error: unknown): string =>
  /AUTH|PERMISSION/i.test((error as { code?: string }).code ?? '')
    ? 'Check NATS_USER and NATS_PASSWORD against what the NATS servers are told.'
    : 'Check NATS_URL, and that the NATS servers run and let connections from here in.';
