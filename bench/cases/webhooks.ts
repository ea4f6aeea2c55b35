/** W1: 300 deliveries a second to 20 webhooks. W2: one webhook whose receiver takes 50 ms. Nothing is left waiting. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { asInTheImage, hasNatsServer, noBus, onGround, type Ground } from '../ground.ts';
import { ms, notMeasured, perSecond, progress, type Case, type Row } from '../measure.ts';

interface Load {
  readonly factsPerSecond: number;
  readonly receivers: number;
  /** The time a receiver takes for its answer. */
  readonly answerMs: number;
}
const loads = {
  W1: { factsPerSecond: 15, receivers: 20, answerMs: 0 },
  W2: { factsPerSecond: 60, receivers: 1, answerMs: 50 },
} as const satisfies Record<string, Load>;
type Id = keyof typeof loads;
const ids = Object.keys(loads) as Id[];

const seconds = 20;
/** Writes of facts per second. */
const beats = 5;
const goal = { goal: 'the backlog does not grow' };
const whatOf = ({ factsPerSecond, receivers, answerMs }: Load) =>
  `${factsPerSecond} facts/s to ${receivers} webhooks, each answer after ${answerMs} ms`;

/** Opens a receiver that answers 204 after a time, and counts the deliveries by their addresses and ids. */
async function listen(answerMs: number) {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    seen.add(`${request.url} ${String(request.headers['webhook-id'])}`);
    request.resume();
    setTimeout(() => response.writeHead(204).end(), answerMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => seen.size,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function subscribe({ cluster, fixtures }: Ground, url: string, receivers: number): Promise<string> {
  const acme = await fixtures.organization();
  const owner = await fixtures.member(acme, 'OWNER');
  const headers = { 'X-Api-Key': await fixtures.keyOf(owner, acme), 'Content-Type': 'application/json' };
  const gateway = await cluster.start('gateway');
  for (let n = 0; n < receivers; n++) {
    const body = JSON.stringify({ url: `${url}/${n}`, types: ['team.deleted'] });
    const target = `http://127.0.0.1:${gateway.port}/organizations/${acme.id}/webhooks`;
    const { status } = await fetch(target, { method: 'POST', headers, body });
    if (status !== 201) throw new Error(`A webhook was not made: ${status}`);
  }
  return acme.id;
}

/** As services leave them: a row of their audit, a transaction each. */
async function cause({ rows }: Ground, organization_id: string, factsPerSecond: number): Promise<void> {
  const one = () => rows`
    insert into teams.audit (organization_id, action, fact, ids, before, after)
    values (${organization_id}, 'bench', 'team.deleted', jsonb_build_object('team_id', gen_random_uuid()), '{}', '{}')`;
  await Promise.all(Array.from({ length: factsPerSecond / beats }, one));
}

const measured = (id: Id, load: Load): Promise<Row> =>
  onGround(async (ground) => {
    const { cluster, rows, spentBy } = ground;
    const { factsPerSecond, receivers, answerMs } = load;
    const env = { ...asInTheImage, WEBHOOKS_INSECURE: 'on', WEBHOOKS_KEY: randomBytes(32).toString('hex') };
    const worker = await cluster.start('webhooks', env);
    await cluster.start('identity,organizations');
    const { url, received, close } = await listen(answerMs);
    const organization_id = await subscribe(ground, url, receivers);
    const spent = spentBy([worker], 'over NATS');
    const before = await spent();
    const begun = performance.now();
    const backlog: number[] = [];
    let caused = 0;
    for (let beat = 0; beat < seconds * beats; beat++) {
      await cause(ground, organization_id, factsPerSecond);
      caused += (factsPerSecond / beats) * receivers;
      if (beat % beats === beats - 1) backlog.push(caused - received());
      await pause(Math.max(0, begun + ((beat + 1) * 1_000) / beats - performance.now()));
    }
    const took = (performance.now() - begun) / 1_000;
    const late = performance.now();
    while (received() < caused && performance.now() - late < 30_000) await pause(20);
    const drained = performance.now() - late;
    const after = await spent();
    close();
    const [row] = await rows<{ n: number }>`select count(*)::int as n from webhooks.delivery where status = 'failed'`;
    if (row?.n !== 0) throw new Error(`${row?.n} deliveries failed.`);
    const half = backlog.length / 2;
    const mean = (part: readonly number[]) => part.reduce((sum, each) => sum + each, 0) / part.length;
    const [early, lateOnes] = [mean(backlog.slice(1, half)), mean(backlog.slice(half))];
    // Facts are read every two seconds, because these come without an event.
    const met = received() === caused && lateOnes < Math.max(early * 1.5, 3 * factsPerSecond * receivers);
    const each = (milliseconds: number) => ms(milliseconds / received());
    const figure =
      `${perSecond(caused / took)} deliveries, waiting ${Math.round(early)} then ${Math.round(lateOnes)}, the last after ` +
      `${Math.round(drained)} ms; processor time of ` +
      `one: Node ${each(after.node - before.node)}, PostgreSQL ${each(after.postgres - before.postgres)}`;
    return progress({ id, what: whatOf(load), figure, ...goal, met });
  });

export const webhooks: Case = {
  ids,
  async run(isWanted): Promise<Row[]> {
    const done: Row[] = [];
    for (const id of ids.filter(isWanted)) {
      const load = loads[id];
      done.push(hasNatsServer ? await measured(id, load) : notMeasured(id, whatOf(load), goal.goal, noBus));
    }
    return done;
  },
};
