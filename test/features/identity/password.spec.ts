import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokenIn } from '../../support/mails.ts';
import { bearer, password, personWithPassword, signIn, wrongPassword } from '../../support/sign-in.ts';
import { withoutId } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const next = 'another horse battery';
const ask = (email: string) => world.stranger().post('/auth/reset-password', { email });
const enter = (email: string, secret: string) => world.stranger().post('/auth/signin', { email, password: secret });
const byLink = (token: string, new_password = next) =>
  world.stranger().post('/auth/update-password', { token, new_password });
const refresh = (refresh_token: string) => world.stranger().post('/auth/refresh', { refresh_token });

describe('A forgotten password', () => {
  it('is replaced by the link in the mail, and every session ends', async () => {
    const ada = await personWithPassword(world);
    const { refresh_token } = await signIn(world, ada);
    expect(await ask(ada.email)).toMatchObject({ status: 200, body: { data: { status: 'sent' } } });
    const mail = await world.nextMailTo(ada.email);
    expect(mail.subject).toBe('Choose a new password');
    expect(await byLink(tokenIn(mail))).toMatchObject({ status: 200, body: { data: { updated: true } } });
    expect(await enter(ada.email, password)).toBeRefused(401, 'INVALID_CREDENTIALS');
    expect((await enter(ada.email, next)).status).toBe(200);
    expect(await refresh(refresh_token)).toBeRefused(401, 'UNAUTHENTICATED');
    expect(await byLink(tokenIn(mail))).toBeRefused(400, 'INVALID_LINK');
  });

  it('is answered the same for an address nobody has, which is told so by mail', async () => {
    const { email } = await personWithPassword(world);
    expect(withoutId(await ask('nowhere@example.org'))).toEqual(withoutId(await ask(email)));
    const mail = await world.nextMailTo('nowhere@example.org');
    expect(mail).toMatchObject({ subject: 'There is no account with this address', links: [] });
  });

  it('confirms the address, and a password set before is gone', async () => {
    const ada = await personWithPassword(world, { email_confirmed_at: null });
    await ask(ada.email);
    expect((await byLink(tokenIn(await world.nextMailTo(ada.email)))).status).toBe(200);
    expect(await enter(ada.email, password)).toBeRefused(401, 'INVALID_CREDENTIALS');
    expect((await enter(ada.email, next)).status).toBe(200);
  });

  it('is replaced once, also when many try at the same time', async () => {
    const { email } = await personWithPassword(world);
    await ask(email);
    const token = tokenIn(await world.nextMailTo(email));
    const answers = await Promise.all(Array.from({ length: 10 }, () => byLink(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'INVALID_LINK')).toHaveLength(9);
  });

  it('stays when the link is out of date or was made for something else', async () => {
    const { email } = await personWithPassword(world);
    await ask(email);
    const token = tokenIn(await world.nextMailTo(email));
    await world.rows`update identity.login_link set expires_at = now() where email = ${email}`;
    expect(await byLink(token)).toBeRefused(400, 'INVALID_LINK');
    await world.stranger().post('/auth/signup', { email: 'new@example.org', password, name: 'New' });
    expect(await byLink(tokenIn(await world.nextMailTo('new@example.org')))).toBeRefused(400, 'INVALID_LINK');
    expect(await world.stranger().post('/auth/reset-password', { email: 'x' })).toBeRefused(400, 'VALIDATION_FAILED');
  });
});

describe('Changing the password in a session', () => {
  it('ends every other session and keeps this one', async () => {
    const ada = await personWithPassword(world);
    const [mine, other] = [await signIn(world, ada), await signIn(world, ada)];
    const answer = await bearer(world, mine.access_token).post('/auth/update-password', {
      current_password: password,
      new_password: next,
    });
    expect(answer).toMatchObject({ status: 200, body: { data: { updated: true } } });
    expect(await refresh(other.refresh_token)).toBeRefused(401, 'UNAUTHENTICATED');
    expect(await bearer(world, other.access_token).get('/auth/user')).toBeRefused(401, 'UNAUTHENTICATED');
    expect((await refresh(mine.refresh_token)).status).toBe(200);
    expect((await enter(ada.email, next)).status).toBe(200);
  });

  it('needs the current one', async () => {
    const ada = await personWithPassword(world);
    const session = bearer(world, (await signIn(world, ada)).access_token);
    const change = (body: object) => session.post('/auth/update-password', { new_password: next, ...body });
    expect(await change({ current_password: wrongPassword })).toBeRefused(401, 'INVALID_CREDENTIALS');
    const missing = await change({});
    expect(missing).toBeRefused(400, 'VALIDATION_FAILED');
    expect(missing.body.errors).toEqual([expect.objectContaining({ field: 'current_password' })]);
    expect((await enter(ada.email, password)).status).toBe(200);
  });

  it('opens no session with the former password that was being checked meanwhile', async () => {
    const ada = await personWithPassword(world);
    const session = bearer(world, (await signIn(world, ada)).access_token);
    const [changed, ...entered] = await Promise.all([
      session.post('/auth/update-password', { current_password: password, new_password: next }),
      ...Array.from({ length: 8 }, () => enter(ada.email, password)),
    ]);
    expect(changed.status).toBe(200);
    const late = entered.filter(({ status }) => status === 200);
    for (const { body } of late) {
      expect(await refresh(body.data.refresh_token)).toBeRefused(401, 'UNAUTHENTICATED');
    }
  });

  it('is not for keys, nor for strangers', async () => {
    const acme = await world.organization();
    const olga = await world.member(acme, 'OWNER');
    const body = { current_password: password, new_password: next };
    expect(await world.as(olga, acme).post('/auth/update-password', body)).toBeRefused(403, 'SESSION_REQUIRED');
    expect(await world.stranger().post('/auth/update-password', body)).toBeRefused(401, 'UNAUTHENTICATED');
    expect(await bearer(world, 'nonsense').post('/auth/update-password', body)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});

describe('A repeat with the same Idempotency-Key', () => {
  const once = { headers: { 'Idempotency-Key': 'once' } };

  it('is answered as before in a session, and refused where it asks for another password', async () => {
    const ada = await personWithPassword(world);
    const session = bearer(world, (await signIn(world, ada)).access_token);
    const change = (new_password: string, extras = once) =>
      session.post('/auth/update-password', { current_password: password, new_password }, extras);
    const first = await change(next);
    const again = await change(next);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await change('yet another password')).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
    expect(await change(next, { headers: { 'Idempotency-Key': 'twice' } })).toBeRefused(401, 'INVALID_CREDENTIALS');
    expect((await enter(ada.email, next)).status).toBe(200);
  });

  it('is answered as before with a link, and refused where it asks for another password', async () => {
    const ada = await personWithPassword(world);
    const session = bearer(world, (await signIn(world, ada)).access_token);
    await ask(ada.email);
    const token = tokenIn(await world.nextMailTo(ada.email));
    const change = (new_password: string, extras = once) =>
      session.post('/auth/update-password', { token, new_password }, extras);
    expect((await change(next)).status).toBe(200);
    const again = await change(next);
    expect(again).toMatchObject({ status: 200, body: { data: { updated: true } } });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await change('yet another password')).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
    expect(await change(next, { headers: { 'Idempotency-Key': 'twice' } })).toBeRefused(400, 'INVALID_LINK');
  });
});

describe('A request that is tried again because its answer was lost', () => {
  const tryAs = (write_key: string, token: string) =>
    world.services.broker.call('identity.updatePassword', { token, new_password: next }, { headers: { write_key } });

  it('succeeds once more, and another with the same link does not', async () => {
    const { email } = await personWithPassword(world);
    await ask(email);
    const token = tokenIn(await world.nextMailTo(email));
    expect([await tryAs('one', token), await tryAs('one', token)]).toEqual([{ updated: true }, { updated: true }]);
    await expect(tryAs('other', token)).rejects.toMatchObject({ type: 'INVALID_LINK' });
    expect(await byLink(token)).toBeRefused(400, 'INVALID_LINK');
  });

  it('sends one letter', async () => {
    const { email } = await personWithPassword(world);
    const headers = { write_key: 'one' };
    for (let tried = 0; tried < 2; tried++)
      await world.services.broker.call('identity.resetPassword', { email }, { headers });
    await ask(email);
    await world.nextMailTo(email);
    await world.nextMailTo(email);
    expect(await world.mailsTo(email)).toHaveLength(2);
  });
});

describe('A stored password', () => {
  it('is an argon2id hash of the promised cost', async () => {
    const { email } = await personWithPassword(world);
    await ask(email);
    await byLink(tokenIn(await world.nextMailTo(email)));
    const rows = await world.rows<{ password_hash: string }>`
      select password_hash from identity.person where email = ${email}`;
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});
