import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Db } from '../../../shared/database/database.ts';
import { openDatabase } from '../../../shared/database/database.ts';
import { sendEmail } from '../../../shared/kit/emails.ts';
import { tokenIn } from '../../support/mails.ts';
import { scanned } from '../../support/scanned.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let orm: Awaited<ReturnType<typeof openDatabase>>;
beforeAll(async () => {
  world = await openWorld({ PUBLIC_URL: 'https://muster.example.org' });
  orm = await openDatabase('identity', world.databaseUrl, { max: 3 });
});
afterAll(async () => {
  await orm.close();
  await world.close();
});

const inTransaction = (work: (db: Db) => Promise<void>) => orm.em.fork().transactional(work);
const secret = 'c2VjcmV0-token';
const reset = (to: string, name: string | null = 'Ada') =>
  [to, { to, data: { name }, secret, key: `${to}/reset` }] as const;

describe('A letter', () => {
  it('is sent when its transaction commits, readable as text and as HTML', async () => {
    const [to, sending] = reset('ada@example.org');
    await inTransaction((db) => sendEmail(db, 'reset', sending));
    const mail = await world.nextMailTo(to);
    const link = `https://muster.example.org/auth/reset#token=${secret}&email=${encodeURIComponent(to)}`;
    expect(mail).toMatchObject({ to, subject: 'Choose a new password', links: [link] });
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link.replace('&', '&amp;')}"`);
    expect(mail.html).toMatch(/<meta name="viewport" content="width=device-width"/);
    expect(tokenIn(mail)).toBe(secret);
  });

  it('is not sent when its transaction does not commit', async () => {
    const [lost, sending] = reset('lost@example.org');
    const refused = inTransaction(async (db) => {
      await sendEmail(db, 'reset', sending);
      throw new Error('changed my mind');
    });
    await expect(refused).rejects.toThrow('changed my mind');
    const [after, later] = reset('after@example.org');
    await inTransaction((db) => sendEmail(db, 'reset', later));
    await world.nextMailTo(after);
    expect(await world.mailsTo(lost)).toEqual([]);
  });

  it('shows what people call themselves as text, never as markup', async () => {
    const [to, sending] = reset('mallory@example.org', '<img src=x onerror="alert(1)">');
    await inTransaction((db) => sendEmail(db, 'reset', sending));
    const { html, text } = await world.nextMailTo(to);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
    expect(text).toContain('<img src=x');
  });

  it('leaves no job behind, and none that waits gives its secret away', async () => {
    const [, sending] = reset('sealed@example.org');
    await inTransaction(async (db) => {
      await sendEmail(db, 'reset', sending);
      const jobs = await world.rows<{ n: number }>`select count(*)::int as n from mail_queue._private_jobs`;
      expect(jobs).toEqual([{ n: 0 }]);
    });
    await world.nextMailTo('sealed@example.org');
    const jobs = () => world.rows<{ payload: unknown }>`select payload from mail_queue._private_jobs`;
    await eventually(jobs, (left) => left.length === 0);
  });
});

const data = { name: 'Ada', super_event_name: 'Hack & Sleep', event_name: 'Hardware' };

