import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { tokenIn } from '../../support/mails.ts';
import { bearer, password, personWithPassword, wrongPassword } from '../../support/sign-in.ts';
import { withoutId } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

let count = 0;
const newAddress = () => `newcomer-${++count}@example.org`;
const signUp = (email: string, secret = password, name = 'Ada') =>
  world.stranger().post('/auth/signup', { email, password: secret, name });
const signIn = (email: string, secret = password) => world.stranger().post('/auth/signin', { email, password: secret });
const sendAgain = (email: string, secret = password) =>
  world.stranger().post('/auth/resend-verification', { email, password: secret });
/** How many emails of sign-ups wait to be used. */
const links = async (email: string) =>
  (await world.rows`select 1 from identity.login_link where email = ${email}`).length;
const verify = (token: string, secret = password) => world.stranger().post('/auth/verify', { token, password: secret });

async function linkFor(email: string, secret = password): Promise<string> {
  expect((await signUp(email, secret)).status).toBe(201);
  return tokenIn(await world.nextMailTo(email));
}

describe('Signing up', () => {
  it('sends a link that confirms the address with the password, and signs in', async () => {
    const email = newAddress();
    const answer = await signUp(email);
    expect(answer).toMatchObject({ status: 201, body: { data: { status: 'verification_sent', email } } });
    const mail = await world.nextMailTo(email);
    expect(mail.subject).toBe('Confirm your email address');
    expect(await signIn(email)).toBeRefused(403, 'EMAIL_NOT_CONFIRMED');
    expect(await signIn(email, wrongPassword)).toBeRefused(401, 'INVALID_CREDENTIALS');

    const verified = await verify(tokenIn(mail));
    const { status, user_id, session } = verified.body.data;
    expect({ http: verified.status, status }).toEqual({ http: 200, status: 'verified' });
    expect((await bearer(world, session.access_token).get('/auth/user')).body.data.user).toMatchObject({
      id: user_id,
      email,
      name: 'Ada',
    });
    expect((await signIn(email)).status).toBe(200);
  });

  it('has its email sent again for its password alone, also once the first link is out of date', async () => {
    const email = newAddress();
    const first = await linkFor(email);
    await world.rows`update identity.login_link set expires_at = now() - interval '1 minute' where email = ${email}`;
    await world.rows`update identity.login_code set expires_at = now() - interval '1 minute' where email = ${email}`;
    expect(await verify(first)).toBeRefused(400, 'INVALID_LINK');
    expect(await signIn(email)).toBeRefused(403, 'EMAIL_NOT_CONFIRMED');
    const sent = { status: 200, body: { data: { status: 'verification_sent', email } } };
    expect(await sendAgain(email, wrongPassword)).toMatchObject(sent);
    expect(await links(email)).toBe(1);
    expect(await sendAgain(email)).toMatchObject(sent);
    const mail = await world.nextMailTo(email);
    expect(mail.subject).toBe('Confirm your email address');
    const { session } = (await verify(tokenIn(mail))).body.data;
    expect(session.user.name).toBe('Ada');
    expect(await sendAgain(email)).toMatchObject(sent);
    expect(await links(email)).toBe(0);
  });

  it('tells who signs in with its password no more where the address has an account', async () => {
    const { email } = await personWithPassword(world);
    await signUp(email, 'violet tractors');
    expect(await signIn(email, 'violet tractors')).toBeRefused(403, 'EMAIL_NOT_CONFIRMED');
    await sendAgain(email, 'violet tractors');
    for (const mail of [await world.nextMailTo(email), await world.nextMailTo(email)])
      expect(mail.subject).toBe('You already have an account');
    expect((await signIn(email)).status).toBe(200);
  });

  it('answers the same where the address has an account, and tells only its owner', async () => {
    const ada = await personWithPassword(world);
    const [known, unknown] = [await signUp(ada.email), await signUp(newAddress())];
    expect(withoutId(known)).toEqual({
      ...withoutId(unknown),
      body: { ...withoutId(unknown).body, data: { status: 'verification_sent', email: ada.email } },
    });
    expect(await world.nextMailTo(ada.email)).toMatchObject({ subject: 'You already have an account' });
    expect((await signIn(ada.email)).status).toBe(200);
  });

  it.each([
    [{ email: 'nobody', password, name: 'Ada' }, 'email'],
    [{ email: 'a@example.org', password: 'too short', name: 'Ada' }, 'password'],
    [{ email: 'a@example.org', password: 'x'.repeat(201), name: 'Ada' }, 'password'],
    [{ email: 'a@example.org', password, name: ' ' }, 'name'],
    [{ email: 'a@example.org', password }, 'name'],
  ])('refuses %j', async (body, field) => {
    const answer = await world.stranger().post('/auth/signup', body);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toEqual([expect.objectContaining({ field })]);
  });

  it('puts nothing that was typed into the letter', async () => {
    const email = newAddress();
    await signUp(email, password, 'You have won, see casino.test');
    const { subject, text, html } = await world.nextMailTo(email);
    expect(`${subject} ${text} ${html}`).not.toMatch(/won|casino/);
  });
});

