/**
 * The draft of an application. It is stored on the device with its files from the first key on, and removed once the
 * service has answered, so a reload, a closed tab, signing in or a missing network loses nothing.
 */
import { signal } from '@preact/signals';
import { newIdempotencyKey } from '../../clients/typescript/src/index.ts';
import { namedBelow } from '../shared/address.ts';
import { forget, keep, recall, unsent } from '../shared/kept.ts';

/** The hackathon that the address names, by its slug or id. */
export const slug = namedBelow('/apply/');

export interface Draft {
  /** By field; texts, booleans, lists of texts, and files as they were chosen. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Undefined as long as nobody chose. */
  readonly track_ids?: readonly string[] | undefined;
  readonly looking_for_team?: boolean;
  /** The addresses of the texts that were agreed to; the tick is for no others. */
  readonly agreed?: readonly string[];
  readonly name?: string;
  readonly email?: string;
  /** The address was confirmed elsewhere, or by a try whose answer was lost: signing in goes on. */
  readonly isKnown?: boolean;
  /** An email with a code is on its way. */
  readonly awaitsCode?: boolean;
  /** To be sent as soon as somebody is signed in and the service can be reached. */
  readonly isSent?: boolean;
  /** Tells the service that it is the same application, however often it is sent. */
  readonly key: string;
}

/** An application has no person before its end, so it belongs to the device. */
const device = 'device';
const place = `${unsent.applications}${slug}`;
const fresh = (): Draft => ({ answers: {}, key: newIdempotencyKey() });

export const draft = signal<Draft>(fresh());
/** The draft of before has been looked for. */
export const isReady = signal(false);
/** The shown draft is stored on the device. */
export const isKept = signal(false);

export async function takeUp(): Promise<void> {
  const kept = await recall<Draft>(device, place);
  if (kept) draft.value = kept;
  isKept.value = kept !== undefined;
  isReady.value = true;
}

export async function change(part: Partial<Draft>): Promise<void> {
  const changed = { ...draft.value, ...part };
  draft.value = changed;
  isKept.value = false;
  await keep(device, place, changed);
  isKept.value = draft.value === changed;
}

/** Fills in what the account says, where nothing was typed; what is typed afterwards counts. */
export async function fillIn(known: Readonly<Record<string, string>>): Promise<void> {
  const { answers } = draft.value;
  const missing = Object.entries(known).filter(([id]) => answers[id] === undefined);
  if (missing.length > 0) await change({ answers: { ...answers, ...Object.fromEntries(missing) } });
}

export const answer = (id: string, value: unknown) => change({ answers: { ...draft.value.answers, [id]: value } });

/** The service has refused it, so the next try is another one. */
export const reopen = () => change({ isSent: false, awaitsCode: false, key: newIdempotencyKey() });

export async function drop(): Promise<void> {
  draft.value = fresh();
  isKept.value = false;
  await forget(device, place);
}

/** Keeps what the page was told of the hackathon, to show it without a network. */
export const keepHackathon = (value: unknown) => keep(device, `apply/${slug}`, value);
export const recallHackathon = <T>() => recall<T>(device, `apply/${slug}`);
