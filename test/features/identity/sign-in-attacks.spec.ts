/** Attacks on signing in by others, as RFC 9700 names them. Each is refused by its own name. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { foreignKey, Issuer } from '../../support/issuer.ts';
import { IssuerVisitor, saidIn } from '../../support/issuer-visitor.ts';
import { personWithPassword } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

const publicUrl = 'https://muster.test';
let world: World;
let campus: Issuer;
/** The issuer of an attacker, which is set up here as well. */
let evil: Issuer;
beforeAll(async () => {
  [campus, evil] = [await Issuer.listen(), await Issuer.listen()];
  const env = { ...campus.settings('campus'), ...evil.settings('evil') };
  world = await openWorld({ ...env, PUBLIC_URL: publicUrl, SERVICES: 'identity,gateway' });
});
afterEach(() => campus.behave());
afterAll(async () => {
  await world.close();
  await Promise.all([campus.close(), evil.close()]);
});

let nth = 0;
function visitor() {
  campus.persona = { sub: `subject-${++nth}`, email: `attack-${nth}@campus.test`, email_verified: true };
  return new IssuerVisitor(world);
}
/** Somebody on the way back from the issuer. */
async function onTheWay() {
  const victim = visitor();
  return { victim, back: await victim.atIssuer(await victim.begin('campus')) };
}
const changed = (address: URL, change: (query: URLSearchParams) => void): URL => {
  const url = new URL(address);
  change(url.searchParams);
  return url;
};
/** Nobody is signed in, and the browser is told why. */
async function expectRefused(answer: Awaited<ReturnType<IssuerVisitor['get']>>, refused: string, by = 'campus') {
  expect([answer.status, saidIn(answer)]).toEqual([302, { refused, by }]);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await world.rows`select 1 from identity.person where email like 'attack-%'`).toEqual([]);
}

describe('Cross-site request forgery', () => {
  it('an answer without a state, or with one that nobody began, is STATE_UNKNOWN', async () => {
    const { victim, back } = await onTheWay();
    await expectRefused(await victim.comeBack(changed(back, (query) => query.delete('state'))), 'STATE_UNKNOWN');
    await expectRefused(
      await victim.comeBack(changed(back, (query) => query.set('state', 'guessed'))),
      'STATE_UNKNOWN',
    );
  });

  it("an attacker's answer in the browser of a victim is OTHER_BROWSER", async () => {
    const { back } = await onTheWay();
    await expectRefused(await new IssuerVisitor(world).comeBack(back), 'OTHER_BROWSER');
    const victim = new IssuerVisitor(world);
    await victim.begin('campus');
    const next = await onTheWay();
    await expectRefused(await victim.comeBack(next.back), 'OTHER_BROWSER');
  });
});

describe('Replay', () => {
  it('of an answer is STATE_UNKNOWN', async () => {
    const { victim, back } = await onTheWay();
    const first = await victim.comeBack(back);
    expect(saidIn(first)).toEqual({});
    expect(saidIn(await victim.comeBack(back))).toEqual({ refused: 'STATE_UNKNOWN', by: 'campus' });
    await world.rows`delete from identity.session`;
    await world.rows`delete from identity.sign_in`;
    await world.rows`delete from identity.person where email like 'attack-%'`;
  });

  it('of an answer that is older than ten minutes is STATE_UNKNOWN', async () => {
    const { victim, back } = await onTheWay();
    await world.rows`update identity.sign_in_begun set expires_at = now()`;
    await expectRefused(await victim.comeBack(back), 'STATE_UNKNOWN');
  });

  it('of an ID token of another sign-in is NONCE_MISMATCH', async () => {
    const { victim, back } = await onTheWay();
    campus.idToken = (claims) => ({ ...claims, nonce: 'of-another-sign-in' });
    await expectRefused(await victim.comeBack(back), 'NONCE_MISMATCH');
  });
});

describe('Mix-up of issuers', () => {
  it('an answer that names another issuer is ISSUER_MISMATCH (RFC 9207)', async () => {
    const { victim, back } = await onTheWay();
    await expectRefused(await victim.comeBack(changed(back, (query) => query.set('iss', evil.url))), 'ISSUER_MISMATCH');
  });

  it('an answer that names none, of an issuer that always does, is ISSUER_MISMATCH', async () => {
    const { victim, back } = await onTheWay();
    await expectRefused(await victim.comeBack(changed(back, (query) => query.delete('iss'))), 'ISSUER_MISMATCH');
  });

  it('an answer at the address of another issuer is OTHER_PROVIDER', async () => {
    const { victim, back } = await onTheWay();
    back.pathname = '/auth/by/evil/callback';
    await expectRefused(await victim.comeBack(back), 'OTHER_PROVIDER', 'evil');
  });

  it('an ID token of another issuer is ISSUER_MISMATCH', async () => {
    const { victim, back } = await onTheWay();
    campus.idToken = (claims) => ({ ...claims, iss: evil.url });
    await expectRefused(await victim.comeBack(back), 'ISSUER_MISMATCH');
  });
});

