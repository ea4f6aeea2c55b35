/** Shows each SQL statement of what is under way; those of work in the background would only be noise. */
import type { Tracer } from './tracing.ts';

/** Where a statement goes, as `pg.Client` has it. */
interface Connection {
  readonly database?: string | undefined;
  readonly host: string;
  readonly port: number;
}

/**
 * Sends a statement and shows it. Its values are parameters, which are not shown.
 * @param query What was given to `pg.Client#query`; only what answers with a promise is shown.
 */
export function traceStatement(tracer: Tracer, connection: Connection, query: unknown, send: () => unknown): unknown {
  if (typeof query !== 'string' || !tracer.here()) return send();
  const { database = '', host, port } = connection;
  const operation = (/^\W*(\w+)/.exec(query)?.[1] ?? '').toUpperCase();
  const attributes = {
    'db.system.name': 'postgresql',
    'db.namespace': database,
    'db.operation.name': operation,
    'db.query.text': query,
    'server.address': host,
    'server.port': port,
  };
  const description = { name: `${operation} ${database}`, kind: 'client', attributes } as const;
  return tracer.within(description, async (span) => {
    try {
      return await send();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (typeof code === 'string') span.note({ 'db.response.status_code': code });
      throw error;
    }
  });
}
