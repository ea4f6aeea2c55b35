import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { apply, plan } from '../../cli/commands/apply.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { acme, parts } from './acme.ts';
import { ask, run, written } from './command.ts';

let stage: Stage | undefined;
let rows: Stage['rows'];
beforeEach(async () => {
  await stage?.close();
  stage = await openStage();
  rows = stage.rows;
  process.env['DATABASE_URL'] = stage.databaseUrl;
  await ask(apply, { file: written(acme()) });
});
afterAll(() => stage?.close());

const changesOf = async (text: string, options = {}) => {
  const { answer } = await ask(plan, { file: written(text), ...options });
  await ask(apply, { file: written(text), yes: true, ...options });
  return answer.actions.map(({ action, what, fields }: any) => [action, what, fields]);
};
const refusal = async (text: string) => {
  const { code, stderr } = await run(apply, { file: written(text) });
  expect(code).toBe(1);
  return stderr;
};

describe('A change of each kind', () => {
  it.each([
    [{ name: 'Spring Hackathon' }, 'super event spring-hack', { name: ['Spring Hack', 'Spring Hackathon'] }],
    [{ cap: '    max_participants: 2' }, 'super event spring-hack', { max_participants: [3, 2] }],
    [{ members: parts.members.replace('ADMIN', 'MEMBER') }, 'member adam@acme.test', { role: ['ADMIN', 'MEMBER'] }],
    [
      { fields: parts.fields.replace('[none, vegan]', '[none, vegan, halal]') },
      'registration field spring-hack/diet',
      {
        options: [
          ['none', 'vegan'],
          ['none', 'vegan', 'halal'],
        ],
      },
    ],
    [
      {
        points: parts.points.replace(
          'Main door, type: attendance',
          'Main door, type: attendance, opens_at: 2027-03-06T07:00',
        ),
      },
      'check-in point spring-hack/ai/main-door',
      { opens_at: ['2027-03-06T07:00:00.000Z', '2027-03-06T06:00:00.000Z'] },
    ],
    [
      { participants: parts.participants.replace('8.5', '9') },
      'registration spring-hack/ai/pia@x.test',
      { evaluation_score: [8.5, 9] },
    ],
    [{ teams: parts.teams.replace('Space', 'Time') }, 'team spring-hack/ai/Rockets', { problem: ['Space', 'Time'] }],
    [
      { teams: parts.teams.replace('Space', 'Space, table: B2') },
      'team spring-hack/ai/Rockets',
      { table: [null, 'B2'] },
    ],
    [
      { keys: parts.keys.replace('2036', '2035') },
      'API key kiosk-1',
      { expires_at: ['2036-03-08T00:00:00.000Z', '2035-03-08T00:00:00.000Z'] },
    ],
  ])('%j', async (others, what, fields) => {
    expect(await changesOf(acme(others))).toEqual([['change', what, fields]]);
    expect(await changesOf(acme(others))).toEqual([]);
  });

  it('creates what is new beside what is there', async () => {
    const roles = `${parts.roles}\n          - { email: olga@acme.test, role: MENTOR }`;
    expect(await changesOf(acme({ roles }))).toEqual([['create', 'role spring-hack/ai MENTOR olga@acme.test', {}]]);
  });

  it('changes one answer and keeps the others', async () => {
    await rows`update registrations.super_event_registration set answers_json = answers_json || '{"x": "y"}'
                where answers_json <> '{}'`;
    await changesOf(acme({ participants: parts.participants.replace('diet: vegan', 'diet: none') }));
    const [kept] = await rows<{ answers_json: object }>`
      select answers_json from registrations.super_event_registration where answers_json <> '{}'`;
    expect(Object.values(kept?.answers_json ?? {}).sort()).toEqual(['none', 'y']);
  });
});

describe('A participant who is accepted no longer', () => {
  const participants = parts.participants
    .replace('Pia One, status: accepted', 'Pia One, status: rejected')
    .replace('track: ai, status: accepted, evaluation', 'track: ai, evaluation');
  const teams = '\n      - { track: ai, name: Rockets, members: [{ email: paul@x.test, role: LEADER }] }';

  it('leaves the seat, the tracks and the team, which the next one leads', async () => {
    expect(await changesOf(acme({ participants, teams: `${teams}` }))).toEqual([
      ['change', 'participant spring-hack/pia@x.test', { status: ['accepted', 'rejected'] }],
      ['change', 'registration spring-hack/ai/pia@x.test', { status: ['accepted', 'rejected'] }],
    ]);
    expect(await rows`select accepted from registrations.seat`).toEqual([{ accepted: 1 }]);
    expect(
      await rows`select p.email, m.role from published.team_members m join published.people p on p.id = m.user_id`,
    ).toEqual([{ email: 'paul@x.test', role: 'LEADER' }]);
  });

  it('comes back with a fresh token', async () => {
    const tokens = () => rows<{ checkin_token: string }>`
      select r.checkin_token from registrations.registration r
        join published.people p on p.id = r.user_id where p.email = 'pia@x.test'`;
    const before = await tokens();
    await changesOf(acme({ participants, teams }));
    expect(await tokens()).toEqual(before);
    await changesOf(acme());
    expect(await tokens()).not.toEqual(before);
    expect(await rows`select accepted from registrations.seat`).toEqual([{ accepted: 2 }]);
  });
});