describe('Injection of a code', () => {
  it('that was made for another sign-in is CODE_REFUSED, by its verifier', async () => {
    const stolen = (await onTheWay()).back.searchParams.get('code') ?? '';
    const { victim, back } = await onTheWay();
    await expectRefused(await victim.comeBack(changed(back, (query) => query.set('code', stolen))), 'CODE_REFUSED');
  });

  it('with parameters given twice is 400', async () => {
    const { victim, back } = await onTheWay();
    const answer = await victim.comeBack(changed(back, (query) => query.append('code', 'another')));
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
  });
});

describe('Forged tokens', () => {
  it.each([
    ['for another client', 'AUDIENCE_MISMATCH', { aud: 'another-client' }],
    ['for other clients as well', 'AUDIENCE_MISMATCH', { aud: ['muster', 'another-client'], azp: 'another-client' }],
    ['that has expired', 'TOKEN_EXPIRED', { exp: 1_000_000_000 }],
  ])('one %s is %s', async (_, refused, claims) => {
    const { victim, back } = await onTheWay();
    campus.idToken = (own) => ({ ...own, ...claims });
    await expectRefused(await victim.comeBack(back), refused);
  });

  it('one that the issuer did not sign, or nobody, is SIGNATURE_INVALID', async () => {
    const first = await onTheWay();
    campus.signer = foreignKey();
    await expectRefused(await first.victim.comeBack(first.back), 'SIGNATURE_INVALID');
    const second = await onTheWay();
    campus.alg = 'none';
    await expectRefused(await second.victim.comeBack(second.back), 'SIGNATURE_INVALID');
  });

  it('a profile of somebody else is SUBJECT_MISMATCH', async () => {
    const { victim, back } = await onTheWay();
    campus.profile = (own) => ({ ...own, sub: 'somebody-else' });
    await expectRefused(await victim.comeBack(back), 'SUBJECT_MISMATCH');
  });
});

describe('Taking over an account', () => {
  it.each([[false], [undefined], ['true']])(
    'by an address that the issuer calls verified: %j is ADDRESS_UNVERIFIED',
    async (verified) => {
      const ada = await personWithPassword(world);
      const { victim, back } = await onTheWay();
      campus.profile = (own) => ({ ...own, email: ada.email, email_verified: verified });
      await expectRefused(await victim.comeBack(back), 'ADDRESS_UNVERIFIED');
      expect(await world.rows`select 1 from identity.sign_in where email = ${ada.email}`).toEqual([]);
    },
  );

  it('by a verified address opens nothing that has a password', async () => {
    const ada = await personWithPassword(world);
    const { victim, back } = await onTheWay();
    campus.profile = (own) => ({ ...own, email: ada.email });
    const answer = await victim.comeBack(back);
    expect([Object.keys(saidIn(answer)), answer.headers.getSetCookie()]).toEqual([['join', 'by', 'to'], []]);
  });
});

describe('Open redirection', () => {
  it.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    'me',
    'javascript:alert(1)',
  ])('to %j is 400', async (next) => {
    const query = new URLSearchParams({ next }).toString();
    const errors = [expect.objectContaining({ field: 'next' })];
    expect(await visitor().get(`/auth/by/campus?${query}`)).toBeRefused(400, 'VALIDATION_FAILED', { errors });
  });

  it('of the answer by another Host changes nothing: the address is that of PUBLIC_URL', async () => {
    const headers = { 'X-Forwarded-Host': 'evil.test', Forwarded: 'host=evil.test' };
    const answer = await visitor().get('/auth/by/campus', headers);
    const { searchParams } = new URL(answer.headers.get('location') ?? '');
    expect(searchParams.get('redirect_uri')).toBe(`${publicUrl}/auth/by/campus/callback`);
  });
});

describe('An issuer that fails', () => {
  it('is said to: declined, refused, away', async () => {
    const said = async (error: string) => {
      const { victim, back } = await onTheWay();
      const failed = changed(back, (query) => {
        query.delete('code');
        query.set('error', error);
      });
      return saidIn(await victim.comeBack(failed))['refused'];
    };
    expect([await said('access_denied'), await said('server_error')]).toEqual(['DECLINED', 'ISSUER_REFUSED']);
    const gone = await Issuer.listen();
    const env = { ...gone.settings('gone'), PUBLIC_URL: publicUrl, SERVICES: 'identity,gateway' };
    await gone.close();
    const lonely = await openWorld(env);
    expect(saidIn(await lonely.stranger().get('/auth/by/gone'))).toEqual({ refused: 'ISSUER_UNAVAILABLE', by: 'gone' });
    await lonely.close();
  });
});
