/**
 * P1 to P3: first check-ins of distinct people, compared with a rival without services and an echo without a
 * database.
 */
import { hackathonOf } from '../seed/hackathon.ts';
import { hasNatsServer, noBus, onGround, settle, startOverNats, startTogether } from '../ground.ts';
import {
  atLeast,
  atMost,
  type Case,
  type Compared,
  ms,
  notMeasured,
  partsOf,
  perSecond,
  type Row,
  times,
} from '../measure.ts';
import { type Asks, compare, type Load, type Program } from '../load/load.ts';
import { startRival } from '../rival/start.ts';
import { visitors } from '../visitors.ts';

const crowd = () => hackathonOf({ participants: 20_000, seed: 1 });
const taken = { rounds: 5, seconds: 4, warming: 2 };
const busy = { ...taken, connections: 64 };
const quiet = { ...taken, connections: 1 };

type Programs<Name extends string> = Record<Name, Program>;
type Loads<Name extends string> = Record<Name, Load>;

type OverNats = 'muster' | 'rival' | 'echo';

async function overNats<T>(use: (programs: Programs<OverNats>, asks: Asks) => Promise<T>): Promise<T> {
  return onGround(async (ground) => {
    const { cluster, databaseUrl, spentBy } = ground;
    const asks = await visitors(ground, await settle(ground, crowd()));
    const env = { DATABASE_URL: databaseUrl, NATS_URL: `nats://127.0.0.1:${cluster.natsPort}` };
    const echo = await startRival('echo.ts', env, 'echo');
    const [rival, ceiling] = [await startRival('scans.ts', env), await startRival('echo.ts', env)];
    try {
      const services = await startOverNats(ground, [
        'gateway',
        'check-in',
        'identity,organizations,events,registrations,teams',
      ]);
      const programs = {
        muster: services,
        rival: { url: rival.url, spent: spentBy([rival], 'without a bus') },
        echo: { url: ceiling.url, spent: spentBy([ceiling, echo], 'over NATS') },
      };
      return await use(programs, asks);
    } finally {
      for (const program of [echo, rival, ceiling]) program.stop();
    }
  });
}

const compared = (unit: string, figure: keyof Load, { muster, rival, echo }: Partial<Loads<OverNats>>): Compared => ({
  unit,
  muster: muster?.[figure] ?? NaN,
  rival: rival?.[figure] ?? NaN,
  ...(echo && { echo: echo[figure] }),
});

const what = {
  P1: `scans over NATS, ${busy.connections} connections`,
  P1c: 'processor time of one of them',
  P2: 'a scan over NATS, one connection, median',
  P3: `scans in one process, ${busy.connections} connections`,
};

function rowsOfBusy(loads: Loads<OverNats>): Row[] {
  const { muster, rival, echo } = loads;
  const [gain, share, cost] = [muster.rate / rival.rate, muster.rate / echo.rate, muster.cpu / rival.cpu];
  const rates = `${perSecond(muster.rate)}, rival ${perSecond(rival.rate)}`;
  return [
    {
      ...{ id: 'P1', what: what.P1, figure: `${times(gain)} (${rates})`, ...atLeast(1.5, 'the rival', gain) },
      compared: compared('scans/s', 'rate', loads),
    },
    {
      ...{ id: 'P1', what: 'their p99', figure: `${ms(muster.p99)}, rival ${ms(rival.p99)}` },
      ...{ goal: "≤ the rival's", met: muster.p99 <= rival.p99 },
    },
    {
      ...{ id: 'P1', what: 'against an echo over NATS', ...atLeast(1, 'the echo', share) },
      figure: `${times(share)} (${perSecond(muster.rate)}, echo ${perSecond(echo.rate)})`,
    },
    {
      ...{ id: 'P1c', what: what.P1c, ...atMost(0.6, "the rival's", cost) },
      figure: `${times(cost)} (${partsOf(muster)}; rival ${partsOf(rival)})`,
      compared: compared('ms of CPU per scan', 'cpu', loads),
    },
  ];
}

/** The echo shows how much of the time is transport alone. */
function rowsOfQuiet(loads: Loads<OverNats>): Row[] {
  const { muster, rival, echo } = loads;
  const ratio = muster.p50 / rival.p50;
  return [
    {
      ...{ id: 'P2', what: what.P2, ...atMost(2, "the rival's", ratio) },
      figure: `${times(ratio)} (${ms(muster.p50)}, rival ${ms(rival.p50)}, echo over NATS ${ms(echo.p50)})`,
      compared: compared('ms, median', 'p50', loads),
    },
  ];
}

export const scansOverNats: Case = {
  ids: ['P1', 'P1c', 'P2'],
  async run(isWanted) {
    if (!hasNatsServer) {
      const goals = { P1: '≥ 1.50 × the rival', P1c: "≤ 0.60 × the rival's", P2: "≤ 2.00 × the rival's" };
      return Object.entries(goals).map(([id, goal]) => notMeasured(id, what[id as keyof typeof goals], goal, noBus));
    }
    return overNats(async ({ muster, rival, echo }, asks) => [
      ...(isWanted('P1') || isWanted('P1c')
        ? rowsOfBusy(await compare({ muster, rival, echo }, { ...busy, asks }))
        : []),
      ...(isWanted('P2') ? rowsOfQuiet(await compare({ muster, rival, echo }, { ...quiet, asks })) : []),
    ]);
  },
};

export const scansInOneProcess: Case = {
  ids: ['P3'],
  run: () =>
    onGround(async (ground): Promise<Row[]> => {
      const asks = await visitors(ground, await settle(ground, crowd()));
      const rival = await startRival('scans.ts', { DATABASE_URL: ground.databaseUrl });
      try {
        const programs = {
          muster: await startTogether(ground),
          rival: { url: rival.url, spent: ground.spentBy([rival], 'without a bus') },
        };
        const loads = await compare(programs, { ...busy, asks });
        const gain = loads.muster.rate / loads.rival.rate;
        const rates = `${perSecond(loads.muster.rate)}, rival ${perSecond(loads.rival.rate)}`;
        const figure = `${times(gain)} (${rates})`;
        return [
          {
            ...{ id: 'P3', what: what.P3, figure, ...atLeast(2.5, 'the rival', gain) },
            compared: compared('scans/s', 'rate', loads),
          },
        ];
      } finally {
        rival.stop();
      }
    }),
};
