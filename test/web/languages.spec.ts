/** Pages in the language of their reader. */
import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import type { Person } from '../support/client.ts';
import { codeIn } from '../support/mails.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import { eventually } from '../support/wire.ts';
import { inBrowser, type Hall } from './in-browser.ts';
import type { Visitor } from './visitor.ts';

const german = { ...narrow, locale: 'de-DE', timezoneId: 'Europe/Berlin' };
const french = { locale: 'fr-FR' };

/** A hackathon in Berlin with two places, on a Saturday that is far away. */
async function openHackathon({ world }: Hall) {
  const acme = await world.organization({ name: 'Acme' });
  const start = { tz: 'Europe/Berlin', start_at: '2027-03-13T08:00:00Z', end_at: '2027-03-13T17:00:00Z' };
  const hack = await world.superEvent(acme, { name: 'Bienen-Hack', max_participants: 2, ...start });
  const track = await world.track(hack, { name: 'Honig', config_json: JSON.stringify({ max_team_size: 3 }), ...start });
  await world.rows`
    insert into events.registration_field
           (super_event_id, field_type, label, is_required, options, order_index, validation_rules)
    values (${hack.id}, 'textarea', 'Warum kommst du?', false, '[]', 0, '{"min_length": 10}')`;
  const olga = world.as(await world.member(acme, 'OWNER', { name: 'Olga' }), acme);
  return { world, hack, track, olga };
}
type Open = Awaited<ReturnType<typeof openHackathon>>;

const languageOf = ({ page }: Visitor) => page.locator('html').getAttribute('lang');
const speaks = ({ page }: Visitor, language: string) =>
  page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' });
const localeOf = async ({ world }: Hall, { id }: Pick<Person, 'id'>) => {
  const [row] = await world.rows<{ locale: string | null }>`select locale from identity.person where id = ${id}`;
  return row?.locale;
};

