import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Authenticator } from '../../support/authenticator.ts';
import { Issuer } from '../../support/issuer.ts';
import { IssuerVisitor, locationOf, saidIn } from '../../support/issuer-visitor.ts';
import { codeOf, passkeyOptions, personWithApp, personWithPasskey } from '../../support/second-factor.ts';
import { bearer, password, personWithPassword, wrongPassword } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

const publicUrl = 'https://muster.test';
let world: World;
let campus: Issuer;
beforeAll(async () => {
  campus = await Issuer.listen();
  const env = { ...campus.settings('campus'), SIGN_IN_CAMPUS_LABEL: 'University of Mainz' };
  world = await openWorld({ ...env, PUBLIC_URL: publicUrl, SERVICES: 'identity,gateway' });
});
afterEach(() => campus.behave());
afterAll(async () => {
  await world.close();
  await campus.close();
});

let nth = 0;
/** Somebody new at the issuer. */
function comes(as: Partial<Issuer['persona']> = {}) {
  nth++;
  campus.persona = { sub: `subject-${nth}`, email: `by-${nth}@campus.test`, email_verified: true, ...as };
  return new IssuerVisitor(world);
}
const userOf = async (visitor: IssuerVisitor) => {
  const { body } = await visitor.post('/auth/refresh', { cookie: true });
  return body.data?.user as { id: string; email: string; name: string } | undefined;
};
const signInsOf = (email: string) => world.rows`
  select s.provider, s.subject, s.issuer from identity.sign_in s join identity.person p on p.id = s.user_id
   where p.email = ${email}`;

describe('The list of those by whom people sign in', () => {
  it('names each with the words of its button', async () => {
    const { status, body } = await world.stranger().get('/auth/providers');
    expect([status, body.data]).toEqual([200, [{ name: 'campus', label: 'University of Mainz' }]]);
  });

  it('is empty without settings', async () => {
    const usual = await openWorld();
    expect((await usual.stranger().get('/auth/providers')).body.data).toEqual([]);
    expect(saidIn(await usual.stranger().get('/auth/by/campus'))).toEqual({
      refused: 'UNKNOWN_PROVIDER',
      by: 'campus',
    });
    await usual.close();
  });
});

