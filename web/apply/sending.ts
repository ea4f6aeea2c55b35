/** Sends an application once, even if the network fails, and keeps the answer. */
import { effect, signal } from '@preact/signals';
import { isRefusal, MusterError } from '../../clients/typescript/src/index.ts';
import { online } from '../shared/online.ts';
import { isPassing, statusOf, waitOf } from '../shared/refused.ts';
import { api, resume, user, type User } from '../shared/session.ts';
import { change, claim, draft, drop, isOf, isReady, lookForPerson, reopen, slug, takeUp } from './draft.ts';
import { agreesTo, hackathon, load, openTracks, shownFields } from './hackathon.ts';

/** Milliseconds before a try after a failure, at first and at most. */
const [soonest, latest] = [2_000, 10_000];

/** Why the application was refused; a network that is away is no refusal. */
export const refused = signal<MusterError | undefined>(undefined);
/** Why the last try failed, where it is tried again. */
export const trouble = signal<MusterError | undefined>(undefined);
/** The service has it; `before` where it had one already. */
export const done = signal<'now' | 'before' | undefined>(undefined);

let isUnderWay = false;
let waitMs = soonest;

/** Sends it as soon as it is to be sent and somebody is signed in. Returns what ends it. */
export function keepSending(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = async () => {
    if (isUnderWay || !draft.value.isSent) return;
    isUnderWay = true;
    try {
      await send();
      waitMs = soonest;
    } catch (error) {
      if (!(error instanceof MusterError)) throw error;
      await settle(error, () => (timer = setTimeout(() => void attempt(), Math.max(waitMs, waitOf(error)))));
    } finally {
      isUnderWay = false;
    }
  };
  const end = effect(() => {
    clearTimeout(timer);
    if (!draft.value.isSent) trouble.value = undefined;
    if (isReady.value && draft.value.isSent && online.value && hackathon.value && !done.value) void attempt();
  });
  return () => {
    end();
    clearTimeout(timer);
  };
}

async function send(): Promise<void> {
  // The form asks for an account again where the session has ended.
  if (!user.value && !(await resume())) {
    lookForPerson();
    return draft.value.awaitsCode ? undefined : change({ isSent: false });
  }
  if (user.value && !isOf(user.value.id)) return takeUp();
  const { answers, key, looking_for_team, agreed, ...chosen } = draft.value;
  // Somebody else has signed in here since the code was asked for.
  if (chosen.awaitsCode && !isAddressOf(user.value, chosen.email)) {
    return change({ isSent: false, awaitsCode: false });
  }
  // The texts may be others since they were agreed to.
  if (agreed) await load();
  const known = hackathon.value;
  if (!known) return;
  const shown = shownFields(known, answers);
  const asked = Object.entries(answers).filter(([id]) => shown.some((field) => field.id === id));
  const files = asked.filter((entry): entry is [string, File] => entry[1] instanceof File);
  const said = asked.filter(([, value]) => value !== undefined && value !== '' && !(value instanceof File));
  const open = openTracks(known).map(({ id }) => id);
  const track_ids = open.length === 1 ? open : open.filter((id) => chosen.track_ids?.includes(id));
  const ticked = { ...(looking_for_team && { looking_for_team }), ...(agreesTo(known, agreed) && { consent: true }) };
  const body = { answers_json: Object.fromEntries(said), track_ids, ...ticked };
  await api.registrations.apply(
    { slug, ...body, ...(files.length > 0 && { files: Object.fromEntries(files) }) },
    { idempotencyKey: key },
  );
  done.value = 'now';
  await drop();
}

const isAddressOf = (person: User | undefined, email = '') => person?.email === email.trim().toLowerCase();

/**
 * Takes up the draft of the person who is signed in, and finds out whether they have applied before. A draft that is on its way is
 * answered anyway.
 */
export async function meet(): Promise<void> {
  const known = hackathon.value;
  if (!user.value || !known) return;
  await claim(user.value.id);
  if (draft.value.isSent) return;
  try {
    const { registrations } = await api.registrations.listOwn();
    const own = registrations.find(({ super_event }) => super_event.id === known.id);
    const isThere = own && own.super_event_registration.status !== 'cancelled';
    if (isThere && !draft.value.isSent) done.value ??= 'before';
  } catch (error) {
    // Applying says so as well.
    if (!(error instanceof MusterError)) throw error;
  }
}

/** Decides what to do after a refused application. */
async function settle(error: MusterError, again: () => void): Promise<void> {
  if (isRefusal(error, 'ALREADY_REGISTERED')) {
    done.value = 'before';
    return drop();
  }
  trouble.value = isPassing(error) ? error : undefined;
  if (trouble.value) {
    waitMs = Math.min(latest, waitMs * 2);
    return again();
  }
  await reopen();
  // A session that ended is taken up by signing in below the form.
  if (statusOf(error) !== 401) refused.value = error;
  await load();
}
