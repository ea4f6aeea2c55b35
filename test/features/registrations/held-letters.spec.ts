/** The letter about a decision on one person waits, so that another decision takes it back. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Person } from '../../support/client.ts';
import type { SuperEvent, Track } from '../../support/fixtures.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let hack: SuperEvent;
let track: Track;
let organizer: Client;
beforeAll(async () => {
  world = await openWorld({ DECISION_EMAILS_WAIT_SECONDS: '30' });
  const acme = await world.organization();
  hack = await world.superEvent(acme, { name: 'Spring Hack' });
  track = await world.track(hack, { name: 'AI' });
  organizer = world.as(await world.member(acme, 'OWNER'), acme);
});
afterAll(() => world.close());

/** Has the time be over for which letters wait. */
async function pass(): Promise<void> {
  await world.rows`update registrations.registration set letter_at = now() - interval '1 second' where letter_at > now()`;
  await world.rows`
    update registrations.super_event_registration set letter_at = now() - interval '1 second' where letter_at > now()`;
  await world.rows`update mail_queue._private_jobs set run_at = now() where run_at > now()`;
  await world.rows`select mail_queue.add_job('letter', '{}', run_at => now() + interval '1 hour')`;
}
const waiting = ({ email }: Person) =>
  world.rows<{ status: string }>`
    select payload #>> '{content,data,status}' as status from mail_queue._private_jobs where payload ->> 'to' = ${email}`;

const kinds = [
  ['on a track', 'AI (Spring Hack)', '/registrations'],
  ['on the hackathon', 'Spring Hack', '/super-event-registrations'],
] as const;

describe.each(kinds)('A decision %s', (_where, title, path) => {
  /** Somebody with a place of this status, of which no letter told. */
  async function applicant(status: 'pending' | 'accepted' = 'pending') {
    const person = await world.person();
    const { id: parent } = await world.applied(person, hack, status);
    const isOnTrack = path === '/registrations';
    const place = isOnTrack ? await world.registered(person, track, status) : { id: parent };
    const decide = async (to: string) =>
      expect((await organizer.patch(`${path}/${place.id}/status`, { status: to })).body.data).toEqual({
        ...{ updated: true, status: to },
      });
    const leavesAt = async () =>
      (await organizer.get(`/super-event-registrations/${parent}`)).body.data.super_event_registration.email_leaves_at;
    const subjects = async () => (await world.mailsTo(person.email)).map(({ subject }) => subject);
    const told = async (to: string) => {
      await decide(to);
      await pass();
      await world.nextMailTo(person.email);
    };
    return { person, decide, leavesAt, subjects, told };
  }

  it('is told half a minute later, and says so until then', async () => {
    const { person, decide, leavesAt } = await applicant();
    expect(await leavesAt()).toBeNull();
    const before = Date.now();
    await decide('accepted');
    const left = Date.parse(await leavesAt()) - before;
    expect([left > 25_000, left < 35_000]).toEqual([true, true]);
    expect(await waiting(person)).toEqual([{ status: 'accepted' }]);
    await pass();
    expect((await world.nextMailTo(person.email)).subject.split(', ')[0]).toBe(`You're in! ${title}`);
    expect(await leavesAt()).toBeNull();
  });

  it('is not told where it is taken back in time', async () => {
    const { person, decide, leavesAt, subjects } = await applicant();
    await decide('accepted');
    await decide('pending');
    expect([await waiting(person), await leavesAt(), await subjects()]).toEqual([[], null, []]);
  });

  it('is corrected by a letter where it is taken back later', async () => {
    const { person, decide, told, subjects } = await applicant();
    await told('accepted');
    await decide('pending');
    await pass();
    const { subject, text } = await world.nextMailTo(person.email);
    expect([subject, text]).toEqual([`Not decided yet: ${title}`, expect.stringContaining('no longer holds')]);
    expect(text).not.toContain('check-in code:');
    expect(await subjects()).toHaveLength(2);
  });

  it('is told as the last one where there are several in time', async () => {
    const { person, decide, subjects } = await applicant();
    for (const status of ['accepted', 'rejected', 'pending', 'waitlisted']) await decide(status);
    expect(await waiting(person)).toEqual([{ status: 'waitlisted' }]);
    await pass();
    await world.nextMailTo(person.email);
    expect(await subjects()).toEqual([`You are on the waiting list: ${title}`]);
  });

  it('is not told again where people are back in time to what they know', async () => {
    const { person, decide, told, subjects } = await applicant();
    await told('waitlisted');
    await decide('accepted');
    await decide('waitlisted');
    expect(await waiting(person)).toEqual([]);
    // They still know that they wait.
    await decide('pending');
    expect(await waiting(person)).toEqual([{ status: 'pending' }]);
    expect(await subjects()).toHaveLength(1);
  });

  it('is no news to somebody whom no letter told of their place', async () => {
    const { person, decide } = await applicant('accepted');
    await decide('pending');
    expect(await waiting(person)).toEqual([]);
  });
});
