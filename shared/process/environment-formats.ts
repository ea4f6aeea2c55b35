/** Formats of environment variables, and the values that they are parsed into. */
import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { serviceNames, type ServiceName } from '../contract/services.ts';
import { t, type Rule } from '../contract/schema.ts';
import { closestWord, withoutEnd } from '../base/words.ts';

export interface RateLimit {
  points: number;
  seconds: number;
}
export type FileStore = { directory: string } | { bucket: string; prefix: string };

/** Thrown by a parser with the reason; the caller adds the variable's name and an example. */
class Refusal extends Error {}

function refuse(reason: string): never {
  throw new Refusal(reason);
}

interface Problem {
  type: string;
  message: string;
}

/** Returns a rule for a text that is parsed into another form. A default value is parsed as well. */
export function parsed<Out>(type: string, parse: (text: string) => Out): Rule<string, Out> {
  const custom = (value: unknown, problems: Problem[]) => {
    if (typeof value !== 'string') return value;
    try {
      return parse(value);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problems.push({ type, message: error.message });
      return value;
    }
  };
  return { ...t.string(), custom } as Rule<string, Out>;
}

function listOf(text: string): string[] {
  const items = text.split(',').flatMap((item) => item.trim() || []);
  return items.length > 0 ? items : refuse('must name at least one');
}

/** A list of services, sorted by which builds on which. */
export const serviceList = parsed('serviceList', (text): ServiceName[] => {
  if (text === 'all') return [...serviceNames];
  const asked = listOf(text);
  const unknown = asked.filter((name) => !serviceNames.some((known) => known === name));
  if (unknown.length > 0) refuse(`names what is no service of this release: ${unknown.map(withSuggestion).join(', ')}`);
  return serviceNames.filter((name) => asked.includes(name));
});

const withSuggestion = (name: string): string => {
  const near = closestWord(name, serviceNames);
  return near ? `${name} (did you mean ${near}?)` : name;
};

function addressOf(text: string, protocols: readonly string[]): URL {
  const url = URL.parse(text);
  if (!url || !protocols.includes(url.protocol) || !url.hostname) {
    return refuse(`must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
  }
  return url;
}

/** Keeps the address as it is, because the driver parses it itself. */
export const databaseAddress = parsed('databaseAddress', (text) => {
  const url = addressOf(text, ['postgres:', 'postgresql:']);
  if (url.pathname.length < 2) refuse('must name a database after the host');
  return text;
});

/** The address of an SMTP server, kept as it is. */
export const mailAddress = parsed('mailAddress', (text) => {
  addressOf(text, ['smtp:', 'smtps:']);
  return text;
});

/** Credentials are refused here and have variables of their own, so that this variable may be displayed. */
export const busAddresses = parsed('busAddresses', (text) =>
  listOf(text).map((address) => {
    const url = addressOf(address, ['nats:', 'tls:']);
    if (url.username || url.password) refuse('must not carry credentials: use NATS_USER and NATS_PASSWORD');
    return address;
  }),
);

/** The path of a file that this process can read. */
export const readableFile = parsed('readableFile', (text) => {
  try {
    accessSync(text, constants.R_OK);
    return text;
  } catch {
    return refuse('must name a file that can be read');
  }
});

/** The public URL of the API, without a slash at the end. */
export const publicAddress = parsed('publicAddress', (text) => {
  const url = addressOf(text, ['http:', 'https:']);
  if (url.username || url.password || url.search || url.hash)
    refuse('must not carry credentials, a query or a fragment');
  return withoutEnd(url.href, '/');
});

/** Where a collector takes traces. Keys go into `OTEL_EXPORTER_OTLP_HEADERS`. */
export const collectorAddress = parsed('collectorAddress', (text) => {
  const url = addressOf(text, ['http:', 'https:']);
  if (url.username || url.password) refuse('must not carry credentials');
  return url.href;
});

/** A directory, or `s3://bucket/prefix`. */
export const fileStore = parsed('fileStore', (text): FileStore => {
  if (!text.includes('://')) return { directory: text };
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(text) ?? [];
  return bucket ? { bucket, prefix } : refuse('must be a directory or s3://bucket');
});

const secondsOf: Record<string, number> = { s: 1, min: 60, h: 3600 };

/** A number of requests per s, min or h, such as `300/min`; null when switched off. */
export const rateLimit = parsed('rateLimit', (text): RateLimit | null => {
  if (text === 'off') return null;
  const [, points, unit] = /^([1-9]\d{0,8})\/(s|min|h)$/.exec(text) ?? [];
  const seconds = secondsOf[unit ?? ''];
  return seconds ? { points: Number(points), seconds } : refuse('must be a number per s, min or h, or off');
});

/** Origins are compared as a whole, so each must be written exactly as browsers send it. */
export const origins = parsed('origins', (text) =>
  listOf(text).map((origin) =>
    URL.parse(origin)?.origin === origin && /^https?:/.test(origin)
      ? origin
      : refuse(`must list origins (scheme, host and port, no path, no *); ${origin} is none`),
  ),
);

/** A list of IP addresses and CIDR ranges. */
export const networks = parsed('networks', (text) =>
  listOf(text).map((network) =>
    isNetwork(network) ? network : refuse(`must list IP addresses or CIDR ranges; ${network} is neither`),
  ),
);

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const width = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (width === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width);
}

interface Notes {
  topic: string;
  description: string;
  example: string;
  /** Never displayed. Can be read from a file: `NAME_FILE` holds the path. */
  secret?: true;
  /** The default in words, where it depends on something else. */
  otherwise?: string;
}
export type Variable = Rule & Notes & { default?: unknown };

/** A row of the table of variables. */
export const variable = <R extends Rule>(
  rule: R,
  topic: string,
  description: string,
  notes: Omit<Notes, 'topic' | 'description'>,
) => ({
  ...rule,
  topic,
  description,
  ...notes,
});
