import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Organization, SuperEvent, Track } from '../../support/fixtures.ts';
import type { Client } from '../../support/client.ts';
import { tokenIn } from '../../support/mails.ts';
import { password, personWithPassword } from '../../support/sign-in.ts';
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
const newAddress = () => `helper-${++count}@muster.test`;
const accept = (body: Record<string, unknown>) => world.stranger().post('/invites/accept', body);

describe('Accepting a role invite', () => {
  const inviteTo = async (email: string, role: string, body: Record<string, unknown> = {}) => {
    const answer = await olga.post(`/super-events/${hack.id}/role-invites`, { email, role, ...body });
    expect(answer).toMatchObject({ status: 201 });
    return world.nextMailTo(email);
  };
  const rolesOf = (email: string) =>
    world.rows<{ event_id: string; role: string }>`
      select r.event_id, r.role from events.track_role r join identity.person p on p.id = r.user_id
       where p.email = ${email} order by r.event_id`;
  const statuses = (email: string) =>
    world.rows<{ status: string }>`select status from events.role_invite where email = ${email}`;

  it.each(['MENTOR', 'JUDGE'])('gives a %s the role on every track of the one letter', async (role) => {
    const other = await world.track(hack);
    const email = newAddress();
    const mail = await inviteTo(email, role, { message: 'We need you.' });
    expect(mail.text).toContain('We need you.');
    const answer = await accept({ token: tokenIn(mail), name: 'Grace' });
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'accepted' } } });
    const tracks = [track.id, other.id].sort();
    expect(await rolesOf(email)).toEqual(tracks.map((event_id) => ({ event_id, role })));
    const person = await world.rows`
      select name, email_confirmed_at is not null as is_confirmed from identity.person where email = ${email}`;
    expect(person).toEqual([{ name: 'Grace', is_confirmed: true }]);
    expect(
      await world.rows`select 1 from registrations.super_event_registration where super_event_id = ${hack.id}`,
    ).toEqual([]);
    expect(await world.mailsTo(email)).toHaveLength(1);
  });

  it('gives the roles that are left when a track of the letter is gone, whichever it is', async () => {
    const kept = await world.track(hack);
    const email = newAddress();
    const token = tokenIn(await inviteTo(email, 'JUDGE'));
    await olga.del(`/events/${track.id}`);
    expect(await accept({ token })).toMatchObject({ status: 200 });
    expect(await rolesOf(email)).toEqual([{ event_id: kept.id, role: 'JUDGE' }]);
  });

  it.each(['TECH_PARTNER', 'PARTNER'])('notes it for a %s, who has no role on a track', async (role) => {
    const email = newAddress();
    await accept({ token: tokenIn(await inviteTo(email, role)) });
    expect(await rolesOf(email)).toEqual([]);
    expect(await statuses(email)).toEqual([{ status: 'accepted' }]);
  });

  it('says which track it is for where it is one', async () => {
    await world.track(hack);
    const mail = await inviteTo(newAddress(), 'JUDGE', { trackIds: [track.id] });
    expect(mail.subject).toBe(`You are invited to be a judge at ${track.name} (${hack.name})`);
    expect(mail.text).toContain('Olga invites you');
  });

  it('is one success of twenty at once, and none afterwards', async () => {
    const email = newAddress();
    const token = tokenIn(await inviteTo(email, 'JUDGE'));
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept({ token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await rolesOf(email)).toHaveLength(1);
    expect(await accept({ token })).toBeRefused(404, 'INVITE_NOT_FOUND');
  });

  it('asks for the password of an account that has one, and gives no role without it', async () => {
    const { email } = await personWithPassword(world);
    const token = tokenIn(await inviteTo(email, 'JUDGE'));
    expect(await accept({ token })).toBeRefused(401, 'PASSWORD_REQUIRED');
    expect(await accept({ token, password: 'battery staple' })).toBeRefused(401, 'INVALID_CREDENTIALS');
    expect([await rolesOf(email), await statuses(email)]).toEqual([[], [{ status: 'pending' }]]);
    expect(await accept({ token, password })).toMatchObject({ status: 200 });
    expect(await rolesOf(email)).toEqual([{ event_id: track.id, role: 'JUDGE' }]);
  });

  it('is refused when it has expired or the track is gone', async () => {
    const [late, orphan] = [newAddress(), newAddress()];
    const expired = tokenIn(await inviteTo(late, 'JUDGE'));
    await world.rows`update events.role_invite set expires_at = now() where email = ${late}`;
    const deleted = tokenIn(await inviteTo(orphan, 'JUDGE'));
    await olga.del(`/events/${track.id}`);
    for (const token of [expired, deleted]) expect(await accept({ token })).toBeRefused(404, 'INVITE_NOT_FOUND');
  });
});