describe('Confirming an address', () => {
  it('needs the password that was chosen with this very link', async () => {
    const email = newAddress();
    const theirs = await linkFor(email, 'chosen by a stranger');
    const mine = await linkFor(email, password);
    expect(await verify(theirs, password)).toBeRefused(401, 'INVALID_CREDENTIALS');
    expect((await verify(mine, password)).status).toBe(200);
    expect(await verify(theirs, 'chosen by a stranger')).toBeRefused(400, 'INVALID_LINK');
    expect(await signIn(email, 'chosen by a stranger')).toBeRefused(401, 'INVALID_CREDENTIALS');
  });

  it('keeps no password that was set before', async () => {
    const { email } = await personWithPassword(world, { email_confirmed_at: null });
    const token = await linkFor(email, 'a password of my own');
    expect((await verify(token, 'a password of my own')).status).toBe(200);
    expect(await signIn(email, password)).toBeRefused(401, 'INVALID_CREDENTIALS');
    expect((await signIn(email, 'a password of my own')).status).toBe(200);
  });

  it('works once, also when many try at the same time', async () => {
    const token = await linkFor(newAddress());
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'INVALID_LINK')).toHaveLength(9);
    expect(await verify(token)).toBeRefused(400, 'INVALID_LINK');
  });

  it('is refused with a link that is cut, unknown, out of date or for something else', async () => {
    const email = newAddress();
    const token = await linkFor(email);
    for (const other of [token.slice(0, -1), `${token}x`, 'unknown']) {
      expect(await verify(other)).toBeRefused(400, 'INVALID_LINK');
    }
    await world.rows`update identity.login_link set expires_at = now() where email = ${email}`;
    expect(await verify(token)).toBeRefused(400, 'INVALID_LINK');
    const known = await personWithPassword(world);
    await world.stranger().post('/auth/reset-password', { email: known.email });
    expect(await verify(tokenIn(await world.nextMailTo(known.email)))).toBeRefused(400, 'INVALID_LINK');
  });

  it('does not let passwords be guessed with a link', async () => {
    const token = await linkFor(newAddress());
    for (let round = 0; round < 10; round++) {
      expect(await verify(token, wrongPassword)).toBeRefused(401, 'INVALID_CREDENTIALS');
    }
    expect(await verify(token)).toBeRefused(429, 'RATE_LIMITED');
  });
});

describe('A request that is tried again because its answer was lost', () => {
  const tryAs = <Answer>(write_key: string, action: string, params: object) =>
    world.services.broker.call<Answer, object>(`identity.${action}`, params, { headers: { write_key } });
  type Verified = { user_id: string; session: { access_token: string } };

  it('confirms the address once, and signs in once more; another with the same link does not', async () => {
    const asked = { token: await linkFor(newAddress()), password };
    const { user_id } = await tryAs<Verified>('one', 'verify', asked);
    const again = await tryAs<Verified>('one', 'verify', asked);
    expect(again.user_id).toBe(user_id);
    expect((await bearer(world, again.session.access_token).get('/auth/user')).body.data.user.id).toBe(user_id);
    await expect(tryAs('other', 'verify', asked)).rejects.toMatchObject({ type: 'INVALID_LINK' });
    expect(await verify(asked.token)).toBeRefused(400, 'INVALID_LINK');
  });

  it('sends one letter', async () => {
    const asked = { email: newAddress(), password, name: 'Ada' };
    for (let tried = 0; tried < 2; tried++) await tryAs('one', 'signUp', asked);
    await signUp(asked.email);
    await world.nextMailTo(asked.email);
    await world.nextMailTo(asked.email);
    expect(await world.mailsTo(asked.email)).toHaveLength(2);
  });
});

const dump = async (table: string) =>
  (await world.rows<{ text: string | null }>`select string_agg(t::text, E'\n') as text from ${sql.raw(table)} t`)[0]
    ?.text;

describe('The database', () => {
  it('holds no token and no password as it is', async () => {
    const email = newAddress();
    const token = await linkFor(email);
    const { session } = (await verify(token)).body.data;
    await world.stranger().post('/auth/reset-password', { email });
    const reset = tokenIn(await world.nextMailTo(email));
    const { refresh_token } = (await world.stranger().post('/auth/refresh', { refresh_token: session.refresh_token }))
      .body.data;

    const tables = await world.rows<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`;
    const texts = await Promise.all(tables.map(({ name }) => dump(name)));
    const stored = texts.join('\n');
    expect(stored).toContain(email);
    for (const secret of [token, reset, session.access_token, session.refresh_token, refresh_token, password]) {
      expect(stored.includes(secret)).toBe(false);
      expect(stored.includes(Buffer.from(secret).toString('hex'))).toBe(false);
      expect(stored.includes(Buffer.from(secret).toString('base64'))).toBe(false);
    }
  });
});