describe('A participant whose last accepted registration ends', () => {
  const teams = '\n      - { track: ai, name: Rockets, members: [{ email: pia@x.test, role: LEADER }] }';
  const ended = (participant: string) =>
    parts.participants.replace(
      'Paul Two, status: accepted, registrations: [{ track: ai, status: accepted }]',
      `Paul Two, ${participant}registrations: [{ track: ai, status: waitlisted }]`,
    );
  const seats = async () => (await rows<{ accepted: number }>`select accepted from registrations.seat`)[0]?.accepted;

  it('leaves the hackathon with the same status, where the file does not say otherwise', async () => {
    const text = acme({ participants: ended(''), teams });
    expect(await changesOf(text)).toEqual([
      ['change', 'participant spring-hack/paul@x.test', { status: ['accepted', 'waitlisted'] }],
      ['change', 'registration spring-hack/ai/paul@x.test', { status: ['accepted', 'waitlisted'] }],
    ]);
    expect(await seats()).toBe(1);
    expect(await changesOf(text)).toEqual([]);
  });

  it('keeps the seat where the file accepts them in the hackathon', async () => {
    const text = acme({ participants: ended('status: accepted, '), teams });
    expect(await changesOf(text)).toEqual([
      ['change', 'registration spring-hack/ai/paul@x.test', { status: ['accepted', 'waitlisted'] }],
    ]);
    expect(await seats()).toBe(2);
  });

  it('keeps the seat where they are accepted on a track that the file does not name', async () => {
    await rows`
      with other as (
        insert into events.track (organization_id, super_event_id, slug, name)
        select organization_id, id, 'robots', 'Robots' from events.super_event returning *)
      insert into registrations.registration
             (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status)
      select r.organization_id, r.super_event_id, o.id, r.super_event_registration_id, r.user_id, 'accepted'
        from registrations.registration r join published.people p on p.id = r.user_id, other o
       where p.email = 'paul@x.test'`;
    const changes = await changesOf(acme({ participants: ended(''), teams }));
    expect(changes.map(([, what]: string[]) => what)).toEqual(['registration spring-hack/ai/paul@x.test']);
    expect(await seats()).toBe(2);
  });

  it('gives the seat to somebody whom the same file accepts', async () => {
    const cap = '    max_participants: 2';
    const participants = ended('').replace('Pam Three, registrations', 'Pam Three, status: accepted, registrations');
    await changesOf(acme({ cap, participants, teams }));
    expect(await seats()).toBe(2);
  });
});

describe('Teams', () => {
  it('change their leader without ever having two', async () => {
    const teams = parts.teams.replace(', role: LEADER', '').replace('paul@x.test', 'paul@x.test, role: LEADER');
    expect(await changesOf(acme({ teams }))).toEqual([
      ['change', 'team member spring-hack/ai/Rockets/pia@x.test', { role: ['LEADER', 'MEMBER'] }],
      ['change', 'team member spring-hack/ai/Rockets/paul@x.test', { role: ['MEMBER', 'LEADER'] }],
    ]);
    expect(await changesOf(acme({ teams }))).toEqual([]);
  });

  it('exchange their tables, and never share one', async () => {
    const at = (rockets: string, comets: string) => `
      - { track: ai, name: Rockets, table: ${rockets} }
      - { track: ai, name: Comets, table: ${comets} }`;
    await ask(apply, { file: written(acme({ teams: at('B1', 'B2') })) });
    expect(await changesOf(acme({ teams: at('B2', 'B1') }))).toEqual([
      ['change', 'team spring-hack/ai/Rockets', { table: ['B1', 'B2'] }],
      ['change', 'team spring-hack/ai/Comets', { table: ['B2', 'B1'] }],
    ]);
    const comets = '\n      - { track: ai, name: Comets, table: B2 }';
    expect(await refusal(acme({ teams: comets }))).toContain('Table B2 would be that of Comets and Rockets.');
  });

  it('take members over from others', async () => {
    const teams = `
      - { track: ai, name: Rockets, members: [{ email: paul@x.test, role: LEADER }] }
      - { track: ai, name: Comets, members: [{ email: pia@x.test, role: LEADER }] }`;
    expect((await changesOf(acme({ teams }))).map(([action, what]: string[]) => `${action} ${what}`)).toEqual([
      'create team spring-hack/ai/Comets',
      'change team member spring-hack/ai/Rockets/paul@x.test',
      'change team member spring-hack/ai/Comets/pia@x.test',
    ]);
    expect(await changesOf(acme({ teams }))).toEqual([]);
  });
});

