import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function invited(track: { id: string; super_event_id: string }, by: string, columns: Record<string, string>) {
  const { email, role, status, expires_at } = {
    email: 'i@x.test',
    role: 'JUDGE',
    status: 'pending',
    expires_at: '2099-01-01',
    ...columns,
  };
  await world.rows`
    insert into events.role_invite (super_event_id, event_id, email, role, status, expires_at, invited_by, token_hash)
    values (${track.super_event_id}, ${track.id}, ${email}, ${role}, ${status}, ${expires_at}, ${by},
            sha256(gen_random_uuid()::text::bytea))`;
}

describe('A member who asks for their organization', () => {
  it('sees it, alone in it, with exactly the promised fields', async () => {
    const acme = await world.organization({ can_create_events: false });
    const olga = await world.member(acme, 'OWNER');
    const answer = await world.as(olga, acme).get(`/organizations/${acme.slug}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      data: {
        organization: { id: acme.id, name: acme.name, slug: acme.slug, security: { second_factor: 'optional' } },
        member_count: 1,
        can_create_events: false,
        onboarding_state: { team_setup_complete: false, invitation_count: 0, member_count: 1 },
      },
    });
  });

  it.each(['OWNER', 'ADMIN', 'MEMBER'] as const)('may be its %s, and finds it by UUID too', async (role) => {
    const acme = await world.organization();
    const member = await world.member(acme, role);
    const answer = await world.as(member, acme).get(`/organizations/${acme.id}`);
    expect(answer.body.data).toMatchObject({ organization: { slug: acme.slug }, can_create_events: true });
  });

  it('sees the team set up as soon as there are two', async () => {
    const acme = await world.organization();
    const olga = await world.member(acme, 'OWNER');
    await world.member(acme, 'MEMBER');
    const { data } = (await world.as(olga, acme).get(`/organizations/${acme.slug}`)).body;
    expect(data).toMatchObject({ member_count: 2, onboarding_state: { team_setup_complete: true, member_count: 2 } });
  });

  it('sees how many role invites can still be accepted, on tracks that are not deleted', async () => {
    const acme = await world.organization();
    const olga = await world.member(acme, 'OWNER');
    const hack = await world.superEvent(acme);
    const [track, gone] = [await world.track(hack), await world.track(hack, { deleted_at: new Date().toISOString() })];
    await invited(track, olga.id, {});
    await invited(track, olga.id, { role: 'MENTOR' });
    await invited(track, olga.id, { role: 'PARTNER', expires_at: '2020-01-01' });
    await invited(track, olga.id, { email: 'b@x.test', status: 'accepted' });
    await invited(track, olga.id, { email: 'c@x.test', status: 'revoked' });
    await invited(gone, olga.id, {});
    const { data } = (await world.as(olga, acme).get(`/organizations/${acme.slug}`)).body;
    expect(data.onboarding_state.invitation_count).toBe(2);
  });

  it('can have only one pending invite for the same address, role and track', async () => {
    const acme = await world.organization();
    const track = await world.track(await world.superEvent(acme));
    const olga = await world.member(acme, 'OWNER');
    await invited(track, olga.id, {});
    await expect(invited(track, olga.id, { email: 'I@X.test' })).rejects.toThrow('role_invite_once');
  });
});

describe('Somebody who is no member', () => {
  it('is refused inside the organization', async () => {
    const acme = await world.organization();
    const ada = await world.person();
    expect(await world.as(ada, acme).get(`/organizations/${acme.slug}`)).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('is refused also with a role on one of its tracks', async () => {
    const acme = await world.organization();
    const judy = await world.person();
    await world.role(judy, await world.track(await world.superEvent(acme)), 'ORGANIZER');
    expect(await world.as(judy, acme).get(`/organizations/${acme.id}`)).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('learns nothing of another organization', async () => {
    const [acme, other] = [await world.organization(), await world.organization()];
    const olga = await world.member(acme, 'OWNER');
    for (const reference of [other.slug, other.id, 'nobody', crypto.randomUUID()]) {
      expect(await world.as(olga, acme).get(`/organizations/${reference}`)).toBeRefused(404, 'NOT_FOUND');
    }
  });

  it('needs a key', async () => {
    expect(await world.stranger().get('/organizations/acme')).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
