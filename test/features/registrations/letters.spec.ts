import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Organization, SuperEvent, Track } from '../../support/fixtures.ts';
import type { Client } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let hack: SuperEvent;
let track: Track;
let organizer: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  hack = await world.superEvent(acme, { name: 'Spring Hack' });
  track = await world.track(hack, { name: 'AI' });
  organizer = world.as(await world.member(acme, 'OWNER'), acme);
});
afterAll(() => world.close());

const codeIn = ({ text }: { text: string }) => /check-in code:\n(\S+)/.exec(text)?.[1];
const decide = (id: string, status: string) => organizer.patch(`/registrations/${id}/status`, { status });
const decideParent = (id: string, status: string) =>
  organizer.patch(`/super-event-registrations/${id}/status`, { status });

describe('A decision on a track', () => {
  it.each([
    ['accepted', expect.stringMatching(/^You're in! AI \(Spring Hack\), \d/)],
    ['waitlisted', 'You are on the waiting list: AI (Spring Hack)'],
    ['rejected', 'About your registration: AI (Spring Hack)'],
  ])('is told by one letter: %s', async (status, subject) => {
    const ada = await world.person();
    const { id } = await world.registered(ada, track, 'pending');
    await decide(id, status);
    await decide(id, status);
    expect(await world.nextMailTo(ada.email)).toMatchObject({ subject });
    expect(await world.mailsTo(ada.email)).toHaveLength(1);
  });

  it('says when and where the track is, as its hackathon says what it does not say itself', async () => {
    const config_json = JSON.stringify({ place: 'Mainz' });
    const times = { start_at: '2027-03-06T08:00:00Z', end_at: '2027-03-07T17:00:00Z', tz: 'Europe/Berlin' };
    const held = await world.superEvent(acme, { ...times, config_json });
    const late = await world.track(held, { name: 'Late', start_at: '2027-03-06T20:00:00Z', end_at: null, tz: null });
    const ada = await world.person();
    const { id } = await world.registered(ada, late, 'pending');
    await decide(id, 'accepted');
    const { sender, subject, text, calendar } = await world.nextMailTo(ada.email);
    expect(subject).toMatch(/^You're in! Late \(.*\), 6–7 March$/);
    expect([sender, /^When: .*\nWhere: .*$/m.exec(text)?.[0]]).toEqual([
      acme.name,
      'When: Sat, 6 March 2027 at 21:00 CET – Sun, 7 March 2027 at 18:00 CET\nWhere: Mainz',
    ]);
    expect(calendar).toContain(`UID:${id}@`);
  });

  it('brings the token that counts at the door to whoever is accepted, and to nobody else', async () => {
    const ada = await world.person();
    const { id } = await world.registered(ada, track, 'rejected');
    await decide(id, 'accepted');
    const { body } = await organizer.get(`/registrations/${id}`);
    expect(codeIn(await world.nextMailTo(ada.email))).toBe(body.data.registration.checkin_token);
    await decide(id, 'waitlisted');
    expect(codeIn(await world.nextMailTo(ada.email))).toBeUndefined();
  });

  it('is not told when it is refused, undone or the person cancels themselves', async () => {
    const [ada, bob] = [await world.person(), await world.person()];
    const unpaid = await world.track(await world.superEvent(acme, { payment_status: 'unpaid' }));
    const refused = await world.registered(ada, unpaid, 'pending');
    expect(await decide(refused.id, 'accepted')).toBeRefused(402, 'EVENT_NOT_PAID');
    const undone = await world.registered(bob, track, 'accepted');
    await decide(undone.id, 'pending');
    await organizer.post(`/registrations/${undone.id}/cancel`);
    const witness = await world.person();
    await decide((await world.registered(witness, track, 'pending')).id, 'accepted');
    await world.nextMailTo(witness.email);
    expect([await world.mailsTo(ada.email), await world.mailsTo(bob.email)]).toEqual([[], []]);
  });
});

describe('A decision on the hackathon as a whole', () => {
  it('is told once, also where tracks follow', async () => {
    const ada = await world.person();
    const { parent } = await world.registered(ada, track, 'accepted');
    await decideParent(parent.id, 'rejected');
    expect((await world.nextMailTo(ada.email)).subject).toBe('About your registration: Spring Hack');
    await decideParent(parent.id, 'accepted');
    const mail = await world.nextMailTo(ada.email);
    expect(mail.subject).toMatch(/^You're in! Spring Hack, \d/);
    const { body } = await organizer.get(`/super-event-registrations/${parent.id}`);
    expect(codeIn(mail)).toBe(body.data.super_event_registration.checkin_token);
    expect(await world.mailsTo(ada.email)).toHaveLength(2);
  });
});
