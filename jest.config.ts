/**
 * `npm test` asks each spec once: over NATS those that ask services, some of them through PgBouncer, and all others in one
 * process; a few run both ways. Its projects are `bus`, `pooled`, `quick` and `thorough`. `together` has those of `bus` that take
 * short, in one process: it is what `npm run check` runs beside `quick` between two commits. `long` has a command of its own.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Config } from 'jest';
import { hasNatsServer, noticeMissingBus } from './test/support/nats.ts';
import { hasPgBouncer, noticeMissingPooler } from './test/support/pgbouncer.ts';

/** Takes long, or is seldom touched by what was just changed. */
const thorough = [
  'test/(upgrade|cluster|embedded|journeys|web|cli|fuzz|faults)/',
  'test/features/(identity|registrations/files|gateway|mail|webhooks|events|organizations|onboarding|privacy|setup)/',
  'test/conformance/(access|isolation|whole-lists|statements|bus|openapi|second-factor)',
  'test/features/judging/(weights|ranking-property|scores-races|export-stream|prizes|snapshot)',
  'test/features/kit/(lost-connection|unit-of-work)',
  'test/features/registrations/(confirming|register|seat)',
  'test/features/tables/import',
  'test/features/teams/(forming|gallery|model|races)',
  'test/features/check-in/(gathered|races|scan-batch)',
  'test/features/facts/(stream|boards)',
  'test/(client|entities|migrations|second-try|types|kept|docs/(additions|commands|webhooks))',
  'test/deployment/(applied|kustomize|left-out|observability|package|pages)',
  'test/rules/(linear-expressions|own-process|passwords|schema)',
];

/** Proves speed or endurance against the clock, which a machine with other work fails: `npm run test:long`. */
const long = ['test/cluster/(faults|gathered)'];
/** Take other values each time there, and always the same ones elsewhere. */
const properties = [
  'test/rules/(fair-ranking|judging-(scores|weights)|pieces|plan|teams)',
  'test/features/(judging/ranking-property|teams/model)',
  'test/cli/export-property',
];

/** Specs that would say nothing more over the bus, or nothing at all. */
const notOverBus = [
  // Is about both ways already.
  'test/conformance/bus',
  // Ask no service, or only one part of it.
  'test/conformance/specification',
  'test/features/gateway/(connections|cors|rate-limit|reference|send-file)',
  'test/features/kit/(prepared|queue|snapshot)',
  'test/features/mail/stop',
  'test/journeys/reference',
  // Holds the database back by reading slowly. The bus knows no such thing: the gateway keeps what was sent to it.
  'test/features/judging/export-stream',
];

/** Ask services, in one process or over the bus. */
const asking = ['test/(features|conformance|journeys)/', 'test/web/(outside|desk/evening)'];
/** Of these, what runs both ways: whole events, one request per route, and what is done otherwise where there is no bus. */
const bothWays = [
  'test/journeys/',
  'test/conformance/routes',
  'test/features/check-in/way',
  'test/features/gateway/(drain|forward|outage)',
  'test/features/registrations/files/unfinished',
];
/**
 * The specs that need most of a connection: prepared statements, transactions, locks, cursors, COPY, jobs, and what
 * listens. They run through PgBouncer where there is one, and else as all others that ask services.
 */
const pooled = [
  'test/pooler/',
  'test/journeys/(judging|newcomer)',
  'test/features/check-in/(board|races|scan-batch|scan)',
  'test/features/facts/stream',
  'test/features/judging/(csv|fair|scores-races)',
  'test/features/kit/write-key',
  'test/features/mail/letters',
  'test/features/registrations/(decisions|files/upload|reviews|seats)',
  'test/features/setup/(export|jobs|plan-and-apply)',
  'test/features/tables/(export|import(?!-))',
  'test/features/teams/(forming|races)',
  'test/features/webhooks/deliveries',
];
/** All that is asked over the bus alone, where there is one. */
const overBus = `(?!${[...notOverBus, ...bothWays].join('|')})(?:${asking.join('|')})`;
const elsewhere = hasNatsServer ? [...long, overBus] : long;

interface Ways {
  readonly overBus: boolean;
  readonly throughPooler?: boolean;
  /** Properties are tried with other values each time. */
  readonly isRandom?: boolean;
}
const together: Ways = { overBus: false };
const apart: Ways = { overBus: true };
const carried: Ways = { overBus: true, throughPooler: true };

const project = (displayName: string, ways: Ways, taken: readonly string[], left: readonly string[] = []) => ({
  displayName,
  testRegex: taken.map((path) => `/${path}.*\\.spec\\.ts$`),
  testPathIgnorePatterns: left.map((path) => `/${path}`),
  globals: { throughPooler: false, isRandom: false, ...ways },
  testEnvironment: 'node',
  testRunner: '<rootDir>/test/support/runner.ts',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
});

const projects = [
  project('quick', together, ['test/'], [...thorough, ...long, 'test/pooler/', overBus]),
  project('together', together, [overBus], [...thorough, ...long]),
  project('thorough', together, thorough, elsewhere),
  project('long', { ...together, isRandom: true }, [...long, ...properties]),
  project('bus', apart, asking, hasPgBouncer ? [...notOverBus, ...pooled] : notOverBus),
  project('pooled', carried, pooled),
];
if (!hasNatsServer) noticeMissingBus();
if (!hasPgBouncer) noticeMissingPooler();
const left = [...(hasNatsServer ? [] : ['bus', 'pooled']), ...(hasPgBouncer ? [] : ['pooled'])];

// Hundreds of processes are started by specs: what one has compiled, the next need not. It halves the work of a start.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled');

export default {
  projects: projects.filter(({ displayName }) => !left.includes(displayName)),
  // Ends what hangs. A machine with more to do is slow, and not wrong.
  testTimeout: 600_000,
  testSequencer: '<rootDir>/test/support/sequencer.ts',
  // More than processors: specs wait for databases, browsers and processes a part of their time.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // A worker keeps loaded modules; one that has grown is replaced.
  workerIdleMemoryLimit: '2GB',
} satisfies Config;
