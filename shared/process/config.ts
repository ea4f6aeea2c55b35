/** Reads the configuration of a process from its environment, once, and refuses it as a whole. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Output } from '../contract/schema.ts';
import { ownsSchema, type ServiceName } from '../contract/services.ts';
import { checkOfFields, fieldProblems, type FieldProblem } from '../contract/validator.ts';
import { closestWord } from '../base/words.ts';
import { isInstalled } from './version.ts';
import { signInSettings, type SignInSetting } from './sign-in-settings.ts';
import { databaseVariable, environment, storingServices, type variables } from './environment.ts';

type Given = Record<string, string>;

const check = checkOfFields(environment, 'drop');

/** Reports all problems of an environment in one message, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    super(['The environment is not right:', ...problems.map(({ message }) => `  ${message}`)].join('\n'));
    this.problems = problems;
  }
}

export type Config = ReturnType<typeof configOf> & { readonly signIn: readonly SignInSetting[] };
interface Examined {
  readonly config: Config;
  readonly problems: readonly FieldProblem[];
  /**
   * Settings that are valid alone but would keep these services from working together. Empty while there are problems.
   */
  readonly misfits: readonly FieldProblem[];
}

/**
 * Returns the configuration.
 * @throws {ConfigError} With every problem and misfit at once.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { config, problems, misfits } = examineConfig(env);
  const all = [...problems, ...misfits];
  if (all.length > 0) throw new ConfigError(all);
  return config;
}

/** Returns every problem, and the configuration without the settings that are wrong. */
export function examineConfig(env: NodeJS.ProcessEnv = process.env): Examined {
  const problems: FieldProblem[] = [];
  const given = readVariables(env, problems);
  const verdict = check({ ...given });
  if (Array.isArray(verdict)) problems.push(...fieldProblems(verdict).map(withExample));
  problems.push(...unknownDatabases(env), ...halfCredentials(given));
  const signIn = signInSettings(env, problems);

  const wrong = new Set(problems.map(({ field }) => field));
  const right = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)));
  const values: Record<string, unknown> = { ...right };
  check(values);
  const config = { ...configOf(values as Output<typeof variables>, right), signIn };
  return { config, problems, misfits: problems.length > 0 ? [] : misfitsOf(config) };
}

function misfitsOf(config: Config): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (config.nats && config.services.includes('identity') && !config.identity.key) {
    const sentence = 'is required by identity: its processes read the same secrets of second factors';
    problems.push(withExample(problem('IDENTITY_KEY', 'required', sentence)));
  }
  if (config.nats && config.services.includes('mail') && !config.mail.key) {
    const sentence = 'is required by mail: its processes read the same emails';
    problems.push(withExample(problem('MAIL_KEY', 'required', sentence)));
  }
  if (config.nats && config.services.includes('webhooks') && !config.webhooks.key) {
    const sentence = 'is required by webhooks: its processes sign with the same secrets';
    problems.push(withExample(problem('WEBHOOKS_KEY', 'required', sentence)));
  }
  if ('bucket' in config.files && config.services.includes('registrations') && !isInstalled('@aws-sdk/client-s3')) {
    const sentence = 'names a bucket, and what speaks to one is not installed: run "npm ci --omit=dev" for it';
    problems.push(problem('FILES_URL', 'missing', sentence));
  }
  const apart = servicesApart(config);
  if (apart.length > 0) {
    const sentence = `is needed by ${apart.join(', ')}: all services share one database`;
    problems.push(problem('DATABASE_URL', 'missing', sentence));
  }
  const shared = servicesSharingLogins(config);
  if (config.databaseUrlDirect && shared.length > 0) {
    const sentence = `is there, so each service needs a login of its own, which carries its settings: ${shared.join(', ')} have none`;
    problems.push(problem('DATABASE_URL_DIRECT', 'shared', sentence));
  }
  return problems;
}

/** Reads the variables that are set. An empty variable counts as not set. */
function readVariables(env: NodeJS.ProcessEnv, problems: FieldProblem[]): Given {
  const given: Given = {};
  for (const [name, { secret }] of Object.entries(environment)) {
    const file = secret && env[`${name}_FILE`];
    if (file && env[name]) {
      problems.push(problem(name, 'twice', `and ${name}_FILE are both set: keep one`));
    }
    const value = env[name] || (file && readSecret(`${name}_FILE`, file, problems));
    if (value) given[name] = value;
  }
  return given;
}

function readSecret(name: string, path: string, problems: FieldProblem[]): string | undefined {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    if (secret) return secret;
    problems.push(problem(name, 'emptyFile', `names an empty file: ${path}`));
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    problems.push(problem(name, 'unreadableFile', `names a file that cannot be read (${code}): ${path}`));
  }
  return undefined;
}

/**
 * Reports unknown `DATABASE_URL_…` variables. A misspelt one would silently leave its service with the shared login.
 */
function unknownDatabases(env: NodeJS.ProcessEnv): FieldProblem[] {
  const known = ['DATABASE_URL_DIRECT', ...storingServices.map(databaseVariable)];
  return Object.keys(env)
    .filter((name) => name.startsWith('DATABASE_URL_') && name !== 'DATABASE_URL_FILE')
    .filter((name) => !known.includes(name.replace(/_FILE$/, '')))
    .map((name) => {
      const meant = closestWord(name, known);
      return problem(name, 'unknown', `belongs to no service${meant ? ` (did you mean ${meant}?)` : ''}`);
    });
}

/** Variables that are only meaningful together. */
const couples = [
  ['NATS_USER', 'NATS_PASSWORD'],
  ['NATS_TLS_CERT', 'NATS_TLS_KEY'],
] as const;

