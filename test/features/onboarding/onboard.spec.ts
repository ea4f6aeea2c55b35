import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Organization, SuperEvent, Track } from '../../support/fixtures.ts';
import type { Client, Person } from '../../support/client.ts';
import { tokenIn } from '../../support/mails.ts';
import { bearer, personWithPassword, signIn } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let olga: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization({ name: 'Acme' });
  olga = world.as(await world.member(acme, 'OWNER'), acme);
});
afterAll(() => world.close());

let hack: SuperEvent;
let track: Track;
beforeEach(async () => {
  hack = await world.superEvent(acme, { name: 'Spring Hack' });
  track = await world.track(hack, { name: 'AI' });
});

let count = 0;
const newAddress = () => `newcomer-${++count}@muster.test`;
const onboard = (body: Record<string, unknown>, of = hack, as = olga, headers: Record<string, string> = {}) =>
  as.post(`/super-events/${of.slug}/participants`, body, { headers });
const parentOf = ({ id }: Person, { id: super_event_id } = hack) =>
  world.rows<{ status: string }>`
    select status from registrations.super_event_registration where user_id = ${id} and super_event_id = ${super_event_id}`;
const onTracks = ({ id }: Person) =>
  world.rows<{ event_id: string; status: string }>`
    select event_id, status from registrations.registration where user_id = ${id}`;
const invitesOf = (email: string) =>
  world.rows<{ status: string; first_name: string | null; last_name: string | null; linkedin_url: string | null }>`
    select status, first_name, last_name, linkedin_url from onboarding.invite where email = ${email}`;

