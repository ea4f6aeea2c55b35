import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokenIn } from '../../support/mails.ts';
import { hashed } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function invited(email: string): Promise<string> {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  await world.track(hack);
  const olga = world.as(await world.member(acme, 'OWNER'), acme);
  await olga.post(`/super-events/${hack.slug}/participants`, { email });
  return tokenIn(await world.nextMailTo(email));
}
const accept = (body: Record<string, unknown>) => world.stranger().post('/invites/accept', body);

describe('An invitation to somebody whose account has a password', () => {
  it('asks for it', async () => {
    const password_hash = await hashed('correct horse');
    const known = await world.person({ name: null, password_hash });
    const token = await invited(known.email);
    expect(await accept({ token })).toBeRefused(401, 'PASSWORD_REQUIRED');
    for (let n = 0; n < 8; n++) {
      expect(await accept({ token, password: 'battery staple' })).toBeRefused(401, 'INVALID_CREDENTIALS');
    }
    expect(await world.rows`select status from onboarding.invite where email = ${known.email}`).toEqual([
      { status: 'pending' },
    ]);
    expect(await world.rows`select 1 from identity.session where user_id = ${known.id}`).toEqual([]);
    expect(await world.rows`select name, password_hash from identity.person where id = ${known.id}`).toEqual([
      { name: null, password_hash },
    ]);
    const answer = await accept({ token, password: 'correct horse' });
    expect(answer).toMatchObject({ status: 200, body: { data: { user_id: known.id } } });
  });

  it('takes ten tries at a time', async () => {
    const other = await world.person({ name: null, password_hash: await hashed('correct horse') });
    const theirs = await invited(other.email);
    for (let n = 0; n < 10; n++) await accept({ token: theirs, password: 'battery staple' });
    expect(await accept({ token: theirs, password: 'correct horse' })).toBeRefused(429, 'RATE_LIMITED');
  });
});
