/** Runs a load test as a signed-in person, or as the operator who has the database. */
import { sql } from 'kysely';
import { ask, CannotTest, signIn, type Api } from '../../bench/loadtest/api.ts';
import { keyEnd, organizationOf, receiversOf, revokeKey, type Apply } from '../../bench/loadtest/hackathon.ts';
import { runLoadTest, type Access } from '../../bench/loadtest/loadtest.ts';
import { outcomeText } from '../../bench/loadtest/verdict.ts';
import type { WrittenEventFile } from '../../event-file/format/schema.ts';
import { applyWithin } from '../../event-file/plan/apply.ts';
import { checkEventFile } from '../../event-file/read.ts';
import { inDatabase } from '../database.ts';
import { untilInterrupted, wholeNumber } from '../input.ts';
import { CommandFailure, exitCodes, type ExitCode, type CommandOutput } from '../output.ts';
import { inTransaction } from '../transaction.ts';
import { freshKeys } from '../trial-access.ts';

interface LoadTestOptions {
  readonly url: string;
  /** The email of an owner or admin; if left out, the command uses the database directly. */
  readonly user?: string | undefined;
  readonly org?: string | undefined;
  readonly people: string;
  readonly rate: string;
  readonly duration: string;
  readonly p99: string;
  readonly yes?: boolean | undefined;
  /** Ends the command; by default Ctrl-C. */
  readonly signal?: AbortSignal;
}

export async function loadtest(options: LoadTestOptions, output: CommandOutput): Promise<ExitCode> {
  const numbers = {
    people: wholeNumber('--people', options.people, { min: 1, max: 50_000 }),
    rate: wholeNumber('--rate', options.rate, { min: 1, max: 20_000 }),
    seconds: wholeNumber('--duration', options.duration, { min: 1, max: 3_600 }),
    p99: wholeNumber('--p99', options.p99, { min: 1, max: 60_000 }),
  };
  const signal = options.signal ?? untilInterrupted();
  try {
    const access = await accessFor(options, numbers.seconds, output);
    try {
      const organization = await organizationOf(access.api, access.org);
      if (options.yes !== true) refuseReceivers(await receiversOf(access.api, organization));
      const [progress, say] = [(line: string) => output.progress(line), (line: string) => output.say(line)];
      const result = await runLoadTest(access, { ...numbers, organization, signal, progress, say });
      return report(result, output);
    } finally {
      await access.giveBack();
    }
  } catch (error) {
    throw error instanceof CannotTest ? new CommandFailure(error.message, error.next) : error;
  }
}

function refuseReceivers(hosts: readonly string[]): void {
  if (hosts.length === 0) return;
  const sentence = `Webhooks would be told of every scan: ${hosts.join(', ')}.`;
  throw new CommandFailure(sentence, 'Use another organization, or add --yes.', exitCodes.wrongUsage);
}

function report(
  { outcome, verdict, recorded }: Awaited<ReturnType<typeof runLoadTest>>,
  output: CommandOutput,
): ExitCode {
  const { figures, missed } = verdict;
  const isMet = missed.length === 0;
  const [colour, sentence] = isMet ? ['green' as const, 'All goals are met.'] : ['red' as const, missed.join('\n')];
  const text = `${outcomeText(outcome, verdict, recorded)}\n${output.styledAnswer(colour, sentence)}`;
  output.answer({ ok: isMet, missed, ...outcome.counts, recorded, ...figures }, text);
  return isMet ? exitCodes.done : exitCodes.failed;
}

interface OwnAccess extends Access {
  /** The slug of the organization. */
  readonly org: string;
  /** Ends the session or the key. */
  readonly giveBack: () => Promise<void>;
}

function accessFor(
  { url: address, user, org }: Pick<LoadTestOptions, 'url' | 'user' | 'org'>,
  seconds: number,
  output: CommandOutput,
): Promise<OwnAccess> {
  const url = address.replace(/\/+$/, '');
  return user === undefined ? asOperator({ url, org, seconds }, output) : asPerson({ url, org, email: user });
}

const wrongUsage = (sentence: string, next: string) => new CommandFailure(sentence, next, exitCodes.wrongUsage);

/** Creating a hackathon over HTTP requires a session. */
async function asPerson({ url, org, email }: { url: string; org: string | undefined; email: string }) {
  const password = process.env['MUSTER_PASSWORD'];
  if (!password) throw wrongUsage('MUSTER_PASSWORD is not set.', `Set it to the password of ${email}.`);
  if (org === undefined) throw wrongUsage('--org is missing.', 'Name the organization.');
  const { api, end } = await signIn(url, { email, password });
  const apply: Apply = (body) =>
    ask(api, `/organizations/${body.organization.slug}/event-file/apply`, { method: 'POST', body });
  return { api, org, apply, giveBack: end };
}

interface AsOperator {
  readonly url: string;
  readonly org: string | undefined;
  readonly seconds: number;
}
const label = 'load test';

/** Uses a key of the organization's owner (of the only organization by default). Keys made with it end with it. */
async function asOperator({ url, org, seconds }: AsOperator, output: CommandOutput): Promise<OwnAccess> {
  const { slug, key } = await inDatabase(output, async (db) => {
    const { rows } = await sql<{ slug: string; email: string }>`
        select distinct on (o.slug) o.slug, p.email
          from published.organizations o join published.members m on m.organization_id = o.id and m.role = 'OWNER'
          join published.people p on p.id = m.user_id
         where ${org ?? null}::text is null or o.slug = ${org ?? null} order by o.slug, p.id`.execute(db.getKysely());
    const [owner, ...others] = rows;
    if (!owner || others.length > 0) throw ambiguous(rows.map(({ slug }) => slug));
    const keys = await freshKeys(db, output, owner.slug, new Map([[label, owner.email]]), keyEnd(seconds));
    return { slug: owner.slug, key: keys.get(label) ?? '' };
  });
  const api: Api = { url, headers: () => Promise.resolve({ 'X-Api-Key': key }) };
  return { api, org: slug, apply: (body) => applyInDatabase(body, output), giveBack: () => endKey(api, slug) };
}

const ambiguous = (slugs: readonly string[]) =>
  slugs.length === 0
    ? new CommandFailure(
        'The database has no such organization with an owner.',
        'Name one with --org, or sign in with --user.',
      )
    : new CommandFailure(`There are several organizations: ${slugs.join(', ')}.`, 'Name one with --org.');

async function endKey(api: Api, slug: string): Promise<void> {
  const { api_keys } = await ask<{ api_keys: { id: string; label: string }[] }>(api, `/organizations/${slug}/keys`);
  const own = api_keys.find((key) => key.label === label);
  if (own) await revokeKey(api, { slug }, own);
}

const applyInDatabase = (written: WrittenEventFile, output: CommandOutput) =>
  inDatabase(output, async (db) => {
    const reading = checkEventFile('load test', JSON.stringify(written), {});
    if ('problems' in reading) throw new Error(reading.problems[0]?.message);
    return (await inTransaction(db, output, {}, (work) => applyWithin(work, reading.file))).result;
  });
