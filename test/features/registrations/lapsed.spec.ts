/** People who lapsed wait behind all others, and get only seats that become free later. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decidingIn, idsOf, moving } from '../../support/deciding.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const { hackathon, guests, parentsOf, seatsOf, become, placeOf, giveUp, moved, pass } = decidingIn(() => world);

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
