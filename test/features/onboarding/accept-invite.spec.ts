import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Organization, SuperEvent, Track } from '../../support/fixtures.ts';
import type { Client } from '../../support/client.ts';
import { tokenIn } from '../../support/mails.ts';
import { bearer, hashed, signIn } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let olga: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  olga = world.as(await world.member(acme, 'OWNER', { name: 'Olga' }), acme);
});
afterAll(() => world.close());

let hack: SuperEvent;
let track: Track;
beforeEach(async () => {
  hack = await world.superEvent(acme);
  track = await world.track(hack);
});

let count = 0;
const newAddress = () => `invitee-${++count}@muster.test`;
const accept = (body: Record<string, unknown>) => world.stranger().post('/invites/accept', body);

async function invited(email: string, person: Record<string, unknown> = {}): Promise<string> {
  const answer = await olga.post(`/super-events/${hack.slug}/participants`, { email, ...person });
  expect(answer).toMatchObject({ status: 201, body: { data: { status: 'invited' } } });
  return tokenIn(await world.nextMailTo(email));
}
const personAt = async (email: string) => {
  const [person] = await world.rows<Record<string, unknown>>`
    select id, name, linkedin_url, github_url, password_hash, email_confirmed_at is not null as is_confirmed
      from identity.person where email = ${email}`;
  return person;
};
const inviteAt = async (email: string) => {
  const [invite] = await world.rows<{ status: string; accepted_by: string | null }>`
    select status, accepted_by from onboarding.invite where email = ${email}`;
  return invite;
};
const acceptedIn = async ({ id }: SuperEvent) => {
  const [row] = await world.rows<{ parents: number; seats: number }>`
    select (select count(*)::int from registrations.super_event_registration
             where super_event_id = ${id} and status = 'accepted') as parents,
           coalesce((select accepted from registrations.seat where super_event_id = ${id}), 0) as seats`;
  return row;
};

