import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendEmail } from '../../../shared/kit/emails.ts';
import { openDatabase } from '../../../shared/database/database.ts';
import { codeIn, tokenIn, type Mail } from '../../support/mails.ts';
import { bearer, password, personWithPassword } from '../../support/sign-in.ts';
import { withoutId } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

let count = 0;
const newAddress = () => `code-${++count}@example.org`;
const otherPassword = 'chosen by a stranger';

async function mailOf(email: string, secret = password): Promise<Mail> {
  await world.stranger().post('/auth/signup', { email, password: secret, name: 'Ada' });
  return world.nextMailTo(email);
}
const codeOf = async (email: string, secret = password) => codeIn(await mailOf(email, secret));
const verify = (email: string, code: string) => world.stranger().post('/auth/verify', { email, code });
const follow = (mail: Mail, secret = password) =>
  world.stranger().post('/auth/verify', { token: tokenIn(mail), password: secret });
/** Another code than this one. */
const not = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

describe('The code in the email of a sign-up', () => {
  it('confirms the address and signs in, without the password', async () => {
    const email = newAddress();
    const code = await codeOf(email);
    expect(code).toMatch(/^\d{6}$/);
    const answer = await verify(email.toUpperCase(), code);
    const { status, user_id, session } = answer.body.data;
    expect([answer.status, status]).toEqual([200, 'verified']);
    const me = await bearer(world, session.access_token).get('/auth/user');
    expect(me.body.data.user).toMatchObject({ id: user_id, email, name: 'Ada' });
    expect((await world.stranger().post('/auth/signin', { email, password })).status).toBe(200);
  });

  it('opens the session of a page with its cookie', async () => {
    const email = newAddress();
    const answer = await world.stranger().post('/auth/verify', { email, code: await codeOf(email), cookie: true });
    expect(answer.headers.get('set-cookie')).toMatch(/^muster_refresh=msr_/);
    expect(answer.text).not.toContain('msr_');
  });

  it('stands as digits and as text, and its link works beside it', async () => {
    const mail = await mailOf(newAddress());
    expect(mail.html).toContain(`>${codeIn(mail)}</p>`);
    expect(mail.links.join()).not.toContain(codeIn(mail));
    expect((await follow(mail)).status).toBe(200);
  });

  it('is spent with the link, as the link is with it', async () => {
    const [first, second] = [newAddress(), newAddress()];
    const [byLink, byCode] = [await mailOf(first), await mailOf(second)];
    await follow(byLink);
    expect(await verify(first, codeIn(byLink))).toBeRefused(400, 'INVALID_CODE');
    await verify(second, codeIn(byCode));
    expect(await follow(byCode)).toBeRefused(400, 'INVALID_LINK');
    expect(await verify(second, codeIn(byCode))).toBeRefused(400, 'INVALID_CODE');
  });

  it('works once, also when many try at the same time', async () => {
    const email = newAddress();
    const code = await codeOf(email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(email, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'INVALID_CODE')).toHaveLength(4);
  });

  it('works for 30 minutes, and the link for longer', async () => {
    const email = newAddress();
    const mail = await mailOf(email);
    await world.rows`update identity.login_code set expires_at = now() where email = ${email}`;
    expect(await verify(email, codeIn(mail))).toBeRefused(400, 'INVALID_CODE');
    expect((await follow(mail)).status).toBe(200);
    const other = newAddress();
    await mailOf(other);
    const [row] = await world.rows<{ minutes: number }>`
      select round(extract(epoch from expires_at - now()) / 60)::int as minutes from identity.login_code where email = ${other}`;
    expect(row?.minutes).toBe(30);
  });
});

describe('A code that is wrong', () => {
  it('is answered as an address that nobody signed up with', async () => {
    const email = newAddress();
    const wrong = await verify(email, not(await codeOf(email)));
    const known = await verify((await personWithPassword(world)).email, '123456');
    const unknown = await verify(newAddress(), '123456');
    expect(wrong).toBeRefused(400, 'INVALID_CODE');
    expect(withoutId(wrong)).toEqual(withoutId(unknown));
    expect(withoutId(known)).toEqual(withoutId(unknown));
  });

  it('may be tried five times; then the link goes on alone', async () => {
    const email = newAddress();
    const mail = await mailOf(email);
    for (let by = 1; by <= 5; by++) expect(await verify(email, not(codeIn(mail), by))).toBeRefused(400, 'INVALID_CODE');
    expect(await verify(email, codeIn(mail))).toBeRefused(400, 'INVALID_CODE');
    expect((await follow(mail)).status).toBe(200);
  });

  it('may be tried five times also where all are tried at once', async () => {
    const email = newAddress();
    const code = await codeOf(email);
    await Promise.all(Array.from({ length: 5 }, (_, by) => verify(email, not(code, by + 1))));
    expect(await verify(email, code)).toBeRefused(400, 'INVALID_CODE');
  });

  it('counts anew with a new email', async () => {
    const email = newAddress();
    const former = await codeOf(email);
    for (let by = 1; by <= 4; by++) await verify(email, not(former, by));
    const code = await codeOf(email);
    expect((await verify(email, code)).status).toBe(200);
  });

  it('is refused for a while after ten for one address, known or not', async () => {
    for (const email of ['known@codes.test', 'unknown@codes.test']) {
      if (email.startsWith('known')) await mailOf(email);
      for (let tried = 0; tried < 10; tried++) expect(await verify(email, '000000')).toBeRefused(400, 'INVALID_CODE');
      expect(await verify(email, '000000')).toBeRefused(429, 'RATE_LIMITED');
    }
  });
});