describe('Onboarding somebody who has an account', () => {
  it('enrolls them at once, and on the track where there is only one', async () => {
    const ada = await world.person();
    const answer = await onboard({ email: ada.email });
    expect(answer).toMatchObject({ status: 201, body: { data: { status: 'enrolled', userId: ada.id } } });
    expect(await parentOf(ada)).toEqual([{ status: 'accepted' }]);
    expect(await onTracks(ada)).toEqual([{ event_id: track.id, status: 'accepted' }]);
  });

  it('leaves the choice to them where there are several tracks', async () => {
    await world.track(hack);
    const ada = await world.person();
    expect(await onboard({ email: ada.email })).toMatchObject({ status: 201 });
    expect(await parentOf(ada)).toEqual([{ status: 'accepted' }]);
    expect(await onTracks(ada)).toEqual([]);
  });

  it.each(['pending', 'waitlisted', 'rejected', 'cancelled'] as const)('lifts who was %s', async (status) => {
    const ada = await world.person();
    await world.registered(ada, track, status);
    expect(await onboard({ email: ada.email })).toMatchObject({ status: 201, body: { data: { status: 'enrolled' } } });
    expect(await parentOf(ada)).toEqual([{ status: 'accepted' }]);
    expect(await onTracks(ada)).toEqual([{ event_id: track.id, status: 'accepted' }]);
  });

  it('answers 200 already_enrolled from then on', async () => {
    const ada = await world.person();
    await onboard({ email: ada.email });
    const again = await onboard({ email: ada.email });
    expect(again).toMatchObject({ status: 200, body: { data: { status: 'already_enrolled', userId: ada.id } } });
  });

  it('sends them the code that opens the door', async () => {
    const ada = await world.person();
    const door = await world.point(track);
    await onboard({ email: ada.email });
    const mail = await world.nextMailTo(ada.email);
    expect(mail.subject).toMatch(/^You're in! AI \(Spring Hack\), \d/);
    const token = /check-in code:\n(\S+)/.exec(mail.text)?.[1];
    expect(await olga.post(`/checkin-points/${door.id}/scan`, { token })).toMatchObject({ status: 201 });
  });

  it('is in the audit, with who did it', async () => {
    const ada = await world.person();
    await onboard({ email: ada.email });
    const entries = (await olga.get(`/organizations/${acme.id}/audit?action=registrations.enroll`)).body.data.entries;
    expect(entries.filter(({ ids }: { ids: { user_id: string } }) => ids.user_id === ada.id)).toHaveLength(2);
  });
});

describe('Onboarding a new address', () => {
  it.each(['a key', 'a session'])('is in the audit of the organization, with who did it: by %s', async (by) => {
    const email = newAddress();
    const otto = await personWithPassword(world);
    await world.rows`insert into organizations.member (organization_id, user_id, role) values (${acme.id}, ${otto.id}, 'OWNER')`;
    const client = by === 'a key' ? world.as(otto, acme) : bearer(world, (await signIn(world, otto)).access_token);
    await onboard({ email }, hack, client);
    const { entries } = (await olga.get(`/organizations/${acme.id}/audit?action=onboarding.onboard`)).body.data;
    expect(entries[0]).toMatchObject({ ids: { super_event_id: hack.id }, after: { email, status: 'pending' } });
    expect(entries[0].user_id).toBe(otto.id);
  });

  it('invites it, with a letter whose link leads to the page', async () => {
    const email = newAddress();
    const person = { firstName: 'Grace', lastName: 'Hopper', linkedinUrl: 'https://linkedin.com/in/grace' };
    const answer = await onboard({ email, ...person });
    expect(answer).toMatchObject({ status: 201, body: { data: { status: 'invited', email } } });
    expect(await invitesOf(email)).toEqual([
      { status: 'pending', first_name: 'Grace', last_name: 'Hopper', linkedin_url: 'https://linkedin.com/in/grace' },
    ]);
    const mail = await world.nextMailTo(email);
    expect(mail.subject).toBe('You are invited to Spring Hack');
    expect(mail.text).toContain('Hello Grace Hopper');
    expect(mail.links[0]).toMatch(/\/invites\/accept#token=[\w-]{43}$/);
  });

  it('keeps only the hash of the token, and no job gives it away', async () => {
    const email = newAddress();
    const answer = await onboard({ email }, hack, olga, { 'Idempotency-Key': email });
    const token = tokenIn(await world.nextMailTo(email));
    expect(answer.text).not.toContain(token);
    const [kept] = await world.rows<{ text: string }>`
      select (select json_agg(i) from onboarding.invite i)::text || (select json_agg(w) from onboarding.write_key w)::text ||
             (select json_agg(a) from onboarding.audit a)::text as text`;
    expect(kept?.text).toContain(email);
    expect(kept?.text).not.toContain(token);
  });

  it.each([
    ['unconfirmed', { email_confirmed_at: null }],
    ['nameless', { name: null }],
  ])('counts somebody whose onboarding is unfinished as new: %s', async (_, columns) => {
    const bob = await world.person(columns);
    expect(await onboard({ email: bob.email })).toMatchObject({ status: 201, body: { data: { status: 'invited' } } });
    expect(await parentOf(bob)).toEqual([]);
  });

  it('answers 200 already_invited from then on, and writes no second letter', async () => {
    const email = newAddress();
    await onboard({ email });
    const again = await onboard({ email: ` ${email.toUpperCase()} `, firstName: 'Other' });
    expect(again).toMatchObject({ status: 200, body: { data: { status: 'already_invited', email } } });
    await world.nextMailTo(email);
    expect(await world.mailsTo(email)).toHaveLength(1);
  });

  it('sends a new link after the old one has expired', async () => {
    const email = newAddress();
    await onboard({ email, firstName: 'Old' });
    const old = tokenIn(await world.nextMailTo(email));
    await world.rows`update onboarding.invite set expires_at = now() where email = ${email}`;
    const again = await onboard({ email, firstName: 'New' });
    expect(again).toMatchObject({ status: 201, body: { data: { status: 'invited' } } });
    expect(tokenIn(await world.nextMailTo(email))).not.toBe(old);
    expect(await invitesOf(email)).toMatchObject([{ status: 'pending', first_name: 'New' }]);
    expect(await world.stranger().post('/invites/accept', { token: old })).toBeRefused(404, 'INVITE_NOT_FOUND');
  });

  it('invites it to each hackathon by itself', async () => {
    const email = newAddress();
    const other = await world.superEvent(acme);
    await world.track(other);
    expect(await onboard({ email })).toMatchObject({ status: 201 });
    expect(await onboard({ email }, other)).toMatchObject({ status: 201, body: { data: { status: 'invited' } } });
  });
});

describe('Onboarding is refused', () => {
  it.each([
    ['missing', {}],
    ['empty', { email: '' }],
    ['malformed', { email: 'ada@' }],
    ['no text', { email: 42 }],
    ['null', { email: null }],
    ['with a second address', { email: 'a@muster.test, b@muster.test' }],
  ])('for an email that is %s, before anything else is asked', async (_, body) => {
    const nobody = world.as(await world.person(), acme);
    for (const path of [`/super-events/${hack.slug}/participants`, '/super-events/never-was/participants']) {
      expect(await nobody.post(path, { ...body, linkedinUrl: 'no url' })).toBeRefused(400, 'INVALID_EMAIL');
    }
  });

  it.each([
    ['linkedinUrl', 'javascript:alert(1)'],
    ['githubUrl', 'github'],
    ['firstName', 'x'.repeat(101)],
    ['lastName', 7],
  ])('for a wrong %s', async (field, value) => {
    const answer = await onboard({ email: newAddress(), [field]: value });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toMatchObject([{ field }]);
  });

  it('where there is no such hackathon, or it is deleted, or belongs to others', async () => {
    const gone = await world.superEvent(acme);
    await world.rows`update events.super_event set deleted_at = now() where id = ${gone.id}`;
    const theirs = await world.superEvent(await world.organization());
    for (const reference of ['never-was', gone.slug, gone.id, theirs.id]) {
      const answer = await olga.post(`/super-events/${reference}/participants`, { email: newAddress() });
      expect(answer).toBeRefused(404, 'EVENT_NOT_FOUND');
    }
  });

  it.each(['MEMBER', 'MENTOR', 'JUDGE', 'PARTICIPANT', 'nobody'] as const)('to a %s', async (role) => {
    const person = role === 'MEMBER' ? await world.member(acme, role) : await world.person();
    if (role !== 'MEMBER' && role !== 'nobody') await world.role(person, track, role);
    const answer = await onboard({ email: newAddress() }, hack, world.as(person, acme));
    expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it.each(['unpaid', 'pending', 'refunded'])('while the payment is %s', async (payment_status) => {
    await world.rows`update events.super_event set payment_status = ${payment_status} where id = ${hack.id}`;
    const ada = await world.person();
    expect(await onboard({ email: ada.email })).toBeRefused(402, 'EVENT_NOT_PAID');
    expect(await onboard({ email: newAddress() })).toBeRefused(402, 'EVENT_NOT_PAID');
    expect(await parentOf(ada)).toEqual([]);
  });

  it('while there are no tracks', async () => {
    const empty = await world.superEvent(acme);
    expect(await onboard({ email: newAddress() }, empty)).toBeRefused(409, 'NO_TRACKS');
  });

  it('once every track is closed; one that was never opened keeps it open', async () => {
    await world.rows`update events.track set registration = 'closed' where id = ${track.id}`;
    expect(await onboard({ email: newAddress() })).toBeRefused(409, 'REGISTRATION_CLOSED');
    await world.track(hack, { registration: 'never_opened' });
    expect(await onboard({ email: newAddress() })).toMatchObject({ status: 201 });
  });

  it('when the hackathon is full, saying how full, to known and new addresses', async () => {
    await world.rows`update events.super_event set max_participants = 1 where id = ${hack.id}`;
    await onboard({ email: (await world.person()).email });
    const full = { acceptedCount: 1, maxParticipants: 1 };
    expect(await onboard({ email: (await world.person()).email })).toBeRefused(409, 'MAX_PARTICIPANTS_REACHED', full);
    expect(await onboard({ email: newAddress() })).toBeRefused(409, 'MAX_PARTICIPANTS_REACHED', full);
  });

  it('by payment first, then tracks, then the switch, then the cap', async () => {
    await world.rows`update events.super_event set max_participants = 1 where id = ${hack.id}`;
    await world.registered(await world.person(), track);
    await world.rows`update events.track set registration = 'closed' where id = ${track.id}`;
    const empty = await world.superEvent(acme, { payment_status: 'unpaid' });
    expect(await onboard({ email: newAddress() }, empty)).toBeRefused(402, 'EVENT_NOT_PAID');
    expect(await onboard({ email: newAddress() })).toBeRefused(409, 'REGISTRATION_CLOSED');
  });
});

describe('An organizer of one track', () => {
  it('may onboard into the hackathon', async () => {
    const grace = await world.person();
    await world.role(grace, track, 'ORGANIZER');
    expect(await onboard({ email: newAddress() }, hack, world.as(grace, acme))).toMatchObject({ status: 201 });
  });
});

describe('Twenty at once', () => {
  const spellings = (email: string) =>
    Array.from({ length: 20 }, (_, place) => {
      const spelled = place % 2 ? email.toUpperCase() : email;
      return place % 3 ? spelled : ` ${spelled}\t`;
    });

  it.each([
    ['a new address', () => Promise.resolve(newAddress()), 'invited', 'already_invited'],
    ['a known address', async () => (await world.person()).email, 'enrolled', 'already_enrolled'],
  ])('for %s in different spellings: one success', async (_, address, success, repeat) => {
    const email = await address();
    const answers = await Promise.all(spellings(email).map((spelled) => onboard({ email: spelled })));
    const outcomes = answers.map(({ status, body }) => `${status} ${body.data?.status ?? body.code}`).sort();
    expect(outcomes).toEqual([...Array<string>(19).fill(`200 ${repeat}`), `201 ${success}`]);
    await world.nextMailTo(email);
    expect(await world.mailsTo(email)).toHaveLength(1);
  });

  it('with a cap of two never let more in', async () => {
    await world.rows`update events.super_event set max_participants = 2 where id = ${hack.id}`;
    const people = await Promise.all(Array.from({ length: 20 }, () => world.person()));
    const answers = await Promise.all(people.map(({ email }) => onboard({ email })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer).toBeRefused(409, 'MAX_PARTICIPANTS_REACHED', { acceptedCount: 2, maxParticipants: 2 });
    }
    const [seats] = await world.rows`
      select accepted, (select count(*)::int from registrations.super_event_registration
                         where super_event_id = ${hack.id} and status = 'accepted') as counted
        from registrations.seat where super_event_id = ${hack.id}`;
    expect(seats).toEqual({ accepted: 2, counted: 2 });
  });
});
