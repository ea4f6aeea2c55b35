/** Where letters go: to an SMTP server, or into one file each. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { toBuffer } from 'qrcode';
import type { Config } from '../../shared/broker/config.ts';
import { codePicture, type Letter } from './layout.ts';

export interface Envelope {
  readonly to: string;
  /** The same however often it is sent. */
  readonly id: string;
  readonly written_at: Date;
}
export type Send = (letter: Letter, envelope: Envelope) => Promise<void>;

export const openTransport = ({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Send =>
  mail.url ? bySmtp(mail.url, mail.from) : intoFiles(join(dataDir, 'mail'));

/** Milliseconds: to reach the server, and between two of its words. */
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

function bySmtp(url: string, from: string): Send {
  const transport = connectSmtp(url, from);
  const domain = /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return async ({ subject, text, html, code }, { to, id, written_at }) => {
    const attachments = code === undefined ? [] : [await pictureOf(code)];
    await transport.sendMail({
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

const pictureOf = async (code: string) => ({
  cid: codePicture,
  filename: 'checkin-code.png',
  content: await toBuffer(code, { errorCorrectionLevel: 'M', width: 480 }),
});

/** Written under another name first: whoever watches the directory never reads half a letter. */
function intoFiles(directory: string): Send {
  return async ({ subject, text, html, links }, { to, id, written_at }) => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const name = `${written_at.toISOString().replace(/[:.]/g, '-')}-${id}.json`;
    const draft = join(directory, `.${name}`);
    await writeFile(draft, `${JSON.stringify({ to, subject, text, html, links }, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, join(directory, name));
  };
}
