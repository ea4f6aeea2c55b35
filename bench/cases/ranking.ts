/** P5: the time to rank the teams of a track, and its growth. */
import { judgedTrack, type JudgedTrack } from '../jury.ts';
import { onGround, together } from '../ground.ts';
import { median, ms, timed, times, type Case, type Row } from '../measure.ts';

const panel = { judges: 5, criteria: 5 };
const rounds = 5;

async function calculate(url: string, { track, headers }: JudgedTrack): Promise<void> {
  const answer = await fetch(`${url}/events/${track.id}/calculate-results`, { method: 'POST', headers });
  if (answer.status !== 201) throw new Error(`Ranking failed: ${await answer.text()}`);
  await answer.text();
}

export const rankings: Case = {
  ids: ['P5'],
  run: () =>
    onGround(async (ground): Promise<Row[]> => {
      const small = await judgedTrack(ground, { teams: 1_000, ...panel });
      const large = await judgedTrack(ground, { teams: 10_000, ...panel });
      const { port } = await ground.cluster.start('all', together);
      const url = `http://127.0.0.1:${port}`;
      await calculate(url, small);
      /** The first run of a track writes every result; a repeated one changes none. */
      const taken = { small: [] as number[], large: [] as number[], again: [] as number[] };
      for (let round = 0; round < rounds; round++) {
        await ground.rows`delete from judging.result`;
        taken.small.push(await timed(() => calculate(url, small)));
        taken.large.push(await timed(() => calculate(url, large)));
        taken.again.push(await timed(() => calculate(url, small)));
      }
      const [one, ten, again] = [median(taken.small), median(taken.large), median(taken.again)];
      const growth = ten / one;
      return [
        {
          id: 'P5',
          what: 'rank 1000 teams × 5 judges × 5 criteria',
          figure: `${ms(one)}, repeated ${ms(again)}`,
          goal: '< 300 ms',
          met: one < 300,
        },
        {
          id: 'P5',
          what: 'rank ten times as many teams',
          figure: `${times(growth)} (${ms(ten)})`,
          goal: '≤ 12.00 × the time',
          met: growth <= 12,
        },
      ];
    }),
};
