import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { password } from '../../support/sign-in.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ SERVICES: 'identity,mail,gateway', RATE_LIMIT: '10000/s', TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => world.close());

const from = (address: string) => world.stranger({ 'X-Forwarded-For': address });
const signUp = (address: string, email: string) => from(address).post('/auth/signup', { email, password, name: 'Ada' });
const reset = (address: string, email: string) => from(address).post('/auth/reset-password', { email });
/** Letters to addresses that begin like this, sent or not. */
const lettersTo = async (beginning: string) => {
  const [row] = await world.rows<{ n: number }>`
    select count(*)::int as n from identity.login_link where email like ${`${beginning}%`}`;
  return row?.n;
};

describe('Letters to people who have not asked us for any', () => {
  it('are at most twenty an hour from one address, and the answer never says so', async () => {
    const answers = [];
    for (let n = 0; n < 25; n++) answers.push(await signUp('203.0.113.7', `many-${n}@example.org`));
    expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(201));
    expect(answers.at(-1)?.body.data).toEqual({ status: 'verification_sent', email: 'many-24@example.org' });
    expect(await lettersTo('many-')).toBe(20);
    await eventually(
      () => world.mailsTo('many-19@example.org'),
      (mails) => mails.length === 1,
    );
    expect(await world.mailsTo('many-20@example.org')).toEqual([]);
    expect((await signUp('203.0.113.8', 'many-more@example.org')).status).toBe(201);
    expect(await lettersTo('many-more')).toBe(1);
  });

  it('count all addresses of one IPv6 network together', async () => {
    for (let n = 0; n < 25; n++) await reset(`2001:db8:1:2::${n}`, `six-${n}@example.org`);
    expect(await lettersTo('six-')).toBe(20);
    expect((await reset('2001:db8:1:3::1', 'six-more@example.org')).status).toBe(200);
    expect(await lettersTo('six-more')).toBe(1);
  });

  it('are no more where they are sent again', async () => {
    await signUp('198.51.100.40', 'again@example.org');
    for (let n = 0; n < 14; n++) {
      const again = { email: 'again@example.org', password };
      expect((await from(`198.51.100.${n}`).post('/auth/resend-verification', again)).status).toBe(200);
    }
    expect(await lettersTo('again')).toBe(10);
  });

  it('are at most ten an hour to one mailbox, whatever stands behind a plus', async () => {
    for (let n = 0; n < 14; n++) {
      const answer =
        n % 2
          ? await signUp(`198.51.100.${n}`, `ada+${n}@example.org`)
          : await reset(`198.51.100.${n}`, 'ada@example.org');
      expect(answer.status).toBeLessThan(300);
    }
    expect(await lettersTo('ada')).toBe(10);
  });
});
