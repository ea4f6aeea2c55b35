/** Sends emails by SMTP, or writes each to a file. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type Transporter } from 'nodemailer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { isReservedAddress } from '../../shared/contract/email-address.ts';
import type { Config } from '../../shared/process/config.ts';
import { codePicture, type Email } from './layout.ts';

export interface Envelope {
  readonly to: string;
  /** Identifies the email; the same each time it is sent. */
  readonly id: string;
  readonly written_at: Date;
}
export type Send = (email: Email, envelope: Envelope) => Promise<void>;

/** Returns the function that sends an email; it rejects when the email was not accepted. */
export const openTransport = ({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Send =>
  mail.url ? bySmtp(mail.url, mail.from) : intoFiles(join(dataDir, 'mail'));

/** Removes the letters in files to some addresses. A mail server keeps none. */
export const forgetLetters =
  ({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>) =>
  async (addresses: readonly string[]): Promise<void> => {
    const directory = join(dataDir, 'mail');
    const names = mail.url ? [] : await readdir(directory).catch((): string[] => []);
    for (const path of names.map((name) => join(directory, name))) {
      // Two people may be erased at once.
      const letter = await readFile(path, 'utf8').catch(() => '{}');
      const { to = '' } = JSON.parse(letter) as { readonly to?: string };
      if (addresses.includes(to)) await rm(path, { force: true });
    }
  };

/** Milliseconds to connect, and to wait for an answer of the server. */
const [toConnect, toSpeak] = [10_000, 15_000];

export const connectSmtp = (url: string, from: string, patience = { toConnect, toSpeak }) =>
  createTransport(
    {
      url,
      connectionTimeout: patience.toConnect,
      greetingTimeout: patience.toConnect,
      socketTimeout: patience.toSpeak,
    },
    { from },
  );

/** Tells whether the mail server will never take emails to this address, so that none is tried again (RFC 5321, 4.2.1). */
export function isRefusedForGood(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  return command === 'RCPT TO' && responseCode >= 500;
}

/** The longest encoded word that nodemailer writes. */
const wordLength = 52;

/**
 * Encodes a text that looks like an encoded word (RFC 2047), which readers of mail would decode and show as another text.
 * nodemailer leaves it as it is, because its callers may encode by themselves.
 */
const literally = (text: string) => (text.includes('=?') ? encodeWord(text, 'B', wordLength) : text);

/** Encodes such names of senders as well: nodemailer would put them in quotes, where some readers decode them all the same. */
function encodeSenders(transport: Transporter): void {
  transport.use('stream', ({ message, data }, done) => {
    const { name = '', address = '' } = typeof data.from === 'object' && 'address' in data.from ? data.from : {};
    const encode = message.encodeHeaderValue.bind(message);
    const withoutName = () => encode('From', { name: 'x', address }).slice(1);
    if (name.includes('=?'))
      message.encodeHeaderValue = (key, value) =>
        key === 'From' ? `${literally(name)}${withoutName()}` : encode(key, value);
    done();
  });
}

/** Emails without a recipient are not handed to the server, which would refuse them. */
function bySmtp(url: string, from: string): Send {
  const transport = connectSmtp(url, from);
  encodeSenders(transport);
  const domain = /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  return async ({ subject, text, html, code, sender, calendar, headers }, { to, id, written_at }) => {
    if (isReservedAddress(to)) return;
    const attachments = [
      ...(code === undefined ? [] : [await pictureOf(code)]),
      ...(calendar === undefined ? [] : [fileOf(calendar)]),
    ];
    const { 'Reply-To': replyTo, ...others } = headers;
    await transport.sendMail({
      ...(sender && { from: { name: sender, address } }),
      to: { name: '', address: to },
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      messageId: `<${id}@${domain}>`,
      date: written_at,
      subject: literally(subject),
      text,
      html,
      attachments,
      headers: others,
    });
  };
}

/**
 * Most rows of such a picture are those above them, so only that filter of PNG is tried: a picture takes a third of the time of
 * trying all, and is a little smaller. All squares have the same whole number of points, and no more than a scanner needs. The
 * library writes into what it is given, so each picture has its own.
 */
const drawing = () => {
  const [upward, ordinary] = [2, 0];
  const rendererOpts = { filterType: upward, deflateStrategy: ordinary, deflateLevel: 6 };
  return { errorCorrectionLevel: 'M', scale: 8, margin: 2, rendererOpts } as const;
};

/** Is loaded with the first code that is drawn. */
const drawer = () => import('qrcode');

const fileOf = (calendar: string) => ({
  filename: 'invite.ics',
  content: calendar,
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
});

const pictureOf = async (code: string) => ({
  cid: codePicture,
  filename: 'checkin-code.png',
  content: await (await drawer()).toBuffer(code, drawing()),
});

/** Embeds the picture, because a page that is opened directly has no attachments. */
const withPicture = async ({ html, code }: Email) =>
  code === undefined ? html : html.replace(`cid:${codePicture}`, await (await drawer()).toDataURL(code, drawing()));

/** Writes each email under a temporary name first, so that nobody reads half an email. */
function intoFiles(directory: string): Send {
  return async (email, { to, id, written_at }) => {
    const { subject, text, links, sender, calendar, headers } = email;
    const html = await withPicture(email);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const kept = { to, sender, subject, headers, text, html, links, calendar };
    const name = `${written_at.toISOString().replace(/[:.]/g, '-')}-${id}.json`;
    const draft = join(directory, `.${name}`);
    await writeFile(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, join(directory, name));
  };
}