describe('Accepting an invitation', () => {
  it('creates the person with what was stored, and accepts them in the hackathon and on its only track', async () => {
    const email = newAddress();
    const urls = { linkedinUrl: 'https://linkedin.com/in/grace', githubUrl: 'https://github.com/grace' };
    const token = await invited(email, { firstName: 'Grace', lastName: 'Hopper', ...urls });
    const answer = await accept({ token });
    const person = await personAt(email);
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'accepted', user_id: person?.id } } });
    expect(person).toMatchObject({
      name: 'Grace Hopper',
      linkedin_url: urls.linkedinUrl,
      github_url: urls.githubUrl,
      is_confirmed: true,
      password_hash: null,
    });
    expect(await inviteAt(email)).toEqual({ status: 'accepted', accepted_by: person?.id });
    const places = await world.rows`
      select p.status as parent, r.status, r.event_id from registrations.super_event_registration p
        join registrations.registration r on r.super_event_registration_id = p.id where p.user_id = ${person?.id}`;
    expect(places).toEqual([{ parent: 'accepted', status: 'accepted', event_id: track.id }]);
    const again = await olga.post(`/super-events/${hack.slug}/participants`, { email });
    expect(again).toMatchObject({ status: 200, body: { data: { status: 'already_enrolled', userId: person?.id } } });
  });

  it('prefers the name the person gives, and takes their password', async () => {
    const email = newAddress();
    const token = await invited(email, { firstName: 'G' });
    expect(await accept({ token, name: ' Grace Brewster ', password: 'correct horse' })).toMatchObject({ status: 200 });
    const person = await personAt(email);
    expect(person).toMatchObject({ name: 'Grace Brewster', password_hash: expect.stringMatching(/^\$argon2id\$/) });
  });

  it('discards what was set before the address was confirmed', async () => {
    const squatter = await world.person({ email_confirmed_at: null, password_hash: 'theirs', name: 'Squatter' });
    const token = await invited(squatter.email, { firstName: 'Grace' });
    await accept({ token });
    expect(await personAt(squatter.email)).toMatchObject({ name: 'Grace', password_hash: null, is_confirmed: true });
  });

  it('leaves what a confirmed person has', async () => {
    const password_hash = await hashed('correct horse');
    const known = await world.person({ name: null, password_hash, github_url: 'https://github.com/own' });
    const token = await invited(known.email, { firstName: 'Grace', githubUrl: 'https://github.com/other' });
    await accept({ token, password: 'correct horse' });
    expect(await personAt(known.email)).toMatchObject({
      id: known.id,
      name: 'Grace',
      password_hash,
      github_url: 'https://github.com/own',
    });
  });

  it('signs the person in, and lets them sign in again by the password they chose', async () => {
    const email = newAddress();
    const answer = await accept({ token: await invited(email), password: 'correct horse' });
    const { session, user_id } = answer.body.data;
    const me = await bearer(world, session.access_token).get('/auth/user');
    expect(me.body.data).toMatchObject({ user: { id: user_id, email }, organizations: [{ id: acme.id, role: null }] });
    expect(await signIn(world, { email }, 'correct horse')).toMatchObject({ expires_in: session.expires_in });
  });

  it('ends sessions and links from before the address was confirmed', async () => {
    const squatter = await world.person({ email_confirmed_at: null });
    const { session } = await world.services.broker.call<{ session: { access_token: string } }, object>(
      'identity.startSession',
      { user_id: squatter.id },
    );
    await world.stranger().post('/auth/signup', { email: squatter.email, password: 'their own choice', name: 'S' });
    const theirs = tokenIn(await world.nextMailTo(squatter.email));
    await accept({ token: await invited(squatter.email) });
    expect(await bearer(world, session.access_token).get('/auth/user')).toBeRefused(401, 'UNAUTHENTICATED');
    const verified = await world.stranger().post('/auth/verify', { token: theirs, password: 'their own choice' });
    expect(verified).toBeRefused(400, 'INVALID_LINK');
  });

  it('writes down in the organization who came in', async () => {
    const email = newAddress();
    await accept({ token: await invited(email) });
    const { id: user_id } = (await personAt(email)) ?? {};
    const { entries } = (await olga.get(`/organizations/${acme.id}/audit`)).body.data as {
      entries: { action: string; ids: { user_id?: string } }[];
    };
    const actions = entries.filter(({ ids }) => ids.user_id === user_id).map(({ action }) => action);
    expect(actions.sort()).toEqual(['onboarding.spendInvite', 'registrations.enroll', 'registrations.enroll']);
  });

  it('works once', async () => {
    const token = await invited(newAddress());
    expect(await accept({ token })).toMatchObject({ status: 200 });
    expect(await accept({ token })).toBeRefused(404, 'INVITE_NOT_FOUND');
  });

  it('is one success of twenty at once', async () => {
    const email = newAddress();
    const token = await invited(email, { firstName: 'Grace' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept({ token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toBeRefused(404, 'INVITE_NOT_FOUND');
    }
    expect(await acceptedIn(hack)).toEqual({ parents: 1, seats: 1 });
    expect(await world.rows`select id from identity.person where email = ${email}`).toHaveLength(1);
    const sessions = await world.rows`
      select s.id from identity.session s join identity.person p on p.id = s.user_id where p.email = ${email}`;
    expect(sessions).toHaveLength(1);
    expect((await world.nextMailTo(email)).subject).toMatch(/^You're in/);
    expect(await world.mailsTo(email)).toHaveLength(2);
  });
});

describe('A link that does not work', () => {
  it('is answered the same whether it is unknown, cut, used, expired, or to something deleted', async () => {
    const used = await invited(newAddress());
    await accept({ token: used });
    const [late, orphan] = [newAddress(), newAddress()];
    const expired = await invited(late);
    await world.rows`update onboarding.invite set expires_at = now() where email = ${late}`;
    const deleted = await invited(orphan);
    await olga.del(`/super-events/${hack.id}`);
    for (const token of ['x', 'A'.repeat(43), used, used.slice(0, -1), expired, deleted]) {
      expect(await accept({ token })).toBeRefused(404, 'INVITE_NOT_FOUND');
    }
    expect([await personAt(late), await personAt(orphan)]).toEqual([undefined, undefined]);
  });

  it.each([
    ['token', {}],
    ['token', { token: '' }],
    ['token', { token: 7 }],
    ['password', { token: 'x', password: 'short' }],
    ['name', { token: 'x', name: '' }],
  ])('is refused as a whole with a wrong %s', async (field, body) => {
    const answer = await accept(body);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toMatchObject([{ field }]);
  });
});

describe('An invitation that cannot be accepted yet', () => {
  it('stays pending while the hackathon is full, and works when a place is free', async () => {
    const email = newAddress();
    const token = await invited(email);
    await world.rows`update events.super_event set max_participants = 1 where id = ${hack.id}`;
    const { parent } = await world.registered(await world.person(), track);
    expect(await accept({ token })).toBeRefused(409, 'MAX_PARTICIPANTS_REACHED', {
      acceptedCount: 1,
      maxParticipants: 1,
    });
    expect(await inviteAt(email)).toMatchObject({ status: 'pending' });
    await olga.post(`/super-event-registrations/${parent.id}/cancel`);
    expect(await accept({ token })).toMatchObject({ status: 200 });
  });

  it('stays pending while the hackathon is not paid', async () => {
    const email = newAddress();
    const token = await invited(email);
    await world.rows`update events.super_event set payment_status = 'refunded' where id = ${hack.id}`;
    expect(await accept({ token })).toBeRefused(402, 'EVENT_NOT_PAID');
    expect(await inviteAt(email)).toMatchObject({ status: 'pending' });
  });
});

describe('After a crash', () => {
  it.each([
    ['the person was made', 'identity.acceptPerson'],
    ['the place was taken', 'registrations.enroll'],
  ])('once %s, the same link finishes it', async (_, last) => {
    const email = newAddress();
    const token = await invited(email, { firstName: 'Grace' });
    const { user_id } = await world.services.broker.call<{ user_id: string }, object>('identity.acceptPerson', {
      email,
      name: 'Grace',
    });
    if (last === 'registrations.enroll') {
      await world.services.broker.call('registrations.enroll', { super_event_id: hack.id, user_id });
    }
    expect(await accept({ token })).toMatchObject({ status: 200, body: { data: { user_id } } });
    expect(await acceptedIn(hack)).toEqual({ parents: 1, seats: 1 });
    expect(await inviteAt(email)).toMatchObject({ status: 'accepted' });
  });
});

describe('A request that is tried again because its answer was lost', () => {
  const tryAs = (write_key: string, token: string) =>
    world.services.broker.call<{ user_id: string }, object>('onboarding.accept', { token }, { headers: { write_key } });
  const entriesAbout = async (action: string) =>
    (await olga.get(`/organizations/${acme.id}/audit?action=${action}`)).body.data.pagination.total as number;

  it('succeeds once more, and is noted once', async () => {
    const token = await invited(newAddress());
    const before = await entriesAbout('onboarding.spendInvite');
    const { user_id } = await tryAs('one', token);
    expect(await tryAs('one', token)).toMatchObject({ status: 'accepted', user_id });
    await expect(tryAs('other', token)).rejects.toMatchObject({ type: 'INVITE_NOT_FOUND' });
    expect(await accept({ token })).toBeRefused(404, 'INVITE_NOT_FOUND');
    expect(await entriesAbout('onboarding.spendInvite')).toBe(before + 1);
  });

  it('succeeds once more for a role as well', async () => {
    const email = newAddress();
    await olga.post(`/super-events/${hack.id}/role-invites`, { email, role: 'JUDGE' });
    const token = tokenIn(await world.nextMailTo(email));
    const { user_id } = await tryAs('one', token);
    expect(await tryAs('one', token)).toMatchObject({ status: 'accepted', user_id });
    await expect(tryAs('other', token)).rejects.toMatchObject({ type: 'INVITE_NOT_FOUND' });
    expect(await accept({ token })).toBeRefused(404, 'INVITE_NOT_FOUND');
  });
});

describe('A cap of two', () => {
  it('holds against ten who are onboarded and ten who accept at once', async () => {
    const tokens = await Promise.all(Array.from({ length: 10 }, () => invited(newAddress())));
    const people = await Promise.all(Array.from({ length: 10 }, () => world.person()));
    await world.rows`update events.super_event set max_participants = 2 where id = ${hack.id}`;
    const answers = await Promise.all([
      ...tokens.map((token) => accept({ token })),
      ...people.map(({ email }) => olga.post(`/super-events/${hack.slug}/participants`, { email })),
    ]);
    expect(answers.filter(({ body }) => body.success)).toHaveLength(2);
    for (const answer of answers.filter(({ body }) => !body.success)) {
      expect(answer).toBeRefused(409, 'MAX_PARTICIPANTS_REACHED', { acceptedCount: 2, maxParticipants: 2 });
    }
    expect(await acceptedIn(hack)).toEqual({ parents: 2, seats: 2 });
  });
});

describe('The page of the link', () => {
  it('changes nothing, however often it is opened or looked at', async () => {
    const email = newAddress();
    const token = await invited(email);
    for (const method of ['HEAD', 'GET', 'GET', 'GET']) {
      const answer = await fetch(`${world.url}/invites/accept`, { method });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
    expect(await inviteAt(email)).toMatchObject({ status: 'pending' });
    expect(await accept({ token })).toMatchObject({ status: 200 });
  });
});
