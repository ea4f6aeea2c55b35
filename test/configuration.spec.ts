import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { configurationPage, environmentExample } from '../cli/docs.ts';
import { ConfigError, pastPooler, readConfig } from '../shared/process/config.ts';
import { environment } from '../shared/process/environment.ts';
import { serviceNames } from '../shared/contract/services.ts';

const refusal = (env: NodeJS.ProcessEnv): ConfigError => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('The environment was taken.');
};

describe('An empty environment', () => {
  it('runs every service in one process on the embedded database', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      services: serviceNames,
      mode: 'production',
      dataDir: join(process.cwd(), 'data'),
      host: '127.0.0.1',
      port: 3000,
      adminHost: '127.0.0.1',
      adminPort: 3030,
      publicUrl: 'http://localhost:3000',
      trustProxy: [],
      corsOrigins: [],
      rateLimit: { points: 600, seconds: 60 },
      rateLimitScans: { points: 3000, seconds: 60 },
      nats: undefined,
      mail: { url: undefined, from: 'muster@localhost' },
      files: { directory: join(process.cwd(), 'data', 'files') },
    });
    expect(config.databaseUrlFor('teams')).toBeUndefined();
  });

  it('is what variables without a value amount to', () => {
    const empty = Object.fromEntries(Object.keys(environment).map((name) => [name, '']));
    expect(JSON.stringify(readConfig(empty))).toBe(JSON.stringify(readConfig({})));
  });
});

describe('A full environment', () => {
  it('is turned into what the process works with', () => {
    const config = readConfig({
      SERVICES: 'check-in, identity,check-in',
      NODE_ENV: 'development',
      DATA_DIR: '/var/lib/muster',
      LOG_LEVEL: 'debug',
      LOG_FORMAT: 'pretty',
      HOST: '::',
      PORT: '8080',
      ADMIN_PORT: '0',
      PUBLIC_URL: 'https://Muster.example.org/api/',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      CORS_ORIGINS: 'https://kiosk.example.org, http://localhost:5173',
      RATE_LIMIT: '20/s',
      RATE_LIMIT_SCANS: '9000/h',
      DATABASE_URL: 'postgres://db/muster',
      NATS_URL: 'nats://a:4222,tls://b:4222',
      NATS_USER: 'muster',
      NATS_PASSWORD: 'secret',
      IDENTITY_KEY: 'opens the secrets of second factors',
      MAIL_URL: 'smtps://user:secret@smtp.example.org',
      MAIL_FROM: 'Muster <hello@example.org>',
      FILES_URL: 's3://muster-files/2027/spring',
    });
    expect(config).toMatchObject({
      services: ['identity', 'check-in'],
      mode: 'development',
      dataDir: '/var/lib/muster',
      log: { level: 'debug', format: 'pretty' },
      host: '::',
      port: 8080,
      adminPort: 0,
      publicUrl: 'https://muster.example.org/api',
      trustProxy: ['10.0.0.0/8', '::1'],
      corsOrigins: ['https://kiosk.example.org', 'http://localhost:5173'],
      rateLimit: { points: 20, seconds: 1 },
      rateLimitScans: { points: 9000, seconds: 3600 },
      nats: { servers: ['nats://a:4222', 'tls://b:4222'], user: 'muster', password: 'secret' },
      mail: { url: 'smtps://user:secret@smtp.example.org', from: 'Muster <hello@example.org>' },
      files: { bucket: 'muster-files', prefix: '2027/spring' },
    });
  });

  it('follows PORT in the address people see', () => {
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  });
});

