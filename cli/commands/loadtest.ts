/** Lets a crowd come to the doors of an installation that runs, on a hackathon of its own that is removed afterwards. */
import { randomBytes } from 'node:crypto';
import { accessFor, type Access } from '../loadtest/access.ts';
import { ask, type Api } from '../loadtest/api.ts';
import { leftOf, makeGround, recordedAt, removeGround, slugOf, type Organization } from '../loadtest/hackathon.ts';
import { makeKeys, revoke, type Key } from '../loadtest/keys.ts';
import { runStorms, type Outcome } from '../loadtest/storms.ts';
import { judge, outcomeText, type Verdict } from '../loadtest/verdict.ts';
import { untilInterrupted } from '../interrupted.ts';
import { CommandFailure, exitCodes, type ExitCode, type Output } from '../output.ts';
import { wholeNumber } from '../whole-number.ts';

interface LoadTestOptions {
  readonly url: string;
  /** The address of an owner or admin; where it is left out, the database at hand makes what is needed. */
  readonly user?: string | undefined;
  readonly org?: string | undefined;
  readonly people: string;
  readonly rate: string;
  readonly duration: string;
  readonly processes: string;
  readonly p99: string;
  readonly clean?: boolean | undefined;
  readonly yes?: boolean | undefined;
  /** Ends it; Ctrl-C where it is left out. */
  readonly signal?: AbortSignal;
}
interface Plan {
  readonly organization: Organization;
  readonly people: number;
  readonly rate: number;
  readonly seconds: number;
  readonly processes: number;
  readonly p99: number;
  readonly signal: AbortSignal;
}

/** Everybody comes to as many doors as there are scans for. */
const doorsAtMost = 200;

export async function loadtest(options: LoadTestOptions, output: Output): Promise<ExitCode> {
  const numbers = {
    people: wholeNumber('--people', options.people, { min: 1, max: 50_000 }),
    rate: wholeNumber('--rate', options.rate, { min: 1, max: 20_000 }),
    seconds: wholeNumber('--duration', options.duration, { min: 1, max: 3_600 }),
    processes: wholeNumber('--processes', options.processes, { min: 1, max: 64 }),
    p99: wholeNumber('--p99', options.p99, { min: 1, max: 60_000 }),
  };
  const signal = options.signal ?? untilInterrupted();
  const url = options.url.replace(/\/+$/, '');
  const { user, org } = options;
  const access = await accessFor({ url, user, org, seconds: numbers.seconds }, output);
  const { api } = access;
  try {
    const organization = await organizationOf(api, access.org);
    if (options.clean) return await clean(api, organization, output);
    await warnOfWebhooks(api, organization, options.yes === true);
    return await test(access, { organization, signal, ...numbers }, output);
  } finally {
    await access.giveBack();
  }
}

async function organizationOf(api: Api, slug: string | undefined): Promise<Organization> {
  if (slug === undefined) {
    throw new CommandFailure('--org is missing.', 'Name the organization.', exitCodes.wrongUsage);
  }
  return (await ask<{ organization: Organization }>(api, `/organizations/${slug}`)).organization;
}

/** Receivers of all that happens in the organization would be told of every scan. */
async function warnOfWebhooks(api: Api, { id }: Organization, isAgreed: boolean): Promise<void> {
  const { webhooks } = await ask<{ webhooks: { url: string; status: string; super_event_id: string | null }[] }>(
    api,
    `/organizations/${id}/webhooks`,
  );
  const told = webhooks.filter((each) => each.status === 'active' && each.super_event_id === null);
  if (told.length === 0 || isAgreed) return;
  throw new CommandFailure(
    `Webhooks would be told of every scan: ${told.map((each) => new URL(each.url).host).join(', ')}.`,
    'Use another organization, or add --yes.',
    exitCodes.wrongUsage,
  );
}

async function clean(api: Api, organization: Organization, output: Output): Promise<ExitCode> {
  const left = await leftOf(api, organization);
  for (const slug of left) await removeGround(api, slug);
  output.answer({ removed: left }, left.map((slug) => `removed ${slug}`).join('\n') || 'Nothing was left.');
  return exitCodes.done;
}

/** Whatever happens on the way, what was made is removed. */
async function test(access: Access, plan: Plan, output: Output): Promise<ExitCode> {
  const { api } = access;
  const id = randomBytes(6).toString('hex');
  const keys: Key[] = [];
  try {
    const { outcome, recorded } = await storm(access, { ...plan, id, keys }, output);
    const verdict = judge(outcome, recorded, plan);
    return report(outcome, { ...verdict, missed: missedOf(verdict, plan.signal) }, recorded, output);
  } catch (error) {
    if (!plan.signal.aborted) throw error;
    throw new CommandFailure('The load test was interrupted.', 'What it had made was removed.');
  } finally {
    output.progress('Removing what was made');
    await removeGround(api, slugOf(id)).catch((error: unknown) => sayLeft(slugOf(id), error, output));
    for (const key of keys) await revoke(api, plan.organization, key).catch(() => undefined);
    output.say(`${slugOf(id)} is removed.`);
  }
}

const missedOf = ({ missed }: Verdict, signal: AbortSignal) =>
  signal.aborted ? ['It was interrupted before its end, so there is no verdict.'] : missed;

function sayLeft(slug: string, error: unknown, output: Output): never {
  output.say(`${slug} is still there: run muster loadtest --clean.`);
  throw error;
}

interface Prepared extends Plan {
  readonly id: string;
  /** Filled, so that they are known when this ends early. */
  readonly keys: Key[];
}

async function storm(
  { api, apply }: Access,
  { organization, people, rate, seconds, processes, signal, id, keys }: Prepared,
  output: Output,
): Promise<{ outcome: Outcome; recorded: number }> {
  const progress = (line: string) => output.progress(line);
  const slug = slugOf(id);
  const doors = Math.min(doorsAtMost, Math.ceil((rate * seconds) / people));
  const { tokens, doors: points } = await makeGround(apply, { organization, slug, people, doors, progress, signal });
  await makeKeys(api, organization, { id, rate, seconds, keys });
  signal.throwIfAborted();
  const outcome = await runStorms({
    ...{ url: api.url, keys: keys.map(({ text }) => text), tokens, doors: points, rate, processes, signal, name: id },
    milliseconds: seconds * 1_000,
    progress: ({ sent, first, again, failed, refused }) => {
      const wrong = [failed, refused].flatMap((counts) => Object.values(counts)).reduce((sum, count) => sum + count, 0);
      progress(`${sent} of ${rate * seconds} scans sent, ${first + again} ok, ${wrong} refused or failed`);
    },
  });
  return { outcome, recorded: await recordedAt(api, slug) };
}

function report(outcome: Outcome, { figures, missed }: Verdict, recorded: number, output: Output): ExitCode {
  const isMet = missed.length === 0;
  const verdict = isMet
    ? output.styledAnswer('green', 'All goals are met.')
    : output.styledAnswer('red', missed.join('\n'));
  output.answer(
    { ok: isMet, missed, ...outcome.tally, recorded, ...figures },
    `${outcomeText(outcome, { figures, missed }, recorded)}\n${verdict}`,
  );
  return isMet ? exitCodes.done : exitCodes.failed;
}
