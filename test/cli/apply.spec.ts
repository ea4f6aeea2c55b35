import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apply } from '../../cli/commands/apply.ts';
import { verify } from '../../services/identity/passwords.ts';
import { parseKey } from '../../shared/base/api-key.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { acme, parts } from './acme.ts';
import { ask, run, written } from './command.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  process.env['DATABASE_URL'] = stage.databaseUrl;
});
afterAll(() => stage.close());

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const applied = async (text: string, options = {}) => (await ask(apply, { file: written(text), ...options })).answer;
const place = (status: string) => ({ id: uuid, status, checkin_token: expect.stringMatching(/^[0-9a-f]{40}$/) });

describe('The first apply of an event file', () => {
  let first: any;
  beforeAll(async () => {
    first = await applied(acme());
  });

  it('prints what scripts are promised, and nothing else', () => {
    expect(first).toEqual({
      changes: { created: 32, changed: 0, unchanged: 0 },
      organization: { id: uuid, slug: 'acme' },
      users: Object.fromEntries(
        ['judy@acme.test', 'newbie@acme.test', 'olga@acme.test', 'adam@acme.test', 'pia@x.test', 'paul@x.test']
          .concat('pam@x.test')
          .map((email) => [email, uuid]),
      ),
      super_events: {
        'spring-hack': {
          id: uuid,
          tracks: {
            ai: {
              id: uuid,
              checkin_points: { 'main-door': uuid, 'demo-gate': uuid },
              criteria: { Impact: uuid, Craft: uuid },
            },
            web: { id: uuid, checkin_points: {}, criteria: {} },
          },
          checkin_points: { 'badge-desk': uuid },
          registration_fields: { diet: uuid, why: uuid },
          prizes: {},
          devices: {},
          participants: {
            'pia@x.test': {
              user_id: uuid,
              super_event_registration_id: uuid,
              registrations: { ai: place('accepted') },
            },
            'paul@x.test': {
              user_id: uuid,
              super_event_registration_id: uuid,
              registrations: { ai: place('accepted') },
            },
            'pam@x.test': { user_id: uuid, super_event_registration_id: uuid, registrations: { ai: place('pending') } },
          },
          teams: { 'ai/Rockets': uuid },
        },
      },
      api_keys: { 'kiosk-1': expect.stringMatching(/^mst_/) },
      webhooks: {},
    });
  });

  it('changes nothing the second time, and shows no key again', async () => {
    const second = await applied(acme());
    expect(second).toEqual({
      ...first,
      changes: { created: 0, changed: 0, unchanged: 32 },
      api_keys: { 'kiosk-1': null },
    });
  });

  it('takes one seat per accepted participant', async () => {
    expect(await stage.rows`select accepted from registrations.seat`).toEqual([{ accepted: 2 }]);
  });

  it('keeps a password as argon2id, and nowhere else', async () => {
    const [judy] = await stage.rows<{ password_hash: string }>`
      select password_hash from identity.person where email = 'judy@acme.test'`;
    expect(judy?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verify(judy?.password_hash ?? '', 'correct horse battery')).toBe(true);
    const [kept] = await stage.rows<{
      text: string;
    }>`select coalesce(string_agg(a::text, ''), '') as text from identity.audit a`;
    expect(kept?.text).not.toMatch(/horse|argon2|mst_/);
  });

  it('leaves those unconfirmed who are not onboarded', async () => {
    expect(await stage.rows`select email from published.people where not is_onboarded`).toEqual([
      { email: 'newbie@acme.test' },
    ]);
  });

  it('keeps only the hash of a key', async () => {
    const { public_id, secret_hash } = parseKey(first.api_keys['kiosk-1']) ?? {};
    expect(
      await stage.rows`select label, encode(secret_hash, 'hex') as hash from identity.api_key where public_id = ${public_id}`,
    ).toEqual([{ label: 'kiosk-1', hash: secret_hash }]);
  });

  it('gives points their windows, and answers the ids of their fields', async () => {
    expect(
      await stage.rows`select opens_at = '2027-03-06T07:00Z' as opens, closes_at = '2027-03-07T16:00Z' as closes
                         from check_in.point where key = 'main-door'`,
    ).toEqual([{ opens: true, closes: true }]);
    const { diet } = first.super_events['spring-hack'].registration_fields;
    expect(
      await stage.rows`select answers_json from registrations.super_event_registration where answers_json <> '{}'`,
    ).toEqual([{ answers_json: { [diet]: 'vegan' } }]);
  });

  it('writes an audit row for each change and for who leads the team, as nobody in particular', async () => {
    const [audit] = await stage.rows`
      select count(*)::int as n, bool_and(user_id is null and action = 'event-file.apply') as is_ours
        from (select user_id, action from identity.audit union all select user_id, action from organizations.audit
              union all select user_id, action from events.audit union all select user_id, action from registrations.audit
              union all select user_id, action from teams.audit union all select user_id, action from check_in.audit
              union all select user_id, action from judging.audit) a`;
    expect(audit).toEqual({ n: 33, is_ours: true });
  });
});

