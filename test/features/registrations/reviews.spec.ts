import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { until } from '../../support/cluster.ts';
import { reviewing, reviewOf } from '../../support/reviewing.ts';
import { time } from '../../support/teams/hackathon.ts';
import { openWorld, type World } from '../../support/world.ts';
import { rankApplications } from '../../../services/registrations/review-ranking.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const idsOf = async (path: string, apis: readonly Client[]) => {
  const answers = await Promise.all(apis.map((api) => api.get(path)));
  return answers.map(({ body }) => body.data.application?.id ?? null);
};

describe('The next application to review', () => {
  it('comes with answers in the order of the form, tracks, and whose it is', async () => {
    const { organizer, applied, fields, next, ai } = await reviewing(world);
    const { api } = await organizer();
    const ada = await applied('Ada', { [fields.why]: 'Bees', [fields.school]: 'Uni', former: 'x' });
    await world.rows`
      update registrations.registration set answers_json = ${JSON.stringify({ [fields.why]: 'More bees' })}
       where id = ${ada.registration}`;
    const { status, body } = await api.get(next);
    expect([status, body.data]).toEqual([
      200,
      {
        application: {
          id: ada.id,
          answers: [
            { label: 'Your school', value: 'Uni' },
            { label: 'Why come?', value: 'More bees' },
          ],
          tracks: [{ id: ai.id, name: 'AI' }],
          name: 'Ada',
          email: ada.person.email,
        },
        left: 1,
      },
    ]);
    expect((await api.get(next)).body.data).toEqual(body.data);
  });

  it('does not say whose it is where reviews are blind', async () => {
    const { organizer, applied, fields, next, progress } = await reviewing(world, {
      reviews: { blind: true, scale: 5 },
    });
    const { api } = await organizer();
    const { id } = await applied('Ada', { [fields.why]: 'Bees', [fields.school]: 'Uni' });
    const { application } = (await api.get(next)).body.data;
    expect(application).toEqual({ id, answers: [{ label: 'Why come?', value: 'Bees' }], tracks: expect.any(Array) });
    expect((await api.get(progress)).body.data.blind).toBe(true);
  });

  it('is another one for each of several reviewers at once, and none where others have all', async () => {
    const { organizer, applied, next } = await reviewing(world);
    for (const name of ['Ada', 'Bob', 'Cy', 'Dee']) await applied(name);
    const apis = await Promise.all(Array.from({ length: 5 }, async () => (await organizer()).api));
    const ids = await idsOf(next, apis);
    expect(ids.filter((id) => id === null)).toHaveLength(1);
    expect(new Set(ids).size).toBe(5);
    const late = apis[ids.indexOf(null)]!;
    expect((await late.get(next)).body.data).toEqual({ application: null, left: 4 });
    await world.rows`update registrations.review_lease set expires_at = now() where super_event_registration_id = ${ids.find(Boolean)}`;
    expect(await idsOf(next, [late])).toEqual([ids.find(Boolean)]);
  });

  it('is the one with the fewest reviews that one has not reviewed, as long as it waits for a decision', async () => {
    const { organizer, applied, next } = await reviewing(world);
    const [ada, bob, cy] = [await applied('Ada'), await applied('Bob'), await applied('Cy')];
    const [olga, oskar] = [await organizer(), await organizer()];
    await olga.api.put(reviewOf(ada.id), { score: 4 });
    expect((await oskar.api.get(next)).body.data).toMatchObject({ application: { id: bob.id }, left: 3 });
    await oskar.api.put(reviewOf(bob.id), { score: 4 });
    await world.rows`update registrations.super_event_registration set status = 'rejected' where id = ${cy.id}`;
    expect((await oskar.api.get(next)).body.data).toMatchObject({ application: { id: ada.id }, left: 1 });
    await oskar.api.put(reviewOf(ada.id), { score: 4 });
    expect((await oskar.api.get(next)).body.data).toEqual({ application: null, left: 0 });
  });

  it("is never one's own", async () => {
    const { organizer, next, hack } = await reviewing(world);
    const { person, api } = await organizer();
    const { id } = await world.applied(person, hack, 'pending');
    expect((await api.get(next)).body.data).toEqual({ application: null, left: 0 });
    expect(await api.put(reviewOf(id), { score: 5 })).toBeRefused(403, 'PERMISSION_DENIED');
  });
});

