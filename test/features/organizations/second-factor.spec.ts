import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Person } from '../../support/client.ts';
import { codeOf, personWithApp, personWithPasskey, ticketOf } from '../../support/second-factor.ts';
import { accessTokenOf, bearer, memberWithPassword, personWithPassword, signIn } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const required = { security: { second_factor: 'required' } };
const optional = { security: { second_factor: 'optional' } };

/** An organization that asks for a second factor, and a hackathon of it. */
async function guarded() {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  const olga = await memberWithPassword(world, acme, 'OWNER');
  const key = world.as(olga, acme);
  expect((await key.patch(`/organizations/${acme.id}`, required)).status).toBe(200);
  return { acme, hack, track, olga, key };
}
const weak = async (person: Person) => bearer(world, await accessTokenOf(world, person));

describe('Asking for a second factor', () => {
  it('is for owners, shown to members, and recorded', async () => {
    const { acme, olga, key } = await guarded();
    const path = `/organizations/${acme.id}`;
    const admin = world.as(await world.member(acme, 'ADMIN'), acme);
    expect(await admin.patch(path, optional)).toBeRefused(403, 'PERMISSION_DENIED');
    expect((await admin.patch(path, { name: 'Another name' })).status).toBe(200);
    expect((await admin.get(path)).body.data.organization.security).toEqual(required.security);
    await key.patch(path, required);
    await key.patch(path, optional);
    expect((await key.get(path)).body.data.organization.security).toEqual(optional.security);
    const records = await world.rows`
      select before, after from organizations.audit
       where organization_id = ${acme.id} and user_id = ${olga.id} order by at, id`;
    expect(records).toEqual([
      { before: { second_factor: 'optional' }, after: { second_factor: 'required' } },
      { before: { second_factor: 'required' }, after: { second_factor: 'optional' } },
    ]);
  });

  it('takes a session that was shown one, so that nobody locks themselves out', async () => {
    const acme = await world.organization();
    const olga = await memberWithPassword(world, acme, 'OWNER');
    const path = `/organizations/${acme.id}`;
    expect(await (await weak(olga)).patch(path, required)).toBeRefused(403, 'SECOND_FACTOR_MISSING');
    const { api } = await personWithPasskey(world, { person: olga });
    expect((await api.patch(path, required)).status).toBe(200);
    expect((await api.get(path)).status).toBe(200);
  });

  it.each([[{}], [{ second_factor: 'never' }], ['required'], [null]])('refuses %j', async (security) => {
    const { acme, key } = await guarded();
    expect(await key.patch(`/organizations/${acme.id}`, { security })).toBeRefused(400, 'VALIDATION_FAILED');
  });
});

describe('An organization that asks for a second factor', () => {
  it('refuses sessions of members and organizers without one, and tells them what to do', async () => {
    const { acme, hack, track, olga } = await guarded();
    const organizer = await world.person();
    await world.role(organizer, track, 'ORGANIZER');
    for (const [person, path] of [
      [olga, `/organizations/${acme.slug}`],
      [await world.member(acme, 'MEMBER'), `/organizations/${acme.id}/members`],
      [organizer, `/super-events/${hack.id}/registrations`],
      [olga, `/organizations/${acme.id}/facts`],
      [olga, `/organizations/${acme.id}/facts/stream?super_event_id=${hack.id}`],
      [organizer, `/organizations/${acme.id}/facts?super_event_id=${hack.id}`],
    ] as const) {
      const answer = await (await weak(person)).get(path);
      expect(answer).toBeRefused(403, 'SECOND_FACTOR_MISSING');
      expect(answer.body['message']).toContain('/account');
    }
  });

  it('takes them from the moment in which they add one, in the same session', async () => {
    const { acme, olga } = await guarded();
    const path = `/organizations/${acme.id}`;
    const api = bearer(world, (await signIn(world, olga)).access_token);
    expect(await api.get(path)).toBeRefused(403, 'SECOND_FACTOR_MISSING');
    const { secret } = (await api.post('/me/totp')).body.data;
    await api.post('/me/totp/confirm', { code: codeOf(secret) });
    expect((await api.get(path)).status).toBe(200);
    const opened = { ticket: await ticketOf(world, olga), code: codeOf(secret, 1) };
    const { access_token, refresh_token } = (await world.stranger().post('/auth/second-factor', opened)).body.data;
    expect((await bearer(world, access_token).get(path)).status).toBe(200);
    const refreshed = await world.stranger().post('/auth/refresh', { refresh_token });
    expect((await bearer(world, refreshed.body.data.access_token).get(path)).status).toBe(200);
  });

  it('refuses them again once they have removed the last one, and not before', async () => {
    const { acme, olga } = await guarded();
    const path = `/organizations/${acme.id}`;
    const { api, id } = await personWithPasskey(world, { person: olga });
    const { secret } = (await api.post('/me/totp')).body.data;
    const { recovery_codes } = (await api.post('/me/totp/confirm', { code: codeOf(secret) })).body.data;
    await api.del(`/me/passkeys/${id}`);
    expect((await api.get(path)).status).toBe(200);
    await api.del('/me/totp', { code: recovery_codes[0] });
    expect(await api.get(path)).toBeRefused(403, 'SECOND_FACTOR_MISSING');
  });

  it('still refuses a session of a password alone beside a passkey', async () => {
    const { acme, olga } = await guarded();
    const { api } = await personWithPasskey(world, { person: olga });
    expect((await api.get(`/organizations/${acme.id}`)).status).toBe(200);
    const other = bearer(world, (await signIn(world, olga)).access_token);
    expect(await other.get(`/organizations/${acme.id}`)).toBeRefused(403, 'SECOND_FACTOR_MISSING');
  });

  it('leaves API keys, other organizations, and people who take part or judge as they are', async () => {
    const { acme, hack, track, olga, key } = await guarded();
    expect((await key.get(`/organizations/${acme.id}`)).status).toBe(200);
    const other = await world.organization();
    await world.rows`
      insert into organizations.member (organization_id, user_id, role) values (${other.id}, ${olga.id}, 'ADMIN')`;
    expect((await (await weak(olga)).get(`/organizations/${other.id}`)).status).toBe(200);
    const [judge, ada] = [await world.person(), await personWithPassword(world)];
    await world.role(judge, track, 'JUDGE');
    await world.registered(ada, track);
    for (const person of [judge, ada]) {
      expect((await (await weak(person)).get(`/super-events/${hack.id}`)).status).toBe(200);
    }
    const stranger = await weak(await world.person());
    expect(await stranger.get(`/organizations/${acme.id}`)).toBeRefused(404, 'NOT_FOUND');
  });

  it('tells members that they may nothing there for now, and lets them take part as anybody', async () => {
    const { acme, hack, olga } = await guarded();
    const api = await weak(olga);
    const permissions = { events_manage: false, members_manage: false };
    expect((await api.get(`/organizations/${acme.id}/me/permissions`)).body.data).toEqual({ permissions });
    expect((await api.get(`/super-events/${hack.id}`)).status).toBe(200);
  });

  it('has nobody make an API key around it', async () => {
    const { acme, olga } = await guarded();
    const path = `/organizations/${acme.id}/keys`;
    const [{ api }, stolen] = [await personWithApp(world, olga), await weak(olga)];
    expect(await stolen.post(path, { label: 'Around' })).toBeRefused(403, 'SECOND_FACTOR_MISSING');
    expect((await api.post(path, { label: 'Through' })).status).toBe(201);
  });
});
