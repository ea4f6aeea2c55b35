import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lenient } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Columns = Record<string, unknown>;

async function staged({ hackathon = {}, ...columns }: Columns & { hackathon?: Columns } = {}) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, hackathon);
  const track = await world.track(hack, { registration: 'never_opened', ...columns });
  const olga = await world.member(acme, 'OWNER');
  const api = world.as(olga, acme);
  const turn = (what: 'open' | 'close', query = '') => api.post(`/events/${track.slug}/${what}-registration${query}`);
  const state = async () =>
    (await world.rows<{ registration: string }>`select registration from events.track where id = ${track.id}`)[0]
      ?.registration;
  return { acme, hack, track, olga, api, turn, state };
}
const audited = (organization: { id: string }) => world.rows<Record<string, unknown>>`
  select action, user_id, ids, before, after from events.audit
   where organization_id = ${organization.id} order by at, id`;

describe('Opening registration', () => {
  it.each(['never_opened', 'closed'])('lets people register where it was %s', async (registration) => {
    const { acme, hack, track, olga, turn } = await staged({ registration });
    const ada = await world.person();
    const { id } = await world.applied(ada, hack, 'pending');
    const register = () =>
      world.as(ada, acme).post(`/events/${track.id}/register`, { super_event_registration_id: id });
    expect(await register()).toBeRefused(409, 'REGISTRATION_CLOSED');
    const answer = await turn('open');
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, data: { registration_opened: true, event: { id: track.id } } },
    ]);
    expect((await register()).status).toBe(201);
    expect(await audited(acme)).toEqual([
      {
        action: 'events.openRegistration',
        user_id: olga.id,
        ids: { event_id: track.id },
        before: { registration },
        after: { registration: 'open' },
      },
    ]);
  });

  it('a second time answers the same and changes nothing', async () => {
    const { acme, turn } = await staged();
    const first = await turn('open');
    const again = await turn('open');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await audited(acme)).toHaveLength(1);
  });

  it('that is open answers the same whatever speaks against it by now', async () => {
    const { hack, turn } = await staged({ registration: 'open' });
    await world.rows`update events.super_event set status = 'draft', payment_status = 'refunded' where id = ${hack.id}`;
    expect((await turn('open')).status).toBe(200);
  });
});

describe('A reason against opening', () => {
  it.each([
    ['no start', { start_at: null }, ['NO_DATES']],
    ['no end', { end_at: null }, ['NO_DATES']],
    ['a hackathon in draft', { hackathon: { status: 'draft' } }, ['SUPER_EVENT_DRAFT']],
    ['a track in draft', { status: 'draft' }, ['EVENT_IS_DRAFT']],
    ['no payment', { hackathon: { payment_status: 'unpaid' } }, ['EVENT_NOT_PAID']],
    ['a payment under way', { hackathon: { payment_status: 'pending' } }, ['EVENT_NOT_PAID']],
    ['a payment given back', { hackathon: { payment_status: 'refunded' } }, ['EVENT_NOT_PAID']],
    [
      'several things',
      { start_at: null, end_at: null, status: 'draft', hackathon: { status: 'draft', payment_status: 'unpaid' } },
      ['NO_DATES', 'SUPER_EVENT_DRAFT', 'EVENT_IS_DRAFT', 'EVENT_NOT_PAID'],
    ],
  ])('is %s', async (_what, columns, warnings) => {
    const { acme, turn, state } = await staged(columns);
    expect(await turn('open')).toBeRefused(409, 'NOT_READY', { warnings });
    expect(await turn('open', '?force=false')).toBeRefused(409, 'NOT_READY', { warnings });
    expect(await state()).toBe('never_opened');
    expect(await audited(acme)).toEqual([]);
    expect((await turn('open', '?force=true')).body.data.registration_opened).toBe(true);
    expect(await state()).toBe('open');
  });

  it('is that every seat is taken, by people who are accepted', async () => {
    const { hack, turn } = await staged({ hackathon: { max_participants: 2 } });
    await world.applied(await world.person(), hack, 'pending');
    await world.applied(await world.person(), hack, 'accepted');
    expect((await turn('open')).status).toBe(200);
    await turn('close');
    await world.applied(await world.person(), hack, 'accepted');
    expect(await turn('open')).toBeRefused(409, 'NOT_READY', { warnings: ['MAX_PARTICIPANTS_REACHED'] });
    expect((await turn('open', '?force=true')).status).toBe(200);
  });

  it('is not overridden by force in the body, which is no member of it', async () => {
    const { api, track, turn, state } = await staged({ status: 'draft' });
    const path = `/events/${track.id}/open-registration`;
    expect(await api.post(path, { force: true })).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [{ field: 'force', code: 'unknown', message: expect.stringContaining('send it in the query') }],
    });
    const ignored = await api.post(path, { force: true }, lenient);
    expect(ignored).toBeRefused(409, 'NOT_READY', { warnings: ['EVENT_IS_DRAFT'] });
    expect(await state()).toBe('never_opened');
    expect((await turn('open', '?force=true')).status).toBe(200);
  });

  it.each(['?force=1', '?force=yes', '?force=', '?force=true&force=true'])('is not overridden by %s', async (query) => {
    const { turn } = await staged();
    expect(await turn('open', query)).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: 'force' })],
    });
  });
});

