import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type Answer } from '../support/client.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { hashed, password, personWithPassword, wrongPassword } from '../support/sign-in.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { begin, waitingFor } from '../support/transaction.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

let stage: Stage;
let cluster: Cluster;
let gateways: Process[];
let count = 0;
const newAddress = () => `newcomer-${++count}@muster.test`;
const next = 'another horse battery';

/** The nth request goes through one gateway, the next one through the other. */
const through = (nth: number, headers: Record<string, string> = {}) =>
  new Client(`http://127.0.0.1:${gateways[nth % gateways.length]?.port}`, () => Promise.resolve(headers));

const newToken = () => randomBytes(32).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest();

async function linkFor(email: string, purpose: 'verify' | 'reset'): Promise<string> {
  const token = newToken();
  const password_hash = purpose === 'verify' ? await hashed(password) : null;
  await stage.rows`
    insert into identity.login_link (token_hash, purpose, email, name, password_hash)
    values (${hashOf(token)}, ${purpose}, ${email}, 'Ada', ${password_hash})`;
  return token;
}

async function invited(email: string): Promise<string> {
  const acme = await stage.organization();
  const hack = await stage.superEvent(acme);
  await stage.track(hack);
  const token = newToken();
  const { id } = await stage.member(acme, 'OWNER');
  await stage.rows`
    insert into onboarding.invite (organization_id, super_event_id, email, first_name, token_hash, invited_by)
    values (${acme.id}, ${hack.id}, ${email}, 'Grace', ${hashOf(token)}, ${id})`;
  return token;
}

async function whatBecameOf(email: string) {
  const [row] = await stage.rows<Record<string, unknown>>`
    select (select count(*)::int from identity.person where email = ${email}) as people,
           (select count(*)::int from registrations.super_event_registration r
              join identity.person p on p.id = r.user_id where p.email = ${email} and r.status = 'accepted') as parents,
           (select count(*)::int from registrations.registration r
              join identity.person p on p.id = r.user_id where p.email = ${email} and r.status = 'accepted') as tracks,
           (select count(*)::int from identity.login_link where email = ${email}) as links`;
  return row;
}

beforeAll(async () => {
  if (!hasNatsServer) return;
  stage = await openStage();
  cluster = await Cluster.open(stage.databaseUrl);
  const env = { MAIL_KEY: 'a key that only the mail service of this test knows', TRUST_PROXY: '127.0.0.1' };
  const started = await Promise.all([
    cluster.start('gateway', env),
    cluster.start('gateway', env),
    cluster.start('identity,onboarding,registrations', env),
    cluster.start('identity,onboarding,registrations', env),
    cluster.start('events,mail', env),
  ]);
  gateways = started.slice(0, 2);
});
afterAll(async () => {
  await cluster?.close();
  await stage?.close();
});

interface Request {
  readonly send: () => Promise<Answer>;
  /** A lock that another transaction holds, so that the first try waits inside its own. */
  readonly hold: string;
}

/** The gateway gives up on the first try after a second; it is carried out later, and nobody hears of it. */
async function answerLost({ send, hold }: Request): Promise<Answer> {
  await using held = await begin(stage.databaseUrl, hold);
  const answer = send();
  await waitingFor(stage);
  await pause(1_200);
  await held.rollback();
  return await answer;
}

