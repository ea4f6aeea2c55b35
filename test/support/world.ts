/** All services, on a stage of their own. */
import { Client, type Person } from './client.ts';
import { mailsIn, type Mail } from './mails.ts';
import { startServices, type Processes, type Ways } from './processes.ts';
import { openStage, type Stage } from './stage.ts';

export interface World extends Stage, Omit<Processes, 'stop'> {
  /** Speaks HTTP with a key of this person in this organization. */
  as(person: Person, organization: { id: string }): Client;
  /** What this address was sent so far, the oldest first. */
  mailsTo(address: string): Promise<Mail[]>;
  /** Waits for the next letter to this address that was not taken before. */
  nextMailTo(address: string): Promise<Mail>;
  /** Speaks HTTP without a key, or with the headers given. */
  stranger(headers?: Record<string, string>): Client;
}

export async function openWorld(env: Record<string, string> = {}, ways?: Ways): Promise<World> {
  const stage = await openStage();
  const { stop, ...processes } = await startServices(stage.databaseUrl, env, ways);
  const { port, url, dataDir } = processes;
  const closeStage = stage.close.bind(stage);
  return Object.assign(stage, {
    ...processes,
    ...mailsIn(dataDir),
    as: (person: Person, organization: { id: string }) => stage.at(port, person, organization),
    stranger: (headers: Record<string, string> = {}) => new Client(url, () => Promise.resolve(headers)),
    async close() {
      await stop();
      await closeStage();
    },
  });
}
