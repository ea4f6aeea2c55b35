import { expect, it } from '@jest/globals';
import { afterAll } from '@jest/globals';
import { Issuer } from '../support/issuer.ts';
import { codeOf, personWithApp } from '../support/second-factor.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import { inBrowser } from './in-browser.ts';
import { looksRight } from './looks.ts';

let campus: Issuer;
afterAll(() => campus.close());
const settings = async () => {
  campus = await Issuer.listen();
  return { ...campus.settings('campus'), SIGN_IN_CAMPUS_LABEL: 'University of Mainz' };
};

let nth = 0;
/** Somebody new at the issuer. */
const comes = (as: Partial<Issuer['persona']> = {}) =>
  (campus.persona = { sub: `person-${++nth}`, email: `person-${nth}@campus.test`, email_verified: true, ...as });

inBrowser(
  'The button of an issuer',
  (hall) => {
    const visitor = async () => {
      const somebody = await hall.visit();
      somebody.expectSite(campus.url);
      return somebody;
    };

    it('signs in from the page to sign in on, and goes on', async () => {
      comes({ name: 'Ada Lovelace' });
      const somebody = await visitor();
      const { page } = somebody;
      await somebody.open('/signin');
      await page.getByTestId('sign-in-by-campus').getByText('Go on with University of Mainz').waitFor();
      await looksRight(somebody, 'a button of an issuer');
      await page.getByTestId('sign-in-by-campus').click();
      await page.waitForURL('**/me');
      await page.getByTitle('Signed in as Ada Lovelace').waitFor();
      await somebody.leave();
    });

    it('fills the form to apply in with what the issuer tells', async () => {
      const { email } = comes({ name: 'Grace Hopper' });
      const hack = await hall.world.superEvent(await hall.world.organization());
      await hall.world.track(hack);
      const somebody = await visitor();
      const { page } = somebody;
      await somebody.open(`/apply/${hack.slug}`);
      await page.getByTestId('sign-in-by-campus').click();
      await page.getByText(`You apply as Grace Hopper, ${email}.`).waitFor();
      await page.waitForURL(`**/apply/${hack.slug}`);
      await somebody.leave();
    });

    it('asks once for the password of the account that has the address', async () => {
      const ada = await personWithPassword(hall.world, { name: 'Ada' });
      comes({ email: ada.email });
      const somebody = await visitor();
      const { page } = somebody;
      await somebody.open('/signin#to=account');
      await page.getByTestId('sign-in-by-campus').click();
      await page.getByText('An account with your address exists.').waitFor();
      somebody.expectRefusal(401, /^\/auth\/by\/campus\/join$/);
      await page.getByLabel('Password').fill('not the password');
      await page.getByTestId('join').click();
      await page.getByText('The password is wrong.').waitFor();
      await looksRight(somebody, 'joining an account');
      await page.getByLabel('Password').fill(password);
      await page.getByTestId('join').click();
      await page.waitForURL('**/account');
      await somebody.leave();
    });

    it('asks for the code of an app as well', async () => {
      const ada = comes();
      const person = await personWithPassword(hall.world, { email: ada.email });
      const { secret } = await personWithApp(hall.world, person);
      await hall.world.rows`
        insert into identity.sign_in (issuer, subject, user_id, provider, email)
        values (${campus.url}, ${ada.sub}, ${person.id}, 'campus', ${ada.email})`;
      const somebody = await visitor();
      const { page } = somebody;
      await somebody.open('/signin#to=account');
      await page.getByTestId('sign-in-by-campus').click();
      await page.getByTestId('second-factor-code').fill(codeOf(secret, 1));
      await page.getByTestId('second-factor-send').click();
      await page.waitForURL('**/account');
      await somebody.leave();
    });

    it('says what to do where the address is not confirmed there', async () => {
      comes({ email_verified: false });
      const somebody = await visitor();
      const { page } = somebody;
      await somebody.open('/signin');
      await page.getByTestId('sign-in-by-campus').click();
      await page.getByText('does not say that your email address is confirmed').waitFor();
      await looksRight(somebody, 'an address that is not confirmed at the issuer');
      await somebody.leave();
    });
  },
  { atHome: true, env: settings },
);

inBrowser('Pages without an issuer', (hall) => {
  it('have no button', async () => {
    const visitor = await hall.visit();
    await visitor.open('/signin');
    await visitor.page.getByTestId('sign-in').waitFor();
    expect(await visitor.page.locator('[data-testid^=sign-in-by-]').count()).toBe(0);
    await visitor.leave();
  });
});
