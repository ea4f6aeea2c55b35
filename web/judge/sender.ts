/** Sends scores as they are typed, one request after the other for each team, until the service has them. */
import { effect, signal } from '@preact/signals';
import { isRefusal, MusterError } from '../../clients/typescript/src/index.ts';
import { online } from '../shared/online.ts';
import { isPassing, statusOf, waitOf } from '../shared/refused.ts';
import { api, leadToSignIn } from '../shared/session.ts';
import { without } from '../shared/without.ts';
import { sendDecline, tellRefused } from './declining.ts';
import { draft, draftOf, drafts, dropGone, takeUp, type Draft, type Opinion } from './drafts.ts';
import { learn, panel, renew } from './panel.ts';

/** Milliseconds without a keystroke before something is sent. */
const calm = 600;
/** Milliseconds before a try after a failure, at first and at most. */
const [soonest, latest] = [2_000, 10_000];

/** Teams whose scores are on their way, and what the service has against those of others; by assignment. */
export const sending = signal<ReadonlySet<string>>(new Set());
export const refusals = signal<Readonly<Record<string, MusterError>>>({});

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const waits = new Map<string, number>();

/** Sends a team's draft once the judge pauses. */
export function sendSoon(id: string, after = calm): void {
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => void send(id), after),
  );
}

const isReady = ([, { value }]: [string, Opinion]) => value !== null;
/** Whether there is something to send; words without a score wait for one. */
export const hasNews = ({ opinions, isHandedIn, declined }: Draft): boolean =>
  isHandedIn || declined !== undefined || Object.entries(opinions).some(isReady);

async function send(id: string): Promise<void> {
  if (sending.value.has(id)) return sendSoon(id);
  if (!hasNews(draftOf(id))) return;
  sending.value = new Set([...sending.value, id]);
  try {
    await sendAll(id);
    waits.delete(id);
    note(id, undefined);
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
    await settle(id, error);
  } finally {
    sending.value = new Set([...sending.value].filter((other) => other !== id));
  }
  if (hasNews(draftOf(id)) && !refusals.value[id]) sendSoon(id, waits.get(id) ?? calm);
}

/** Nobody reads the scores of a team that is declined. */
async function sendAll(id: string): Promise<void> {
  const { declined } = draftOf(id);
  if (declined !== undefined) return sendDecline(id, declined);
  await sendScores(id);
  await handIn(id);
}

async function sendScores(id: string): Promise<void> {
  const ready = Object.entries(draftOf(id).opinions).filter(isReady);
  if (ready.length === 0) return;
  const scores = ready.map(([criterion_id, { value, comment, feedback }]) => ({
    criterion_id,
    value: value ?? 0,
    comment: comment || null,
    feedback: feedback || null,
  }));
  const answer = await api.judging.submitScore({ id, scores });
  await learn(id, answer.assignment, answer.scores);
  // Text that was typed meanwhile stays, and is sent with the next request.
  await draft(id, (now) => {
    const sent = new Map(ready);
    const left = Object.entries(now.opinions).filter(([criterion, opinion]) => sent.get(criterion) !== opinion);
    return { ...now, opinions: Object.fromEntries(left) };
  });
}

async function handIn(id: string): Promise<void> {
  const { isHandedIn, opinions } = draftOf(id);
  if (!isHandedIn || Object.entries(opinions).some(isReady)) return;
  const { assignment } = await api.judging.submitAssignment({ id });
  await learn(id, assignment);
  await draft(id, (now) => ({ ...now, opinions: {}, isHandedIn: false }));
}

/** Decides what to do after a refused draft. */
async function settle(id: string, error: MusterError): Promise<void> {
  const wait = Math.min(latest, (waits.get(id) ?? soonest / 2) * 2);
  waits.set(id, Math.max(wait, waitOf(error)));
  if (isPassing(error)) return;
  // The draft stays on the device, and is sent once the person is signed in again.
  if (statusOf(error) === 401) return leadToSignIn();
  if (draftOf(id).declined !== undefined) tellRefused(id, error);
  if (isRefusal(error, 'ASSIGNMENT_SUBMITTED')) {
    // By a request whose answer was lost, or on another device: the stored score counts.
    await draft(id, () => ({ id, opinions: {}, isHandedIn: false }));
    return renew();
  }
  await draft(id, (now) => ({ ...now, isHandedIn: false, declined: undefined }));
  note(id, error);
  // The organizers may have changed meanwhile what teams are judged by.
  await renew();
  const team = panel.value?.find(({ assignment }) => assignment.id === id);
  if (team && (await dropGone(team))) note(id, undefined);
}

function note(id: string, error: MusterError | undefined): void {
  const others = without(refusals.value, id);
  refusals.value = error ? { ...others, [id]: error } : others;
}

/** Changes what the judge thinks, keeps it on the device, and has it sent. */
export async function give(id: string, criterionId: string, opinion: Opinion): Promise<void> {
  note(id, undefined);
  await draft(id, (now) => ({ ...now, opinions: { ...now.opinions, [criterionId]: opinion } }));
  sendSoon(id);
}

/** Has a team handed in, now or when the network is back; or takes that back as long as it was not sent. */
export async function setHandedIn(id: string, isHandedIn: boolean): Promise<void> {
  note(id, undefined);
  await draft(id, (now) => ({ ...now, isHandedIn }));
  sendSoon(id, 0);
}

/** Declines a team, now or when the network is back; or, without a reason, takes that back as long as it was not sent. */
export async function setDeclined(id: string, reason: string | undefined): Promise<void> {
  note(id, undefined);
  await draft(id, (now) => ({ ...now, declined: reason }));
  sendSoon(id, 0);
}

/** Sends stored drafts, and everything when the network is back. Returns a function that stops it. */
export function keepSending(): () => void {
  const all = (ids: readonly string[]) => ids.forEach((id) => sendSoon(id, 0));
  const ends = [takeUp(all), effect(() => void (online.value && all(Object.keys(drafts.peek()))))];
  return () => ends.forEach((end) => end());
}
