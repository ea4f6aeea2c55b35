/** P6: the cost of a download of 50,000 lines in each process on its way. */
import { judgedTrack } from '../jury.ts';
import { asInTheImage, hasNatsServer, noBus, onGround } from '../ground.ts';
import { median, ms, notMeasured, type Case, type Row } from '../measure.ts';
import { growth } from '../process.ts';
import type { Process } from '../../test/support/cluster.ts';

const lines = 50_000;
const rounds = 3;
async function download(url: string, headers: Record<string, string>) {
  const start = performance.now();
  const answer = await fetch(url, { headers });
  let [first, count] = [NaN, 0];
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    if (count === 0) first = performance.now() - start;
    for (const byte of chunk) if (byte === 10) count++;
  }
  if (count !== lines + 1) throw new Error(`${url} gave ${count} lines with status ${answer.status}`);
  return { first, total: performance.now() - start };
}

interface Download {
  readonly what: string;
  readonly path: string;
}

async function rowsOf(
  { what, path }: Download,
  headers: Record<string, string>,
  [gateway, judging]: [Process, Process],
) {
  const runs: Awaited<ReturnType<typeof download>>[] = [];
  const grown = { gateway: 0, judging: 0 };
  for (let round = 0; round < rounds; round++) {
    const url = `http://127.0.0.1:${gateway.port}${path}`;
    const [byGateway, byJudging] = await growth([gateway, judging], async () => {
      runs.push(await download(url, headers));
    });
    grown.gateway = Math.max(grown.gateway, byGateway ?? NaN);
    grown.judging = Math.max(grown.judging, byJudging ?? NaN);
  }
  const first = median(runs.map((run) => run.first));
  const total = median(runs.map((run) => run.total));
  const most = Math.max(grown.gateway, grown.judging);
  return [
    {
      id: 'P6',
      what: `${what} of ${lines} lines, first byte`,
      figure: `${ms(first)}, all ${ms(total)}`,
      goal: '< 200 ms',
      met: first < 200,
    },
    {
      id: 'P6',
      what: `${what}, memory while it is sent`,
      figure: Number.isNaN(most)
        ? '–'
        : `gateway + ${Math.round(grown.gateway)} MB, judging + ${Math.round(grown.judging)} MB`,
      goal: '< 50 MB each',
      met: Number.isNaN(most) ? null : most < 50,
    },
  ];
}

export const exportsOfManyRows: Case = {
  ids: ['P6'],
  run: async () => {
    if (!hasNatsServer) return [notMeasured('P6', `exports of ${lines} lines`, '< 200 ms, < 50 MB', noBus)];
    return onGround(async (ground): Promise<Row[]> => {
      const { track, headers } = await judgedTrack(ground, { teams: lines, judges: 1, criteria: 3 });
      const [gateway, judging] = await Promise.all([
        ground.cluster.start('gateway', asInTheImage),
        ground.cluster.start('judging', asInTheImage),
        ground.cluster.start('identity,organizations,events,teams', asInTheImage),
      ]);
      const at = `/events/${track.id}`;
      const ranked = await fetch(`http://127.0.0.1:${gateway.port}${at}/calculate-results`, {
        method: 'POST',
        headers,
      });
      if (ranked.status !== 201) throw new Error(`Ranking failed: ${await ranked.text()}`);
      await ranked.text();
      return [
        ...(await rowsOf({ what: 'results', path: `${at}/results/csv` }, headers, [gateway, judging])),
        ...(await rowsOf({ what: 'scores', path: `${at}/scores/csv` }, headers, [gateway, judging])),
      ];
    });
  },
};
