import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld } from '../../support/world.ts';
import { hostContests, type Host } from '../../support/judging/contest.ts';
import { judgeUnevenly } from '../../support/judging/uneven.ts';

let host: Host;
beforeAll(async () => {
  host = await hostContests(await openWorld());
});
afterAll(() => host.world.close());

const unevenlyJudged = () => judgeUnevenly(host);

describe('Where the fair ranking is published', () => {
  it('teams are told their rank by it, and in a sentence for each review how it came about', async () => {
    const { contest, ada, fair, resultOf } = await unevenlyJudged();
    expect([fair.plain_rank, fair.fair_rank]).toEqual([4, 3]);
    expect((await contest.publish('fair')).status).toBe(200);
    const result = await resultOf();
    const [high, low] = fair.reviews.toSorted((a: any, b: any) => b.given - a.given);
    const two = (value: number) => expect.stringContaining(String(Math.round(value * 100) / 100));
    expect(result).toEqual({
      overall_score: fair.fair_score,
      rank: fair.fair_rank,
      created_at: expect.any(String),
      score_breakdown: [
        {
          criterion_name: 'Criterion 1',
          criterion_description: null,
          score_value: 5,
          feedback: 'Well done.\n\nWell done.',
        },
      ],
      ranked_count: 5,
      scoring: { min: 0, max: 10, step: 0.5 },
      ranking: 'fair',
      explanation: [
        expect.stringMatching(
          /^One judge scored you 7; they usually give [\d.]+ more than the others, so it counts as [\d.]+\.$/,
        ),
        expect.stringMatching(
          /^One judge scored you 3; they usually give [\d.]+ less than the others, so it counts as [\d.]+\.$/,
        ),
      ],
    });
    expect(result.explanation).toEqual([two(high.adjusted), two(low.adjusted)]);
    for (const secret of ['Severine', 'Clement', 'For organizers']) {
      expect(JSON.stringify(result)).not.toContain(secret);
    }
    expect(await resultOf(host.api)).toEqual(result);
    expect((await contest.list()).body.data.ranking).toBe('fair');
    const letter = await host.world.nextMailTo(ada.email);
    expect(letter.text).toContain(`has rank ${fair.fair_rank} of 5, with an overall score of ${fair.fair_score}.`);
  });

  it('it stays as it was published, whatever is calculated, reopened or taken away later', async () => {
    const { contest, bears, resultOf, usual } = await unevenlyJudged();
    await contest.publish('fair');
    const published = await resultOf();
    await contest.judged(bears, [0], { judge: usual });
    await contest.calculate();
    expect(await resultOf()).toEqual(published);
    const rows = await contest.world.rows<{ id: string }>`
      select id from judging.assignment where team_id = ${bears.id}`;
    for (const { id } of rows) await host.api.del(`/assignments/${id}`);
    await contest.calculate();
    expect(await resultOf()).toEqual(published);
  });

  it('the audit says which was published', async () => {
    const { contest } = await unevenlyJudged();
    const { notifications_sent_at } = (await contest.publish('fair')).body.data;
    const noted = await contest.world.rows`
      select after from judging.audit
       where fact = 'results.published' and ids ->> 'event_id' = ${contest.track.id}`;
    expect(noted).toEqual([{ after: { notifications_sent_at, ranking: 'fair' } }]);
  });

  it('publishing again answers the same, and refuses the other ranking', async () => {
    const { contest, resultOf } = await unevenlyJudged();
    const first = await contest.publish('fair');
    const result = await resultOf();
    expect((await contest.publish('fair')).text).toBe(first.text);
    expect((await contest.publish()).text).toBe(first.text);
    expect(await contest.publish('plain')).toBeRefused(409, 'ALREADY_PUBLISHED', { ranking: 'fair' });
    expect(await resultOf()).toEqual(result);
  });
});

describe('Where the plain ranking is published', () => {
  it.each([undefined, 'plain'])('teams are told it, and nothing of another one: %s', async (ranking) => {
    const { contest, fair, resultOf } = await unevenlyJudged();
    expect((await contest.publish(ranking)).status).toBe(200);
    const result = await resultOf();
    expect(result).toMatchObject({ rank: fair.plain_rank, overall_score: fair.plain_score });
    expect(Object.keys(result)).not.toContain('explanation');
    expect(await contest.publish('fair')).toBeRefused(409, 'ALREADY_PUBLISHED', { ranking: 'plain' });
  });
});

describe('Publishing the fair ranking is refused', () => {
  it('before there is one', async () => {
    const contest = await host.contest();
    expect(await contest.publish('fair')).toBeRefused(409, 'NOT_READY', { missing: ['results'] });
    await contest.calculate();
    expect(await contest.publish('fair')).toBeRefused(409, 'NOT_READY', { missing: ['results'] });
  });

  it('where teams cannot all be compared, and nothing is published', async () => {
    const contest = await host.contest();
    for (const name of ['Ants', 'Bees']) await contest.judged(await contest.team(name), [5]);
    await contest.calculate();
    expect(await contest.publish('fair')).toBeRefused(409, 'NOT_READY', { missing: ['connection'] });
    expect((await contest.list()).body.data.notifications_sent_at).toBeNull();
    expect((await contest.publish('plain')).status).toBe(200);
  });

  it('for a ranking that nobody knows', async () => {
    const contest = await host.contest();
    expect(await contest.publish('best')).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'ranking' }] });
  });
});
