/** Sends projects as they are typed, one request after the other for each team, until the service has them. */
import { effect, signal } from '@preact/signals';
import { isRefusal, MusterError } from '../../../clients/typescript/src/index.ts';
import { online } from '../../shared/online.ts';
import { isPassing, statusOf, waitOf } from '../../shared/refused.ts';
import { api, leadToSignIn } from '../../shared/session.ts';
import { without } from '../../shared/without.ts';
import { known, learn, renew, type Team } from '../places.ts';
import {
  draft,
  drafts,
  drop,
  hold,
  takeUp,
  touchedOf,
  typedOf,
  written,
  type Draft,
  type Typed,
} from './project-draft.ts';

/** Milliseconds without a keystroke before something is sent. */
const calm = 600;
/** Milliseconds before a try after a failure, at first and at most. */
const [soonest, latest] = [2_000, 10_000];

/** Teams whose project is on its way, and what the service has against others; by team. */
const sending = signal<ReadonlySet<string>>(new Set());
export const refusals = signal<Readonly<Record<string, MusterError>>>({});

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const waits = new Map<string, number>();

/** `device`: here alone; `saved`: the service has all of it; undefined where there is nothing. */
export function stateOf({ id, submission }: Team): 'device' | 'saving' | 'saved' | 'refused' | undefined {
  if (refusals.value[id]) return 'refused';
  if (sending.value.has(id)) return 'saving';
  if (drafts.value[id]) return 'device';
  return submission ? 'saved' : undefined;
}

function sendSoon(id: string, after = calm): void {
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => void send(id), after),
  );
}

async function send(id: string): Promise<void> {
  const ready = drafts.value[id];
  if (!ready?.isHandedIn) return;
  if (sending.value.has(id)) return sendSoon(id);
  sending.value = new Set([...sending.value, id]);
  try {
    // A teammate, or a try whose answer was lost, may have handed it in: then it is changed, and not handed in a second time.
    if (waits.has(id) || !known.value?.teams[id]?.submission) await renew();
    const team = known.value?.teams[id];
    if (team) await learn(id, (await sendOne(team, ready)).submission);
    waits.delete(id);
    if (team) await drop(ready);
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
    await settle(ready, error);
  } finally {
    sending.value = new Set([...sending.value].filter((other) => other !== id));
  }
  if (drafts.value[id]?.isHandedIn && known.value?.teams[id]) sendSoon(id, waits.get(id) ?? calm);
}

const sendOne = (team: Team, { typed, savedAt: saved_at }: Draft) =>
  team.submission
    ? api.teams.updateSubmission({ id: team.submission.id, ...touchedOf(team, typed), saved_at })
    : api.teams.submit(
        { team_id: team.id, ...written(team, typedOf(team, typed)), saved_at },
        { idempotencyKey: `${team.id}.${Date.parse(saved_at)}` },
      );

/** Decides what to do after a refused project. */
async function settle(refused: Draft, error: MusterError): Promise<void> {
  const { id } = refused;
  waits.set(id, Math.max(Math.min(latest, (waits.get(id) ?? soonest / 2) * 2), waitOf(error)));
  if (isPassing(error)) return;
  // It stands on the device, and is sent once somebody is signed in again.
  if (statusOf(error) === 401) return leadToSignIn();
  if (!answersUnasked(error) && (await hold(refused))) refusals.value = { ...refusals.value, [id]: error };
  await renew();
}

/** A question was taken away, which this page did not know yet: the rest is sent once it does. */
const answersUnasked = (error: MusterError): boolean =>
  isRefusal(error, 'VALIDATION_FAILED') &&
  error.extras.errors.some(({ field, code }) => code === 'unknown' && field.startsWith('answers_json.'));

/**
 * Stores the text. A project that is handed in already is changed at once; any other waits until it is handed in, and so does what
 * was typed before a teammate did that.
 */
export async function type(team: Team, part: Partial<Typed>): Promise<void> {
  const waiting = refusals.value[team.id] ? undefined : drafts.value[team.id];
  refusals.value = without(refusals.value, team.id);
  await draft(team.id, part, waiting?.isHandedIn ?? team.submission !== null);
  sendSoon(team.id);
}

/** Submits the typed text, now or when the network is back. */
export async function handIn(team: Team): Promise<void> {
  refusals.value = without(refusals.value, team.id);
  await draft(team.id, {}, true);
  sendSoon(team.id, 0);
}

/** Sends stored drafts, and everything when the network is back. Returns a function that stops it. */
export function keepSending(): () => void {
  const all = (ids: readonly string[]) => ids.forEach((id) => sendSoon(id, 0));
  const isKnown = () => known.value !== undefined && online.value;
  const ends = [takeUp(all), effect(() => void (isKnown() && all(Object.keys(drafts.peek()))))];
  return () => ends.forEach((end) => end());
}
