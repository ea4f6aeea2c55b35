/** P10: whether the cost of a hackathon is independent of the number of other hackathons in the database. */
import { type Case, grown, notMeasured, progress, refused, type Row } from '../measure.ts';
import { hasNatsServer, noBus, onGround, startOverNats } from '../ground.ts';
import { hackathons } from '../hackathons.ts';
import { type Asks, compare, inCircle } from '../load/load.ts';
import { readsOf } from '../reads.ts';
import { visitors } from '../visitors.ts';

const people = 10_000;
const many = 100;
const processes = ['gateway', 'check-in', 'identity', 'organizations', 'events', 'registrations', 'teams'];
const scan = 'a scan';
const reads = [
  'GET /registrations/:id',
  'GET /events/:id',
  'GET /teams/:id',
  'GET /events/:id/registrations',
  'GET /super-events/:id/registrations',
  'GET /super-events/:id/team-management/builders',
];
const taken = { rounds: 3, seconds: 2, warming: 1 };

/** Returns milliseconds of CPU per request, or an error. */
async function costsAmong(count: number): Promise<Map<string, number | Error>> {
  return onGround(async (ground) => {
    const headers = await hackathons(ground, count, people);
    const all = (await readsOf(ground)).filter(({ what }) => reads.includes(what));
    const asked = new Map<string, { connections: number; asks: Asks }>([
      [scan, { connections: 64, asks: await visitors(ground, headers) }],
      ...all.map(({ what, paths }) => {
        const asks = inCircle(paths.map((path) => ({ path, headers })));
        return [what, { connections: 8, asks }] as const;
      }),
    ]);
    const muster = await startOverNats(ground, processes);
    const costs = new Map<string, number | Error>();
    for (const [what, each] of asked) {
      const cost = await compare({ muster }, { ...taken, ...each }).then(
        (loads) => loads.muster.cpu,
        (error: Error) => error,
      );
      costs.set(what, cost);
    }
    return costs;
  });
}

export const growth: Case = {
  ids: ['P10'],
  async run(): Promise<Row[]> {
    const most = 1.3;
    if (!hasNatsServer) return [notMeasured('P10', `among ${many} hackathons`, '≤ 1.30 × the CPU', noBus)];
    const [alone, among] = [await costsAmong(1), await costsAmong(many)];
    return [scan, ...reads].map((what) => {
      const about = { id: 'P10', what: `${what}, among ${many} hackathons of ${people}`, most };
      const [before, after] = [alone.get(what), among.get(what)];
      const isMeasured = typeof before === 'number' && typeof after === 'number';
      return progress(isMeasured ? grown(about, { before, after }) : refused(about, after));
    });
  },
};
