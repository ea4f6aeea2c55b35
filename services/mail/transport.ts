/** Sends letters by SMTP, or writes each to a file. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { toBuffer, toDataURL } from 'qrcode';
import { isNobodys } from '../../shared/contract/formats.ts';
import type { Config } from '../../shared/process/config.ts';
import { codePicture, type Letter } from './layout.ts';

export interface Envelope {
  readonly to: string;
  /** Identifies the letter; the same each time it is sent. */
  readonly id: string;
  readonly written_at: Date;
}
export type Send = (letter: Letter, envelope: Envelope) => Promise<void>;

/** Returns the function that sends a letter; it rejects when the letter was not accepted. */
export const openTransport = ({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Send =>
  mail.url ? bySmtp(mail.url, mail.from) : intoFiles(join(dataDir, 'mail'));

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

/** What is addressed to nobody is not handed to the server, which would only complain. */
function bySmtp(url: string, from: string): Send {
  const transport = connectSmtp(url, from);
  const domain = /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  return async ({ subject, text, html, code, sender, calendar }, { to, id, written_at }) => {
    if (isNobodys(to)) return;
    const attachments = [
      ...(code === undefined ? [] : [await pictureOf(code)]),
      ...(calendar === undefined ? [] : [fileOf(calendar)]),
    ];
    await transport.sendMail({
      ...(sender && { from: { name: sender, address } }),
      to: { name: '', address: to },
      messageId: `<${id}@${domain}>`,
      date: written_at,
      subject,
      text,
      html,
      attachments,
    });
  };
}

/**
 * Most rows of such a picture are those above them, so only that filter of PNG is tried: a picture takes a third of the time of
 * trying all, and is a little smaller. The library writes into what it is given, so each picture has its own.
 */
const drawing = () => {
  const [upward, ordinary] = [2, 0];
  const rendererOpts = { filterType: upward, deflateStrategy: ordinary, deflateLevel: 6 };
  return { errorCorrectionLevel: 'M', width: 480, margin: 2, rendererOpts } as const;
};

const fileOf = (calendar: string) => ({
  filename: 'invite.ics',
  content: calendar,
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
});

const pictureOf = async (code: string) => ({
  cid: codePicture,
  filename: 'checkin-code.png',
  content: await toBuffer(code, drawing()),
});

/** Embeds the picture, because a page that is opened directly has no attachments. */
const withPicture = async ({ html, code }: Letter) =>
  code === undefined ? html : html.replace(`cid:${codePicture}`, await toDataURL(code, drawing()));

/** Writes each letter under a temporary name first, so that nobody reads half a letter. */
function intoFiles(directory: string): Send {
  return async (letter, { to, id, written_at }) => {
    const { subject, text, links, sender, calendar } = letter;
    const html = await withPicture(letter);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const name = `${written_at.toISOString().replace(/[:.]/g, '-')}-${id}.json`;
    const draft = join(directory, `.${name}`);
    await writeFile(draft, `${JSON.stringify({ to, sender, subject, text, html, links, calendar }, null, 2)}\n`, {
      mode: 0o600,
    });
    await rename(draft, join(directory, name));
  };
}