describe('A database', () => {
  const DATABASE_URL = 'postgres://muster:secret@db/muster';

  it('is the same for every service unless one has a login of its own', () => {
    const own = 'postgresql://check_in:secret@db/muster';
    const { databaseUrlFor } = readConfig({ DATABASE_URL, DATABASE_URL_CHECK_IN: own });
    expect(databaseUrlFor('check-in')).toBe(own);
    expect(databaseUrlFor('teams')).toBe(DATABASE_URL);
  });

  it('may be known by the logins of the running services alone', () => {
    const env = { SERVICES: 'teams,gateway', DATABASE_URL_TEAMS: DATABASE_URL };
    expect(readConfig(env).databaseUrlFor('teams')).toBe(DATABASE_URL);
  });

  it('behind a pooler is reached past it with the same login, or with that of the way past it', () => {
    const url = 'postgres://check_in:se%2Fcret@pooler:6432/muster';
    const past = (direct: string) =>
      pastPooler(readConfig({ DATABASE_URL, DATABASE_URL_DIRECT: direct, SERVICES: 'gateway' }), url);
    expect(past('postgres://db:5432/muster?sslmode=require')).toBe(
      'postgres://check_in:se%2Fcret@db:5432/muster?sslmode=require',
    );
    expect(past('postgres://direct:other@db/muster')).toBe('postgres://direct:other@db/muster');
    expect(pastPooler(readConfig({ DATABASE_URL, SERVICES: 'gateway' }), url)).toBe(url);
  });

  it('behind a pooler is refused to services that share a login', () => {
    const DATABASE_URL_DIRECT = 'postgres://db/muster';
    const DATABASE_URL_TEAMS = 'postgres://teams:secret@pooler/muster';
    const SERVICES = 'teams,events,gateway';
    expect(refusal({ DATABASE_URL, DATABASE_URL_DIRECT, DATABASE_URL_TEAMS, SERVICES }).message).toContain(
      'DATABASE_URL_DIRECT is there, so each service needs a login of its own, which carries its settings: events have none',
    );
    const both = { DATABASE_URL_TEAMS, DATABASE_URL_EVENTS: DATABASE_URL_TEAMS };
    expect(refusal({ DATABASE_URL_DIRECT, ...both, SERVICES }).message).toContain('events, teams');
  });

  it('is refused when only some services would use it', () => {
    const { message } = refusal({ SERVICES: 'teams,events', DATABASE_URL_TEAMS: DATABASE_URL });
    expect(message).toContain('DATABASE_URL is needed by events');
  });

  it('is refused to be the embedded one of a process whose others are elsewhere on the bus', () => {
    const [key, NATS_URL] = ['x'.repeat(32), 'nats://a'];
    const bus = { NATS_URL, IDENTITY_KEY: key, MAIL_KEY: key, WEBHOOKS_KEY: key };
    expect(refusal({ ...bus, SERVICES: 'teams,gateway' }).message).toContain('DATABASE_URL is needed by teams');
    const all = serviceNames.filter((name) => name !== 'gateway').join(',');
    for (const SERVICES of ['gateway', 'all', all]) expect(() => readConfig({ ...bus, SERVICES })).not.toThrow();
  });
});

describe('A rate limit that is off', () => {
  it('lifts that of scans as well', () => {
    expect(readConfig({ RATE_LIMIT: 'off' })).toMatchObject({ rateLimit: null, rateLimitScans: null });
  });

  it('leaves the other when it is that of scans', () => {
    const { rateLimit, rateLimitScans } = readConfig({ RATE_LIMIT_SCANS: 'off' });
    expect([rateLimit, rateLimitScans]).toEqual([{ points: 600, seconds: 60 }, null]);
  });
});

