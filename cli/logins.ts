/** The logins of services, as their addresses in the environment say them. */
import type { ServiceName } from '../shared/contract/services.ts';
import { LoginRefused, makeLogins } from '../shared/database/logins.ts';
import { storingServices } from '../shared/process/environment.ts';
import { readOrFail } from './database.ts';
import { CommandFailure } from './output.ts';

/** Makes those that are missing, and returns the names of those that were made or changed. */
export const makeOwnLogins = (url: string): Promise<string[]> => makeLogins(url, ownLogins()).catch(explainLogin);

/** The addresses of services that have a `DATABASE_URL_…` of their own. */
function ownLogins(): Map<ServiceName, string> {
  const { databaseUrl, databaseUrlFor } = readOrFail();
  const urls = storingServices.map((service) => [service, databaseUrlFor(service)] as const);
  return new Map(urls.flatMap(([service, url]) => (url && url !== databaseUrl ? [[service, url]] : [])));
}

function explainLogin(error: unknown): never {
  if (!(error instanceof LoginRefused)) throw error;
  throw new CommandFailure(error.message, 'Correct its DATABASE_URL_…, or make it a member of that role by hand.');
}
