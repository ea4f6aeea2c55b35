import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Invite {
  id: string;
  event_id: string;
}

async function staged(trackCount = 2) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const tracks: string[] = [];
  for (let n = 0; n < trackCount; n++) tracks.push((await world.track(hack)).id);
  const olga = await world.member(acme, 'OWNER');
  const api = world.as(olga, acme);
  const path = `/super-events/${hack.slug}/role-invites`;
  const invite = (body: Record<string, unknown> = {}) =>
    api.post(path, { email: 'judy@x.test', role: 'JUDGE', ...body });
  const list = async () => (await api.get(path)).body.data.invites;
  return { acme, hack, tracks, first: tracks[0] ?? '', olga, api, path, invite, list };
}
const invitedTo = (invites: Invite[]) => invites.map(({ event_id }) => event_id);
const audited = (organization: { id: string }) => world.rows<Record<string, unknown>>`
  select action, user_id, ids, before, after from events.audit where organization_id = ${organization.id}`;

describe('Inviting somebody to a hackathon', () => {
  it('invites them to each of its tracks', async () => {
    const { tracks, invite } = await staged();
    const answer = await invite();
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      data: {
        invites: tracks.map((event_id) => ({ id: expect.any(String), event_id, role: 'JUDGE' })),
        errors: [],
      },
    });
  });

  it.each(['MENTOR', 'JUDGE', 'TECH_PARTNER', 'PARTNER'])('can be as %s', async (role) => {
    const { invite, list } = await staged(1);
    expect((await invite({ role })).body.data.invites).toEqual([expect.objectContaining({ role })]);
    expect(await list()).toEqual([expect.objectContaining({ role, status: 'pending' })]);
  });

  it('can be to some of its tracks, each once', async () => {
    const { tracks, invite } = await staged(3);
    const trackIds = [tracks[2], tracks[0], tracks[2]?.toUpperCase()];
    const { invites, errors } = (await invite({ trackIds })).body.data;
    expect([invitedTo(invites), errors]).toEqual([[tracks[0], tracks[2]], []]);
  });

  it('takes its drafts, and leaves out what is deleted', async () => {
    const { hack, tracks, invite } = await staged(1);
    const draft = await world.track(hack, { status: 'draft' });
    await world.track(hack, { deleted_at: new Date().toISOString() });
    expect(invitedTo((await invite()).body.data.invites)).toEqual([...tracks, draft.id]);
  });

  it('has nothing to do where there is no track yet', async () => {
    const { invite } = await staged(0);
    const answer = await invite();
    expect([answer.status, answer.body.data]).toEqual([200, { invites: [], errors: [] }]);
  });

  it('leaves each invite in the audit', async () => {
    const { acme, tracks, olga, invite } = await staged();
    const { invites } = (await invite({ message: 'Please judge' })).body.data;
    expect(await audited(acme)).toEqual(
      expect.arrayContaining(
        tracks.map((event_id, n) => ({
          action: 'events.createRoleInvites',
          user_id: olga.id,
          ids: { role_invite_id: invites[n].id, event_id },
          before: {},
          after: { email: 'judy@x.test', role: 'JUDGE', message: 'Please judge' },
        })),
      ),
    );
  });

  it('keeps of each token its hash alone, and no two alike', async () => {
    const { hack, invite } = await staged(3);
    const answer = await invite();
    const rows = await world.rows<{ token_hash: Buffer }>`
      select token_hash from events.role_invite where super_event_id = ${hack.id}`;
    expect(rows.map(({ token_hash }) => token_hash.length)).toEqual([32, 32, 32]);
    expect(new Set(rows.map(({ token_hash }) => token_hash.toString('hex'))).size).toBe(3);
    expect(answer.text).not.toMatch(/token/);
  });
});