describe('Pruning', () => {
  const bare = acme({
    members: '\n    - { email: adam@acme.test, name: Adam Admin, role: ADMIN }',
    fields: parts.fields.split('\n').slice(0, 2).join('\n'),
    roles: parts.roles.split('\n').slice(0, 2).join('\n'),
    points: parts.points.split('\n').slice(0, 2).join('\n'),
    users: `${parts.users}\n  - { email: olga@acme.test, name: Olga Owner }`,
    participants: ' []',
    teams: ' []',
    keys: ' []',
  });

  it('happens only when it is asked for', async () => {
    expect(await changesOf(bare)).toEqual([]);
  });

  it('removes configuration the file does not name, but neither people nor the last owner', async () => {
    const actions = await changesOf(bare, { prune: true });
    expect(actions.map(([action, what]: string[]) => `${action} ${what}`)).toEqual([
      'remove registration field spring-hack/why',
      'remove role spring-hack/ai ORGANIZER adam@acme.test',
      'remove check-in point spring-hack/ai/demo-gate',
      'remove API key kiosk-1',
    ]);
    expect(await rows`select count(*)::int as n from registrations.registration`).toEqual([{ n: 3 }]);
    expect(await rows`select count(*)::int as n from published.team_members`).toEqual([{ n: 2 }]);
    expect(await rows`select count(*)::int as n from organizations.member where role = 'OWNER'`).toEqual([{ n: 1 }]);
    const { answer } = await ask(apply, { file: written(bare), prune: true });
    expect(answer.changes).toMatchObject({ created: 0, changed: 0, removed: 0 });
  });

  it('keeps a point where somebody was recorded', async () => {
    await rows`insert into check_in.record (point_id, user_id, registration_id, method, nonce, scanned_by, recorded_by, checked_in_at)
               select id, gen_random_uuid(), gen_random_uuid(), 'qr_scan', 'n', 'k', gen_random_uuid(), now()
                 from check_in.point where key = 'demo-gate'`;
    const { stderr } = await run(apply, { file: written(bare), prune: true });
    expect(stderr).toContain('stay: Demo gate.');
    expect(stderr).toContain('olga@acme.test stays a member');
    expect(await rows`select key from check_in.point order by key`).toHaveLength(3);
  });
});

describe('A change that the database does not allow', () => {
  it('is more participants than there are places, together with those who came by themselves', async () => {
    await rows`update registrations.seat set accepted = 3`;
    const participants = parts.participants.replace('Pam Three', 'Pam Three, status: accepted');
    expect(await refusal(acme({ name: 'Other', participants }))).toBe(
      'spring-hack has 3 places and 3 accepted participants: 1 more do not fit.\n' +
        'Raise max_participants in the file, or accept fewer.',
    );
    expect(await rows`select name from events.super_event`).toEqual([{ name: 'Spring Hack' }]);
  });

  it('is an organization without an owner', async () => {
    expect(await refusal(acme({ members: parts.members.replace('OWNER', 'MEMBER') }))).toContain('without an OWNER');
  });

  it('is a former slug', async () => {
    await rows`update events.super_event set slug = 'summer-hack'`;
    await rows`update events.slug set retired_at = now() where slug = 'spring-hack'`;
    await rows`insert into events.slug select organization_id, kind, 'summer-hack', target_id from events.slug where slug = 'spring-hack'`;
    expect(await refusal(acme())).toContain('spring-hack has been renamed to summer-hack');
  });

  it('is a date that ends before it starts, with what is already there', async () => {
    await rows`update events.track set start_at = '2028-01-01', end_at = '2028-01-02' where slug = 'web'`;
    const text = acme().replace('name: Web }', 'name: Web, tz: UTC, end_at: 2027-01-01T00:00 }');
    expect(await refusal(text)).toContain('spring-hack/web would end before it starts.');
  });

  it('is a registration that closes before it opens, with what is already there', async () => {
    await rows`update events.super_event set opens_at = '2028-01-01'`;
    const text = acme({ cap: '    closes_at: 2027-01-01T00:00' });
    expect(await refusal(text)).toContain('spring-hack would close its registration before it opens.');
  });

  it('is a track of another super event', async () => {
    const text = acme().replace('slug: spring-hack', 'slug: other-hack');
    expect(await refusal(text)).toContain('belongs to another super event');
    expect(await rows`select count(*)::int as n from events.super_event`).toEqual([{ n: 1 }]);
  });
});

describe('After a deletion', () => {
  it('creates anew under the same slug', async () => {
    await rows`update events.track set deleted_at = now() where slug = 'web'`;
    expect((await changesOf(acme())).map(([action, what]: string[]) => [action, what])).toEqual([
      ['create', 'track spring-hack/web'],
    ]);
    expect(await changesOf(acme())).toEqual([]);
  });
});

describe('Two applies at once', () => {
  it('take turns, and the second finds nothing left to do', async () => {
    const name = 'Renamed';
    const both = await Promise.all([1, 2].map(() => ask(apply, { file: written(acme({ name })) })));
    expect(both.map(({ answer }) => answer.changes.changed).sort()).toEqual([0, 1]);
  });
});
