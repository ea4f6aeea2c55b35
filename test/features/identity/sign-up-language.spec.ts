/** Accounts begin in the language of the page on which they were made. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokenIn } from '../../support/mails.ts';
import { password, personWithPassword } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

let count = 0;
const newAddress = () => `nouvelle-${++count}@example.org`;
const signUp = (email: string, locale?: string) =>
  world.stranger().post('/auth/signup', { email, password, name: 'Ada', ...(locale && { locale }) });

/** Signs up, and returns the subject of the email and the language of the account that it confirms. */
async function begun(email: string, locale?: string) {
  expect((await signUp(email, locale)).status).toBe(201);
  const mail = await world.nextMailTo(email);
  const { body } = await world.stranger().post('/auth/verify', { token: tokenIn(mail), password });
  return [mail.subject, body.data.session.user.locale];
}

describe('Signing up', () => {
  it('on a German page sends the email in German, and makes an account that stays with it', async () => {
    expect(await begun(newAddress(), 'de')).toEqual(['Bestätige deine E-Mail-Adresse', 'de']);
  });

  it('confirmed by the code of the email makes the same account', async () => {
    const email = newAddress();
    await signUp(email, 'es');
    const { text } = await world.nextMailTo(email);
    const [, code] = /\b(\d{3} ?\d{3})\b/.exec(text) ?? [];
    const { body } = await world.stranger().post('/auth/verify', { email, code: code?.replace(' ', '') });
    expect(body.data.session.user.locale).toBe('es');
  });

  it('without a language makes an account that has chosen none', async () => {
    expect(await begun(newAddress())).toEqual(['Confirm your email address', null]);
  });

  it('leaves an account the language that it had before it was confirmed', async () => {
    const email = newAddress();
    await world.rows`insert into identity.person (email, locale) values (${email}, 'fr')`;
    expect(await begun(email, 'de')).toEqual(['Confirmez votre adresse e-mail', 'fr']);
  });

  it.each([
    ['fr', 'Vous avez déjà un compte'],
    [null, 'Du hast schon ein Konto'],
  ])('with a known address of somebody who chose %s writes to them: %s', async (locale, subject) => {
    const { id, email } = await personWithPassword(world);
    await world.rows`update identity.person set locale = ${locale} where id = ${id}`;
    await signUp(email, 'de');
    expect(await world.nextMailTo(email)).toMatchObject({ subject });
    expect(await world.rows`select locale from identity.person where id = ${id}`).toEqual([{ locale }]);
  });

  it('takes no language that nobody wrote texts in', async () => {
    const answer = await signUp(newAddress(), 'tlh');
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toEqual([expect.objectContaining({ field: 'locale' })]);
  });
});

describe('Accepting an invitation', () => {
  async function accepted(email: string, locale: string) {
    const acme = await world.organization();
    const olga = world.as(await world.member(acme, 'OWNER', { name: 'Olga' }), acme);
    const hack = await world.superEvent(acme);
    await world.track(hack);
    await olga.post(`/super-events/${hack.slug}/participants`, { email });
    const token = tokenIn(await world.nextMailTo(email));
    const answer = await world.stranger().post('/invites/accept', { token, locale });
    return answer.body.data.session.user.locale as string | null;
  }

  it('makes an account in the language of the page', async () => {
    expect(await accepted(newAddress(), 'de')).toBe('de');
  });

  it('leaves an account the language that it had before it was confirmed', async () => {
    const email = newAddress();
    await world.rows`insert into identity.person (email, locale) values (${email}, 'fr')`;
    expect(await accepted(email, 'de')).toBe('fr');
  });
});
