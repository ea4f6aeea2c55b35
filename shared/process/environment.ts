/** The environment variables as one table, from which they are checked, typed and documented. */
import { t } from '../contract/schema.ts';
import { ownsSchema, schemaOf, serviceNames, type ServiceName } from '../contract/services.ts';
import {
  busAddresses,
  collectorAddress,
  databaseAddress,
  fileStore,
  mailAddress,
  networks,
  origins,
  publicAddress,
  rateLimit,
  readableFile,
  serviceList,
  variable,
  type Variable,
} from './environment-formats.ts';

/** A port, which arrives as text. */
const port = { ...t.integer({ min: 0, max: 65_535 }), convert: true };
const megabytes = { ...t.integer({ min: 32, max: 65_536 }), convert: true };
const emailsPerMinute = { ...t.integer({ min: 10, max: 1_000_000 }), convert: true };
const seconds = { ...t.integer({ min: 0, max: 3_600 }), convert: true };
const share = { ...t.number({ min: 0, max: 1 }), convert: true };
const mailbox = t.string({ max: 320, pattern: /^([^<>\r\n]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/ });

export const variables = {
  SERVICES: variable(t.default(serviceList, 'all'), 'Process', 'Services this process runs, separated by commas.', {
    example: 'check-in',
  }),
  NODE_ENV: variable(
    t.default(t.enum('production', 'development', 'test'), 'production'),
    'Process',
    '`development` also checks every answer against its contract.',
    { example: 'development' },
  ),
  DATA_DIR: variable(
    t.default(t.string(), './data'),
    'Process',
    'Directory of the embedded database, uploaded files and emails kept as files.',
    { example: '/var/lib/muster' },
  ),
  LOG_LEVEL: variable(
    t.default(t.enum('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info'),
    'Process',
    'Lowest level that is logged.',
    { example: 'debug' },
  ),
  LOG_FORMAT: variable(t.optional(t.enum('pretty', 'json')), 'Process', 'Format of log lines.', {
    otherwise: 'pretty on a terminal, json otherwise',
    example: 'json',
  }),
  HOST: variable(t.default(t.string(), '127.0.0.1'), 'HTTP', 'Address to listen on; `0.0.0.0` in the image.', {
    example: '0.0.0.0',
  }),
  PORT: variable(
    t.default(port, 3000),
    'HTTP',
    'Port of the gateway; `0` takes a free one; set `PUBLIC_URL` then, because emails link to it.',
    { example: '8080' },
  ),
  ADMIN_HOST: variable(
    t.default(t.string(), '127.0.0.1'),
    'HTTP',
    'Address the admin port listens on, which needs no key; `0.0.0.0` in the image.',
    { example: '0.0.0.0' },
  ),
  ADMIN_PORT: variable(
    t.default(port, 3030),
    'HTTP',
    'Port of `/live`, `/ready` and `/metrics`, in every process; `0` takes a free one.',
    { example: '0' },
  ),
  PUBLIC_URL: variable(
    t.optional(publicAddress),
    'HTTP',
    'Public address of the API, for emails and the API document.',
    {
      otherwise: 'http://localhost:PORT',
      example: 'https://muster.example.org',
    },
  ),
  TRUST_PROXY: variable(
    t.optional(networks),
    'HTTP',
    'Proxies whose `X-Forwarded-For` is believed: addresses or CIDR ranges, separated by commas.',
    { otherwise: 'none', example: '10.0.0.0/8,::1' },
  ),
  CORS_ORIGINS: variable(
    t.optional(origins),
    'HTTP',
    'Origins whose pages may call the API from a browser, separated by commas.',
    { otherwise: 'none', example: 'https://kiosk.example.org' },
  ),
  RATE_LIMIT: variable(
    t.default(rateLimit, '600/min'),
    'HTTP',
    'Requests per key, sessions of a person, or address of strangers, and s, min or h. `off` lifts the limits of scans and of emails to strangers as well.',
    { example: '20/s' },
  ),
  RATE_LIMIT_SCANS: variable(
    t.default(rateLimit, '3000/min'),
    'HTTP',
    'Scans per key and s, min or h; a batch counts each of its scans. `off` lifts it.',
    { example: '100/s' },
  ),
  DATABASE_URL: variable(t.optional(databaseAddress), 'Database', 'PostgreSQL that every service uses.', {
    secret: true,
    otherwise: 'the embedded one in DATA_DIR',
    example: 'postgres://muster:password@localhost:5432/muster',
  }),
  DATABASE_URL_DIRECT: variable(
    t.optional(databaseAddress),
    'Database',
    'The same database past a pooler in transaction mode (PgBouncer), to which the other addresses lead: for job queues, migrations and commands. Without a login in it, each takes the login of its other address.',
    { secret: true, otherwise: 'none: there is no pooler', example: 'postgres://localhost:5432/muster' },
  ),
  NATS_URL: variable(
    t.optional(busAddresses),
    'Bus',
    'NATS servers of one cluster, separated by commas; a process goes to another when its own is gone.',
    {
      otherwise: 'none: one process',
      example: 'nats://localhost:4222',
    },
  ),
  NATS_USER: variable(
    t.optional(t.string()),
    'Bus',
    'User at NATS; goes with NATS_PASSWORD. Each service has one of its own, which `muster nats-config` makes.',
    {
      otherwise: 'none',
      example: 'check-in',
    },
  ),
  NATS_PASSWORD: variable(t.optional(t.string()), 'Bus', 'Password at NATS.', {
    secret: true,
    otherwise: 'none',
    example: 'a-long-random-word',
  }),
  NATS_TLS_CA: variable(
    t.optional(readableFile),
    'Bus',
    'File with the certificate of the authority that vouches for the NATS servers. With any of these three, or `tls://`, connections are encrypted.',
    { otherwise: 'the authorities Node trusts', example: './ca.pem' },
  ),
  NATS_TLS_CERT: variable(
    t.optional(readableFile),
    'Bus',
    'File with the certificate this process shows to the NATS servers; goes with NATS_TLS_KEY.',
    { otherwise: 'none', example: './client.pem' },
  ),
  NATS_TLS_KEY: variable(t.optional(readableFile), 'Bus', 'File with the key of that certificate.', {
    otherwise: 'none',
    example: './client.key',
  }),
  EXPECTED_SERVICES: variable(
    t.default(serviceList, 'all'),
    'Bus',
    'Services a gateway must have seen on the bus once before it is ready, separated by commas.',
    { example: 'identity,events,check-in' },
  ),
  MAIL_URL: variable(t.optional(mailAddress), 'Mail and files', 'SMTP server that sends the emails.', {
    secret: true,
    otherwise: 'none: every email becomes a file in DATA_DIR/mail',
    example: 'smtp://user:password@smtp.example.org:587',
  }),
  MAIL_FROM: variable(t.default(mailbox, 'muster@localhost'), 'Mail and files', 'Sender of the emails.', {
    example: 'Muster <hello@example.org>',
  }),
  MAIL_RATE: variable(
    t.optional(emailsPerMinute),
    'Mail and files',
    "Emails a minute at most, of all mail processes together; those about a person's own place go first.",
    { otherwise: 'none: as fast as the server takes them', example: '600' },
  ),
  MAIL_KEY: variable(
    t.optional(t.string({ min: 32 })),
    'Mail and files',
    'Decrypts the secrets of emails, such as the tokens of links; required by the mail service on a bus.',
    {
      secret: true,
      otherwise: 'a file in DATA_DIR, made at the first start',
      example: '9f2c4e1ab7d05836f1c2e4a79b3d8056c7e1f4a2b9d3860517e2c4f8a1b6d903',
    },
  ),
  DECISION_EMAILS_WAIT_SECONDS: variable(
    t.default(seconds, 30),
    'Mail and files',
    'Seconds that the email about a decision on one person waits; until then another decision takes it back.',
    { example: '120' },
  ),
  FILES_URL: variable(
    t.optional(fileStore),
    'Mail and files',
    'Place of uploaded files: a directory or `s3://bucket`.',
    {
      otherwise: 'DATA_DIR/files',
      example: 's3://muster-files',
    },
  ),
  UPLOAD_ROOM_MB: variable(
    t.default(megabytes, 256),
    'Mail and files',
    'Megabytes of unfinished uploads that a process keeps in the temporary directory; more is refused (503). The directory must be larger.',
    { example: '512' },
  ),
  IDENTITY_KEY: variable(
    t.optional(t.string({ min: 32 })),
    'Signing in',
    'Decrypts the secrets of apps that make codes for a second factor; required by the identity service on a bus.',
    {
      secret: true,
      otherwise: 'a file in DATA_DIR, made at the first start',
      example: '5e0c93d7a1f84b62c7d930e5b81f4a267d0e9c3b5a8f1264e07d3c9b6a51f8e2',
    },
  ),
  WEBHOOKS_KEY: variable(
    t.optional(t.string({ min: 32 })),
    'Webhooks',
    'Decrypts the secrets that sign webhooks; required by the webhooks service on a bus.',
    {
      secret: true,
      otherwise: 'a file in DATA_DIR, made at the first start',
      example: '3b8d1f60c7e2a94d5b0f7c816e3a9d24f1c05b7e8a6d49230c7fb15e8d2a6490',
    },
  ),
  WEBHOOKS_INSECURE: variable(
    t.default(t.enum('on', 'off'), 'off'),
    'Webhooks',
    '`on` lets webhooks go to this machine, by http as well: for writing a receiver, never for production.',
    { example: 'on' },
  ),
  PAYMENT: variable(
    t.default(t.enum('off', 'required'), 'off'),
    'Payment',
    '`required`: a hackathon made in the dashboard is unpaid, and accepts nobody, until `muster payment set` says otherwise. `off`: it counts as paid.',
    { example: 'required' },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    t.optional(collectorAddress),
    'Tracing',
    'Collector that traces are sent to (OTLP over HTTP); `docs/operations/tracing.md` names further variables.',
    { otherwise: 'none: nothing is traced', example: 'http://localhost:4318' },
  ),
  OTEL_SERVICE_NAME: variable(t.optional(t.string()), 'Tracing', 'Name of this process in traces.', {
    otherwise: 'muster, with the service where it runs one alone: `muster-teams`',
    example: 'hackathons',
  }),
  OTEL_TRACES_SAMPLER: variable(
    t.default(
      t.enum(
        ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
        ...(['always_on', 'always_off', 'traceidratio'] as const),
      ),
      'parentbased_always_on',
    ),
    'Tracing',
    'Which requests are traced. `parentbased`: as the client says in its `traceparent`, if it sends one.',
    { example: 'parentbased_traceidratio' },
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(t.default(share, 1), 'Tracing', 'Share of the requests that a ratio traces.', {
    example: '0.01',
  }),
};

/** Returns the name of the variable with a service's own database address, such as `DATABASE_URL_TEAMS`. */
export const databaseVariable = (service: ServiceName) => `DATABASE_URL_${schemaOf(service).toUpperCase()}`;
export const storingServices = serviceNames.filter(ownsSchema);

/** Every variable, in the order of the documentation. */
export const environment: Record<string, Variable> = Object.fromEntries(
  Object.entries<Variable>(variables).flatMap(([name, rule]): [string, Variable][] =>
    name === 'DATABASE_URL' ? [[name, rule], ...storingServices.map(ownDatabase)] : [[name, rule]],
  ),
);

function ownDatabase(service: ServiceName): [string, Variable] {
  const login = {
    secret: true,
    otherwise: 'DATABASE_URL',
    example: `postgres://${schemaOf(service)}:password@localhost:5432/muster`,
  } as const;
  return [
    databaseVariable(service),
    variable(
      t.optional(databaseAddress),
      'Database',
      `The same database with a login of its own for ${service}.`,
      login,
    ),
  ];
}
