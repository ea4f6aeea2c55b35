/** Emails in the language that their recipient has chosen. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Db } from '../../../shared/database/database.ts';
import { openDatabase } from '../../../shared/database/database.ts';
import { locales } from '../../../shared/contract/vocabulary.ts';
import { sendEmail } from '../../../shared/kit/emails.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let orm: Awaited<ReturnType<typeof openDatabase>>;
beforeAll(async () => {
  world = await openWorld();
  orm = await openDatabase('identity', world.databaseUrl, { max: 3 });
});
afterAll(async () => {
  await orm.close();
  await world.close();
});

const inTransaction = (work: (db: Db) => Promise<void>) => orm.em.fork().transactional(work);
const happening = {
  organization_name: 'Acme',
  start_at: '2027-03-06T08:00:00.000Z',
  end_at: '2027-03-07T17:00:00.000Z',
  tz: 'Europe/Berlin',
  place: 'Hall 3',
};
const accepted = (to: string) => ({
  to,
  key: to,
  secret: 'door-token',
  data: {
    ...({ name: 'Ada', status: 'accepted', super_event_name: 'Hack', event_name: null, happening } as const),
    confirm_by: '2027-02-01T11:00:00.000Z',
  },
});

async function written(locale: string | null) {
  const { email } = await world.person({ locale });
  await inTransaction((db) => sendEmail(db, 'decision', accepted(email)));
  return world.nextMailTo(email);
}

describe('A person who has chosen a language', () => {
  it('gets emails in German, with the dates of German, the zone of the hackathon and the language in the HTML', async () => {
    const mail = await written('de');
    expect(mail.subject).toBe('Du bist dabei! Hack, 6.–7. März');
    for (const text of [
      'Hallo Ada,',
      'vor Mo., 1. Februar 2027 um 12:00 MEZ',
      'Wann: Sa., 6. März 2027 um 09:00 MEZ – So., 7. März 2027 um 18:00 MEZ',
      'Wo: Hall 3',
      'Dein Check-in-Code:\ndoor-token',
      'Gesendet von Muster für Acme.',
    ])
      expect(mail.text).toContain(text);
    expect(mail.html).toContain('<html lang="de">');
    expect(mail.html).toContain('alt="Dein Check-in-Code als QR-Code"');
  });

  it.each([
    ['es', '¡Tienes plaza! Hack, 6–7 de marzo', '6 de marzo de 2027'],
    ['fr', 'C’est bon, vous venez ! Hack, 6–7 mars', '6 mars 2027'],
    ['en', "You're in! Hack, 6–7 March", '6 March 2027'],
    [null, "You're in! Hack, 6–7 March", '6 March 2027'],
  ])('gets them in %s', async (locale, subject, date) => {
    const mail = await written(locale);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(date);
  });

  it('gets the email to a new address in it as well', async () => {
    const to = 'new@example.org';
    const data = { locale: 'fr' as const };
    await inTransaction((db) => sendEmail(db, 'email-change', { to, key: to, secret: 'token&code=123456', data }));
    expect((await world.nextMailTo(to)).subject).toBe('Confirmez votre nouvelle adresse e-mail');
  });
});

it('Nobody with an address that has no account gets anything but English', async () => {
  const to = 'stranger@example.org';
  await inTransaction((db) => sendEmail(db, 'unknown-address', { to, key: to, data: {} }));
  expect((await world.nextMailTo(to)).text).toContain('Perhaps you signed up with another one.');
});

it('No two languages have a text in common that has more than one word', async () => {
  const all = await Promise.all(
    locales.map(async (locale) => {
      const { [locale]: texts } = (await import(`../../../services/mail/texts/${locale}.ts`)) as Record<string, object>;
      return textsOf(texts ?? {});
    }),
  );
  const seen = all.flat();
  expect(seen.filter((text, place) => seen.indexOf(text) !== place)).toEqual([]);
});

/** Texts without values; those with values are functions. */
const textsOf = (texts: object): string[] =>
  Object.values(texts).flatMap((each: unknown) =>
    typeof each === 'string' ? (each.includes(' ') ? [each] : []) : typeof each === 'object' ? textsOf(each ?? {}) : [],
  );
