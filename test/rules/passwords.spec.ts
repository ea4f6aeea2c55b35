import { describe, expect, it } from '@jest/globals';
import { hashPassword, hashPasswordSoon, isPassword } from '../../services/identity/passwords.ts';
import { isFailure } from '../../shared/base/failure.ts';

describe('A password', () => {
  it('is known by its hash, and nothing is known by none', async () => {
    const hashed = await hashPassword('correct horse battery');
    expect(await isPassword('correct horse battery', hashed)).toBe(true);
    expect(await isPassword('incorrect horse battery', hashed)).toBe(false);
    expect(await isPassword('', null)).toBe(false);
    expect(await isPassword('anything', undefined)).toBe(false);
  });

  it('leaves the event loop alone while it is hashed', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await Promise.all(Array.from({ length: 12 }, () => hashPassword('correct horse battery')));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(12);
  });

  it('is refused where too many wait already, but not to who can wait', async () => {
    const patient = Array.from({ length: 70 }, () => hashPassword('correct horse battery'));
    const answer = await Promise.resolve()
      .then(() => hashPasswordSoon('correct horse battery'))
      .catch((error: unknown) => error);
    expect(isFailure(answer, 'OVERLOADED')).toBe(true);
    expect(await Promise.all(patient)).toHaveLength(70);
    expect(await hashPasswordSoon('correct horse battery')).toMatch(/^\$argon2id\$/);
  });
});