describe('Two sign-ups with one address', () => {
  it('by the same person: the newer code replaces the older one', async () => {
    const email = newAddress();
    const [former, latter] = [await codeOf(email), await codeOf(email)];
    if (former !== latter) expect(await verify(email, former)).toBeRefused(400, 'INVALID_CODE');
    expect((await verify(email, latter)).status).toBe(200);
  });

  it('with different passwords have no code, so that nobody confirms the password of a stranger', async () => {
    const email = newAddress();
    const theirs = await mailOf(email, otherPassword);
    const mine = await mailOf(email);
    expect([codeIn(theirs), codeIn(mine)]).toEqual([expect.stringMatching(/^\d{6}$/), '']);
    expect(await verify(email, codeIn(theirs))).toBeRefused(400, 'INVALID_CODE');
    expect(codeIn(await mailOf(email))).toBe('');
    expect((await follow(mine)).status).toBe(200);
    expect((await world.stranger().post('/auth/signin', { email, password })).status).toBe(200);
  });

  it('at the same moment have one code at most, and none with different passwords', async () => {
    const email = newAddress();
    await Promise.all([
      world.stranger().post('/auth/signup', { email, password, name: 'Ada' }),
      world.stranger().post('/auth/signup', { email, password: otherPassword, name: 'Ada' }),
    ]);
    const mails = [await world.nextMailTo(email), await world.nextMailTo(email)];
    for (const code of mails.map(codeIn).filter(Boolean)) {
      expect(await verify(email, code)).toBeRefused(400, 'INVALID_CODE');
    }
  });

  it('have codes again once the former one is out of date', async () => {
    const email = newAddress();
    await mailOf(email, otherPassword);
    await world.rows`update identity.login_code set expires_at = now() where email = ${email}`;
    expect((await verify(email, await codeOf(email))).status).toBe(200);
    expect((await world.stranger().post('/auth/signin', { email, password })).status).toBe(200);
  });
});

describe('A request to confirm an address', () => {
  it.each([
    [{}, 'token'],
    [{ token: 'some' }, 'password'],
    [{ email: 'ada@example.org' }, 'code'],
    [{ code: '123456' }, 'email'],
    [{ token: 'some', password, email: 'ada@example.org', code: '123456' }, 'code'],
    [{ email: 'ada@example.org', code: '12345' }, 'code'],
    [{ email: 'ada@example.org', code: '12345a' }, 'code'],
  ])('is refused with %j', async (body, field) => {
    const answer = await world.stranger().post('/auth/verify', body);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toEqual([expect.objectContaining({ field })]);
  });

  it('whose answer was lost confirms once, and signs in once more; another with the same code does not', async () => {
    const email = newAddress();
    const asked = { email, code: await codeOf(email) };
    const tryAs = (write_key: string) =>
      world.services.broker.call<{ user_id: string }, object>('identity.verify', asked, { headers: { write_key } });
    const { user_id } = await tryAs('one');
    expect((await tryAs('one')).user_id).toBe(user_id);
    await expect(tryAs('other')).rejects.toMatchObject({ type: 'INVALID_CODE' });
  });
});

describe('The email of a sign-up', () => {
  it('that an older version has queued has a link alone', async () => {
    const to = newAddress();
    const orm = await openDatabase('identity', world.databaseUrl, { max: 1 });
    await orm.em.fork().transactional((db) => sendEmail(db, 'verification', { to, data: {}, secret: 'old', key: to }));
    await orm.close();
    const mail = await world.nextMailTo(to);
    expect([tokenIn(mail), codeIn(mail)]).toEqual(['old', '']);
  });

  it('holds a code that the database has as a slow hash alone', async () => {
    const email = newAddress();
    await codeOf(email);
    const [row] = await world.rows<{ code_hash: string }>`
      select code_hash from identity.login_code where email = ${email}`;
    expect(row?.code_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});