describe('A wrong variable', () => {
  it.each([
    ['SERVICES', 'chek-in', 'chek-in (did you mean check-in?)'],
    ['SERVICES', 'kitchen', 'no service of this release: kitchen.'],
    ['SERVICES', ',', 'must name at least one'],
    ['NODE_ENV', 'prod', 'must be one of: production, development, test'],
    ['LOG_LEVEL', 'loud', 'must be one of: fatal,'],
    ['LOG_FORMAT', 'xml', 'must be one of: pretty, json'],
    ['PORT', 'http', 'must be a number'],
    ['PORT', '70000', 'must be at most 65535'],
    ['PORT', '30.5', 'must be a whole number'],
    ['ADMIN_PORT', '-1', 'must be at least 0'],
    ['PUBLIC_URL', 'muster.example.org', 'starts with http:// or https://'],
    ['PUBLIC_URL', 'https://user:secret@example.org', 'must not carry credentials'],
    ['TRUST_PROXY', '10.0.0.0/33', '10.0.0.0/33 is neither'],
    ['TRUST_PROXY', 'loopback', 'loopback is neither'],
    ['CORS_ORIGINS', '*', '* is none'],
    ['CORS_ORIGINS', 'https://example.org/kiosk', 'https://example.org/kiosk is none'],
    ['RATE_LIMIT', '600', 'a number per s, min or h, or off'],
    ['RATE_LIMIT', '0/min', 'a number per s, min or h, or off'],
    ['RATE_LIMIT_SCANS', '5/day', 'a number per s, min or h, or off'],
    ['DATABASE_URL', 'mysql://db/muster', 'starts with postgres:// or postgresql://'],
    ['DATABASE_URL', 'postgres://db', 'must name a database'],
    ['DATABASE_URL_TEAMS', 'db', 'starts with postgres:// or postgresql://'],
    ['DATABASE_URL_CHECKIN', 'postgres://db/muster', 'did you mean DATABASE_URL_CHECK_IN?'],
    ['NATS_URL', 'http://nats:4222', 'starts with nats:// or tls://'],
    ['NATS_URL', 'nats://user:secret@nats', 'use NATS_USER and NATS_PASSWORD'],
    ['MAIL_URL', 'mail.example.org', 'starts with smtp:// or smtps://'],
    ['MAIL_FROM', 'nobody', 'has the wrong format'],
    ['IDENTITY_KEY', 'short', 'must have at least 32 characters'],
    ['MAIL_KEY', 'short', 'must have at least 32 characters'],
    ['WEBHOOKS_KEY', 'short', 'must have at least 32 characters'],
    ['WEBHOOKS_INSECURE', 'yes', 'must be one of'],
    ['FILES_URL', 's3://A', 'must be a directory or s3://bucket'],
    ['FILES_URL', 'https://example.org/files', 'must be a directory or s3://bucket'],
  ])('is named with the reason: %s=%s', (name, value, reason) => {
    const { problems } = refusal({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ field: name });
    expect(problems[0]?.message).toContain(reason);
  });

  it.each(['identity', 'mail', 'webhooks'] as const)(
    'needs a key for what several processes of %s share',
    (service) => {
      const apart = { SERVICES: service, NATS_URL: 'nats://a', DATABASE_URL: 'postgres://db/muster' };
      const variable = `${service.toUpperCase()}_KEY`;
      expect(refusal(apart).message).toContain(`${variable} is required by ${service}`);
      expect(readConfig({ ...apart, [variable]: 'x'.repeat(32) })[service].key).toHaveLength(32);
      expect(readConfig({ SERVICES: service })[service].key).toBeUndefined();
      expect(readConfig({ ...apart, SERVICES: 'gateway' })[service].key).toBeUndefined();
    },
  );

  it('needs the other half of the credentials', () => {
    expect(refusal({ NATS_USER: 'muster' }).message).toContain('NATS_PASSWORD is required beside NATS_USER');
    expect(refusal({ NATS_PASSWORD: 'secret' }).message).toContain('NATS_USER is required beside NATS_PASSWORD');
  });

  it('is reported together with every other one, each with an example', () => {
    const { message, problems } = refusal({ PORT: 'x', NATS_URL: 'x', RATE_LIMIT: 'x', SERVICES: 'x' });
    expect(problems.map(({ field }) => field).sort()).toEqual(['NATS_URL', 'PORT', 'RATE_LIMIT', 'SERVICES']);
    expect(message).toContain('  PORT must be a number. Example: PORT=8080\n');
  });

  it('is never repeated where it may be a secret', () => {
    const secrets = Object.entries(environment).filter(([name, { secret }]) => secret && name !== 'NATS_PASSWORD');
    const { message } = refusal(Object.fromEntries(secrets.map(([name]) => [name, 'hunter2'])));
    expect(message).toContain('MAIL_URL');
    expect(message).not.toContain('hunter2');
  });
});