/** Applies as a stranger does, and returns the address. */
async function applyIn({ world, hack }: Open, visitor: Visitor): Promise<string> {
  const email = 'nina@bienen.test';
  const { page } = visitor;
  await visitor.open(`/apply/${hack.slug}`);
  await page.getByText('Noch 1 von 2 Plätzen frei.').waitFor();
  await page.getByText('Vor Ort · Sa., 13. März, 09:00').waitFor();
  expect(await languageOf(visitor)).toBe('de');
  await visitor.isTitled('Bienen-Hack – Muster');
  expect([await visitor.barriers(), await visitor.fits()]).toEqual([[], true]);
  await page.getByLabel('Warum kommst du? (optional)').fill('Wegen der Bienen');
  await page.getByLabel('Name').fill('Nina');
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort').fill(password);
  await page.getByRole('button', { name: 'Registrieren und bewerben' }).click();
  await page.getByText(`Eine E-Mail mit einem sechsstelligen Code ist unterwegs an ${email}.`).waitFor();
  const mail = await world.nextMailTo(email);
  expect(mail.subject).toBe('Bestätige deine E-Mail-Adresse');
  visitor.expectRefusal(400, /^\/auth\/verify$/);
  await page.getByLabel('Code').fill(codeIn(mail) === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Bestätigen' }).click();
  await page.getByText('Das ist nicht der Code, oder er wurde zu oft versucht.').waitFor();
  await page.getByLabel('Code').fill(codeIn(mail));
  await page.getByRole('button', { name: 'Bestätigen' }).click();
  await page.getByRole('heading', { name: 'Du hast dich für Bienen-Hack beworben' }).waitFor();
  expect([await visitor.barriers(), await visitor.fits()]).toEqual([[], true]);
  return email;
}

/** Accepts somebody in the hackathon and on its track. */
async function accept({ world, olga }: Open, email: string): Promise<void> {
  const [ids] = await world.rows<{ parent: string; place: string }>`
    select r.super_event_registration_id as parent, r.id as place
      from registrations.registration r join identity.person p on p.id = r.user_id where p.email = ${email}`;
  await olga.patch(`/super-event-registrations/${ids?.parent}/status`, { status: 'accepted' });
  await olga.patch(`/registrations/${ids?.place}/status`, { status: 'accepted' });
}

/** Founds a team with places that are counted in German. */
async function team({ page }: Visitor): Promise<void> {
  await page.getByText('noch 2 Plätze frei').waitFor();
  await page.getByText('Ein Team gründen').click();
  await page.getByTestId('team-name').fill('Wespen');
  await page.getByRole('button', { name: 'Team gründen' }).click();
  await page.getByRole('heading', { name: 'Team Wespen' }).waitFor();
  await page.getByText('Noch 2 Plätze frei.').waitFor();
}

inBrowser('A reader of German', (hall) => {
  it('applies, is accepted, founds a team and hands in a project, all in German', async () => {
    const open = await openHackathon(hall);
    const { world, hack, track } = open;
    const [cem, dora] = [await world.person({ name: 'Cem' }), await world.person({ name: 'Dora' })];
    await world.registered(cem, track);
    await world.team(track, [cem], { name: 'Bienen' });
    const visitor = await hall.visit(german);
    const { page } = visitor;
    const email = await applyIn(open, visitor);
    const [nina] = await world.rows<Person>`select id, email, name, locale from identity.person where email = ${email}`;
    expect(nina).toMatchObject({ name: 'Nina', locale: 'de' });

    await page.getByRole('link', { name: 'Meine Bewerbung ansehen' }).click();
    await page.getByText('Das Organisationsteam hat noch nicht entschieden. Es gibt nichts zu tun.').waitFor();
    await accept(open, email);
    await page.reload();
    await page.getByText('✓ Du bist dabei').waitFor();
    await page.getByText(/^Sa\., 13\. März 2027, 09:00\s?–\s?18:00( Uhr)?$/).waitFor();
    await page.getByText(/^Noch \d+ (Monate|Tage)$/).waitFor();
    expect([await visitor.barriers(), await visitor.fits()]).toEqual([[], true]);

    await team(visitor);
    const [wasps] = await world.rows<{ id: string }>`select id from teams.team where name = 'Wespen'`;
    await world.registered(dora, track);
    await world.rows`
      insert into teams.member (team_id, super_event_id, event_id, user_id, role)
      values (${wasps?.id}, ${hack.id}, ${track.id}, ${dora.id}, 'MEMBER')`;
    await page.reload();
    await page.getByText('Noch 1 Platz frei.').waitFor();

    await page.getByTestId('project-title').fill('Bienenzähler');
    await page.getByText('□ Auf diesem Gerät gespeichert. Es zählt erst, wenn du es abgibst.').waitFor();
    await page.getByRole('button', { name: 'Abgeben', exact: true }).click();
    await page.getByText('✓ Gespeichert').waitFor();
    await page.getByText('Abgegeben. Du kannst es bis Sa., 13. März, 18:00 ändern.').waitFor();
    expect([await visitor.barriers(), await visitor.fits()]).toEqual([[], true]);
    await visitor.leave();
  });

  it('reads in German why something was refused, and which limit an answer has passed', async () => {
    const { hack } = await openHackathon(hall);
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit(german);
    const { page } = visitor;
    await visitor.open('/signin');
    await page.getByLabel('E-Mail-Adresse').fill('niemand@example.org');
    await page.getByLabel('Passwort').fill(password);
    visitor.expectRefusal(401, /^\/auth\/signin$/);
    await page.getByTestId('sign-in').click();
    await page.getByText('Die Adresse oder das Passwort ist falsch.').waitFor();
    await page.getByLabel('E-Mail-Adresse').fill(ada.email);
    await page.getByTestId('sign-in').click();
    await page.waitForURL('**/me');
    await page.getByText('Noch kein Ticket.').waitFor();
    await visitor.open(`/apply/${hack.slug}`);
    await page.getByLabel('Warum kommst du?').fill('Einfach.');
    visitor.expectRefusal(400, /^\/super-events\/[\w-]+\/register$/);
    await page.getByRole('button', { name: 'Bewerben' }).click();
    await page.getByText('Mindestens 10 Zeichen.').waitFor();
    await page.getByText('Bitte sieh dir an, was oben markiert ist.').waitFor();
    await visitor.leave();
  });
});

inBrowser('The language of pages', (hall) => {
  it.each(['/', '/signin'])('is switched by a stranger at the foot of %s, and stays', async (path) => {
    const visitor = await hall.visit();
    await visitor.open(path);
    expect(await languageOf(visitor)).toBe('en');
    await visitor.page.getByTestId('language').selectOption('Español');
    await speaks(visitor, 'es');
    await visitor.page.getByText('Iniciar sesión').first().waitFor();
    await visitor.open('/auth/reset');
    expect(await languageOf(visitor)).toBe('es');
    await visitor.page.getByLabel('Tu dirección de correo').waitFor();
    expect(await visitor.page.getByTestId('language').inputValue()).toBe('es');
    await visitor.leave();
  });

  it.each(['/me', '/'])('is switched at the foot of %s for the account of somebody who is signed in', async (path) => {
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit();
    await visitor.signIn({ ...ada, password });
    await visitor.page.waitForURL('**/me');
    await visitor.page.getByText('No ticket yet.').waitFor();
    await visitor.open(path);
    await visitor.page.getByTestId('language').selectOption('Deutsch');
    await speaks(visitor, 'de');
    await eventually(
      () => localeOf(hall, ada),
      (locale) => locale === 'de',
    );
    await visitor.leave();
  });

  it('is that of the account rather than that of the browser', async () => {
    const ada = await personWithPassword(hall.world, { locale: 'fr' });
    const visitor = await hall.visit();
    await visitor.signIn({ ...ada, password });
    await visitor.page.waitForURL('**/me');
    await speaks(visitor, 'fr');
    await visitor.page.getByText('Pas encore de billet.').waitFor();
    await visitor.open('/account');
    await visitor.page.getByText('Votre mot de passe').first().waitFor({ state: 'attached' });
    expect(await localeOf(hall, ada)).toBe('fr');
    await visitor.leave();
  });

  it('is that of the browser where the account has chosen none, and leaves it so', async () => {
    const ada = await personWithPassword(hall.world);
    const visitor = await hall.visit(french);
    await visitor.open('/signin');
    await visitor.page.getByLabel('Adresse e-mail').fill(ada.email);
    await visitor.page.getByLabel('Mot de passe').fill(password);
    await visitor.page.getByTestId('sign-in').click();
    await visitor.page.getByText('Pas encore de billet.').waitFor();
    expect(await localeOf(hall, ada)).toBeNull();
    await visitor.leave();
  });
});
