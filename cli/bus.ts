/** Looks whether the bus is there before anybody waits for it. */
import { connect } from 'nats';
import type { Config } from '../shared/broker/config.ts';

/** Milliseconds. */
const patience = 3_000;

/** Connects with the credentials of the services, asks once, and leaves; rejects where that does not work at once. */
export async function reachBus(servers: string | string[], { user, password }: NonNullable<Config['nats']>) {
  const connection = await connect({
    servers,
    user,
    pass: password,
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
