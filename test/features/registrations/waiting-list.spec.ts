/** A waiting list that moves by itself: to whom free seats go, and when they stay free. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decidingIn, idsOf, moving } from '../../support/deciding.ts';
import { factsAt } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const { hackathon, guests, parentsOf, onTrack, seatsOf, become, placeOf, giveUp, moved } = decidingIn(() => world);

/** As if a decision had been made so many seconds ago. */
const decidedAgo = (id: string, seconds: number) =>
  world.rows`update registrations.decision set decided_at = now() - make_interval(secs => ${seconds}) where id = ${id}`;

describe('A waiting list that moves', () => {
  it('gives a seat that is given up to the best of who waits, with an email and a time to confirm', async () => {
    const scene = await hackathon(moving);
    const [holder] = await guests(scene.ai, [null], 'accepted');
    const waiting = await guests(scene.ai, [1, 3, 3], 'waitlisted');
    await world.rows`update registrations.super_event_registration set waiting_since = now() - interval '1 hour' where id = ${waiting[2]!.id}`;
    await giveUp(scene, holder!);
    await become(waiting, ['waitlisted', 'waitlisted', 'accepted']);
    expect(await onTrack(waiting, scene.ai)).toEqual(['waitlisted', 'waitlisted', 'accepted']);
    expect((await world.nextMailTo(waiting[2]!.person.email)).text).toContain('Please confirm');
    expect(await placeOf(scene, waiting[2]!)).toMatchObject({ confirm_by: expect.any(String), confirmed_at: null });
    const path = `/organizations/${scene.acme.id}/facts?types=registration.status_changed`;
    const actor = { user_id: null, key_id: null };
    expect(await factsAt(scene.api, path, 2)).toMatchObject([
      { actor, event_id: null },
      { actor, event_id: scene.ai.id },
    ]);
  });

  it('moves when the cap is raised, by as many as fit', async () => {
    const scene = await hackathon(moving);
    const waiting = await guests(scene.ai, [1, 2, 3], 'waitlisted');
    await become(waiting, ['waitlisted', 'waitlisted', 'accepted']);
    await scene.api.patch(`/super-events/${scene.hack.id}`, { max_participants: 2 });
    await become(waiting, ['waitlisted', 'accepted', 'accepted']);
    expect(await seatsOf(scene)).toBe(2);
  });

  it('stays where nobody said that it moves, where there is no cap, and before it is paid', async () => {
    const still = [
      await hackathon({ max_participants: 5 }),
      await hackathon({ waitlist_moves: true }),
      await hackathon({ ...moving, payment_status: 'unpaid' }),
    ];
    const waiting = [];
    for (const { ai } of still) waiting.push(...(await guests(ai, [1], 'waitlisted')));
    await moved();
    expect(await parentsOf(waiting)).toEqual(['waitlisted', 'waitlisted', 'waitlisted']);
  });

  it('leaves the seats that a decision about many has freed for most of the time in which it can be taken back', async () => {
    const scene = await hackathon(moving);
    const holder = await guests(scene.ai, [null], 'accepted');
    const waiting = await guests(scene.ai, [1], 'waitlisted');
    const { body } = await scene.decide({ status: 'rejected', ids: idsOf(holder), letters: false });
    await decidedAgo(body.data.id as string, -600);
    await moved();
    expect(await parentsOf(waiting)).toEqual(['waitlisted']);
    await decidedAgo(body.data.id as string, 51);
    await become(waiting, ['accepted']);
  });

  it('gives a seat that is new at once, though a decision has freed another one, which is taken again', async () => {
    const scene = await hackathon(moving);
    const [holder] = await guests(scene.ai, [null], 'accepted');
    const waiting = await guests(scene.ai, [1], 'waitlisted');
    const { body } = await scene.decide({ status: 'rejected', ids: [holder!.id], letters: false });
    await decidedAgo(body.data.id as string, -600);
    await scene.api.patch(`/super-event-registrations/${holder!.id}/status`, { status: 'accepted' });
    await scene.api.patch(`/super-events/${scene.hack.id}`, { max_participants: 2 });
    await become(waiting, ['accepted']);
  });

  it('passes over people who were rejected on their only track, or gave it up', async () => {
    const scene = await hackathon({ ...moving, max_participants: 3 });
    const holders = await guests(scene.ai, [null, null, null], 'accepted');
    const [rejected, left, other] = await guests(scene.ai, [3, 2, 1], 'waitlisted');
    await scene.api.patch(`/registrations/${rejected!.place.id}/status`, { status: 'rejected' });
    await world.as(left!.person, scene.acme).post(`/registrations/${left!.place.id}/cancel`);
    for (const holder of holders) await giveUp(scene, holder);
    await become([rejected!, left!, other!], ['waitlisted', 'waitlisted', 'accepted']);
    await moved();
    expect(await parentsOf([rejected!, left!])).toEqual(['waitlisted', 'waitlisted']);
  });
});
