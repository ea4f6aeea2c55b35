import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { password, personWithPassword, wrongPassword } from '../../support/sign-in.ts';
import { statementsOf } from '../../support/statements.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** The statements of the work, without those of the email queue and of connection checks meanwhile. */
const askedFor = async (work: () => Promise<unknown>) =>
  (await statementsOf(work)).texts.filter((text) => !/_queue|pg_database/.test(text));

const confirmed = () => personWithPassword(world);
const unconfirmed = () => personWithPassword(world, { email_confirmed_at: null });
const withoutPassword = () => world.person();

const signedUp = async () => {
  const email = 'signed-up@example.org';
  await world.stranger().post('/auth/signup', { email, password, name: 'Ada' });
  return { email };
};

describe('An address that is known takes no other work than one that is not', () => {
  it.each([
    ['to sign up', 'confirmed', confirmed, '/auth/signup', { password, name: 'Ada' }],
    ['to sign up', 'unconfirmed', unconfirmed, '/auth/signup', { password, name: 'Ada' }],
    ['to have a link sent', 'confirmed', confirmed, '/auth/reset-password', {}],
    ['to have a link sent', 'unconfirmed', unconfirmed, '/auth/reset-password', {}],
    ['to be refused a wrong password', 'confirmed', confirmed, '/auth/signin', { password: wrongPassword }],
    ['to be refused a wrong password', 'unconfirmed', unconfirmed, '/auth/signin', { password: wrongPassword }],
    ['to be refused a wrong password', 'without one', withoutPassword, '/auth/signin', { password: wrongPassword }],
    ['to be refused a wrong password', 'signed up', signedUp, '/auth/signin', { password: wrongPassword }],
    ['to have the email sent again', 'confirmed', confirmed, '/auth/resend-verification', { password }],
    ['to have the email sent again', 'signed up', signedUp, '/auth/resend-verification', { password: wrongPassword }],
    ['to be refused a wrong code', 'confirmed', confirmed, '/auth/verify', { code: '000000' }],
    ['to be refused a wrong code', 'signed up', signedUp, '/auth/verify', { code: '000000' }],
  ])('%s: %s', async (_what, _who, person, path, body) => {
    const { email } = await person();
    const ask = (address: string) => world.stranger().post(path, { email: address, ...body });
    await ask('first@example.org');
    const known = await askedFor(() => ask(email));
    const unknown = await askedFor(() => ask(`not-${email}`));
    expect(known.length).toBeGreaterThan(1);
    expect(known).toEqual(unknown);
  });

  it('and its password is hashed all the same', async () => {
    const { email } = await confirmed();
    for (const address of [email, `not-${email}`]) {
      await world.stranger().post('/auth/signup', { email: address, password, name: 'Ada' });
    }
    const links = await world.rows<{ password_hash: string }>`
      select distinct password_hash from identity.login_link where email in (${email}, ${`not-${email}`})`;
    expect(links.map(({ password_hash }) => password_hash.slice(0, 31))).toEqual(
      Array(2).fill('$argon2id$v=19$m=19456,t=2,p=1$'),
    );
  });
});
