import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeIn, secretIn } from '../../support/mails.ts';
import { bearer, password, personWithPassword, signIn, wrongPassword } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

let nth = 0;
const newAddress = () => `new-${++nth}@change.test`;

async function person(columns: Record<string, unknown> = {}) {
  const ada = await personWithPassword(world, columns);
  const tokens = await signIn(world, ada);
  return { ada, tokens, api: bearer(world, tokens.access_token) };
}
/** Somebody who has asked for another address, and the emails to both. */
async function changing() {
  const { ada, tokens, api } = await person();
  const email = newAddress();
  await api.post('/me/email', { email, password });
  const [letter, warning] = [await world.nextMailTo(email), await world.nextMailTo(ada.email)];
  return {
    ada,
    tokens,
    api,
    email,
    letter,
    token: secretIn(letter, 'token'),
    stop: secretIn(warning, 'stop'),
    warning,
  };
}
const confirm = (body: object) => world.stranger().post('/me/email/confirm', body);
const stopWith = (token: string) => world.stranger().post('/me/email/stop', { token });
const enter = (email: string, secret = password) => world.stranger().post('/auth/signin', { email, password: secret });
const emailOf = async ({ id }: { id: string }) =>
  (await world.rows<{ email: string }>`select email from identity.person where id = ${id}`)[0]?.email;

describe('Asking for another address', () => {
  it('writes to both addresses, and changes nothing yet', async () => {
    const { ada, api } = await person({ name: 'Ada' });
    const email = newAddress();
    const answer = await api.post('/me/email', { email: email.toUpperCase(), password });
    expect([answer.status, answer.body.data]).toEqual([200, { status: 'sent', email }]);
    const letter = await world.nextMailTo(email);
    expect(letter).toMatchObject({
      subject: 'Confirm your new email address',
      text: expect.not.stringContaining('Ada'),
    });
    expect([codeIn(letter), letter.links[0]]).toEqual([
      expect.stringMatching(/^\d{6}$/),
      expect.stringContaining('/account/email#token='),
    ]);
    const warning = await world.nextMailTo(ada.email);
    expect(warning).toMatchObject({
      subject: 'The address of your account is being changed',
      text: expect.stringContaining(email),
      links: [expect.stringContaining('/account/email#stop=')],
    });
    expect(await emailOf(ada)).toBe(ada.email);
  });

  it('takes the password, and as few guesses as signing in', async () => {
    const { ada, api } = await person();
    const guess = (secret: string) => api.post('/me/email', { email: newAddress(), password: secret });
    for (let tries = 0; tries < 10; tries++) {
      expect(await guess(wrongPassword)).toBeRefused(401, 'INVALID_CREDENTIALS');
    }
    expect(await guess(password)).toBeRefused(429, 'RATE_LIMITED');
    expect(await world.mailsTo(ada.email)).toEqual([]);
  });

  it('is refused for the present address, and for a key', async () => {
    const { ada, api } = await person();
    const errors = [expect.objectContaining({ field: 'email', code: 'same' })];
    expect(await api.post('/me/email', { email: ada.email, password })).toBeRefused(400, 'VALIDATION_FAILED', {
      errors,
    });
    const acme = await world.organization();
    const key = world.as(await world.member(acme, 'OWNER'), acme);
    expect(await key.post('/me/email', { email: newAddress(), password })).toBeRefused(403, 'SESSION_REQUIRED');
  });

  it('does not tell whether an address has an account: its owner is told', async () => {
    const [{ api }, bob] = [await person(), await personWithPassword(world)];
    const answer = await api.post('/me/email', { email: bob.email, password });
    expect([answer.status, answer.body.data]).toEqual([200, { status: 'sent', email: bob.email }]);
    expect((await world.nextMailTo(bob.email)).subject).toBe('This address has an account already');
  });

  it('once more ends what the first email could do', async () => {
    const { api, token } = await changing();
    await api.post('/me/email', { email: newAddress(), password });
    expect(await confirm({ token })).toBeRefused(400, 'INVALID_LINK');
  });
});

