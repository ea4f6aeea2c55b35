/** The email as a mail server gets it: sender, recipient and attachments. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { compose } from '../../../services/mail/layout.ts';
import { openTransport, type Send } from '../../../services/mail/transport.ts';
import { headersOf, MailServer, shown } from '../../support/mail-server.ts';

const server = new MailServer();
let send: Send;
beforeAll(async () => {
  const url = await server.listen();
  send = openTransport({
    mail: { url, from: 'Muster <muster@example.org>', key: undefined, rate: undefined },
    dataDir: '/nowhere',
  });
});
afterAll(() => server.close());

const draft = { subject: 'You are in', greeting: 'Hello,', paragraphs: ['You have a place.'] };
async function sent(more: Partial<Parameters<typeof compose>[0]>): Promise<string> {
  await send(compose({ ...draft, ...more }), { to: 'ada@muster.test', id: 'one', written_at: new Date() });
  return server.received.at(-1)?.text ?? '';
}

it('A letter comes from the address that is configured, in the name of the organization', async () => {
  expect(headersOf(await sent({}))).toMatch(/^From: Muster <muster@example\.org>$/m);
  expect(headersOf(await sent({ organization: 'Nordlicht Hacks' }))).toMatch(
    /^From: Nordlicht Hacks <muster@example\.org>$/m,
  );
});

it.each(['Evil\r\nBcc: eve@evil.test', 'Evil" <eve@evil.test>, "x', 'eve@evil.test,'])(
  'A name is a name, and never another header or address: %j',
  async (organization) => {
    const headers = headersOf(await sent({ organization, subject: `At ${organization}` })).replace(/\r\n\s/g, ' ');
    expect(headers).not.toMatch(/^Bcc:/im);
    const from = /^From: (.*)$/m.exec(headers)?.[1] ?? '';
    expect(from).toMatch(/^(?:"(?:[^"\\]|\\.)*"|[^<>,]*) <muster@example\.org>$/);
  },
);

it.each([
  '=?us-ascii?Q?Admin?=',
  'Team =?utf-8?B?QWRtaW4=?= with a name that is longer than one word of a header may be',
  '=?utf-8?B?QWRtaW4=?= of "Bücher"',
  '=?utf-8?Q?a b?= =?',
])('A name that looks like an encoded word is shown as it was typed: %j', async (organization) => {
  const text = await sent({ organization, subject: `At ${organization}` });
  expect(shown(text, 'From')).toBe(`${organization} <muster@example.org>`);
  expect(shown(text, 'Subject')).toBe(`At ${organization}`);
  // Readers that follow the standard decode nothing between quotes.
  expect(headersOf(text)).not.toMatch(/^From: "/m);
});

it('Answers go to one address, in which no name or other address can stand', async () => {
  const reply_to = '"=?us-ascii?Q?Admin?=" <eve@evil.test>, "team"@example.org';
  const headers = headersOf(await sent({ look: { logo_url: null, colour: null, reply_to } })).replace(/\r\n\s/g, ' ');
  expect(headers).toMatch(/^Reply-To: <"(?:[^"\\]|\\.)*"@example\.org>$/m);
});

it('A calendar file is attached as one', async () => {
  const url = 'https://muster.example.org/me';
  const start = new Date('2027-03-06T08:00:00Z');
  const event = { uid: 'one', title: 'Hack', start, end: undefined, place: undefined, url, written_at: start };
  const text = await sent({ event });
  expect(text).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=PUBLISH;/i);
  expect(text).toMatch(/filename=invite\.ics/);
});