describe('A secret in a file', () => {
  let folder: string;
  const file = (content: string) => {
    const path = join(folder, 'secret');
    writeFileSync(path, content);
    return path;
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'muster-configuration-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read without the line break at its end', () => {
    const env = { SERVICES: 'gateway', NATS_URL: 'nats://a', NATS_USER: 'muster' };
    const config = readConfig({ ...env, NATS_PASSWORD_FILE: file('secret\n') });
    expect(config.nats?.password).toBe('secret');
  });

  it('may be the login of one service', () => {
    const env = { SERVICES: 'check-in', DATABASE_URL_CHECK_IN_FILE: file('postgres://db/muster') };
    expect(readConfig(env).databaseUrlFor('check-in')).toBe('postgres://db/muster');
  });

  it('is refused beside the variable itself', () => {
    const url = 'postgres://db/muster';
    expect(refusal({ DATABASE_URL: url, DATABASE_URL_FILE: file(url) }).message).toContain(
      'DATABASE_URL and DATABASE_URL_FILE are both set',
    );
  });

  it('is refused when it cannot be read or holds nothing', () => {
    expect(refusal({ MAIL_URL_FILE: join(folder, 'absent') }).message).toContain(
      'MAIL_URL_FILE names a file that cannot be read (ENOENT)',
    );
    expect(refusal({ MAIL_URL_FILE: file(' \n') }).message).toContain('MAIL_URL_FILE names an empty file');
  });

  it('is checked as if it had been given directly', () => {
    expect(refusal({ MAIL_URL_FILE: file('mail.example.org') }).message).toContain('MAIL_URL must be an address');
  });
});

describe('TLS to the bus', () => {
  const bus = { SERVICES: 'gateway', NATS_URL: 'nats://bus' };
  const tls = (env: NodeJS.ProcessEnv) => readConfig({ ...bus, ...env }).nats?.tls;

  it('is what the servers demand, unless it is asked for', () => {
    expect(tls({})).toBeUndefined();
    expect(tls({ NATS_URL: 'tls://bus' })).toEqual({});
    expect(tls({ NATS_TLS_CA: 'package.json' })).toEqual({ caFile: 'package.json' });
    expect(tls({ NATS_TLS_CERT: 'package.json', NATS_TLS_KEY: 'README.md' })).toEqual({
      certFile: 'package.json',
      keyFile: 'README.md',
    });
  });

  it('needs files that can be read, and a key with its certificate', () => {
    expect(refusal({ ...bus, NATS_TLS_CA: '/absent.pem' }).message).toContain(
      'NATS_TLS_CA must name a file that can be read',
    );
    expect(refusal({ ...bus, NATS_TLS_CERT: 'package.json' }).message).toContain(
      'NATS_TLS_KEY is required beside NATS_TLS_CERT',
    );
  });
});

describe('The documents of the configuration', () => {
  it.each([
    ['docs/configuration.md', configurationPage],
    ['.env.example', environmentExample],
  ])('%s is what `npm run docs` writes', async (path, written) => {
    expect(readFileSync(path, 'utf8')).toBe(await written());
  });

  it('gives every variable an example that is accepted', () => {
    // Files of examples are nowhere; any that is there stands for them.
    const examples = Object.entries(environment).map(([name, { example }]) => [
      name,
      name.startsWith('NATS_TLS_') ? 'package.json' : example,
    ]);
    expect(() => readConfig(Object.fromEntries(examples) as NodeJS.ProcessEnv)).not.toThrow();
  });
});
