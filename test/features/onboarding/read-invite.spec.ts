import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Organization, SuperEvent, Track } from '../../support/fixtures.ts';
import type { Client } from '../../support/client.ts';
import { tokenIn } from '../../support/mails.ts';
import { personWithPassword } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let olga: Client;
let hack: SuperEvent;
let tracks: Track[];
const held = {
  start_at: '2027-03-06T08:00:00.000Z',
  end_at: '2027-03-07T17:00:00.000Z',
  tz: 'Europe/Berlin',
};
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  olga = world.as(await world.member(acme, 'OWNER', { name: 'Olga' }), acme);
  hack = await world.superEvent(acme, { ...held, name: 'Hack', config_json: JSON.stringify({ place: 'Mainz' }) });
  tracks = [await world.track(hack, { name: 'AI' }), await world.track(hack, { name: 'Climate' })];
});
afterAll(() => world.close());

let count = 0;
const newAddress = () => `reader-${++count}@muster.test`;
const read = (token: string) => world.stranger().post('/invites/read', { token });
const told = () => ({
  ...{ super_event_name: 'Hack', organization_name: acme.name, invited_by: 'Olga' },
  ...{ ...held, place: 'Mainz', expires_at: expect.stringMatching(/Z$/) },
});

async function invited(email: string): Promise<string> {
  await olga.post(`/super-events/${hack.slug}/participants`, { email, firstName: 'Ida', lastName: 'Rhodes' });
  return tokenIn(await world.nextMailTo(email));
}

describe('Reading an invitation', () => {
  it.each([
    ['with a password', {}, true],
    ['without one', { password_hash: null }, false],
    ['that is not confirmed', { email_confirmed_at: null }, false],
  ])('says whether there is an account %s', async (_, columns, has_account) => {
    const { email } = await personWithPassword(world, columns);
    await olga.post(`/super-events/${hack.slug}/role-invites`, { email, role: 'JUDGE' });
    const answer = await read(tokenIn(await world.nextMailTo(email)));
    expect(answer.body.data).toMatchObject({ invitation: { email }, has_account });
  });

  it('says to what, by whom, when and where, as often as it is asked, and accepts nothing', async () => {
    const email = newAddress();
    const token = await invited(email);
    for (let time = 0; time < 2; time++) {
      const { status, body } = await read(token);
      expect([status, body.data]).toEqual([
        200,
        { invitation: { ...told(), email, role: null, event_name: null, name: 'Ida Rhodes' }, has_account: false },
      ]);
    }
    expect(await world.stranger().post('/invites/accept', { token })).toMatchObject({ status: 200 });
  });

  it.each([
    ['the track, where there is one', 1, 'AI'],
    ['the hackathon, where there are several tracks', 2, null],
  ])('to a role names %s', async (_, many, event_name) => {
    const email = newAddress();
    const trackIds = tracks.slice(0, many).map(({ id }) => id);
    await olga.post(`/super-events/${hack.slug}/role-invites`, { email, role: 'JUDGE', trackIds });
    const answer = await read(tokenIn(await world.nextMailTo(email)));
    expect(answer.body.data).toEqual({
      invitation: { ...told(), email, role: 'JUDGE', event_name, name: null },
      has_account: false,
    });
  });

  it('is refused for a link that cannot be accepted any more', async () => {
    const [used, expired] = [await invited(newAddress()), await invited(newAddress())];
    await world.stranger().post('/invites/accept', { token: used });
    await world.rows`update onboarding.invite set expires_at = now() - interval '1 second' where status = 'pending'`;
    for (const token of [used, expired, 'of-nobody']) {
      expect(await read(token)).toBeRefused(404, 'INVITE_NOT_FOUND');
    }
  });
});