describe('Closing registration', () => {
  it.each(['never_opened', 'open'])('lets nobody register where it was %s', async (registration) => {
    const { acme, track, olga, turn, state } = await staged({ registration });
    const answer = await turn('close');
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, data: { registration_opened: false, event: { id: track.id } } },
    ]);
    expect(await state()).toBe('closed');
    expect(await audited(acme)).toEqual([
      {
        action: 'events.closeRegistration',
        user_id: olga.id,
        ids: { event_id: track.id },
        before: { registration },
        after: { registration: 'closed' },
      },
    ]);
  });

  it('a second time answers the same and changes nothing', async () => {
    const { acme, turn } = await staged({ registration: 'open' });
    const first = await turn('close');
    const again = await turn('close');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await audited(acme)).toHaveLength(1);
  });

  it('many times at once is one change', async () => {
    const { acme, turn } = await staged({ registration: 'open' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => turn('close')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await audited(acme)).toHaveLength(1);
  });
});

describe('A person who may turn the switch', () => {
  it.each(['OWNER', 'ADMIN', 'MEMBER', 'ORGANIZER', 'MENTOR', 'JUDGE', 'PARTICIPANT'] as const)('%s', async (who) => {
    const { acme, track } = await staged();
    const isMember = who === 'OWNER' || who === 'ADMIN' || who === 'MEMBER';
    const person = isMember ? await world.member(acme, who) : await world.person();
    if (!isMember) await world.role(person, track, who);
    const may = ['OWNER', 'ADMIN', 'ORGANIZER'].includes(who);
    for (const what of ['open', 'close']) {
      const answer = await world.as(person, acme).post(`/events/${track.id}/${what}-registration`);
      expect(answer.status).toBe(may ? 200 : 403);
      if (!may) expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    }
  });

  it('is nobody from elsewhere, nobody without a key, and nobody once the track is deleted', async () => {
    const [here, there] = [await staged(), await staged()];
    for (const what of ['open', 'close'] as const) {
      const path = `/events/${here.track.id}/${what}-registration`;
      expect(await there.api.post(path)).toBeRefused(404, 'NOT_FOUND');
      expect(await world.stranger().post(path)).toBeRefused(401, 'UNAUTHENTICATED');
    }
    expect(await here.state()).toBe('never_opened');
    await world.rows`update events.track set deleted_at = now() where id = ${here.track.id}`;
    for (const what of ['open', 'close'] as const) expect(await here.turn(what)).toBeRefused(404, 'NOT_FOUND');
  });
});
