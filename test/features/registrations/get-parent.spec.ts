import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('A super-event registration', () => {
  it('is read with exactly the promised fields, its token among them', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme);
    const ada = await world.person({ name: 'Ada' });
    const parent = await world.applied(ada, hack, 'pending');
    const answer = await world.as(ada, acme).get(`/super-event-registrations/${parent.id}`);
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(answer.body.data).toEqual({
      super_event_registration: {
        id: parent.id,
        super_event_id: hack.id,
        user_id: ada.id,
        status: 'pending',
        checkin_token: parent.token,
        answers_json: {},
        looking_for_team: false,
        interested_track_ids: [],
        created_at: instant,
        updated_at: instant,
        confirm_by: null,
        confirmed_at: null,
        lapsed_at: null,
        email_leaves_at: null,
        users: { id: ada.id, name: 'Ada', email: ada.email },
      },
    });
  });

  it('is that of its owner, members and organizers of any track', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme);
    const track = await world.track(hack);
    const parent = await world.applied(await world.person(), hack);
    const [mia, oscar, judy, bob] = [
      await world.member(acme, 'MEMBER'),
      await world.person(),
      await world.person(),
      await world.person(),
    ];
    await world.role(oscar, track, 'ORGANIZER');
    await world.role(judy, track, 'JUDGE');
    await world.applied(bob, hack);
    const path = `/super-event-registrations/${parent.id}`;
    for (const person of [mia, oscar]) expect((await world.as(person, acme).get(path)).status).toBe(200);
    for (const person of [judy, bob])
      expect(await world.as(person, acme).get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    const other = await world.organization();
    expect(await world.as(await world.member(other, 'OWNER'), other).get(path)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.as(mia, acme).get('/super-event-registrations/mine')).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().get(path)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