describe('A track that gets no invite', () => {
  it('is named where a pending one is there, and the others get theirs', async () => {
    const { tracks, first, invite, list } = await staged();
    await invite({ trackIds: [first] });
    const answer = await invite({ email: ' JUDY@x.test ' });
    expect(answer.status).toBe(201);
    expect(invitedTo(answer.body.data.invites)).toEqual([tracks[1]]);
    expect(answer.body.data.errors).toEqual([{ event_id: first, code: 'ALREADY_INVITED' }]);
    expect(await list()).toHaveLength(2);
  });

  it('makes the answer 200 where no other got one', async () => {
    const { acme, tracks, invite, list } = await staged();
    await invite();
    const answer = await invite();
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      invites: [],
      errors: tracks.map((event_id) => ({ event_id, code: 'ALREADY_INVITED' })),
    });
    expect(await list()).toHaveLength(2);
    expect(await audited(acme)).toHaveLength(2);
  });

  it('may get one for another role, another address, or after the first was answered', async () => {
    const { hack, invite } = await staged(1);
    await invite();
    expect((await invite({ role: 'MENTOR' })).status).toBe(201);
    expect((await invite({ email: 'other@x.test' })).status).toBe(201);
    for (const status of ['accepted', 'revoked']) {
      await world.rows`update events.role_invite set status = ${status}
                        where super_event_id = ${hack.id} and status = 'pending'`;
      expect((await invite()).status).toBe(201);
    }
  });

  it('gets one once the former has expired, which is then listed as that', async () => {
    const { hack, invite, list } = await staged(1);
    const [old] = (await invite()).body.data.invites;
    await world.rows`update events.role_invite set expires_at = now() - interval '1 second', created_at = '2026-01-01'
                      where super_event_id = ${hack.id}`;
    expect(await list()).toEqual([expect.objectContaining({ id: old.id, status: 'expired' })]);
    const answer = await invite();
    expect(answer.status).toBe(201);
    const [fresh] = answer.body.data.invites;
    expect((await list()).map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [fresh.id, 'pending'],
      [old.id, 'expired'],
    ]);
  });

  it('is not found where it is unknown, deleted or of another hackathon, one like the other', async () => {
    const { acme, hack, first, invite } = await staged();
    const gone = await world.track(hack, { deleted_at: new Date().toISOString() });
    const neighbour = await world.track(await world.superEvent(acme));
    const { first: foreign } = await staged();
    const unknown = [crypto.randomUUID(), gone.id, neighbour.id, foreign];
    const answer = await invite({ trackIds: [...unknown, first] });
    expect(answer.status).toBe(201);
    expect(invitedTo(answer.body.data.invites)).toEqual([first]);
    expect(answer.body.data.errors).toEqual(unknown.map((event_id) => ({ event_id, code: 'NOT_FOUND' })));
    expect((await invite({ trackIds: unknown })).status).toBe(200);
  });

  it('is any but one of twenty who invite the same person at the same time', async () => {
    const { acme, tracks, invite, list } = await staged(3);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => invite({ trackIds: n % 2 ? tracks : tracks.toReversed() })),
    );
    const invites: Invite[] = answers.flatMap(({ body }) => body.data.invites);
    expect(invitedTo(invites).sort()).toEqual(tracks.toSorted());
    expect(answers.flatMap(({ body }) => body.data.errors)).toHaveLength(57);
    for (const { status, body } of answers) expect(status).toBe(body.data.invites.length > 0 ? 201 : 200);
    expect(await list()).toHaveLength(3);
    expect(await audited(acme)).toHaveLength(3);
  });

  it('is any but one of twenty also where an expired one has to make way', async () => {
    const { hack, invite, list } = await staged(1);
    await invite();
    await world.rows`update events.role_invite set expires_at = now() where super_event_id = ${hack.id}`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite()));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(19).fill(200), 201]);
    expect((await list()).map(({ status }: { status: string }) => status).sort()).toEqual(['expired', 'pending']);
  });
});

