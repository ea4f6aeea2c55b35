/** Sets up logging: readable on a terminal, JSON for programs. */
import type { BrokerOptions } from 'moleculer';
import { pino, type Logger } from 'pino';
import { idsOf, tracing } from '../base/tracing.ts';
import type { Config } from './config.ts';

/** The name of the gateway's access log. */
export const accessLogger = 'access';

/** Names of members that are never logged, wherever they occur. */
const secrets = [
  ...['token', 'checkin_token', 'access_token', 'refresh_token', 'secret_hash', 'access_hash'],
  ...['password', 'new_password', 'current_password', 'authorization', 'x-api-key'],
];

/** The ids of the span that a line belongs to. */
function spanIds(): object {
  const span = tracing()?.here();
  return span ? idsOf(span) : {};
}

/** Returns Moleculer's logger options for a configuration. */
export function loggerOf({ log, tracing: isTraced }: Config): BrokerOptions['logger'] {
  const level = log.level === 'silent' ? 'fatal' : log.level;
  if (log.format === 'pretty') {
    return { type: 'Console', options: { level, formatter: 'short', moduleColors: true } };
  }
  const careful = pino({
    redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    ...(isTraced && { mixin: spanIds }),
  });
  // Searching for secrets takes ten times as long as writing a line, and lines about requests contain none.
  const plain = pino();
  const createLogger = (own: string, bindings: { readonly mod: string }): Logger =>
    (bindings.mod === accessLogger ? plain : careful).child(bindings, { level: own });
  return { type: 'Pino', options: { level, createLogger } };
}
