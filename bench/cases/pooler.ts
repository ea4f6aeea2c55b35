/**
 * C1: connections to PostgreSQL with the processes of an event day, and processor time of a scan, with PgBouncer between
 * them and without.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { hasPgBouncer, startPgBouncer, throughPooler, type Pooler } from '../../test/support/pgbouncer.ts';
import { asInTheImage, hasNatsServer, noBus, onGround, settle, type Ground } from '../ground.ts';
import { compare, type Asks, type Program } from '../load/load.ts';
import { atMost, type Case, ms, notMeasured, perSecond, type Row, times } from '../measure.ts';
import { hackathonOf } from '../seed/hackathon.ts';
import { visitors } from '../visitors.ts';

const goal = { connections: 60, scans: 3_000, cpu: 1.1 } as const;
const what = {
  connections: `connections to PostgreSQL at ${goal.scans} scans a second, pods of an event day, through PgBouncer`,
  cpu: 'processor time of a scan through PgBouncer, against none',
};
const busy = { connections: 64, rounds: 5, seconds: 4, warming: 3 };

/**
 * The pods of `k8s/overlays/event-day`: three gateways, four of check-in, three of some services and two of the others.
 * A pool belongs to a service, so services that share a process here have the connections of their own pods.
 */
const often = 'identity,events,registrations,teams';
const all = `${often},organizations,judging,onboarding,mail,webhooks,setup`;
const pods = [...Array<string>(3).fill('gateway'), ...Array<string>(4).fill('check-in'), all, all, often];
const keys = { MAIL_KEY: 'opens what is sealed for the letters', WEBHOOKS_KEY: 'opens the secrets that webhooks have' };

/** Starts the pods, each with one of these environments in turn. */
async function startPods({ cluster, spentBy }: Ground, ways: readonly Record<string, string>[], beside: Pooler[]) {
  const started = await Promise.all(
    pods.map((services, n) => cluster.start(services, { ...asInTheImage, ...keys, ...ways[n % ways.length] })),
  );
  const [url = '', ...others] = started.slice(0, 3).map(({ port }) => `http://127.0.0.1:${port}`);
  return { url, others, spent: spentBy([...started, ...beside], 'over NATS') } satisfies Program;
}

/** Returns the most connections that logins with such names have during the work. */
async function mostConnections({ rows }: Ground, logins: 'pooled' | 'owner', work: () => Promise<unknown>) {
  let [most, isOver] = [0, false];
  const look = async () => {
    for (; !isOver; await pause(100)) {
      const [{ count } = { count: 0 }] = await rows<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()
           and datname = current_database() and (usename like 'pooled\\_%') = ${logins === 'pooled'}`;
      most = Math.max(most, count);
    }
  };
  const looking = look();
  await work().finally(() => (isOver = true));
  await looking;
  return most;
}

/** Uses two PgBouncers, as `k8s/pgbouncer` has. */
async function withPoolers<T>(databaseUrl: string, use: (poolers: Pooler[]) => Promise<T>): Promise<T> {
  const poolers = await Promise.all([startPgBouncer(databaseUrl), startPgBouncer(databaseUrl)]);
  try {
    return await use(poolers);
  } finally {
    for (const pooler of poolers) await pooler.stop();
  }
}

async function measured(ground: Ground, poolers: Pooler[], asks: Asks): Promise<Row[]> {
  const ways: Record<string, string>[] = [];
  for (const { url } of poolers) ways.push(await throughPooler(url, ground.databaseUrl));
  const programs = { without: await startPods(ground, [{}], []), through: await startPods(ground, ways, poolers) };
  let loads = { without: { cpu: NaN, rate: NaN }, through: { cpu: NaN, rate: NaN } };
  let without = 0;
  const most = await mostConnections(ground, 'pooled', async () => {
    without = await mostConnections(ground, 'owner', async () => {
      loads = await compare(programs, { ...busy, asks });
    });
  });
  const { rate, cpu } = loads.through;
  const isFast = rate >= goal.scans;
  const ratio = cpu / loads.without.cpu;
  const figure = `${most} (without ${without}) at ${perSecond(rate)}`;
  return [
    {
      ...{ id: 'C1', what: what.connections, goal: `≤ ${goal.connections}`, figure },
      // Fewer scans prove nothing.
      met: isFast ? most <= goal.connections : null,
    },
    {
      ...{ id: 'C1', what: what.cpu, ...atMost(goal.cpu, 'the time without', ratio) },
      figure: `${times(ratio)} (${ms(cpu)}, without ${ms(loads.without.cpu)})`,
    },
  ];
}

export const pooler: Case = {
  ids: ['C1'],
  run: async () => {
    if (!hasNatsServer || !hasPgBouncer) {
      const reason = hasNatsServer ? 'there is no PgBouncer of 1.21 or newer on the PATH' : noBus;
      return [notMeasured('C1', what.connections, `≤ ${goal.connections}`, reason)];
    }
    return onGround(async (ground) => {
      const asks = await visitors(ground, await settle(ground, hackathonOf({ participants: 20_000, seed: 1 })));
      return withPoolers(ground.databaseUrl, (poolers) => measured(ground, poolers, asks));
    });
  },
};