describe('The letters', () => {
  it.each([
    ['accepted', "You're in! Hardware (Hack & Sleep)"],
    ['waitlisted', 'You are on the waiting list: Hardware (Hack & Sleep)'],
    ['rejected', 'About your registration: Hardware (Hack & Sleep)'],
  ] as const)('say that somebody is %s', async (status, subject) => {
    const to = `${status}@example.org`;
    const code = status === 'accepted' ? { secret: 'door-token' } : {};
    await inTransaction((db) => sendEmail(db, 'decision', { to, data: { ...data, status }, key: to, ...code }));
    const mail = await world.nextMailTo(to);
    const links = status === 'accepted' ? ['https://muster.example.org/me'] : [];
    expect(mail).toMatchObject({ subject, links });
    expect(mail.html).toContain('Hardware (Hack &amp; Sleep)');
    expect(mail.text.includes('door-token')).toBe(status === 'accepted');
    const shown = [...mail.html.matchAll(/<img src="([^"]*)"/g)].map(([, source = '']) => source);
    expect(await Promise.all(shown.map(scanned))).toEqual(status === 'accepted' ? [['door-token']] : []);
  });

  it('tell somebody with a place when and where, in the name of the organization, with a file for the calendar', async () => {
    const to = 'when@example.org';
    const happening = {
      organization_name: 'Nordlicht Hacks',
      start_at: '2027-03-06T08:00:00.000Z',
      end_at: '2027-03-07T17:00:00.000Z',
      tz: 'Europe/Berlin',
      place: 'Mainz, Rheinufer 1',
    };
    const registration_id = '0199c0de-0000-7000-8000-000000000001';
    const told = { ...data, status: 'accepted', happening, registration_id } as const;
    await inTransaction((db) => sendEmail(db, 'decision', { to, data: told, key: to, secret: 'door-token' }));
    const { text, html, sender, calendar } = await world.nextMailTo(to);
    expect(sender).toBe('Nordlicht Hacks');
    expect(text).toContain(
      'When: Sat, 6 March 2027 at 09:00 CET – Sun, 7 March 2027 at 18:00 CET\nWhere: Mainz, Rheinufer 1',
    );
    expect(html).toContain('<meta name="color-scheme" content="light dark" />');
    expect(calendar).toContain(`\r\nUID:${registration_id}@muster.example.org\r\n`);
    expect(calendar).toContain(String.raw`LOCATION:Mainz\, Rheinufer 1`);
  });

  it.each([
    [
      'clocks change',
      '2027-03-28T00:00:00.000Z',
      '2027-03-28T08:00:00.000Z',
      'Sun, 28 March 2027 at 01:00 CET – 10:00 CEST',
    ],
    [
      'it ends at midnight',
      '2027-03-06T08:00:00.000Z',
      '2027-03-06T23:00:00.000Z',
      'Sat, 6 March 2027, 09:00–24:00 CET',
    ],
  ])('name the zone of both ends, on a day on which %s', async (why, start_at, end_at, when) => {
    const to = `${why.replaceAll(' ', '-')}@example.org`;
    const happening = { organization_name: 'Nordlicht Hacks', start_at, end_at, tz: 'Europe/Berlin', place: null };
    const asked = { ...data, status: 'accepted', happening, confirm_by: '2027-03-01T23:00:00.000Z' } as const;
    await inTransaction((db) => sendEmail(db, 'decision', { to, data: asked, key: to, secret: 'door-token' }));
    const { text } = await world.nextMailTo(to);
    expect(text).toContain(`When: ${when}\n`);
    expect(text).toContain('before Mon, 1 March 2027 at 24:00 CET.');
  });

  it('invite to a hackathon and to a role in it, until a time', async () => {
    const expires_at = '2030-05-06T12:00:00.000Z';
    const [guest, judge] = ['guest@example.org', 'judge@example.org'];
    await inTransaction(async (db) => {
      const invited = { name: null, organization_name: 'Acme', super_event_name: 'Hack', expires_at };
      await sendEmail(db, 'invitation', { to: guest, data: invited, secret: 'one', key: guest });
      const asked = { role: 'JUDGE', event_name: null, invited_by: 'Olga', message: 'Please come!' } as const;
      const asJudge = { ...asked, super_event_name: 'Hack', expires_at };
      await sendEmail(db, 'role-invitation', { to: judge, data: asJudge, secret: 'two', key: judge });
    });
    const invitation = await world.nextMailTo(guest);
    expect(invitation.subject).toBe('You are invited to Hack');
    expect(invitation.text).toContain('The invitation is open until Mon, 6 May 2030 at 12:00 UTC.');
    expect(invitation.links).toEqual(['https://muster.example.org/invites/accept#token=one']);
    const offer = await world.nextMailTo(judge);
    expect(offer.subject).toBe('You are invited to be a judge at Hack');
    expect(offer.text).toContain('Please come!');
    expect(tokenIn(offer)).toBe('two');
  });

  it('ask to confirm an address, and tell who has an account already', async () => {
    const [fresh, known] = ['fresh@example.org', 'known@example.org'];
    await inTransaction(async (db) => {
      await sendEmail(db, 'verification', { to: fresh, data: {}, secret: 'three', key: fresh });
      await sendEmail(db, 'known-address', { to: known, data: { name: null }, key: known });
    });
    expect((await world.nextMailTo(fresh)).links).toEqual(['https://muster.example.org/auth/verify#token=three']);
    expect((await world.nextMailTo(known)).links).toEqual(['https://muster.example.org/auth/reset']);
  });
});
