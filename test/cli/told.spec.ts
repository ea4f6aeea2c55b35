import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apply, plan } from '../../cli/commands/apply.ts';
import { add, remove } from '../../cli/commands/devices.ts';
import { create, revoke } from '../../cli/commands/keys.ts';
import { connect } from 'nats';
import { subscribedSubject } from '../../shared/bus/subjects.ts';
import { facts as promised, type Fact } from '../../shared/contract/facts.ts';
import { checkOfFields } from '../../shared/contract/validator.ts';
import type { Client } from '../support/client.ts';
import { hasNatsServer, noticeMissingBus, startNats } from '../support/nats.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';
import { acme, parts } from './acme.ts';
import { ask, run, written } from './command.ts';

if (!hasNatsServer) noticeMissingBus();

let world: World;
let owner: Client;
let after: string | undefined;
/** As the first apply answers them. */
let ids: any;
beforeAll(async () => {
  world = await openWorld();
  process.env['DATABASE_URL'] = world.databaseUrl;
  ids = (await ask(apply, { file: written(acme()) })).answer;
  const { stdout } = await run(create, { user: 'olga@acme.test', org: 'acme', label: 'reader' });
  owner = world.stranger({ 'X-Api-Key': stdout.trim() });
});
afterAll(() => world.close());

type Told = Pick<Fact, 'type' | 'super_event_id' | 'event_id' | 'data'>;

/**
 * The facts since the last call, as any member reads them. They end with a key that is made and revoked here, so that
 * every earlier fact is there as well.
 */
async function told(): Promise<Told[]> {
  await run(create, { user: 'olga@acme.test', org: 'acme', label: 'end of the list' });
  await run(revoke, { label: 'end of the list' });
  const query = after === undefined ? '' : `&after=${after}`;
  const page = await eventually(
    async () => (await owner.get(`/organizations/acme/facts?limit=500${query}`)).body.data as { facts: Fact[] },
    ({ facts: [...all] }) => all.at(-1)?.type === 'key.revoked' && all.at(-1)?.data['label'] === 'end of the list',
  );
  after = page.facts.at(-1)?.position;
  const [own, ends] = [page.facts.slice(0, -2), page.facts.slice(-2)];
  expect(ends[1]?.data).toEqual({ label: 'end of the list', key_id: ends[0]?.data['key_id'] });
  for (const { type, data, actor } of own) {
    expect([type, checkOfFields(promised[type].data, 'refuse')(structuredClone(data))]).toEqual([type, true]);
    expect([type, JSON.stringify(data)]).toEqual([type, expect.not.stringMatching(/@|mst_|password|vegan/)]);
    expect(actor).toEqual({ user_id: null, key_id: null });
  }
  return own.map(({ type, super_event_id, event_id, data }) => ({ type, super_event_id, event_id, data }));
}
const applied = async (others: Parameters<typeof acme>[0], options = {}) => {
  await ask(apply, { file: written(acme(others)), yes: true, ...options });
  return told();
};
const user = (name: string) => ids.users[`${name}.test`] as string;
const track = () => ids.super_events['spring-hack'].tracks.ai;
const here = () => ({ super_event_id: ids.super_events['spring-hack'].id, event_id: track().id });
const hackathon = () => ({ ...here(), event_id: null });
const nowhere = { super_event_id: null, event_id: null };

