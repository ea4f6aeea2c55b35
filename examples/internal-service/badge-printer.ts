/** Prints a badge for everybody who is checked in: their name, their team and their track. */
import { readFile, writeFile } from 'node:fs/promises';
import { busOptions, call, followFacts, isRefusal, viewerOf, type Fact } from '@muster/contract';
import { ServiceBroker } from 'moleculer';

const { NATS_URL: servers = 'nats://127.0.0.1:4222', NATS_PASSWORD: password } = process.env;
const { MUSTER_KEY: apiKey = '', ORG: orgId = '', POSITION_FILE: file = 'position' } = process.env;

const broker = new ServiceBroker({
  ...busOptions({ servers, user: 'badge-printer', password }),
  logLevel: 'warn',
});
const leaving = new AbortController();
let printing = Promise.resolve();

broker.createService({
  name: 'badge-printer',
  started: () => {
    // A permanent error ends the program. The next start goes on from the stored position.
    printing = print().catch((error: unknown) => broker.fatal('No more badges are printed.', error as Error));
  },
  stopped: () => {
    leaving.abort();
    return printing;
  },
});

async function print(): Promise<void> {
  const after = await readFile(file, 'utf8').catch(() => undefined);
  const { signal } = leaving;
  for await (const fact of followFacts(broker, { apiKey, orgId, types: ['checkin.recorded'], after, signal })) {
    const badge = await badgeOf(fact);
    if (badge) console.log(badge);
    await writeFile(file, fact.position);
  }
}

/** Undefined for somebody who has left the hackathon meanwhile, and at a point that belongs to none. */
async function badgeOf({ super_event_id, event_id, data }: Fact<'checkin.recorded'>): Promise<string | undefined> {
  if (super_event_id === null) return undefined;
  try {
    const viewer = await viewerOf(broker, apiKey);
    const asked = { id: super_event_id, userId: data.user_id };
    const { builder } = await call(broker, viewer, 'teams.getBuilder', asked, { timeout: 30_000 });
    const { name, activeTeam, trackRegistrations } = builder;
    const place = trackRegistrations.find(({ track }) => track.id === (event_id ?? activeTeam?.trackId));
    return [name, activeTeam?.name ?? 'no team yet', place?.track.name].filter(Boolean).join(' | ');
  } catch (error) {
    if (isRefusal(error, 'BUILDER_NOT_FOUND')) return undefined;
    throw error;
  }
}

await broker.start();
