/** Sends scores as they are typed, one request after the other for each team, until the service has them. */
import { effect, signal } from '@preact/signals';
import { isRefusal, MusterError } from '../../clients/typescript/src/index.ts';
import { online } from '../shared/online.ts';
import { isPassing, statusOf, waitOf } from '../shared/refused.ts';
import { api, leadToSignIn } from '../shared/session.ts';
import { without } from '../shared/without.ts';
import { sendDecline, tellRefused } from './declining.ts';
import {
  draft,
  draftOf,
  drafts,
  dropGone,
  heldForMs,
  settled,
  takeBackMs,
  takeUp,
  type Draft,
  type Touched,
} from './drafts.ts';
import { learn, panel, renew, type Score } from './panel.ts';

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

/** The score that the service has for a criterion of a team. */
const scoreOf = (id: string, criterionId: string): Score | undefined =>
  panel.value
    ?.find(({ assignment }) => assignment.id === id)
    ?.scores.find(({ criterion_id }) => criterion_id === criterionId);

/** The opinions that can be sent; words without a score wait for one. */
const readyIn = ({ id, opinions }: Draft): [criterionId: string, Touched][] =>
  Object.entries(opinions).filter(([criterion, { value }]) => (value ?? scoreOf(id, criterion)) != null);

const isDue = (draft: Draft): boolean => draft.isHandedIn && heldForMs(draft) === 0;

/** Whether there is something to send. */
export const hasNews = (draft: Draft): boolean =>
  isDue(draft) || draft.declined !== undefined || readyIn(draft).length > 0;

async function send(id: string): Promise<void> {
  if (sending.value.has(id)) return sendSoon(id);
  if (!hasNews(draftOf(id))) return goOn(id);
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
  goOn(id);
}

/** Comes back to what is left, or to what is held back. */
function goOn(id: string): void {
  if (refusals.value[id]) return;
  const heldMs = heldForMs(draftOf(id));
  if (hasNews(draftOf(id))) sendSoon(id, waits.get(id) ?? calm);
  else if (heldMs > 0) sendSoon(id, heldMs);
}

/** Nobody reads the scores of a team that is declined. */
async function sendAll(id: string): Promise<void> {
  const { declined } = draftOf(id);
  if (declined !== undefined) return sendDecline(id, declined);
  await sendScores(id);
  await handIn(id);
}

async function sendScores(id: string): Promise<void> {
  for (const [criterion_id, touched] of readyIn(draftOf(id))) {
    await sendScore(id, criterion_id, touched);
    // Text that was typed meanwhile stays, and is sent with the next request.
    await settled(id, criterion_id, touched);
  }
}

/** Sends what the judge touched; what is left out stays as the service has it. */
async function sendScore(id: string, criterion_id: string, { value, comment, feedback }: Touched): Promise<void> {
  const words = {
    ...(comment !== undefined && { comment: comment || null }),
    ...(feedback !== undefined && { feedback: feedback || null }),
  };
  const given = scoreOf(id, criterion_id);
  if (value == null && given) {
    const { score } = await api.judging.updateScore({ id: given.id, ...words });
    return learn(id, {}, [score]);
  }
  const { assignment, scores } = await api.judging.submitScore({ id, criterion_id, value: value ?? 0, ...words });
  await learn(id, assignment, scores);
}

async function handIn(id: string): Promise<void> {
  const now = draftOf(id);
  if (!isDue(now) || readyIn(now).length > 0) return;
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
export async function give(id: string, criterionId: string, part: Touched): Promise<void> {
  note(id, undefined);
  await draft(id, (now) => {
    const touched = { ...now.opinions[criterionId], ...part };
    return { ...now, opinions: { ...now.opinions, [criterionId]: touched } };
  });
  sendSoon(id);
}

/** Has a team handed in, once it cannot be taken back and there is a network; or takes that back as long as it was not sent. */
export async function setHandedIn(id: string, isHandedIn: boolean): Promise<void> {
  note(id, undefined);
  const heldUntil = isHandedIn ? Date.now() + takeBackMs : undefined;
  await draft(id, (now) => ({ ...now, isHandedIn, heldUntil }));
  sendSoon(id, 0);
}

/** Nobody takes anything back on a page that they have left, and it may not come back. */
function letGo(): void {
  for (const one of Object.values(drafts.peek())) {
    if (heldForMs(one) === 0) continue;
    void draft(one.id, (now) => ({ ...now, heldUntil: undefined }));
    void send(one.id);
  }
}
const letGoOnceHidden = () => document.visibilityState === 'hidden' && letGo();

/** Declines a team, now or when the network is back; or, without a reason, takes that back as long as it was not sent. */
export async function setDeclined(id: string, reason: string | undefined): Promise<void> {
  note(id, undefined);
  await draft(id, (now) => ({ ...now, declined: reason }));
  sendSoon(id, 0);
}

/**
 * Sends stored drafts, and everything when the network is back or a reading shows a score for which words waited. Returns a function
 * that stops it.
 */
export function keepSending(): () => void {
  const all = (ids: readonly string[]) => ids.filter((id) => !refusals.peek()[id]).forEach((id) => sendSoon(id, 0));
  const ends = [takeUp(all), effect(() => void (online.value && panel.value && all(Object.keys(drafts.peek()))))];
  addEventListener('pagehide', letGo);
  document.addEventListener('visibilitychange', letGoOnceHidden);
  return () => {
    removeEventListener('pagehide', letGo);
    document.removeEventListener('visibilitychange', letGoOnceHidden);
    ends.forEach((end) => end());
  };
}