describe('A change by an event file', () => {
  it('is told, each where it happened and as its type promises', async () => {
    const all = await told();
    const place = (name: string) => ids.super_events['spring-hack'].participants[`${name}@x.test`];
    const count = Object.fromEntries(
      [...Map.groupBy(all, ({ type }) => type)].map(([type, { length }]) => [type, length]),
    );
    expect(count).toEqual({
      'organization.created': 1,
      'member.added': 2,
      'super_event.created': 1,
      'event.created': 2,
      'super_event.field_added': 2,
      'role.granted': 2,
      'checkin_point.created': 3,
      'criterion.created': 2,
      'registration.created': 6,
      'team.created': 1,
      'team.member_joined': 2,
      'team.leader_changed': 1,
      'key.created': 2,
    });
    const period = { status: 'final', tz: 'Europe/Berlin' };
    const [start_at, end_at] = ['2027-03-06T08:00:00.000Z', '2027-03-07T16:00:00.000Z'];
    const placed = { user_id: user('pia@x'), status: 'accepted' };
    const { super_event_registration_id, registrations } = place('pia');
    const team_id = ids.super_events['spring-hack'].teams['ai/Rockets'];
    expect(all).toEqual(
      expect.arrayContaining([
        { type: 'organization.created', ...nowhere, data: { name: 'Acme Hacks', slug: 'acme' } },
        { type: 'member.added', ...nowhere, data: { user_id: user('olga@acme'), role: 'OWNER' } },
        {
          ...{ type: 'super_event.created', ...hackathon() },
          data: { name: 'Spring Hack', slug: 'spring-hack', ...period, start_at, end_at, max_participants: 3 },
        },
        {
          ...{ type: 'event.created', ...here() },
          data: { name: 'AI', slug: 'ai', ...period, start_at, end_at, registration: 'open' },
        },
        { type: 'role.granted', ...here(), data: { user_id: user('judy@acme'), role: 'JUDGE' } },
        {
          ...{ type: 'checkin_point.created', ...hackathon() },
          data: expect.objectContaining({ name: 'Badge desk', type: 'doorkeeper', opens_at: expect.any(String) }),
        },
        {
          ...{ type: 'criterion.created', ...here() },
          data: { criterion_id: track().criteria.Craft, name: 'Craft', weight: 0.3, order_index: 1 },
        },
        { type: 'registration.created', ...hackathon(), data: { super_event_registration_id, ...placed } },
        { type: 'registration.created', ...here(), data: { registration_id: registrations.ai.id, ...placed } },
        {
          ...{ type: 'registration.created', ...hackathon() },
          data: { ...place('pam'), registrations: undefined, status: 'pending' },
        },
        {
          ...{ type: 'team.created', ...here() },
          data: { team_id, name: 'Rockets', problem: 'Space', is_open: true, squad_id: null, member_user_ids: [] },
        },
        { type: 'team.member_joined', ...here(), data: { team_id, user_id: user('paul@x') } },
        { type: 'team.leader_changed', ...here(), data: { team_id, leader_user_id: user('pia@x') } },
        {
          ...{ type: 'key.created', ...nowhere },
          data: { key_id: expect.any(String), label: 'kiosk-1', expires_at: '2036-03-08T00:00:00.000Z' },
        },
      ]),
    );
  });

  it('is told once: neither a second apply nor a plan tells anything', async () => {
    expect(await applied({})).toEqual([]);
    await ask(plan, { file: written(acme({ name: 'Planned Hack' })) });
    expect(await told()).toEqual([]);
  });

  it('is told as a change with what is another now alone', async () => {
    const changed = await applied({
      name: 'Spring Hackathon',
      members: parts.members.replace('ADMIN', 'MEMBER'),
      fields: parts.fields.replace('label: Why', 'label: What for'),
      criteria: parts.criteria.replace('0.3', '0.4'),
      points: parts.points.replace('name: Main door', 'name: Front door'),
      participants: parts.participants
        .replace('8.5', '9')
        .replace(
          'Pam Three, registrations: [{ track: ai }',
          'Pam Three, status: cancelled, registrations: [{ track: ai, status: rejected }',
        ),
      teams: parts.teams
        .replace('Space', 'Time')
        .replace(', role: LEADER', '')
        .replace('paul@x.test', 'paul@x.test, role: LEADER'),
      keys: parts.keys.replace('adam@acme', 'olga@acme'),
    });
    const seen = changed.map(({ type, data }) => {
      const entries = Object.entries(data).filter(([name]) => !name.endsWith('_id'));
      return [type, Object.fromEntries(entries)];
    });
    expect(seen).toEqual([
      ['member.changed', { role: 'MEMBER' }],
      ['super_event.changed', { name: 'Spring Hackathon' }],
      ['super_event.field_changed', { label: 'What for' }],
      ['checkin_point.changed', { name: 'Front door' }],
      ['registration.cancelled', { status: 'cancelled' }],
      ['registration.changed', {}],
      ['registration.status_changed', { status: 'rejected' }],
      ['team.changed', { problem: 'Time' }],
      ['team.leader_changed', {}],
      ['key.revoked', { label: 'kiosk-1' }],
      ['key.created', { label: 'kiosk-1', expires_at: '2036-03-08T00:00:00.000Z' }],
      ['criterion.changed', { weight: 0.4 }],
    ]);
    const [former, present] = changed.filter(({ type }) => type.startsWith('key.')).map(({ data }) => data['key_id']);
    expect(former).not.toBe(present);
    const leader = changed.find(({ type }) => type === 'team.leader_changed');
    expect(leader).toMatchObject({ ...here(), data: { leader_user_id: user('paul@x') } });
  });

  it('is told of whoever changes teams as of somebody who does it by hand', async () => {
    const told = await applied({
      teams: `
      - { track: ai, name: Rockets, members: [{ email: pia@x.test, role: LEADER }] }
      - { track: ai, name: Comets, members: [{ email: paul@x.test, role: LEADER }] }`,
    });
    const moves = told.filter(({ type }) => type.startsWith('team.'));
    const comets = moves.find(({ type }) => type === 'team.created')?.data['team_id'];
    const rockets = ids.super_events['spring-hack'].teams['ai/Rockets'];
    expect(moves.filter(({ data }) => 'user_id' in data)).toEqual([
      { type: 'team.member_left', ...here(), data: { team_id: rockets, user_id: user('paul@x') } },
      { type: 'team.member_joined', ...here(), data: { team_id: comets, user_id: user('paul@x') } },
    ]);
    expect(moves.find(({ data }) => data['team_id'] === comets && 'leader_user_id' in data)?.data).toEqual({
      team_id: comets,
      leader_user_id: user('paul@x'),
    });
  });

  it('is told once of who leads a team whose leader goes to another', async () => {
    const line = (team: string, ...members: string[]) => `
      - { track: ai, name: ${team}, members: [${members.map((member) => `{ email: ${member} }`).join(', ')}] }`;
    const [pia, paul, leads] = ['pia@x.test', 'paul@x.test', ', role: LEADER'];
    await applied({ teams: line('Rockets', `${pia}${leads}`, paul) });
    const told = await applied({ teams: line('Rockets', `${paul}${leads}`) + line('Comets', `${pia}${leads}`) });
    const leaders = told.filter(({ type }) => type === 'team.leader_changed').map(({ data }) => data['leader_user_id']);
    expect(leaders.toSorted()).toEqual([user('pia@x'), user('paul@x')].toSorted());
  });

  it('is told of what pruning takes away', async () => {
    const nothing = ' []';
    const pruned = await applied(
      {
        members: '\n    - { email: olga@acme.test, name: Olga Owner, role: OWNER }',
        ...{ fields: nothing, roles: nothing, criteria: nothing, points: nothing },
        keys: '\n  - { label: reader, user: olga@acme.test }',
        participants: parts.participants.replace(', answers: { diet: vegan }', ''),
      },
      { prune: true },
    );
    const gone = pruned.filter(({ type }) => /removed|revoked|deleted/.test(type));
    expect(gone).toEqual(
      expect.arrayContaining([
        { type: 'member.removed', ...nowhere, data: { user_id: user('adam@acme') } },
        { type: 'role.revoked', ...here(), data: { user_id: user('judy@acme'), role: 'JUDGE' } },
        { type: 'checkin_point.deleted', ...here(), data: { point_id: track().checkin_points['main-door'] } },
        { type: 'criterion.deleted', ...here(), data: { criterion_id: track().criteria.Craft } },
        { type: 'super_event.field_removed', ...hackathon(), data: { registration_field_id: expect.any(String) } },
        { type: 'key.revoked', ...nowhere, data: { key_id: expect.any(String), label: 'kiosk-1' } },
      ]),
    );
    expect(gone).toHaveLength(1 + 2 + 2 + 2 + 2 + 1);
  });

  it('is told as well where a command adds a device or ends one', async () => {
    const { answer } = await ask(add, { org: 'acme', event: 'spring-hack', kind: 'board', name: 'Hall' });
    await run(remove, { device: answer.id });
    const options = { may_search: false, sees_answers: false, prints: false };
    expect(await told()).toEqual([
      { type: 'device.added', ...hackathon(), data: { device_id: answer.id, kind: 'board', name: 'Hall', ...options } },
      { type: 'device.removed', ...hackathon(), data: { device_id: answer.id } },
    ]);
  });

  (hasNatsServer ? it : it.skip)('is an event over NATS, for whoever waits; a plan is not', async () => {
    const nats = await startNats();
    const client = await connect({ servers: nats.url });
    const events: unknown[] = [];
    client.subscribe(subscribedSubject('EVENT', 'facts'), {
      callback: (_error, message) => void events.push(message.json<{ data: unknown }>().data),
    });
    await client.flush();
    process.env['NATS_URL'] = nats.url;
    try {
      await ask(plan, { file: written(acme({ name: 'Told Hack' })) });
      await ask(apply, { file: written(acme({ name: 'Told Hack' })) });
      await eventually(
        () => Promise.resolve(events),
        ({ length }) => length >= 1,
      );
      expect(events).toEqual([{ organization_id: ids.organization.id }]);
    } finally {
      delete process.env['NATS_URL'];
      await client.close();
      await nats.kill();
    }
  });
});
