/** Turns a port that cannot be opened into an orderly end of the start, with a readable message. */
import type { Server } from 'node:http';
import type { Service } from 'moleculer';

type Variable = 'PORT' | 'ADMIN_PORT';

/** Reports a port that cannot be opened, and what to do about it. */
export class PortRefused extends Error {
  override readonly name = 'PortRefused';
}

const hostOf = (variable: Variable) => variable.replace('PORT', 'HOST');
const words: Partial<Record<string, (variable: Variable) => string>> = {
  EADDRINUSE: (variable) =>
    `is in use. Stop what listens there, or set ${variable} to another port; ${variable}=0 takes a free one.`,
  EACCES: (variable) => `may not be opened by this user. Set ${variable} to one above 1023.`,
  EADDRNOTAVAIL: (variable) => `cannot be opened: this machine has no such address. Correct ${hostOf(variable)}.`,
};

/** Returns a readable error for a server's failure where there is one, otherwise the error itself. */
export function refusalOf(variable: Variable, error: Error): Error {
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  const reason = words[code ?? ''];
  return reason ? new PortRefused(`Port ${port ?? 0} of ${address} ${reason(variable)}`) : error;
}

/**
 * Rejects when the server cannot listen. moleculer-web's own handling would exit at once and leave the embedded
 * database running.
 */
export function unlessRefused(server: Server, logger: Service['logger']): Promise<never> {
  server.removeAllListeners('error');
  return new Promise((_, reject) => {
    server.on('error', (error) => {
      if (server.listening) logger.error({ err: error }, 'The HTTP server failed.');
      else reject(refusalOf('PORT', error));
    });
  });
}
