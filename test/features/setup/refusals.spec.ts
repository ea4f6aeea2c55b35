import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { maxEventFileBytes, usualEventFileBytes, eventFileBytesPerPerson } from '../../../shared/contract/setup.ts';
import type { Client } from '../../support/client.ts';
import { accessTokenOf, bearer } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

const yaml = { headers: { 'Content-Type': 'application/yaml' } };
const commands = ['plan', 'apply'] as const;

async function opened() {
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  const adam = await world.member(acme, 'ADMIN');
  const head = `version: 1\norganization: { slug: ${acme.slug}, name: ${acme.name} }\n`;
  const path = `/organizations/${acme.slug}/event-file`;
  return { acme, olga, adam, api: world.as(olga, acme), path, head };
}
type Here = Awaited<ReturnType<typeof opened>>;

const filled = (head: string, bytes: number) => `${head}#${'x'.repeat(bytes - head.length - 1)}`;

/** By a plan and by an apply alike. */
async function expectBoth(
  api: Client,
  path: string,
  text: string,
  ...refusal: [number, ErrorCode, Record<string, unknown>?]
) {
  for (const command of commands) expect(await api.post(`${path}/${command}`, text, yaml)).toBeRefused(...refusal);
}

describe('An error in a file', () => {
  it('is said at once, with its place', async () => {
    const { api, path, head } = await opened();
    const text = `${head}super_events:\n  - { slug: Spring Hack, name: X }\n  - { slug: summer, nmae: Summer }\n`;
    for (const command of commands) {
      const answer = await api.post(`${path}/${command}`, text, yaml);
      expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
      expect(answer.body.errors).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ field: 'super_events[0].slug', line: 4, column: expect.any(Number) }),
          expect.objectContaining({ field: 'super_events[1].nmae', line: 5 }),
        ]),
      );
    }
  });

  it.each([
    ['no YAML', 'organization: { slug: [', 'file'],
    ['another version', 'version: 2\norganization: { slug: acme, name: Acme }\n', 'version'],
    ['a list', '- 1\n', 'file'],
    ['a word', 'hello', 'file'],
    ['nothing', '', 'file'],
    ['blanks', ' \n', 'file'],
  ])('is said of %s', async (_, text, field) => {
    const { api, path } = await opened();
    await expectBoth(api, path, text, 400, 'VALIDATION_FAILED', {
      errors: expect.arrayContaining([expect.objectContaining({ field })]),
    });
  });

  it('is said of variables: nothing of the environment of a service gets into a file', async () => {
    const { api, path, acme } = await opened();
    const text = `version: 1\norganization: { slug: ${acme.slug}, name: "\${env:PATH}" }\n`;
    await expectBoth(api, path, text, 400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ code: 'missingVariable', line: 2 })],
    });
  });

  it('is that it is too large, or of another kind', async () => {
    const { api, path, head } = await opened();
    expect((await api.post(`${path}/plan`, filled(head, usualEventFileBytes), yaml)).status).toBe(200);
    await expectBoth(api, path, filled(head, usualEventFileBytes + 1), 413, 'PAYLOAD_TOO_LARGE');
    const text = { headers: { 'Content-Type': 'text/plain' } };
    expect(await api.post(`${path}/plan`, head, text)).toBeRefused(415, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('Where many people take part', () => {
  const crowd = (organization: string, hackathon: string, size: number) => world.rows`
    with people as (
      insert into identity.person (email, name)
      select gen_random_uuid() || '@muster.test', 'Guest' from generate_series(1, ${size}::int) returning id)
    insert into registrations.super_event_registration (organization_id, super_event_id, user_id, status)
    select ${organization}, ${hackathon}, id, 'pending' from people`;

  it('a file is as large as they need, within limits', async () => {
    const { acme, api, path, head } = await opened();
    const { id } = await world.superEvent(acme);
    const more = usualEventFileBytes + 2 * eventFileBytesPerPerson;
    expect(await api.post(`${path}/plan`, filled(head, more), yaml)).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
    await crowd(acme.id, id, 2);
    expect((await api.post(`${path}/plan`, filled(head, more), yaml)).status).toBe(200);
    expect(await api.post(`${path}/plan`, filled(head, more + 1), yaml)).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
    await crowd(acme.id, id, 848);
    expect((await api.post(`${path}/plan`, filled(head, maxEventFileBytes), yaml)).status).toBe(200);
    await expectBoth(api, path, filled(head, maxEventFileBytes + 1), 413, 'PAYLOAD_TOO_LARGE');
    const random = `${head}#${randomBytes(maxEventFileBytes / 2 - head.length).toString('hex')}`;
    expect(await api.post(`${path}/plan`, random, yaml)).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
  });
});

describe('An event file over HTTP', () => {
  it('is for owners and admins', async () => {
    const { acme, adam, path, head } = await opened();
    const mia = await world.member(acme, 'MEMBER');
    await expectBoth(world.as(mia, acme), path, head, 403, 'PERMISSION_DENIED');
    expect((await world.as(adam, acme).post(`${path}/apply`, head, yaml)).status).toBe(200);
    expect(await world.stranger().post(`${path}/apply`, head, yaml)).toBeRefused(401, 'UNAUTHENTICATED');
  });

  it('is for the organization of the path alone, which is one of the sender', async () => {
    const { api, path } = await opened();
    const other = await opened();
    await expectBoth(api, other.path, other.head, 404, 'NOT_FOUND');
    await expectBoth(api, path, other.head, 400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: 'organization.slug' })],
    });
    const unknown = 'version: 1\norganization: { slug: of-nobody, name: Nobody }\n';
    await expectBoth(api, path, unknown, 400, 'VALIDATION_FAILED');
    expect(await world.rows`select id from organizations.organization where slug = 'of-nobody'`).toEqual([]);
  });

  it('leaves the slug to be doubted by the operator', async () => {
    const { acme, api, path, head } = await opened();
    await world.rows`update organizations.slug set is_from_file = false where slug = ${acme.slug}`;
    expect((await api.post(`${path}/apply`, head, yaml)).status).toBe(200);
    const [slug] = await world.rows`select is_from_file from organizations.slug where slug = ${acme.slug}`;
    expect(slug).toEqual({ is_from_file: false });
  });
});