describe('A review', () => {
  it('is saved, changed by the same request, and read by organizers with its note', async () => {
    const { organizer, applied, hack } = await reviewing(world);
    const { person, api } = await organizer();
    const { id } = await applied('Ada');
    const given = await api.put(reviewOf(id), { score: 2, note: ' Has done this before. ' });
    const review = { score: 2, note: 'Has done this before.', updated_at: expect.stringMatching(time) };
    expect([given.status, given.body.data]).toEqual([200, { review: { super_event_registration_id: id, ...review } }]);
    const changed = await api.put(reviewOf(id), { score: 5 });
    expect(changed.body.data.review).toMatchObject({ score: 5, note: null });
    const { reviews } = (await api.get(`/super-event-registrations/${id}/reviews`)).body.data;
    const reviewer = { reviewer_id: person.id, reviewer_name: person.name };
    expect(reviews).toEqual([{ ...reviewer, ...review, score: 5, note: null }]);
    await api.put(reviewOf(id), { score: 5 });
    const told = await world.rows`
      select fact, before ->> 'score' as before, after ->> 'score' as after from registrations.audit
       where super_event_id = ${hack.id} and fact = 'review.saved' order by id`;
    expect(told).toEqual([
      { fact: 'review.saved', before: null, after: '2' },
      { fact: 'review.saved', before: '2', after: '5' },
    ]);
  });

  it.each([
    ['no score', {}],
    ['a score of 0', { score: 0 }],
    ['a score of 6', { score: 6 }],
    ['half a point', { score: 2.5 }],
    ['a score in words', { score: '3' }],
    ['a long note', { score: 3, note: 'x'.repeat(2_001) }],
  ])('is refused with %s', async (_, body) => {
    const { organizer, applied } = await reviewing(world);
    const { id } = await applied('Ada');
    expect(await (await organizer()).api.put(reviewOf(id), body)).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('is for organizers on any track, not for other members of the organization, and not for strangers', async () => {
    const { acme, organizer, applied, next, progress } = await reviewing(world);
    const { id } = await applied('Ada');
    expect((await (await organizer()).api.put(reviewOf(id), { score: 3 })).status).toBe(200);
    const member = world.as(await world.member(acme, 'MEMBER'), acme);
    for (const path of [next, progress]) expect(await member.get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await member.put(reviewOf(id), { score: 3 })).toBeRefused(403, 'PERMISSION_DENIED');
    const other = await world.organization();
    const stranger = world.as(await world.member(other, 'OWNER'), other);
    expect(await stranger.put(reviewOf(id), { score: 3 })).toBeRefused(404, 'NOT_FOUND');
    expect(await stranger.get(next)).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('Scores', () => {
  /** The scores of three reviewers for six applications; the second gives less, the third more. */
  const given = [
    [5, 4, 4, 3, null, 2],
    [4, 3, 2, null, 1, 1],
    [null, 5, 5, 5, 4, 3],
  ];

  async function reviewed() {
    const scene = await reviewing(world);
    const places: Awaited<ReturnType<typeof scene.applied>>[] = [];
    for (const name of ['Ada', 'Bob', 'Cy', 'Dee', 'Eve', 'Fay']) places.push(await scene.applied(name));
    const reviewers = [await scene.organizer(), await scene.organizer(), await scene.organizer()];
    const all = given.flatMap((row, index) =>
      row.flatMap((score, place) => (score === null ? [] : [{ place: places[place]!, by: reviewers[index]!, score }])),
    );
    await Promise.all(all.map(({ place, by, score }) => by.api.put(reviewOf(place.id), { score })));
    const reviews = all.map(({ place, by, score }) => ({ team: place.id, judge: by.person.id, value: score }));
    return { ...scene, places, reviewers, ranked: rankApplications(reviews) };
  }

  it('follow by themselves, without what reviewers differ by; what was recommended by hand stays', async () => {
    const { places, reviewers, ranked, acme, hack, progress } = await reviewed();
    const api = world.as(await world.member(acme, 'ADMIN'), acme);
    await api.patch(`/registrations/${places[0]!.registration}/evaluation`, { evaluation_recommendation: 'accept' });
    const scores = new Map(ranked.scores.map(({ id, score }) => [id, score]));
    const listed = async () =>
      (await api.get(`/super-events/${hack.id}/registrations?sort_by=score&sort_order=desc`)).body.data.registrations;
    await until(async () => {
      const found: { id: string; evaluation_score: number }[] = await listed();
      return found.every(({ id, evaluation_score }) => {
        return evaluation_score === scores.get(places.find(({ registration }) => registration === id)!.id);
      });
    });
    const order = ranked.scores.toSorted((a, b) => b.score - a.score).map(({ score }) => score);
    expect((await listed()).map((each: { evaluation_score: number }) => each.evaluation_score)).toEqual(order);
    expect((await listed()).find(({ id }: { id: string }) => id === places[0]!.registration)).toMatchObject({
      evaluation_recommendation: 'accept',
    });

    const { reviewers: told, ranking, ...counts } = (await api.get(progress)).body.data;
    expect(counts).toEqual({ blind: false, applications: 6, reviewed: 6, reviews: 15 });
    expect(ranking).toEqual({
      calculated_at: expect.stringMatching(time),
      connected: true,
      pairs_right: ranked.pairsRight,
    });
    expect(ranked.pairsRight).toBeGreaterThan(0.8);
    expect(told).toHaveLength(3);
    const generous = told.find(({ user_id }: { user_id: string }) => user_id === reviewers[2]!.person.id);
    expect(generous).toEqual({
      user_id: reviewers[2]!.person.id,
      name: reviewers[2]!.person.name,
      reviews: 5,
      mean_score: 4.4,
      effect: ranked.effects[reviewers[2]!.person.id],
      last_review_at: expect.stringMatching(time),
    });
    expect(generous.effect).toBeGreaterThan(0.5);
  });

  it('say of a hackathon without reviews that nothing is known', async () => {
    const { organizer, applied, progress } = await reviewing(world);
    await applied('Ada');
    const { body } = await (await organizer()).api.get(progress);
    expect(body.data).toEqual({
      ...{ blind: false, applications: 1, reviewed: 0, reviews: 0, reviewers: [] },
      ranking: { calculated_at: null, connected: true, pairs_right: null },
    });
  });
});
