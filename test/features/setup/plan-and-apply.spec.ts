import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Client } from '../../support/client.ts';
import type { Track } from '../../support/fixtures.ts';
import { Jury } from '../../support/judging/jury.ts';
import { accessTokenOf, bearer } from '../../support/sign-in.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

const yaml = { headers: { 'Content-Type': 'application/yaml' } };

async function opened() {
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  const pia = await world.person({ name: 'Pia' });
  const head = `version: 1\norganization: { slug: ${acme.slug}, name: ${acme.name} }\n`;
  const hackathon = `
super_events:
  - slug: spring-${acme.slug}
    name: Spring Hack
    status: final
    start_at: 2027-03-06T09:00
    end_at: 2027-03-07T17:00
    tz: Europe/Berlin
    tracks:
      - slug: ai-${acme.slug}
        name: AI
        status: final
        mode: onsite
        start_at: 2027-03-06T09:00
        end_at: 2027-03-07T17:00
        tz: Europe/Berlin
        criteria: [{ name: Impact, weight: 0.6, order_index: 0 }]
        checkin_points: [{ key: door, name: Main door, type: attendance }]
    participants:
      - { email: ${pia.email}, name: Pia, status: accepted, registrations: [{ track: ai-${acme.slug}, status: accepted }] }
`;
  const api = bearer(world, await accessTokenOf(world, olga));
  const path = `/organizations/${acme.slug}/event-file`;
  return { acme, olga, pia, api, path, head, text: head + hackathon };
}
const plan = (api: Client, path: string, text: string, query = '') => api.post(`${path}/plan${query}`, text, yaml);
const apply = (api: Client, path: string, text: string, query = '') => api.post(`${path}/apply${query}`, text, yaml);
const hackathonsOf = ({ id }: { id: string }) => world.rows`
  select name from events.super_event where organization_id = ${id}`;

describe('A plan', () => {
  it('says what applying the file would change, and changes nothing', async () => {
    const { acme, api, path, text } = await opened();
    const { status, body } = await plan(api, path, text);
    expect([status, body.data.changes]).toEqual([200, { created: 6, changed: 0, unchanged: expect.any(Number) }]);
    expect(body.data.actions).toContainEqual({
      action: 'create',
      what: `super event spring-${acme.slug}`,
      needs_session: true,
      fields: expect.objectContaining({ name: [null, 'Spring Hack'], start_at: [null, '2027-03-06T08:00:00.000Z'] }),
    });
    expect(await hackathonsOf(acme)).toEqual([]);
  });

  it('says what a second apply would change', async () => {
    const { acme, api, path, text } = await opened();
    await apply(api, path, text);
    expect((await plan(api, path, text)).body.data).toMatchObject({ changes: { created: 0, changed: 0 }, actions: [] });
    const { actions } = (await plan(api, path, text.replace('Main door', 'Back door'))).body.data;
    expect(actions).toEqual([
      { action: 'change', what: expect.stringContaining('door'), fields: { name: ['Main door', 'Back door'] } },
    ]);
    const pruned = text.replace(/ +criteria:.*\n/, '');
    expect((await plan(api, path, pruned)).body.data.actions).toEqual([]);
    const { data } = (await plan(api, path, pruned, '?prune=true')).body;
    expect(data).toMatchObject({
      changes: { removed: 1 },
      actions: [
        {
          action: 'remove',
          what: `criterion spring-${acme.slug}/ai-${acme.slug}/Impact`,
          fields: { name: ['Impact', null], weight: [0.6, null] },
        },
      ],
    });
  });
});

describe('A file that takes a place from somebody', () => {
  it('names them in its plan, and is applied where their number is confirmed', async () => {
    const { acme, pia, api, path, text } = await opened();
    await apply(api, path, text);
    const taken = text.replaceAll('status: accepted', 'status: pending');
    const place = `spring-${acme.slug}`;
    const people = [
      {
        email: pia.email,
        loses: [
          `the place in ${place} (accepted -> pending)`,
          `the place in ${place}/ai-${acme.slug} (accepted -> pending)`,
        ],
      },
    ];
    expect((await plan(api, path, taken)).body.data.losses).toEqual(people);
    for (const query of ['', '?confirm=0', '?confirm=2']) {
      expect(await apply(api, path, taken, query)).toBeRefused(409, 'LOSES_PLACES', { count: 1, people });
    }
    const statuses = () => world.rows`
      select status from registrations.super_event_registration where user_id = ${pia.id}`;
    expect(await statuses()).toEqual([{ status: 'accepted' }]);
    expect((await apply(api, path, taken, '?confirm=1')).status).toBe(200);
    expect(await statuses()).toEqual([{ status: 'pending' }]);
    expect((await plan(api, path, text)).body.data).not.toHaveProperty('losses');
  });
});