function halfCredentials(given: Given): FieldProblem[] {
  return couples.flatMap(([one, other]) => {
    if (Boolean(given[one]) === Boolean(given[other])) return [];
    const [set, missing] = given[one] ? [one, other] : [other, one];
    return [problem(missing, 'required', `is required beside ${set}`)];
  });
}

/**
 * Returns the services that would use the embedded database while others do not. It belongs to one process, and the
 * other services may run elsewhere on the bus.
 */
function servicesApart({ services, nats, databaseUrlFor }: Config): ServiceName[] {
  const storing = services.filter(ownsSchema);
  const without = storing.filter((service) => !databaseUrlFor(service));
  const others = nats ? storingServices : storing;
  return without.length < others.length ? without : [];
}

/** Returns the services of this process whose login is also that of another service, or of the owner. */
function servicesSharingLogins({ services, databaseUrl, databaseUrlFor }: Config): ServiceName[] {
  const loginOf = (url: string | undefined) => url && new URL(url).username;
  const loginsOfOthers = (service: ServiceName) => [
    loginOf(databaseUrl),
    ...storingServices.filter((other) => other !== service).map((other) => loginOf(databaseUrlFor(other))),
  ];
  return services.filter(ownsSchema).filter((service) => {
    const login = loginOf(databaseUrlFor(service));
    return login && loginsOfOthers(service).includes(login);
  });
}

const problem = (field: string, code: string, sentence: string): FieldProblem => ({
  field,
  code,
  message: `${field} ${sentence}`,
});

const withExample = (found: FieldProblem): FieldProblem => {
  const example = environment[found.field]?.example;
  return { ...found, message: `${found.message}. Example: ${found.field}=${example ?? ''}` };
};

/**
 * Returns the TLS options if an address says `tls://` or a TLS file is set; otherwise undefined, and TLS is used only
 * when the server demands it.
 */
function tlsOf({ NATS_URL, NATS_TLS_CA, NATS_TLS_CERT, NATS_TLS_KEY }: Output<typeof variables>) {
  const isWanted = NATS_TLS_CA ?? NATS_TLS_CERT ?? NATS_URL?.some((address) => address.startsWith('tls:'));
  if (!isWanted) return undefined;
  return {
    ...(NATS_TLS_CA && { caFile: NATS_TLS_CA }),
    ...(NATS_TLS_CERT && { certFile: NATS_TLS_CERT }),
    ...(NATS_TLS_KEY && { keyFile: NATS_TLS_KEY }),
  };
}

/** Undefined: tracing is off. */
function tracingOf(values: Output<typeof variables>) {
  if (!values.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  const [service, ...others] = values.SERVICES;
  return {
    serviceName: values.OTEL_SERVICE_NAME ?? (others.length > 0 ? 'muster' : `muster-${service}`),
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

function configOf(values: Output<typeof variables>, given: Given) {
  const dataDir = resolve(values.DATA_DIR);
  return {
    services: values.SERVICES,
    expectedServices: values.EXPECTED_SERVICES,
    mode: values.NODE_ENV,
    dataDir,
    log: { level: values.LOG_LEVEL, format: values.LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json') },
    host: values.HOST,
    port: values.PORT,
    adminHost: values.ADMIN_HOST,
    adminPort: values.ADMIN_PORT,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    trustProxy: values.TRUST_PROXY ?? [],
    corsOrigins: values.CORS_ORIGINS ?? [],
    rateLimit: values.RATE_LIMIT,
    rateLimitScans: values.RATE_LIMIT && values.RATE_LIMIT_SCANS,
    nats: values.NATS_URL && {
      servers: values.NATS_URL,
      user: values.NATS_USER,
      password: values.NATS_PASSWORD,
      tls: tlsOf(values),
    },
    mail: { url: values.MAIL_URL, from: values.MAIL_FROM, key: values.MAIL_KEY, rate: values.MAIL_RATE },
    identity: { key: values.IDENTITY_KEY },
    webhooks: { key: values.WEBHOOKS_KEY, isInsecure: values.WEBHOOKS_INSECURE === 'on' },
    /** The payment status of hackathons created over HTTP. */
    paymentOfNew: values.PAYMENT === 'required' ? ('unpaid' as const) : ('paid' as const),
    tracing: tracingOf(values),
    files: values.FILES_URL ?? { directory: join(dataDir, 'files') },
    decisionEmailsWaitMs: values.DECISION_EMAILS_WAIT_SECONDS * 1_000,
    /** Bytes that uploads in progress may take in the temporary directory. */
    uploadRoom: values.UPLOAD_ROOM_MB * 1_048_576,
    /** The database of all services that have no address of their own. Undefined means the embedded database. */
    databaseUrl: values.DATABASE_URL,
    /** The way to the database past a pooler. Undefined means that there is no pooler. */
    databaseUrlDirect: values.DATABASE_URL_DIRECT,
    databaseUrlFor: (service: ServiceName): string | undefined =>
      given[databaseVariable(service)] ?? values.DATABASE_URL,
  };
}

/**
 * Returns the address for what a pooler in transaction mode would break: it leads past the pooler, with the login of
 * the given address unless it names one.
 */
export function pastPooler({ databaseUrlDirect }: Pick<Config, 'databaseUrlDirect'>, url: string): string {
  if (databaseUrlDirect === undefined) return url;
  const [direct, { username, password }] = [new URL(databaseUrlDirect), new URL(url)];
  return (direct.username ? direct : Object.assign(direct, { username, password })).href;
}
