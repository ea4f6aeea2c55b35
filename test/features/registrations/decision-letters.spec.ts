import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decidingIn, idsOf } from '../../support/deciding.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const { hackathon, guests, letters, age } = decidingIn(() => world);

describe('The email of a decision about many', () => {
  /** An accepted person who was told long ago. */
  async function settled() {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null], 'accepted');
    const decide = async (body: object) => (await scene.decide({ ids: idsOf(all), ...body })).body.data.id as string;
    return { ...scene, all, decideOn: (body: object) => decide(body), onWeb: { track_ids: [scene.web.id] } };
  }

  it('does not leave once it is taken back, though the person stays accepted', async () => {
    const { all, decideOn, onWeb, undo } = await settled();
    const id = await decideOn({ status: 'accepted', ...onWeb });
    expect(await letters(all)).toMatchObject([{ status: 'accepted', waits: true }]);
    await undo(id);
    expect(await letters(all)).toEqual([]);
  });

  it('is one for two decisions within the minute, about the hackathon, and none of what a third ends', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null]);
    const ids = idsOf(all);
    await scene.decide({ status: 'accepted', ids });
    await scene.decide({ status: 'accepted', ids, track_ids: [scene.web.id] });
    const about = await world.rows`
      select payload #>> '{content,data,event_name}' as track from mail_queue._private_jobs
       where payload ->> 'to' = ${all[0]!.person.email}`;
    expect(about).toEqual([{ track: null }]);
    await scene.decide({ status: 'rejected', ids });
    expect(await letters(all)).toMatchObject([{ status: 'rejected' }]);
  });

  it.each([true, false])(
    'of before waits again, once, where a track more is taken back (with emails: %s)',
    async (own) => {
      const scene = await hackathon();
      const all = await guests(scene.ai, [null]);
      const ids = idsOf(all);
      await scene.decide({ status: 'accepted', ids });
      const more = await scene.decide({ status: 'accepted', ids, track_ids: [scene.web.id], letters: own });
      expect(await letters(all)).toHaveLength(1);
      await scene.undo(more.body.data.id as string);
      expect(await letters(all)).toMatchObject([{ status: 'accepted', waits: true }]);
      await scene.decide({ status: 'rejected', ids });
      expect(await letters(all)).toMatchObject([{ status: 'rejected' }]);
    },
  );

  it('of before waits again until it leaves, later than it can be taken back', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null]);
    const first = (await scene.decide({ status: 'accepted', ids: idsOf(all) })).body.data.id as string;
    // A minute and a second later.
    await age(first);
    await world.rows`
      update registrations.super_event_registration set letter_at = letter_at - interval '61 seconds' where id = ${all[0]!.id}`;
    const mistake = (await scene.decide({ status: 'waitlisted', ids: idsOf(all) })).body.data.id as string;
    await scene.undo(mistake);
    expect((await letters(all)).map(({ status }) => status)).toEqual(['accepted']);
  });

  it('about one track waits again where a decision about many is taken back', async () => {
    const held = await openWorld({ DECISION_EMAILS_WAIT_SECONDS: '30' });
    const elsewhere = decidingIn(() => held);
    const scene = await elsewhere.hackathon();
    const [guest] = await elsewhere.guests(scene.ai, [null]);
    await scene.api.patch(`/registrations/${guest!.place.id}/status`, { status: 'accepted' });
    const mistake = await scene.decide({ status: 'rejected', ids: [guest!.id] });
    expect(await elsewhere.letters([guest!])).toMatchObject([{ status: 'rejected' }]);
    await scene.undo(mistake.body.data.id as string);
    expect(await elsewhere.letters([guest!])).toMatchObject([{ status: 'accepted' }]);
    await held.close();
  });

  it('tells `pending` to people who know another status by an email, and to nobody else', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null, null]);
    const [told, untold] = all;
    await scene.decide({ status: 'accepted', ids: [told!.id] });
    await world.rows`update mail_queue._private_jobs set run_at = now() where payload ->> 'to' = ${told!.person.email}`;
    await world.rows`
      update registrations.super_event_registration set letter_at = now() - interval '1 second' where id = ${told!.id}`;
    await world.rows`select mail_queue.add_job('letter', '{}', run_at => now() + interval '1 hour')`;
    await world.nextMailTo(told!.person.email);
    await scene.decide({ status: 'waitlisted', ids: [untold!.id] });
    await scene.decide({ status: 'pending', ids: idsOf(all) });
    expect(await letters(all)).toEqual([
      { to: told!.person.email, letter: 'decision', status: 'pending', waits: true },
    ]);
  });

  it('leaves when it cannot be taken back any more', async () => {
    const scene = await hackathon({ confirm_within_hours: 48 });
    const all = await guests(scene.ai, [null]);
    await scene.decide({ status: 'accepted', ids: idsOf(all) });
    const { email } = all[0]!.person;
    await world.rows`update mail_queue._private_jobs set run_at = now() where payload ->> 'to' = ${email}`;
    await world.rows`select mail_queue.add_job('letter', '{}', run_at => now() + interval '1 hour')`;
    const { subject, text } = await world.nextMailTo(email);
    expect(subject).toMatch(/^You're in! AI \(Spring Hack\), \d/);
    expect(text).toMatch(/Please confirm on your ticket .* before /);
    const { body } = await scene.api.get(`/registrations/${all[0]!.place.id}`);
    expect(text).toContain(`check-in code:\n${body.data.registration.checkin_token}`);
  });

  it('stays where the person is decided about anew, and waits again where only that is taken back', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null]);
    await scene.decide({ status: 'accepted', ids: idsOf(all) });
    const mistake = await scene.decide({ status: 'rejected', ids: idsOf(all) });
    expect(await letters(all)).toMatchObject([{ status: 'rejected', waits: true }]);
    await scene.undo(mistake.body.data.id as string);
    expect(await letters(all)).toMatchObject([{ status: 'accepted', waits: true }]);
    await scene.api.post(`/super-event-registrations/${all[0]!.id}/cancel`);
    await eventually(
      () => letters(all),
      (left) => left.length === 0,
    );
  });
});