describe('A file with another scale', () => {
  it('is refused, where scores were given that would not fit it', async () => {
    const { acme, api, path, text } = await opened();
    await apply(api, path, text);
    const [track] = await world.rows<Track>`
      select id, organization_id, super_event_id from events.track where organization_id = ${acme.id}`;
    const jury = new Jury(world, track!);
    const team = await world.team(track!, [await world.person()]);
    const assignment = await jury.assignment(await jury.judge(), team);
    await jury.score(assignment, await jury.criterion(), { value: 9 });
    const scaled = (max: number) =>
      text.replace('    name: Spring Hack', `    name: Spring Hack\n    config_json: { scoring: { max: ${max} } }`);
    for (const ask of [plan, apply]) {
      const answer = await ask(api, path, scaled(5));
      expect(answer).toBeRefused(409, 'FILE_NOT_APPLICABLE', {
        reason: `spring-${acme.slug} has scores that would not fit the scale of the file (config_json.scoring): 1.`,
      });
    }
    expect((await apply(api, path, scaled(9))).status).toBe(200);
  });
});

describe('Applying an event file', () => {
  it('makes the hackathon, and a second time changes nothing', async () => {
    const { acme, pia, api, path, text } = await opened();
    const first = await apply(api, path, text);
    const { users, super_events, ...rest } = first.body.data;
    expect([first.status, rest]).toEqual([
      200,
      {
        changes: { created: 6, changed: 0, unchanged: expect.any(Number) },
        organization: { id: acme.id, slug: acme.slug },
        api_keys: {},
        webhooks: {},
      },
    ]);
    expect(users).toEqual({ [pia.email]: pia.id });
    const made = super_events[`spring-${acme.slug}`];
    expect((await api.get(`/super-events/${made.id}`)).body.data.super_event).toMatchObject({ name: 'Spring Hack' });
    const { token } = { token: made.participants[pia.email].registrations[`ai-${acme.slug}`].checkin_token };
    expect(token).toEqual(expect.any(String));
    const second = await apply(api, path, text);
    expect(second.body.data.changes).toMatchObject({ created: 0, changed: 0 });
    expect(second.body.data.super_events).toEqual(super_events);
  });

  it('takes JSON as well', async () => {
    const { acme, api, path } = await opened();
    const file = { version: 1, organization: { slug: acme.slug, name: 'Acme Two' } };
    expect((await api.post(`${path}/apply`, file)).body.data.changes).toMatchObject({ changed: 1 });
  });

  it('answers a repeated request as before, keys included, and once', async () => {
    const { olga, acme, path, head, pia } = await opened();
    const session = bearer(world, await accessTokenOf(world, olga));
    const text = `${head}users: [{ email: ${olga.email}, name: Olga }]\napi_keys: [{ label: kiosk, user: ${olga.email} }]\n`;
    const headers = { ...yaml.headers, 'Idempotency-Key': randomUUID() };
    const [first, again] = [
      await session.post(`${path}/apply`, text, { headers }),
      await session.post(`${path}/apply`, text, { headers }),
    ];
    expect(first.body.data.api_keys.kiosk).toMatch(/^mst_/);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect((await apply(session, path, text)).body.data.api_keys).toEqual({ kiosk: null });
    const other = await session.post(`${path}/apply`, `${text}# ${pia.id}`, { headers });
    expect(other).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
    const key = { 'X-Api-Key': first.body.data.api_keys.kiosk };
    expect((await world.stranger(key).get(`/organizations/${acme.id}`)).status).toBe(200);
  });

  it('is told and noted as done by its sender', async () => {
    const { acme, olga, api, path, text } = await opened();
    await apply(api, path, text);
    const { entries } = (await api.get(`/organizations/${acme.id}/audit?action=event-file.apply&limit=100`)).body.data;
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) expect(entry).toMatchObject({ user_id: olga.id });
    const [whole] = (await api.get(`/organizations/${acme.id}/audit?action=setup.applyEventFile`)).body.data.entries;
    expect(whole).toMatchObject({ user_id: olga.id, after: { created: 6, changed: 0, removed: 0 } });
    const facts = await eventually(
      async () => (await api.get(`/organizations/${acme.id}/facts?types=super_event.created`)).body.data.facts,
      ({ length }) => length === 1,
    );
    expect(facts[0]).toMatchObject({ actor: { user_id: olga.id } });
  });

  it('by several at once happens once', async () => {
    const { acme, api, path, text } = await opened();
    const answers = await Promise.all([1, 2, 3].map(() => apply(api, path, text)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const created = answers.map(({ body }) => body.data.changes.created);
    expect(created.toSorted()).toEqual([0, 0, 6]);
    expect(await hackathonsOf(acme)).toHaveLength(1);
  });

  it('does all of it or nothing', async () => {
    const { acme, api, path, text } = await opened();
    await apply(api, path, text);
    // The cap of the database holds, whatever the file leaves out.
    await world.rows`update events.super_event set max_participants = 1 where organization_id = ${acme.id}`;
    const ben = await world.person();
    const further = `${text.replace('Main door', 'Back door')}      - { email: ${ben.email}, name: Ben, status: accepted }\n`;
    expect(await apply(api, path, further)).toBeRefused(409, 'FILE_NOT_APPLICABLE', {
      reason: expect.any(String),
      next: expect.any(String),
    });
    expect(await world.rows`select name from check_in.point where organization_id = ${acme.id}`).toEqual([
      { name: 'Main door' },
    ]);
  });
});
