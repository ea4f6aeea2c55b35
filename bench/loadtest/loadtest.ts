/** Runs a load test of scans against an installation, in a temporary hackathon. */
import { randomBytes } from 'node:crypto';
import { CannotTest, type Api } from './api.ts';
import {
  makeHackathon,
  makeKeys,
  recordedAt,
  removeHackathon,
  revokeKey,
  slugOf,
  type Apply,
  type Key,
  type Organization,
} from './hackathon.ts';
import { sendScans, type Counts, type Outcome } from './scans.ts';
import { judge, type Goals, type Verdict } from './verdict.ts';

export interface Access {
  readonly api: Api;
  readonly apply: Apply;
}
interface LoadTest extends Goals {
  readonly organization: Organization;
  readonly people: number;
  readonly signal: AbortSignal;
  /** Shows one line that is redrawn, and one that stays. */
  readonly progress: (line: string) => void;
  readonly say: (line: string) => void;
}
interface Result {
  readonly outcome: Outcome;
  readonly verdict: Verdict;
  readonly recorded: number;
}

/** Everybody comes to as many doors as there are scans for. */
const doorsAtMost = 200;

/** Runs a load test. It removes everything it created, even after a failure. */
export async function runLoadTest(access: Access, test: LoadTest): Promise<Result> {
  const name = randomBytes(6).toString('hex');
  const [{ api }, { signal, organization }, keys, slug] = [access, test, [] as Key[], slugOf(name)];
  try {
    const { outcome, recorded } = await sendCrowd(access, { ...test, name, keys });
    const verdict = judge(outcome, recorded, test);
    const missed = signal.aborted ? ['It was interrupted before its end, so there is no verdict.'] : verdict.missed;
    return { outcome, verdict: { ...verdict, missed }, recorded };
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CannotTest('The load test was interrupted.', 'What it had made was removed.');
  } finally {
    test.progress('Removing what was made');
    await removeHackathon(api, slug).catch((error: unknown) => {
      test.say(`${slug} is still there: delete it with DELETE /super-events/${slug}.`);
      throw error;
    });
    for (const key of keys) await revokeKey(api, organization, key).catch(() => undefined);
    test.say(`${slug} is removed.`);
  }
}

async function sendCrowd(
  { api, apply }: Access,
  {
    organization,
    people,
    rate,
    seconds,
    signal,
    progress,
    name,
    keys,
  }: LoadTest & { readonly name: string; readonly keys: Key[] },
): Promise<Pick<Result, 'outcome' | 'recorded'>> {
  const slug = slugOf(name);
  const doors = Math.min(doorsAtMost, Math.ceil((rate * seconds) / people));
  const { tokens, doors: points } = await makeHackathon(apply, { organization, slug, people, doors, progress, signal });
  await makeKeys(api, organization, { name, rate, seconds, keys });
  signal.throwIfAborted();
  const outcome = await sendScans({
    ...{ url: api.url, keys: keys.map(({ text }) => text), tokens, doors: points, rate, seconds, name, signal },
    progress: (counts) => progress(countsText(counts, rate * seconds)),
  });
  return { outcome, recorded: await recordedAt(api, slug) };
}

function countsText({ sent, first, again, failed, refused }: Counts, most: number): string {
  const wrong = [failed, refused].flatMap((counts) => Object.values(counts)).reduce((sum, count) => sum + count, 0);
  return `${sent} of ${most} scans sent, ${first + again} ok, ${wrong} refused or failed`;
}