describe('An account that exists', () => {
  it('is never changed, and people are told where the file has another name', async () => {
    const before = await stage.rows`select * from identity.person where email = 'judy@acme.test'`;
    const users = parts.users.replace(
      'Judy Judge, password: correct horse battery',
      'Judith, password: other horse battery',
    );
    const { code, stdout, stderr } = await run(apply, { file: written(acme({ users })) });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'acme: 0 created, 0 changed, 32 unchanged\n' });
    expect(stderr).toContain('the file has another one for judy@acme.test (Judy Judge)');
    expect(await stage.rows`select * from identity.person where email = 'judy@acme.test'`).toEqual(before);
  });
});

describe('A field that the file leaves out', () => {
  it('stays as people set it', async () => {
    await stage.rows`update events.super_event set description = 'By hand', visibility = 'private'`;
    await stage.rows`update registrations.super_event_registration set answers_json = answers_json || '{"x": "y"}'`;
    expect((await applied(acme())).changes).toMatchObject({ created: 0, changed: 0 });
    expect(await stage.rows`select description, visibility from events.super_event`).toEqual([
      { description: 'By hand', visibility: 'private' },
    ]);
  });
});

describe('An API key that is to act for somebody else', () => {
  it('is replaced, so that no key changes hands', async () => {
    const keys = parts.keys.replace('adam@', 'olga@');
    const { changes, api_keys } = await applied(acme({ keys }));
    expect(changes).toMatchObject({ created: 0, changed: 1 });
    expect(api_keys['kiosk-1']).toMatch(/^mst_/);
    expect(
      await stage.rows`select p.email, revoked_at is not null as is_revoked from identity.api_key k
                         join identity.person p on p.id = k.user_id order by email`,
    ).toEqual([
      { email: 'adam@acme.test', is_revoked: true },
      { email: 'olga@acme.test', is_revoked: false },
    ]);
  });
});

describe('A person at a terminal', () => {
  const file = () => written(acme({ name: 'Spring Hackathon', keys: parts.keys.replace('adam@', 'olga@') }));
  const answering =
    (answer: boolean) => (options: { file: string; yes?: boolean }, output: Parameters<typeof apply>[1]) =>
      apply(options, output, () => Promise.resolve(answer));

  it('sees the plan and may refuse it', async () => {
    const { code, stderr } = await run(answering(false), { file: file() });
    expect(code).toBe(1);
    expect(stderr).toContain('~ change super event spring-hack (name: Spring Hack -> Spring Hackathon)');
    expect(stderr).toContain('Nothing was changed.');
    expect(await stage.rows`select name from events.super_event`).toEqual([{ name: 'Spring Hack' }]);
  });

  it('is not asked with --yes', async () => {
    expect(await run(answering(false), { file: file(), yes: true })).toMatchObject({ code: 0 });
    expect(await stage.rows`select name from events.super_event`).toEqual([{ name: 'Spring Hackathon' }]);
  });
});