const hackathon = (more: string) => `super_events: [{ slug: hack, name: Hack${more} }]\n`;
const only = (what: string) => ({ refused: [{ what, reason: expect.any(String) }] });

describe('A file is refused whole where it asks for more than its sender may do', () => {
  interface Case {
    readonly text: (here: Here) => string;
    readonly what: (here: Here) => string;
  }
  const cases: readonly (readonly [string, Case])[] = [
    [
      'whether an organization may make hackathons',
      {
        text: ({ head }) => head.replace(' }', ', can_create_events: false }'),
        what: ({ acme }) => `organization ${acme.slug}`,
      },
    ],
    [
      'what was paid',
      { text: ({ head }) => head + hackathon(', payment_status: unpaid'), what: () => 'super event hack' },
    ],
    [
      'how many tracks were paid',
      { text: ({ head }) => head + hackathon(', paid_track_count: 3'), what: () => 'super event hack' },
    ],
    [
      'how many days were paid',
      { text: ({ head }) => head + hackathon(', paid_days: 3'), what: () => 'super event hack' },
    ],
    [
      'an account for somebody',
      {
        text: ({ head }) => `${head}users: [{ email: new@x.test, name: New, password: "0123456789" }]\n`,
        what: () => 'person new@x.test',
      },
    ],
    [
      'an owner made by an admin',
      {
        text: ({ head, olga, adam }) =>
          head.replace(
            ' }',
            `, members: [{ email: ${olga.email}, name: N, role: OWNER }, { email: ${adam.email}, name: N, role: OWNER }] }`,
          ),
        what: ({ adam }) => `member ${adam.email}`,
      },
    ],
    [
      'a key of somebody else',
      {
        text: ({ head, olga }) =>
          `${head}users: [{ email: ${olga.email}, name: N }]\napi_keys: [{ label: theirs, user: ${olga.email} }]\n`,
        what: () => 'API key theirs',
      },
    ],
  ];

  it.each(cases)('%s', async (_, { text, what }) => {
    const here = await opened();
    const admin = bearer(world, await accessTokenOf(world, here.adam));
    const whole = text(here);
    await expectBoth(admin, here.path, whole, 403, 'FILE_NOT_PERMITTED', only(what(here)));
    const [left] = await world.rows`
      select (select count(*)::int from events.super_event where organization_id = ${here.acme.id}) as hackathons,
             (select count(*)::int from identity.person where email = 'new@x.test') as people,
             (select count(*)::int from identity.api_key where organization_id = ${here.acme.id} and label = 'theirs') as keys,
             (select count(*)::int from organizations.member where organization_id = ${here.acme.id} and role = 'OWNER') as owners,
             (select can_create_events from organizations.organization where id = ${here.acme.id}) as may_create`;
    expect(left).toEqual({ hackathons: 0, people: 0, keys: 0, owners: 1, may_create: true });
  });

  it('hackathons, where the operator says that there are none to be made', async () => {
    const { acme, api, path, head } = await opened();
    await world.rows`update organizations.organization set can_create_events = false where id = ${acme.id}`;
    await expectBoth(api, path, head + hackathon(''), 403, 'FILE_NOT_PERMITTED', only('super event hack'));
  });

  it('another state of payment of a hackathon that is there', async () => {
    const { acme, api, path, head } = await opened();
    const { slug, name } = await world.superEvent(acme, { payment_status: 'unpaid' });
    const file = (status: string) =>
      `${head}super_events: [{ slug: ${slug}, name: ${name}, payment_status: ${status} }]\n`;
    await expectBoth(api, path, file('paid'), 403, 'FILE_NOT_PERMITTED', only(`super event ${slug}`));
    expect((await api.post(`${path}/apply`, file('unpaid'), yaml)).status).toBe(200);
  });

  it('who is accepted into a hackathon that is not paid, there and on its tracks', async () => {
    const { acme, olga, path, head } = await opened();
    const api = bearer(world, await accessTokenOf(world, olga));
    const { id, slug, name } = await world.superEvent(acme, { payment_status: 'unpaid' });
    const file = (status: string, trackStatus: string) => `${head}super_events:
  - slug: ${slug}
    name: ${name}
    tracks: [{ slug: ai, name: AI }]
    participants: [{ email: ${olga.email}, name: N, status: ${status}, registrations: [{ track: ai, status: ${trackStatus} }] }]
`;
    await expectBoth(api, path, file('accepted', 'accepted'), 403, 'FILE_NOT_PERMITTED', {
      refused: [
        { what: `participant ${slug}/${olga.email}`, reason: 'The hackathon is not paid.' },
        { what: `registration ${slug}/ai/${olga.email}`, reason: 'The hackathon is not paid.' },
      ],
    });
    expect((await api.post(`${path}/apply`, file('pending', 'pending'), yaml)).status).toBe(200);
    const [seats] = await world.rows`
      select count(*)::int from registrations.super_event_registration where super_event_id = ${id} and status = 'accepted'`;
    expect(seats).toEqual({ count: 0 });
  });

  it('owners, whom an admin would prune', async () => {
    const { acme, olga, adam, path, head } = await opened();
    const second = await world.member(acme, 'OWNER');
    const text = head.replace(
      ' }',
      `, members: [{ email: ${olga.email}, name: N, role: OWNER }, { email: ${adam.email}, name: N, role: ADMIN }] }`,
    );
    const answer = await world.as(adam, acme).post(`${path}/apply?prune=true`, text, yaml);
    expect(answer).toBeRefused(403, 'FILE_NOT_PERMITTED', only(`member ${second.email}`));
  });

  it('keys with a key, one of somebody else that becomes theirs, and more than anybody may have', async () => {
    const { olga, adam, api, path, head } = await opened();
    const session = bearer(world, await accessTokenOf(world, olga));
    const keys = (...labels: string[]) =>
      `${head}users: [${[olga, adam].map(({ email }) => `{ email: ${email}, name: N }`).join(', ')}]\napi_keys: [${labels.map((label) => `{ label: ${label}, user: ${olga.email} }`).join(', ')}]\n`;
    await expectBoth(api, path, keys('mine'), 403, 'FILE_NOT_PERMITTED', only('API key mine'));
    expect((await session.post(`${path}/apply`, keys('mine'), yaml)).status).toBe(200);
    const given = keys('mine').replace(`user: ${olga.email}`, `user: ${adam.email}`);
    await expectBoth(session, path, given, 403, 'FILE_NOT_PERMITTED', only('API key mine'));
    const many = Array.from({ length: 26 }, (_, n) => `k${n}`);
    await expectBoth(session, path, keys('mine', ...many), 409, 'TOO_MANY_KEYS');
  });
});