describe('Confirming the new address', () => {
  it('by the link changes it, once; sessions go on', async () => {
    const { ada, api, email, token } = await changing();
    const answer = await confirm({ token });
    expect([answer.status, answer.body.data]).toEqual([200, { status: 'changed', email }]);
    expect((await enter(email)).status).toBe(200);
    expect(await enter(ada.email)).toBeRefused(401, 'INVALID_CREDENTIALS');
    expect((await api.get('/auth/user')).body.data.user.email).toBe(email);
    expect(await confirm({ token })).toBeRefused(400, 'INVALID_LINK');
    const [record] = await world.rows`
      select before, after, user_id from identity.audit where action = 'identity.confirmEmail' and user_id = ${ada.id}`;
    expect(record).toEqual({ before: { email: ada.email }, after: { email }, user_id: ada.id });
  });

  it('by the code changes it as well', async () => {
    const { ada, email, letter } = await changing();
    expect((await confirm({ email, code: codeIn(letter) })).body.data).toEqual({ status: 'changed', email });
    expect(await emailOf(ada)).toBe(email);
  });

  it('happens once, also when many try at the same time', async () => {
    const { token } = await changing();
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm({ token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'INVALID_LINK')).toHaveLength(7);
  });

  it('takes five guesses at a code; the link works still', async () => {
    const { email, letter, token } = await changing();
    const code = codeIn(letter);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries++) {
      expect(await confirm({ email, code: wrong })).toBeRefused(400, 'INVALID_CODE');
    }
    expect(await confirm({ email, code })).toBeRefused(400, 'INVALID_CODE');
    expect((await confirm({ token })).status).toBe(200);
  });

  it('is refused after an hour, and where nobody changes to the address', async () => {
    const { ada, email, letter, token } = await changing();
    await world.rows`update identity.email_change set expires_at = now() where user_id = ${ada.id}`;
    expect(await confirm({ token })).toBeRefused(400, 'INVALID_LINK');
    expect(await confirm({ email, code: codeIn(letter) })).toBeRefused(400, 'INVALID_CODE');
    expect(await confirm({ email: newAddress(), code: '123456' })).toBeRefused(400, 'INVALID_CODE');
  });

  it('is refused where another account has the address by now', async () => {
    const { ada, email, token } = await changing();
    await world.person({ email });
    expect(await confirm({ token })).toBeRefused(409, 'EMAIL_TAKEN');
    expect(await emailOf(ada)).toBe(ada.email);
  });

  it('leaves one winner where two accounts want one address at the same time', async () => {
    const email = newAddress();
    const tokens: string[] = [];
    for (const { api } of [await person(), await person()]) {
      await api.post('/me/email', { email, password });
      tokens.push(secretIn(await world.nextMailTo(email), 'token'));
    }
    const answers = await Promise.all(tokens.map((token) => confirm({ token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ['nothing', {}, 'token'],
    ['an address without a code', { email: 'a@change.test' }, 'code'],
    ['a code without an address', { code: '123456' }, 'email'],
    ['both', { token: 'x', code: '123456' }, 'code'],
  ])('is 400 with %s', async (_, body, field) => {
    const errors = [expect.objectContaining({ field })];
    expect(await confirm(body)).toBeRefused(400, 'VALIDATION_FAILED', { errors });
  });
});

describe('Stopping a change from the former address', () => {
  it('before it is confirmed keeps the address, ends the sessions and the password, and sends a link', async () => {
    const { ada, tokens, email, token, stop } = await changing();
    const answer = await stopWith(stop);
    expect([answer.status, answer.body.data]).toEqual([200, { status: 'stopped', email: ada.email }]);
    expect(await confirm({ token })).toBeRefused(400, 'INVALID_LINK');
    expect(await bearer(world, tokens.access_token).get('/auth/user')).toBeRefused(401, 'UNAUTHENTICATED');
    expect(await enter(ada.email)).toBeRefused(401, 'INVALID_CREDENTIALS');
    const reset = await world.nextMailTo(ada.email);
    const next = { token: secretIn(reset, 'token'), new_password: 'another horse battery' };
    expect((await world.stranger().post('/auth/update-password', next)).status).toBe(200);
    expect((await enter(ada.email, next.new_password)).status).toBe(200);
    expect(await enter(email, next.new_password)).toBeRefused(401, 'INVALID_CREDENTIALS');
  });

  it('undoes it after it was confirmed, and changes that followed as well', async () => {
    const { ada, api, email, token, stop } = await changing();
    await confirm({ token });
    const third = newAddress();
    await api.post('/me/email', { email: third, password });
    await confirm({ token: secretIn(await world.nextMailTo(third), 'token') });
    expect(await emailOf(ada)).toBe(third);
    const laterStop = secretIn(await world.nextMailTo(email), 'stop');
    expect((await stopWith(stop)).body.data.email).toBe(ada.email);
    expect(await emailOf(ada)).toBe(ada.email);
    expect(await stopWith(laterStop)).toBeRefused(400, 'INVALID_LINK');
  });

  it('works once, and for seven days', async () => {
    const first = await changing();
    expect((await stopWith(first.stop)).status).toBe(200);
    expect(await stopWith(first.stop)).toBeRefused(400, 'INVALID_LINK');
    const { ada, stop } = await changing();
    await world.rows`
      update identity.email_change set created_at = now() - interval '7 days 1 second' where user_id = ${ada.id}`;
    expect(await stopWith(stop)).toBeRefused(400, 'INVALID_LINK');
    expect(await stopWith('nothing')).toBeRefused(400, 'INVALID_LINK');
  });

  it('is refused where the former address is of another account by now', async () => {
    const { ada, token, stop } = await changing();
    await confirm({ token });
    await world.person({ email: ada.email });
    expect(await stopWith(stop)).toBeRefused(409, 'EMAIL_TAKEN');
  });
});
