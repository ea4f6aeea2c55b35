/** Withdrawing an invitation to a role that nobody has accepted. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { tokenIn } from '../../support/mails.ts';
import { password } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Invite {
  readonly id: string;
  readonly event_id: string;
}

const accept = (token: string) => world.stranger().post('/invites/accept', { token, name: 'Judy', password });

/** Somebody who is invited to judge, by an address of their own, and the token of the email. */
async function sent(trackCount = 1) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  for (let n = 0; n < trackCount; n++) await world.track(hack);
  const olga = await world.member(acme, 'OWNER');
  const api = world.as(olga, acme);
  const path = `/super-events/${hack.slug}/role-invites`;
  const email = `${crypto.randomUUID()}@x.test`;
  const invite = async (): Promise<Invite[]> => (await api.post(path, { email, role: 'JUDGE' })).body.data.invites;
  const invites = await invite();
  const withdraw = ({ id } = invites[0] as Pick<Invite, 'id'>) => api.del(`${path}/${id}`);
  const list = async (): Promise<{ id: string; status: string }[]> => (await api.get(path)).body.data.invites;
  const statuses = async () => new Map((await list()).map(({ id, status }) => [id, status]));
  const token = tokenIn(await world.nextMailTo(email));
  return { acme, olga, api, email, invite, invites, withdraw, statuses, token };
}
const judgesOf = (invites: readonly Invite[]) => world.rows<Pick<Invite, 'event_id'>>`
  select event_id from events.track_role where event_id = any (${invites.map(({ event_id }) => event_id)}::uuid[])`;

it('leaves the others of the same email, and makes way for a new one', async () => {
  const { invite, invites, withdraw, statuses, token } = await sent(2);
  const [gone, stays] = invites as [Invite, Invite];
  expect((await withdraw(gone)).body.data).toEqual({ deleted: true });
  expect(await statuses()).toEqual(
    new Map([
      [gone.id, 'revoked'],
      [stays.id, 'pending'],
    ]),
  );
  expect((await accept(token)).status).toBe(200);
  expect(await judgesOf(invites)).toEqual([{ event_id: stays.event_id }]);
  expect((await invite()).map(({ event_id }) => event_id)).toContain(gone.event_id);
});

it('ends the link where the email invites to nothing else', async () => {
  const { invites, withdraw, token } = await sent();
  await withdraw();
  expect((await accept(token)).status).toBe(404);
  expect(await judgesOf(invites)).toEqual([]);
});

it('is in the audit, and told as a fact without the address', async () => {
  const { acme, olga, api, email, invites, withdraw } = await sent();
  const [{ id, event_id }] = invites as [Invite];
  await withdraw();
  expect(
    await world.rows`
      select user_id, ids, before, after from events.audit
       where organization_id = ${acme.id} and action = 'events.withdrawRoleInvite'`,
  ).toEqual([
    {
      ...{ user_id: olga.id, before: { email, status: 'pending' }, after: {} },
      ids: { role_invite_id: id, event_id, role: 'JUDGE' },
    },
  ]);
  const { facts } = (await api.get(`/organizations/${acme.id}/facts?types=role.invite_withdrawn`)).body.data;
  expect(facts).toEqual([expect.objectContaining({ data: { role_invite_id: id, role: 'JUDGE' } })]);
});

it('finds none that was answered or withdrawn before, is unknown, or of another hackathon', async () => {
  const [here, there] = [await sent(), await sent()];
  await accept(here.token);
  for (const each of [here.invites[0], there.invites[0], { id: crypto.randomUUID() }, { id: 'nonsense' }])
    expect(await here.withdraw(each)).toBeRefused(404, 'NOT_FOUND');
  expect((await there.withdraw()).status).toBe(200);
  expect(await there.withdraw()).toBeRefused(404, 'NOT_FOUND');
});

it('or accepting it, whichever is first, and never both', async () => {
  for (let round = 0; round < 5; round++) {
    const { invites, withdraw, statuses, token } = await sent();
    const [withdrawn, accepted] = await Promise.all([withdraw(), accept(token)]);
    const isAccepted = accepted.status === 200;
    expect([withdrawn.status, accepted.status]).toEqual(isAccepted ? [404, 200] : [200, 404]);
    expect([...(await statuses()).values()]).toEqual([isAccepted ? 'accepted' : 'revoked']);
    expect(await judgesOf(invites)).toHaveLength(isAccepted ? 1 : 0);
  }
});
