/**
 * The draft of an application. It is stored on the device with its files from the first key on, and removed once the
 * service has answered, so a reload, a closed tab, signing in or a missing network loses nothing. It is the device's until
 * somebody is signed in, and that person's from then on: nobody else at this device sees or sends it.
 */
import { signal } from '@preact/signals';
import { newIdempotencyKey } from '../../clients/typescript/src/index.ts';
import { namedBelow } from '../shared/address.ts';
import { keep, keepAll, recall, recallAll, unsent } from '../shared/kept.ts';
import { lastUserId } from '../shared/session.ts';

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
  /** When it was changed last, in milliseconds since 1970. */
  readonly at?: number;
}

/** Stands for the person where nobody is signed in. */
const device = 'device';
const place = `${unsent.applications}${slug}`;
const fresh = (): Draft => ({ answers: {}, key: newIdempotencyKey() });
/** By whom the stored draft is kept. */
const owner = signal(device);

/** As it is stored. */
interface KeptDraft extends Draft {
  /** The fields whose files belong to it: those of an older draft may be there still. An earlier release kept none. */
  readonly fileIds?: readonly string[];
}
interface KeptFile {
  /** Of the field. */
  readonly id: string;
  readonly file: File;
}
/** The files that are stored, by field. They stand beside the draft, which is stored with every key. */
let storedFiles: ReadonlyMap<string, unknown> = new Map();
const placeOf = (fieldId: string) => `${place}/${fieldId}`;
const isFile = ([, answer]: readonly [string, unknown]) => answer instanceof File;

export const draft = signal<Draft>(fresh());
/** The draft of before has been looked for. */
export const isReady = signal(false);
/** The shown draft is stored on the device. */
export const isKept = signal(false);

/** Somebody is signed in here, as far as the device knows without a network. */
export const isPersonKnown = signal(lastUserId() !== null);
/** Their session may have ended. */
export const lookForPerson = (): void => void (isPersonKnown.value = lastUserId() !== null);

/** Takes up the newer one of the person's own draft and the device's, which was typed before signing in. */
export async function takeUp(): Promise<void> {
  const person = lastUserId() ?? device;
  const [own, typedBefore] = await Promise.all([recallDraft(person), recallDraft(device)]);
  const isNewer = typedBefore !== undefined && (typedBefore.at ?? 0) > (own?.at ?? -1);
  const kept = isNewer ? typedBefore : own;
  owner.value = isNewer ? device : person;
  draft.value = kept ?? fresh();
  storedFiles = new Map(Object.entries(draft.value.answers).filter(isFile));
  isKept.value = kept !== undefined;
  isReady.value = true;
}

async function recallDraft(person: string): Promise<Draft | undefined> {
  const [kept, files] = await Promise.all([recall<KeptDraft>(person, place), recallAll<KeptFile>(person, `${place}/`)]);
  if (!kept) return undefined;
  const { fileIds = [], answers, ...rest } = kept;
  const own = files.filter(({ id }) => fileIds.includes(id)).map(({ id, file }) => [id, file] as const);
  return { ...rest, answers: { ...answers, ...Object.fromEntries(own) } };
}

/** Whether somebody may see and send the draft: one of nobody becomes theirs. */
export const isOf = (userId: string): boolean => owner.value === device || owner.value === userId;

export async function change(part: Partial<Draft>): Promise<void> {
  const changed = { ...draft.value, ...part, at: Date.now() };
  draft.value = changed;
  emptied.value = undefined;
  isKept.value = false;
  // Once it is somebody's it stays theirs, though their session may have ended.
  const [before, now] = [owner.value, owner.value === device ? (lastUserId() ?? device) : owner.value];
  owner.value = now;
  const isStored = await keepAll(now, whatChanged(changed, before !== now), before);
  if (!isStored) storedFiles = new Map();
  isKept.value = isStored && draft.value === changed;
}

/** Shows a person who has signed in the newer one of their own draft and the device's, which becomes theirs. */
export async function claim(userId: string): Promise<void> {
  const isUnclaimed = owner.value === device && isKept.value;
  if (!isOf(userId) || isUnclaimed) await takeUp();
  if (owner.value === device && isKept.value) await change({});
}

/** The values to store: the draft without its files, and the files that are others now, or all where the owner is another. */
function whatChanged(changed: Draft, isMoved: boolean): Record<string, unknown> {
  const answers = Object.entries(changed.answers);
  const files = new Map(answers.filter(isFile));
  const touched = [...new Set([...storedFiles.keys(), ...files.keys()])].filter(
    (id) => isMoved || storedFiles.get(id) !== files.get(id),
  );
  storedFiles = files;
  const texts = Object.fromEntries(answers.filter((answer) => !isFile(answer)));
  const kept = touched.map((id) => [placeOf(id), files.has(id) ? { id, file: files.get(id) } : undefined] as const);
  const stored: KeptDraft = { ...changed, answers: texts, fileIds: [...files.keys()] };
  return { [place]: stored, ...Object.fromEntries(kept) };
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

/** The draft that was emptied last, until something is typed anew. */
export const emptied = signal<Draft | undefined>(undefined);

export async function startOver(): Promise<void> {
  const { value } = draft;
  await drop();
  emptied.value = value;
}

/** The password of the sign-up that waits for its code. It is stored nowhere. */
export const chosenPassword = signal('');

export async function drop(): Promise<void> {
  draft.value = fresh();
  isKept.value = false;
  const names = [place, ...[...storedFiles.keys()].map(placeOf)];
  storedFiles = new Map();
  await keepAll(owner.value, Object.fromEntries(names.map((name) => [name, undefined])));
}

/** Keeps what the page was told of the hackathon, to show it without a network. */
export const keepHackathon = (value: unknown) => keep(device, `apply/${slug}`, value);
export const recallHackathon = <T>() => recall<T>(device, `apply/${slug}`);
