import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { keepSession, type Muster } from '../../clients/typescript/src/index.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import type { Person } from '../support/client.ts';
import { openWorld, type World } from '../support/world.ts';
import { clientAt, promisedFetch } from './asked.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

let ada: Person;
let anybody: Muster;
/** Paths that were asked for through `anybody`. */
let asked: string[];
beforeEach(async () => {
  ada = await personWithPassword(world);
  asked = [];
  anybody = clientAt(world, {
    fetch: (input, init) => {
      asked.push(new URL(input).pathname);
      return promisedFetch(input, init);
    },
  });
});
const signedIn = () => anybody.identity.signIn({ email: ada.email, password });
const whoIs = async (muster: Muster) => (await muster.identity.me()).user.id;

describe('A session', () => {
  it('is shown by its access token', async () => {
    const { access_token } = await signedIn();
    expect(await whoIs(clientAt(world, { token: access_token }))).toBe(ada.id);
    expect(await whoIs(clientAt(world, { token: () => Promise.resolve(access_token) }))).toBe(ada.id);
  });

  it('is kept: renewed before its token runs out, once however many ask', async () => {
    const session = await signedIn();
    const told: string[] = [];
    const token = keepSession(anybody, { ...session, expires_in: 30 }, (renewed) => told.push(renewed.access_token));
    const muster = clientAt(world, { token });
    const answers = await Promise.all([whoIs(muster), whoIs(muster), whoIs(muster)]);
    expect(answers).toEqual([ada.id, ada.id, ada.id]);
    expect(asked).toEqual(['/auth/signin', '/auth/refresh']);
    expect(told).toEqual([await token()]);
    expect(told).not.toContain(session.access_token);
  });

  it('is renewed when its token is refused', async () => {
    const session = await signedIn();
    const muster = clientAt(world, { token: keepSession(anybody, { ...session, access_token: 'msa_another' }) });
    expect(await whoIs(muster)).toBe(ada.id);
    expect(asked).toEqual(['/auth/signin', '/auth/refresh']);
  });

  it('that is over is told as one', async () => {
    const session = await signedIn();
    const muster = clientAt(world, { token: keepSession(anybody, session) });
    expect(await muster.identity.signOut()).toEqual({ signed_out: true });
    await expect(whoIs(muster)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('of a page is renewed by its cookie', async () => {
    const first = await world.stranger().post('/auth/signin', { email: ada.email, password, cookie: true });
    const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';');
    const page = clientAt(world, { headers: { Cookie: cookie } });
    const muster = clientAt(world, { token: keepSession(page, { ...first.body.data, expires_in: 0 }) });
    expect(await whoIs(muster)).toBe(ada.id);
  });
});