describe('Beginning to sign in by an issuer', () => {
  it('leads there with PKCE, state and nonce, each new, and names this very browser', async () => {
    const visitor = comes();
    const [first, second] = [await visitor.begin('campus'), await visitor.begin('campus')];
    expect(first.origin + first.pathname).toBe(`${campus.url}/authorize`);
    expect(Object.fromEntries(first.searchParams)).toEqual({
      client_id: 'muster',
      response_type: 'code',
      redirect_uri: `${publicUrl}/auth/by/campus/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name));
    }
    const answer = await world.stranger().get('/auth/by/campus');
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([
      302,
      [
        expect.stringMatching(
          /^muster_browser=[\w-]{43}; Max-Age=600; HttpOnly; Secure; SameSite=Lax; Path=\/auth\/by$/,
        ),
      ],
    ]);
    expect([answer.headers.get('cache-control'), answer.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
  });
});

describe('Coming back from an issuer', () => {
  it('makes an account of an address that is verified, signs in, and goes on', async () => {
    const visitor = comes({ name: 'Ada Lovelace' });
    const answer = await visitor.signIn('campus', '/me');
    expect([answer.status, locationOf(answer), answer.text]).toEqual([302, '/me', '']);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^muster_refresh=msr_[\w-]{43}; Max-Age=2592000; HttpOnly; Secure; SameSite=Strict; Path=\/auth$/,
      ),
      'muster_signed_in=1; Max-Age=60; Secure; SameSite=Strict; Path=/',
    ]);
    expect(await userOf(visitor)).toMatchObject({ email: campus.persona.email, name: 'Ada Lovelace' });
    const { sub: subject } = campus.persona;
    expect(await signInsOf(campus.persona.email)).toEqual([{ provider: 'campus', subject, issuer: campus.url }]);
  });

  it('leads home without a page to go on to', async () => {
    expect(locationOf(await comes().signIn('campus'))).toBe('/signin');
  });

  it('knows the person again by their subject, whatever their address is by now', async () => {
    const visitor = comes();
    await visitor.signIn('campus');
    const first = await userOf(visitor);
    campus.persona = { ...campus.persona, email: 'moved@campus.test', email_verified: false };
    const again = new IssuerVisitor(world);
    await again.signIn('campus');
    expect((await userOf(again))?.id).toBe(first?.id);
  });

  it('joins an account without a password, and keeps what its person said', async () => {
    const ada = await world.person({ name: 'Ada', password_hash: null });
    const visitor = comes({ email: ada.email.toUpperCase(), name: 'Somebody Else' });
    expect(locationOf(await visitor.signIn('campus'))).toBe('/signin');
    expect(await userOf(visitor)).toMatchObject({ id: ada.id, name: 'Ada' });
  });

  it('takes an unconfirmed account over without what somebody else may have left in it', async () => {
    const mallory = await personWithPassword(world, { email_confirmed_at: null });
    const visitor = comes({ email: mallory.email });
    await visitor.signIn('campus');
    expect((await userOf(visitor))?.id).toBe(mallory.id);
    const { email } = mallory;
    expect(await world.stranger().post('/auth/signin', { email, password })).toBeRefused(401, 'INVALID_CREDENTIALS');
  });

  it('makes one account of two browsers that come at the same time', async () => {
    const [one, other] = [comes(), new IssuerVisitor(world)];
    const answers = await Promise.all([one.signIn('campus'), other.signIn('campus')]);
    expect(answers.map(locationOf)).toEqual(['/signin', '/signin']);
    expect((await userOf(one))?.id).toBe((await userOf(other))?.id);
  });

  it('names the session like any other', async () => {
    const visitor = comes();
    const back = await visitor.atIssuer(await visitor.begin('campus'));
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await visitor.get(back.pathname + back.search, { 'User-Agent': agent });
    const { access_token } = (await visitor.post('/auth/refresh', { cookie: true })).body.data;
    const { sessions } = (await bearer(world, access_token).get('/me/sessions')).body.data;
    expect(sessions).toEqual([expect.objectContaining({ device: 'Firefox on Linux', is_current: true })]);
  });
});

describe('Coming back to an account with a password', () => {
  /** Somebody whose account has a password comes by the issuer for the first time. */
  async function asked(next?: string) {
    const ada = await personWithPassword(world);
    const visitor = comes({ email: ada.email });
    const said = saidIn(await visitor.signIn('campus', next));
    const join = (secret: string, as = visitor) =>
      as.post('/auth/by/campus/join', { id: said['join'], password: secret, cookie: true });
    return { ada, visitor, said, join };
  }

  it('asks for the password once, and signs in by the issuer alone from then on', async () => {
    const { ada, visitor, said, join } = await asked('/apply/spring-hack');
    expect(said).toEqual({ join: expect.stringMatching(/^[\w-]{43}$/), by: 'campus', to: 'apply/spring-hack' });
    expect(await userOf(visitor)).toBeUndefined();
    const joined = await join(password);
    expect([joined.status, joined.body.data.user.id]).toEqual([200, ada.id]);
    const again = new IssuerVisitor(world);
    expect(locationOf(await again.signIn('campus', '/me'))).toBe('/me');
    expect((await userOf(again))?.id).toBe(ada.id);
  });

  it('lets nobody in by a wrong password, and as few guesses as signing in', async () => {
    const { join, ada } = await asked();
    for (let tries = 0; tries < 10; tries++) expect(await join(wrongPassword)).toBeRefused(401, 'INVALID_CREDENTIALS');
    expect(await join(password)).toBeRefused(429, 'RATE_LIMITED');
    expect(await signInsOf(ada.email)).toEqual([]);
  });

  it('works once, in the same browser, for ten minutes, and for the same issuer', async () => {
    const { join, said, visitor } = await asked();
    expect(await join(password, new IssuerVisitor(world))).toBeRefused(400, 'INVALID_LINK');
    const elsewhere = await visitor.post('/auth/by/other/join', { id: said['join'], password });
    expect(elsewhere).toBeRefused(400, 'INVALID_LINK');
    await world.rows`update identity.sign_in_joining set expires_at = now()`;
    expect(await join(password)).toBeRefused(400, 'INVALID_LINK');
    const next = await asked();
    expect((await next.join(password)).status).toBe(200);
    expect(await next.join(password)).toBeRefused(400, 'INVALID_LINK');
  });

  it('is refused once the account has another address', async () => {
    const { ada, join } = await asked();
    await world.rows`update identity.person set email = 'elsewhere@campus.test' where id = ${ada.id}`;
    expect(await join(password)).toBeRefused(400, 'INVALID_LINK');
  });
});

describe('Coming back to an account with a passkey', () => {
  const signed = async (device: Authenticator) =>
    device.get(await passkeyOptions(world.stranger(), '/auth/passkeys/options'));

  /** Somebody with a passkey and no password comes by the issuer for the first time. */
  async function asked() {
    const ada = await personWithPasskey(world, { site: publicUrl });
    await world.rows`update identity.person set password_hash = null where id = ${ada.person.id}`;
    const visitor = comes({ email: ada.person.email });
    const { join: id } = saidIn(await visitor.signIn('campus', '/me'));
    const join = (shown: object) => visitor.post('/auth/by/campus/join', { id, ...shown, cookie: true });
    return { ada, visitor, join };
  }

  it('asks for it once, and signs in by the issuer alone from then on', async () => {
    const { ada, visitor, join } = await asked();
    expect(await userOf(visitor)).toBeUndefined();
    const joined = await join({ credential: await signed(ada.device) });
    expect([joined.status, joined.body.data.user.id]).toEqual([200, ada.person.id]);
    expect(locationOf(await new IssuerVisitor(world).signIn('campus', '/me'))).toBe('/me');
  });

  it("lets nobody in by another person's passkey, by none, or by two things at once", async () => {
    const { ada, join } = await asked();
    const mallory = await personWithPasskey(world, { site: publicUrl });
    expect(await join({ credential: await signed(mallory.device) })).toBeRefused(401, 'PASSKEY_INVALID');
    expect(await join({})).toBeRefused(400, 'VALIDATION_FAILED');
    const both = { password, credential: await signed(ada.device) };
    expect(await join(both)).toBeRefused(400, 'VALIDATION_FAILED');
    expect(await signInsOf(ada.person.email)).toEqual([]);
  });
});

describe('Coming back to an account with an app that makes codes', () => {
  it('asks for a code after the issuer, and after the password that joins', async () => {
    const { person, secret } = await personWithApp(world);
    const visitor = comes({ email: person.email });
    const { join: id } = saidIn(await visitor.signIn('campus', '/me'));
    const joined = await visitor.post('/auth/by/campus/join', { id, password, cookie: true });
    expect(joined).toBeRefused(401, 'SECOND_FACTOR_REQUIRED');
    const again = await new IssuerVisitor(world).signIn('campus', '/me');
    expect(saidIn(again)).toEqual({ ticket: expect.stringMatching(/^[\w-]{43}$/), to: 'me' });
    expect(again.headers.getSetCookie()).toEqual([]);
    const { ticket } = saidIn(again);
    const opened = await world.stranger().post('/auth/second-factor', { ticket, code: codeOf(secret, 1) });
    expect([opened.status, opened.body.data.user.id]).toEqual([200, person.id]);
  });
});
