import { describe, expect, it } from '@jest/globals';
import { profiles, readClaims } from '../../services/identity/profiles.ts';

/** The answers of each address of an issuer. */
const answering = (answers: Record<string, unknown>) => (url: string) => Promise.resolve(answers[url]);
const unknown = { name: undefined, email: undefined, github_url: undefined, linkedin_url: undefined };

describe('What an issuer of OpenID Connect tells', () => {
  const claims = { iss: 'https://campus.test', sub: '7', email: 'Ada@Campus.test', name: ' Ada ' };

  it('is an address only where it says that it is verified, in so many words', () => {
    expect(readClaims({ ...claims, email_verified: true })).toEqual({
      ...unknown,
      ...{ issuer: 'https://campus.test', subject: '7', email: 'ada@campus.test', name: 'Ada' },
    });
    for (const email_verified of [undefined, false, 'true', 1]) {
      expect(readClaims({ ...claims, email_verified }).email).toBeUndefined();
    }
  });

  it.each([
    ['is a name without what no name has', 'Ada\n\u202eRoot', 'Ada Root'],
    ['is no name where nothing of it is seen', '\u200b\u3164', undefined],
    ['is a name of so many characters', '\u{1f389}'.repeat(201), '\u{1f389}'.repeat(200)],
  ])('%s', (_what, told, name) => {
    expect(readClaims({ ...claims, name: told }).name).toBe(name);
  });

  it('is an address in the one form that it has here', () => {
    const told = { ...claims, email_verified: true, email: 'Zoe\u0308@m\u00fcnchen.example' };
    expect(readClaims(told).email).toBe('zo\u00eb@xn--mnchen-3ya.example');
    expect(readClaims({ ...told, email: 'a\u200b@campus.test' }).email).toBeUndefined();
  });

  it('is nothing without a subject', () => {
    expect(() => readClaims({ ...claims, sub: '' })).toThrow('does not say who it is');
  });
});

describe('What GitHub tells', () => {
  const user = { id: 42, login: 'ada', name: null, html_url: 'https://github.com/ada' };
  const read = (emails: object[]) =>
    profiles.github(answering({ 'https://api.github.com/user': user, 'https://api.github.com/user/emails': emails }));

  it('is the primary address where it is verified, and the profile', async () => {
    const other = { email: 'other@ada.test', primary: false, verified: true };
    expect(await read([other, { email: 'ada@ada.test', primary: true, verified: true }])).toEqual({
      ...unknown,
      ...{ issuer: 'https://github.com', subject: '42', email: 'ada@ada.test', name: 'ada' },
      github_url: 'https://github.com/ada',
    });
    expect((await read([other, { email: 'ada@ada.test', primary: true, verified: false }])).email).toBeUndefined();
  });
});

describe('What Discord tells', () => {
  const read = (verified: boolean) =>
    profiles.discord(
      answering({
        'https://discord.com/api/users/@me': {
          id: '9',
          username: 'ada',
          global_name: 'Ada',
          email: 'a@b.test',
          verified,
        },
      }),
    );

  it('is the address where it is verified', async () => {
    const told = { ...unknown, issuer: 'https://discord.com', subject: '9', name: 'Ada' };
    expect([await read(true), await read(false)]).toEqual([{ ...told, email: 'a@b.test' }, told]);
  });
});

describe('What MLH tells', () => {
  it('is a name, and no address that it does not call verified', async () => {
    const user = { id: 'u1', first_name: 'Ada', last_name: 'Lovelace', email: 'a@b.test' };
    expect(await profiles.mlh(answering({ 'https://api.mlh.com/v4/users/me': user }))).toEqual({
      ...unknown,
      ...{ issuer: 'https://my.mlh.io', subject: 'u1', name: 'Ada Lovelace' },
    });
  });
});
