/** All services with a stage of their own. */
import { Client, type Person } from './client.ts';
import { borrow, giveBack } from './kept/services.ts';
import { mailsIn, type Mail } from './mails.ts';
import { startServices, type Processes, type Ways } from './processes.ts';
import { openStage, Stage } from './stage.ts';

export interface World extends Stage, Omit<Processes, 'stop' | 'clearFiles'> {
  /** Returns a client with the person's key in this organization. */
  as(person: Person, organization: { id: string }): Client;
  /** Returns the letters sent to an address so far, oldest first. */
  mailsTo(address: string): Promise<Mail[]>;
  /** Waits for the next letter to an address that was not taken before. */
  nextMailTo(address: string): Promise<Mail>;
  /** Returns a client without a key, or with the given headers. */
  stranger(headers?: Record<string, string>): Client;
}

/** The usual services are lent by the worker, which keeps them from spec to spec; any others start for this spec alone. */
export interface WorldWays extends Ways {
  /** For a spec that counts from the start, or leaves services behind in another state than it found them. */
  readonly alone?: boolean;
}

export async function openWorld(env: Record<string, string> = {}, ways: WorldWays = {}): Promise<World> {
  const isUsual = Object.keys(env).length === 0 && Object.keys(ways).length === 0;
  const { stage, processes, close } = (isUsual ? await borrowed() : undefined) ?? (await started(env, ways));
  const { port, url, dataDir } = processes;
  return Object.assign(stage, {
    ...processes,
    ...mailsIn(dataDir),
    as: (person: Person, organization: { id: string }) => stage.at(port, person, organization),
    stranger: (headers: Record<string, string> = {}) => new Client(url, () => Promise.resolve(headers)),
    close,
  });
}

async function borrowed() {
  const lent = await borrow();
  if (!lent) return undefined;
  const { databaseUrl, processes, owner } = lent;
  const close = () => Promise.resolve(giveBack(processes));
  return { stage: new Stage(databaseUrl, owner.rows, close), processes, close };
}

async function started(env: Record<string, string>, ways: Ways) {
  const stage = await openStage();
  const { stop, ...processes } = await startServices(stage.databaseUrl, env, ways);
  const closeStage = stage.close.bind(stage);
  const close = async () => {
    await stop();
    await closeStage();
  };
  return { stage, processes, close };
}
