import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function evaluated() {
  const acme = await world.organization();
  const track = await world.track(await world.superEvent(acme));
  const ada = await world.person();
  const place = await world.registered(ada, track, 'pending');
  const oscar = await world.person();
  await world.role(oscar, track, 'ORGANIZER');
  const path = `/registrations/${place.id}/evaluation`;
  return { acme, track, ada, place, api: world.as(oscar, acme), path };
}

describe('An evaluation', () => {
  it('is set, changed in part and taken back', async () => {
    const { api, path, place, track } = await evaluated();
    const set = await api.patch(path, { evaluation_score: 8.25, evaluation_recommendation: 'accept' });
    expect(set.status).toBe(200);
    expect(set.body.data).toEqual({ id: place.id, evaluation_score: 8.25, evaluation_recommendation: 'accept' });
    const changed = await api.patch(path, { evaluation_score: 7 });
    expect(changed.body.data).toEqual({ id: place.id, evaluation_score: 7, evaluation_recommendation: 'accept' });
    const back = await api.patch(path, { evaluation_score: null, evaluation_recommendation: null });
    expect(back.body.data).toEqual({ id: place.id, evaluation_score: null, evaluation_recommendation: null });
    await api.patch(path, { evaluation_score: 0, evaluation_recommendation: 'x'.repeat(50) });
    const list = await api.get(`/events/${track.id}/registrations`);
    expect(list.body.data.registrations).toEqual([
      expect.objectContaining({ id: place.id, evaluation_score: 0, evaluation_recommendation: 'x'.repeat(50) }),
    ]);
  });

  it('changes nothing where it says nothing', async () => {
    const { api, path, place } = await evaluated();
    await api.patch(path, { evaluation_score: 3 });
    const answer = await api.patch(path, {});
    expect(answer.body.data).toEqual({ id: place.id, evaluation_score: 3, evaluation_recommendation: null });
  });

  it.each<[string, string | object]>([
    ['a score in words', { evaluation_score: '8' }],
    ['a score that is no number any more', '{"evaluation_score":1e999}'],
    ['a long recommendation', { evaluation_recommendation: 'x'.repeat(51) }],
    ['a recommendation in numbers', { evaluation_recommendation: 1 }],
  ])('is 400 with %s', async (_what, body) => {
    const { api, path } = await evaluated();
    expect(await api.patch(path, body)).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('is for organizers alone', async () => {
    const { acme, track, ada, path } = await evaluated();
    const judge = await world.person();
    await world.role(judge, track, 'JUDGE');
    for (const person of [ada, judge, await world.member(acme, 'MEMBER')]) {
      expect(await world.as(person, acme).patch(path, { evaluation_score: 9 })).toBeRefused(403, 'PERMISSION_DENIED');
    }
    const other = await world.organization();
    const stranger = world.as(await world.member(other, 'OWNER'), other);
    expect(await stranger.patch(path, { evaluation_score: 9 })).toBeRefused(404, 'NOT_FOUND');
  });

  it('is in the audit with what changed', async () => {
    const { api, path, place } = await evaluated();
    for (const body of [{}, { evaluation_score: 5 }, { evaluation_score: 5 }]) await api.patch(path, body);
    const rows = await world.rows`
      select before ->> 'evaluation_score' as before, after ->> 'evaluation_score' as after
        from registrations.audit where ids ->> 'registration_id' = ${place.id}`;
    expect(rows).toEqual([{ before: null, after: '5' }]);
  });
});
