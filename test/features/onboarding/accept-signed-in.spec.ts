import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client, Person } from '../../support/client.ts';
import type { Organization, SuperEvent } from '../../support/fixtures.ts';
import { tokenIn } from '../../support/mails.ts';
import { accessTokenOf, bearer, personWithPassword } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let olga: Client;
let hack: SuperEvent;
let ada: Person;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  olga = world.as(await world.member(acme, 'OWNER', { name: 'Olga' }), acme);
});
afterAll(() => world.close());
beforeEach(async () => {
  hack = await world.superEvent(acme);
  await world.track(hack);
  ada = await personWithPassword(world, { name: null });
});

const inSession = async (person: Person) => bearer(world, await accessTokenOf(world, person));
const path = '/me/invites/accept';
async function invited({ email }: Person, role?: string): Promise<{ token: string }> {
  const [of, body] = role ? ['role-invites', { email, role }] : ['participants', { email }];
  await olga.post(`/super-events/${hack.id}/${of}`, body);
  return { token: tokenIn(await world.nextMailTo(email)) };
}
const rolesOf = ({ id }: Person) => world.rows`select role from events.track_role where user_id = ${id}`;
const placesOf = ({ id }: Person) =>
  world.rows`select status from registrations.super_event_registration where user_id = ${id}`;

describe('An invitation to somebody who is signed in', () => {
  it.each(['JUDGE', 'MENTOR'])('gives a %s the role without a password', async (role) => {
    const answer = await (await inSession(ada)).post(path, await invited(ada, role));
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'accepted', user_id: ada.id } } });
    expect(await rolesOf(ada)).toEqual([{ role }]);
  });

  it('gives a place in the hackathon', async () => {
    const answer = await (await inSession(ada)).post(path, await invited(ada));
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'accepted', user_id: ada.id } } });
    expect(await placesOf(ada)).toEqual([{ status: 'accepted' }]);
  });

  it.each(['JUDGE', undefined])('as %s is accepted once, also when many try at the same time', async (role) => {
    const asked = await invited(ada, role);
    const me = await inSession(ada);
    const answers = await Promise.all(Array.from({ length: 8 }, () => me.post(path, asked)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await me.post(path, asked)).toBeRefused(404, 'INVITE_NOT_FOUND');
  });

  it('is accepted once more under the same key, because the answer was lost', async () => {
    const asked = await invited(ada, 'JUDGE');
    const me = await inSession(ada);
    for (let tried = 0; tried < 2; tried++) {
      expect(await me.post(path, asked, { headers: { 'Idempotency-Key': `lost-${ada.id}` } })).toMatchObject({
        status: 200,
      });
    }
  });

  it.each(['JUDGE', undefined])('as %s is for nobody else', async (role) => {
    const asked = await invited(ada, role);
    const bob = await personWithPassword(world);
    expect(await (await inSession(bob)).post(path, asked)).toBeRefused(403, 'PERMISSION_DENIED');
    expect([...(await rolesOf(bob)), ...(await placesOf(bob))]).toEqual([]);
    expect(await (await inSession(ada)).post(path, asked)).toMatchObject({ status: 200 });
  });

  it('needs the session, and a link that works', async () => {
    const asked = await invited(ada, 'JUDGE');
    expect(await world.stranger().post(path, asked)).toBeRefused(401, 'UNAUTHENTICATED');
    expect(await world.as(ada, acme).post(path, asked)).toBeRefused(403, 'SESSION_REQUIRED');
    expect(await (await inSession(ada)).post(path, { token: 'of-nobody' })).toBeRefused(404, 'INVITE_NOT_FOUND');
    await world.rows`update events.role_invite set expires_at = now() where email = ${ada.email}`;
    expect(await (await inSession(ada)).post(path, asked)).toBeRefused(404, 'INVITE_NOT_FOUND');
  });

  it('is refused while the hackathon is not paid or full, and works later', async () => {
    const asked = await invited(ada);
    const me = await inSession(ada);
    await world.rows`update events.super_event set payment_status = 'unpaid' where id = ${hack.id}`;
    expect(await me.post(path, asked)).toBeRefused(402, 'EVENT_NOT_PAID');
    await world.rows`update events.super_event set payment_status = 'paid', max_participants = 1 where id = ${hack.id}`;
    const { email } = await world.person({ name: 'Bob' });
    await olga.post(`/super-events/${hack.id}/participants`, { email });
    expect(await me.post(path, asked)).toBeRefused(409, 'MAX_PARTICIPANTS_REACHED');
    await world.rows`update events.super_event set max_participants = 2 where id = ${hack.id}`;
    expect(await me.post(path, asked)).toMatchObject({ status: 200 });
  });
});
