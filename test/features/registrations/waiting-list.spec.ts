/** A waiting list that moves by itself: to whom free seats go, and when they stay free. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decidingIn, idsOf, type Guest, type Organizing } from '../../support/deciding.ts';
import { factsAt } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const { hackathon, guests, parentsOf, onTrack, seatsOf, become, placeOf, pass } = decidingIn(() => world);
const moving = { waitlist_moves: true, confirm_within_hours: 48, max_participants: 1 };

/** Waits until seats that are free now have been given away: somebody else who waits elsewhere has got one. */
const moved = async () => become(await guests((await hackathon(moving)).ai, [1], 'waitlisted'), ['accepted']);
/** As if a decision had been made so many seconds ago. */
const decidedAgo = (id: string, seconds: number) =>
  world.rows`update registrations.decision set decided_at = now() - make_interval(secs => ${seconds}) where id = ${id}`;
const giveUp = ({ acme }: Organizing, { person, id }: Guest) =>
  world.as(person, acme).post(`/super-event-registrations/${id}/cancel`);

describe('A waiting list that moves', () => {
  const moving = { waitlist_moves: true, confirm_within_hours: 48, max_participants: 1 };

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

describe('Somebody who lapsed', () => {
  /** People who were accepted and did not confirm, and wait: one after the other. */
  async function lapsed(columns: Record<string, unknown>, scores: readonly number[]) {
    const scene = await hackathon({ ...moving, ...columns });
    const all = await guests(scene.ai, scores);
    await scene.decide({ status: 'accepted', ids: idsOf(all), letters: false });
    for (const one of all) {
      await pass([one], 49);
      await become([one], ['waitlisted']);
    }
    return { scene, all };
  }

  it('waits behind all others, and does not take the seat that they left', async () => {
    const { scene, all } = await lapsed({}, [9]);
    const { text } = await world.nextMailTo(all[0]!.person.email);
    expect(text).toMatch(
      /If a place becomes free when it is your turn, we email you.*write to the organizers.*give up/s,
    );
    await moved();
    expect(await parentsOf(all)).toEqual(['waitlisted']);
    const [late] = await guests(scene.ai, [null], 'waitlisted');
    await become([...all, late!], ['waitlisted', 'accepted']);
    await giveUp(scene, late!);
    await become([...all, late!], ['accepted', 'cancelled']);
  });

  it('takes no seat that another one who lapsed has left, nor one that was free before', async () => {
    const { scene, all } = await lapsed({ max_participants: 5 }, [1, 2]);
    await moved();
    expect(await parentsOf(all)).toEqual(['waitlisted', 'waitlisted']);
    const [late] = await guests(scene.ai, [null], 'waitlisted');
    await become([...all, late!], ['waitlisted', 'waitlisted', 'accepted']);
  });

  it('takes a seat that is new, the first who lapsed first, though there were as many before', async () => {
    const { scene, all } = await lapsed({ max_participants: 3 }, [1, 2]);
    await scene.api.patch(`/super-events/${scene.hack.id}`, { max_participants: 1 });
    await moved();
    await scene.api.patch(`/super-events/${scene.hack.id}`, { max_participants: 2 });
    await become(all, ['accepted', 'waitlisted']);
    await moved();
    expect(await parentsOf(all)).toEqual(['accepted', 'waitlisted']);
  });

  it('takes none that is free because a decision was undone', async () => {
    const { scene, all } = await lapsed({ max_participants: 3 }, [1]);
    const [holder, late] = [...(await guests(scene.ai, [5], 'accepted')), ...(await guests(scene.ai, [5]))];
    for (const [status, one] of [
      ['accepted', late!],
      ['rejected', holder!],
    ] as const) {
      const { body } = await scene.decide({ status, ids: [one.id], letters: false });
      expect((await scene.undo(body.data.id as string)).body.data).toMatchObject({ undone: 1, kept: [] });
    }
    await moved();
    expect(await parentsOf([holder!, late!, ...all])).toEqual(['accepted', 'pending', 'waitlisted']);
  });

  it('takes one that was given up before a decision was undone', async () => {
    const { scene, all } = await lapsed({ max_participants: 2 }, [1]);
    const [holder] = await guests(scene.ai, [5], 'accepted');
    const { body } = await scene.decide({ status: 'accepted', ids: idsOf(all), letters: false });
    await giveUp(scene, holder!);
    await scene.undo(body.data.id as string);
    await become(all, ['accepted']);
  });

  it('takes none that was free when the next one lapsed, where the list begins to move later', async () => {
    const { scene, all } = await lapsed({ max_participants: 3, waitlist_moves: false }, [1]);
    const [holder, next] = [...(await guests(scene.ai, [5], 'accepted')), ...(await guests(scene.ai, [5]))];
    await scene.decide({ status: 'accepted', ids: [next!.id], letters: false });
    await giveUp(scene, holder!);
    await pass([next!], 49);
    await become([next!], ['waitlisted']);
    await scene.api.patch(`/super-events/${scene.hack.id}`, { waitlist_moves: true });
    await moved();
    expect(await parentsOf([...all, next!])).toEqual(['waitlisted', 'waitlisted']);
  });

  it('takes a seat that is new, though an event file has given one that they left to somebody else', async () => {
    const { scene, all } = await lapsed({ max_participants: 2 }, [1, 2]);
    const [late] = await guests(scene.ai, [null]);
    const { acme, hack } = scene;
    const file = `version: 1
organization: { slug: ${acme.slug}, name: ${acme.name} }
super_events:
  - slug: ${hack.slug}
    name: Spring Hack
    participants: [{ email: ${late!.person.email}, name: Late, status: accepted }]
`;
    const { status } = await scene.api.post(`/organizations/${acme.slug}/event-file/apply`, file, {
      headers: { 'Content-Type': 'application/yaml' },
    });
    expect(status).toBe(200);
    await scene.api.patch(`/super-events/${hack.id}`, { max_participants: 3 });
    await become([...all, late!], ['accepted', 'waitlisted', 'accepted']);
  });

  it('comes back by a decision of an organizer', async () => {
    const { scene, all } = await lapsed({}, [1]);
    await scene.api.patch(`/super-event-registrations/${all[0]!.id}/status`, { status: 'accepted' });
    expect(await placeOf(scene, all[0]!)).toMatchObject({ status: 'accepted', lapsed_at: null, confirmed_at: null });
    expect(await seatsOf(scene)).toBe(1);
  });
});
