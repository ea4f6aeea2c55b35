/** Reads by whom else people sign in: `SIGN_IN_<NAME>` with its `_ID`, `_SECRET` and `_LABEL`. */
import { readFileSync } from 'node:fs';
import { isLoopback } from '../base/network.ts';
import type { FieldProblem } from '../contract/validator.ts';

/** The issuers that are known by their names. */
export const presets = ['github', 'google', 'discord', 'mlh'] as const;
export type Preset = (typeof presets)[number];

export interface SignInSetting {
  /** Lowercase, as in `/auth/by/<name>`. */
  readonly name: string;
  /** The words of its button. */
  readonly label: string;
  /** The address of an OpenID Connect issuer where it is no preset. */
  readonly issuer: Preset | URL;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
}

const labels: Readonly<Record<Preset, string>> = { github: 'GitHub', google: 'Google', discord: 'Discord', mlh: 'MLH' };
const form = /^SIGN_IN_([A-Z0-9]+)(?:_(ID|SECRET|SECRET_FILE|LABEL))?$/;

type Found = (field: string, code: string, sentence: string) => void;

/** Returns the settings that are right, in the order of their names, and adds the problems of all others. */
export function signInSettings(env: NodeJS.ProcessEnv, problems: FieldProblem[]): readonly SignInSetting[] {
  const found: Found = (field, code, sentence) => void problems.push({ field, code, message: `${field} ${sentence}` });
  const names = new Set<string>();
  for (const variable of Object.keys(env).filter((each) => each.startsWith('SIGN_IN_') && env[each])) {
    const [, name] = form.exec(variable) ?? [];
    if (name) names.add(name);
    else
      found(
        variable,
        'unknown',
        'is no SIGN_IN_<NAME>, nor its _ID, _SECRET or _LABEL; a name has capitals and digits',
      );
  }
  return [...names].sort().flatMap((name) => settingOf(env, `SIGN_IN_${name}`, name.toLowerCase(), found) ?? []);
}

function settingOf(env: NodeJS.ProcessEnv, variable: string, name: string, found: Found): SignInSetting | undefined {
  const text = env[variable];
  if (!text) {
    found(variable, 'required', `is required beside ${variable}_…: ${presets.join(', ')}, or the address of an issuer`);
    return undefined;
  }
  const issuer = issuerOf(text);
  if (!issuer)
    found(variable, 'issuer', `must be ${presets.join(', ')}, or an https address (http on this machine alone)`);
  const clientId = env[`${variable}_ID`];
  if (!clientId) found(`${variable}_ID`, 'required', `is required beside ${variable}: the client's id at the issuer`);
  const clientSecret = secretOf(env, `${variable}_SECRET`, found);
  const label = env[`${variable}_LABEL`] || (typeof issuer === 'string' ? labels[issuer] : capitalized(name));
  return issuer && clientId ? { name, label, issuer, clientId, clientSecret } : undefined;
}

function issuerOf(text: string): SignInSetting['issuer'] | undefined {
  const preset = presets.find((each) => each === text);
  if (preset) return preset;
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  return url && isSafe && !url.username && !url.search && !url.hash ? url : undefined;
}

function secretOf(env: NodeJS.ProcessEnv, variable: string, found: Found): string | undefined {
  const file = env[`${variable}_FILE`];
  if (!file) return env[variable] || undefined;
  if (env[variable]) found(variable, 'twice', `and ${variable}_FILE are both set: keep one`);
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    found(`${variable}_FILE`, 'unreadableFile', `names a file that cannot be read: ${file}`);
    return undefined;
  }
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
