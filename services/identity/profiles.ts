/** Reads what issuers tell of people. An address counts as verified only where the issuer says so in so many words. */
import { normalEmail } from '../../shared/contract/email-address.ts';
import { cleanName, flawOfName, normalName } from '../../shared/contract/names.ts';
import type { Preset } from '../../shared/process/sign-in-settings.ts';

/** The profile of a person from an issuer. */
export interface Told {
  readonly issuer: string;
  /** The permanent id of the person at the issuer. */
  readonly subject: string;
  /** Only one that the issuer says is verified, in its stored form. */
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly github_url: string | undefined;
  readonly linkedin_url: string | undefined;
}
type Fields = Readonly<Record<string, unknown>>;
type Read = (url: string) => Promise<unknown>;

const longestName = 200;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim()) || undefined;
/** Names at issuers follow other rules: what no name has here is left out. */
function nameOf(value: unknown): string | undefined {
  const name = normalName(
    Array.from(cleanName(textOf(value) ?? ''))
      .slice(0, longestName)
      .join(''),
  );
  return flawOfName(name) === undefined ? name : undefined;
}

const urlOf = (value: unknown): string | undefined => {
  const url = URL.parse(textOf(value) ?? '');
  return url?.protocol === 'https:' && !url.username ? url.href : undefined;
};
const emailOf = (address: unknown, isVerified: unknown) =>
  isVerified === true ? normalEmail(textOf(address) ?? '') : undefined;

/** Ids are numbers at some issuers. An answer without one is none. */
function subjectOf(id: unknown): string {
  if (typeof id === 'number' || (typeof id === 'string' && id !== '')) return String(id);
  throw new Error('The issuer does not say who it is.');
}

/** Those of an ID token, or of the profile that OpenID Connect has. */
export const readClaims = (claims: Fields): Told => ({
  issuer: subjectOf(claims['iss']),
  subject: subjectOf(claims['sub']),
  email: emailOf(claims['email'], claims['email_verified']),
  name: nameOf(claims['name']),
  github_url: undefined,
  linkedin_url: undefined,
});

/** How the profile is read at each issuer without OpenID Connect. */
export const profiles: Readonly<Record<Exclude<Preset, 'google'>, (read: Read) => Promise<Told>>> = {
  async github(read) {
    const user = (await read('https://api.github.com/user')) as Fields;
    const addresses = (await read('https://api.github.com/user/emails')) as readonly Fields[];
    const primary = addresses.find((each) => each['primary'] === true);
    return {
      issuer: 'https://github.com',
      subject: subjectOf(user['id']),
      email: emailOf(primary?.['email'], primary?.['verified']),
      name: nameOf(user['name']) ?? nameOf(user['login']),
      github_url: urlOf(user['html_url']),
      linkedin_url: undefined,
    };
  },
  async discord(read) {
    const user = (await read('https://discord.com/api/users/@me')) as Fields;
    return {
      issuer: 'https://discord.com',
      subject: subjectOf(user['id']),
      email: emailOf(user['email'], user['verified']),
      name: nameOf(user['global_name']) ?? nameOf(user['username']),
      github_url: undefined,
      linkedin_url: undefined,
    };
  },
  async mlh(read) {
    const user = (await read('https://api.mlh.com/v4/users/me')) as Fields;
    return {
      issuer: 'https://my.mlh.io',
      subject: subjectOf(user['id']),
      email: emailOf(user['email'], user['email_verified']),
      name: nameOf([user['first_name'], user['last_name']].flatMap((part) => textOf(part) ?? []).join(' ')),
      github_url: undefined,
      linkedin_url: undefined,
    };
  },
};
