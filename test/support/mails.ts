/** Reads the letters that a service without a mail server writes to files. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './wire.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
  /** The name beside the address that is configured. */
  readonly sender?: string;
  readonly calendar?: string;
  /** Headers beside the usual ones. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads the letters in a data directory. */
export function mailsIn(dataDir: string) {
  const directory = join(dataDir, 'mail');
  const taken = new Map<string, number>();

  async function mailsTo(address: string): Promise<Mail[]> {
    const names = (await readdir(directory).catch((): string[] => [])).filter((name) => !name.startsWith('.')).sort();
    const mails = await Promise.all(names.map(async (name) => readFile(join(directory, name), 'utf8')));
    return mails.map((text) => JSON.parse(text) as Mail).filter(({ to }) => to === address);
  }

  async function nextMailTo(address: string): Promise<Mail> {
    const known = taken.get(address) ?? 0;
    const mails = await eventually(
      () => mailsTo(address),
      (seen) => seen.length > known,
    );
    taken.set(address, known + 1);
    return mails[known] as Mail;
  }

  return { mailsTo, nextMailTo };
}

/** Returns a member of the fragment of the letter's link. */
export const secretIn = ({ links }: Mail, name: string): string =>
  new URLSearchParams(new URL(links[0] ?? '').hash.slice(1)).get(name) ?? '';

/** Returns the token in the fragment of the letter's link. */
export const tokenIn = (mail: Mail): string => secretIn(mail, 'token');

/** Returns the code of six digits that a letter has beside its link. */
export const codeIn = ({ text }: Mail): string => /^\d{6}$/m.exec(text)?.[0] ?? '';