describe('An invite that is refused', () => {
  it.each([
    ['email', { email: undefined }],
    ['email', { email: null }],
    ['email', { email: 'judy' }],
    ['role', { role: undefined }],
    ['role', { role: 'ORGANIZER' }],
    ['role', { role: 'PARTICIPANT' }],
    ['role', { role: 'judge' }],
    ['trackIds', { trackIds: [] }],
    ['trackIds', { trackIds: null }],
    ['trackIds', { trackIds: 'all' }],
    ['trackIds[0]', { trackIds: ['track-1'] }],
    ['message', { message: 'x'.repeat(2_001) }],
    ['message', { message: 7 }],
  ])('is so for its %s: %j', async (field, body) => {
    const { invite, list } = await staged(1);
    expect(await invite(body)).toBeRefused(400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ field })] });
    expect(await list()).toEqual([]);
  });

  it.each(['ADMIN', 'MEMBER', 'ORGANIZER', 'JUDGE', 'nobody'] as const)('or not, by who asks: %s', async (who) => {
    const { acme, hack, path } = await staged(1);
    const isMember = who === 'ADMIN' || who === 'MEMBER';
    const person = isMember ? await world.member(acme, who) : await world.person();
    if (!isMember && who !== 'nobody') await world.role(person, await world.track(hack), who);
    const api = world.as(person, acme);
    const answers = [await api.post(path, { email: 'judy@x.test', role: 'JUDGE' }), await api.get(path)];
    expect(answers.map(({ status }) => status)).toEqual(who === 'ADMIN' ? [201, 200] : [403, 403]);
    if (who !== 'ADMIN') for (const answer of answers) expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('comes from elsewhere, has no key, or means a hackathon that is deleted', async () => {
    const [here, there] = [await staged(), await staged()];
    const body = { email: 'judy@x.test', role: 'JUDGE' };
    const path = `/super-events/${here.hack.id}/role-invites`;
    expect(await there.api.post(path, body)).toBeRefused(404, 'NOT_FOUND');
    expect(await there.api.get(path)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().post(path, body)).toBeRefused(401, 'UNAUTHENTICATED');
    expect(await world.stranger().get(path)).toBeRefused(401, 'UNAUTHENTICATED');
    expect(await here.list()).toEqual([]);
    await world.rows`update events.super_event set deleted_at = now() where id = ${here.hack.id}`;
    expect(await here.invite()).toBeRefused(404, 'NOT_FOUND');
    expect(await here.api.get(here.path)).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('The role invites of a hackathon', () => {
  it('are listed with exactly the promised fields', async () => {
    const { hack, first, olga, invite, list } = await staged(1);
    const before = Date.now();
    await invite({ message: 'Please judge' });
    const [listed, ...more] = await list();
    expect(more).toEqual([]);
    expect(listed).toEqual({
      id: expect.any(String),
      super_event_id: hack.id,
      event_id: first,
      email: 'judy@x.test',
      role: 'JUDGE',
      status: 'pending',
      message: 'Please judge',
      invited_by: olga.id,
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(Date.parse(listed.expires_at) - Date.parse(listed.created_at)).toBe(14 * 86_400_000);
    expect(Math.abs(Date.parse(listed.created_at) - before)).toBeLessThan(60_000);
  });

  it('have no message where none was given', async () => {
    const { invite, list } = await staged(1);
    await invite();
    await invite({ role: 'MENTOR', message: null });
    expect((await list()).map(({ message }: { message: null }) => message)).toEqual([null, null]);
  });

  it.each(['accepted', 'revoked'])('are listed as what became of them: %s', async (status) => {
    const { hack, invite, list } = await staged(1);
    await invite();
    await world.rows`update events.role_invite set status = ${status}, expires_at = '2026-01-01'
                      where super_event_id = ${hack.id}`;
    expect(await list()).toEqual([expect.objectContaining({ status })]);
  });

  it('are those of its live tracks, newest first', async () => {
    const { tracks, invite, list } = await staged(2);
    await (await staged()).invite();
    for (const role of ['MENTOR', 'JUDGE']) await invite({ role });
    await world.rows`update events.track set deleted_at = now() where id = ${tracks[1] ?? ''}`;
    expect((await list()).map(({ event_id, role }: { event_id: string; role: string }) => [event_id, role])).toEqual([
      [tracks[0], 'JUDGE'],
      [tracks[0], 'MENTOR'],
    ]);
  });

  it('are counted as invitations of the organization while they are pending', async () => {
    const { acme, api, invite } = await staged(2);
    await invite();
    const { onboarding_state } = (await api.get(`/organizations/${acme.id}`)).body.data;
    expect(onboarding_state.invitation_count).toBe(2);
  });
});
