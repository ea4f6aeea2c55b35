/** One address has several spellings, and one account. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { brought } from '../../support/importing.ts';
import { tokenIn } from '../../support/mails.ts';
import { password } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let olga: Client;
let hack: Awaited<ReturnType<World['superEvent']>>;
beforeAll(async () => {
  world = await openWorld();
  const acme = await world.organization();
  olga = world.as(await world.member(acme, 'OWNER'), acme);
  hack = await world.superEvent(acme);
  await world.track(hack);
});
afterAll(() => world.close());

const signUp = (email: string) => world.stranger().post('/auth/signup', { email, password, name: 'Ada' });
const signIn = (email: string) => world.stranger().post('/auth/signin', { email, password });
const onboard = (email: string) => olga.post(`/super-events/${hack.id}/participants`, { email });

/** A spelling, the form in which it is stored, and another spelling. */
const spellings = [
  ['a domain with an umlaut', 'ada@m\u00fcnchen.example', 'ada@xn--mnchen-3ya.example', 'ADA@mu\u0308nchen.EXAMPLE'],
  [
    'a domain in Cyrillic',
    'ada@\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444',
    'ada@xn--e1afmkfd.xn--p1ai',
    'ada@xn--e1afmkfd.XN--P1AI',
  ],
  ['a letter in two parts', 'zoe\u0308@example.org', 'zo\u00eb@example.org', 'ZO\u00cb@example.org'],
] as const;

describe.each(spellings)('An address with %s', (_what, sent, stored, other) => {
  it('has one account, which every spelling signs in to', async () => {
    const { status, body } = await signUp(sent);
    expect([status, body.data.email]).toEqual([201, stored]);
    const token = tokenIn(await world.nextMailTo(stored));
    const { user_id } = (await world.stranger().post('/auth/verify', { token, password })).body.data;
    for (const spelling of [sent, stored, other]) {
      expect((await signIn(spelling)).body.data.user).toMatchObject({ id: user_id, email: stored });
    }
  });

  it('is invited once', async () => {
    const guest = `guest-${stored}`;
    expect((await onboard(`guest-${sent}`)).body.data).toEqual({ status: 'invited', email: guest });
    expect((await onboard(`Guest-${other}`)).body.data).toEqual({ status: 'already_invited', email: guest });
  });

  it('is found in a table by every spelling, and its names are stored as others are', async () => {
    const known = await world.person({ email: `known-${stored}` });
    const spelt = [`unknown-${stored}`, `unknown-${sent}`, `Unknown-${other}`] as const;
    const people = [`KNOWN-${other},,`, `${spelt[1]}, Zoe\u0308 ,`, `${spelt[2]},,`];
    const { lines } = await brought(olga, hack, ['Email,First Name,Last Name', ...people].join('\n'));
    expect(lines.map(({ status }) => status)).toEqual(['enrolled', 'invited', 'unchanged']);
    expect(
      await world.rows`select 1 as place from registrations.super_event_registration where user_id = ${known.id}`,
    ).toHaveLength(1);
    expect(
      await world.rows`select email, first_name, last_name from onboarding.invite where email = any(${spelt})`,
    ).toEqual([{ email: spelt[0], first_name: 'Zo\u00eb', last_name: null }]);
  });
});

describe('What is no address', () => {
  const texts = [
    'ada\u200b@example.org',
    'a\u001b[2Jda@example.org',
    'ada@exam\u202eple.org',
    'ada @example.org',
    'ada@example',
  ];

  it.each(texts)('is refused: %j', async (email) => {
    const answer = await signUp(email);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toMatchObject([{ field: 'email', code: 'email' }]);
    expect(await onboard(email)).toBeRefused(400, 'INVALID_EMAIL');
  });
});