overNats('A write whose answer is lost on the bus', () => {
  it.each<[string, number, string, () => Promise<Request>]>([
    [
      'the confirmation of an address',
      400,
      'INVALID_LINK',
      async () => {
        const token = await linkFor(newAddress(), 'verify');
        return {
          send: () => through(0).post('/auth/verify', { token, password }),
          hold: 'select 1 from identity.login_link for update',
        };
      },
    ],
    [
      'a new password by a link',
      400,
      'INVALID_LINK',
      async () => {
        const token = await linkFor((await personWithPassword(stage)).email, 'reset');
        return {
          send: () => through(0).post('/auth/update-password', { token, new_password: next }),
          hold: 'select 1 from identity.login_link for update',
        };
      },
    ],
    [
      'a new password in a session',
      401,
      'INVALID_CREDENTIALS',
      async () => {
        const { email } = await personWithPassword(stage);
        const { access_token } = (await through(0).post('/auth/signin', { email, password })).body.data;
        const session = through(0, { Authorization: `Bearer ${access_token}` });
        return {
          send: () => session.post('/auth/update-password', { current_password: password, new_password: next }),
          hold: 'select 1 from identity.person for update',
        };
      },
    ],
    [
      'the acceptance of an invitation',
      404,
      'INVITE_NOT_FOUND',
      async () => {
        const token = await invited(newAddress());
        return {
          send: () => through(0).post('/invites/accept', { token }),
          hold: 'select 1 from onboarding.invite for update',
        };
      },
    ],
  ])('succeeds all the same, and is refused to a second request: %s', async (_, status, code, request) => {
    const asked = await request();
    expect(await answerLost(asked)).toMatchObject({ status: 200, body: { success: true } });
    expect(await asked.send()).toBeRefused(status, code as 'INVALID_LINK');
  });

  it.each([
    ['sign-up', '/auth/signup', { password, name: 'Ada' }, 201],
    ['reset', '/auth/reset-password', {}, 200],
  ])('leaves one link: %s', async (_, path, body, status) => {
    const email = newAddress();
    const send = () => through(0).post(path, { email, ...body });
    const answer = await answerLost({ send, hold: 'lock table identity.login_link in share mode' });
    expect(answer).toMatchObject({ status });
    expect(await whatBecameOf(email)).toMatchObject({ links: 1 });
  });
});

overNats('Over two gateways and two processes of identity', () => {
  const guess = (email: string, nth: number, address: string) =>
    through(nth, { 'X-Forwarded-For': address }).post('/auth/signin', { email, password: wrongPassword });
  const guessEightTimes = (email: string, address: string) =>
    Promise.all(Array.from({ length: 8 }, (_, nth) => guess(email, nth, address)));
  const codesOf = (answers: readonly Answer[], code: string) => answers.filter(({ body }) => body.code === code).length;

  it('one account gets ten wrong passwords from one address, also while requests are not limited', async () => {
    const { email } = await personWithPassword(stage);
    const answers: Answer[] = [];
    for (let round = 0; round < 3; round++) answers.push(...(await guessEightTimes(email, '192.0.2.1')));
    expect([codesOf(answers, 'INVALID_CREDENTIALS'), codesOf(answers, 'RATE_LIMITED')]).toEqual([10, 14]);
    for (const nth of [0, 1]) expect(await guess(email, nth, '192.0.2.1')).toBeRefused(429, 'RATE_LIMITED');
    expect(await guess(email, 0, '192.0.2.2')).toBeRefused(401, 'INVALID_CREDENTIALS');
  });

  it('one account gets a hundred from all addresses together', async () => {
    const { email } = await personWithPassword(stage);
    const answers: Answer[] = [];
    for (let address = 1; address <= 15; address++) {
      answers.push(...(await guessEightTimes(email, `198.51.100.${address}`)));
    }
    expect([codesOf(answers, 'INVALID_CREDENTIALS'), codesOf(answers, 'RATE_LIMITED')]).toEqual([100, 20]);
    for (const nth of [0, 1]) expect(await guess(email, nth, '203.0.113.1')).toBeRefused(429, 'RATE_LIMITED');
  });

  it('one link is accepted once by twenty who come at the same time', async () => {
    const email = newAddress();
    const token = await invited(email);
    const accept = (nth: number) => through(nth).post('/invites/accept', { token });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, nth) => accept(nth)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toBeRefused(404, 'INVITE_NOT_FOUND');
    }
    expect(await whatBecameOf(email)).toMatchObject({ people: 1, parents: 1, tracks: 1 });
  });
});
