/**
 * The text of a project that the service does not have yet. It is stored on the device before it is sent and removed
 * once the service has it, so a reload or a missing network loses nothing.
 */
import { effect, signal } from '@preact/signals';
import { isEmpty } from '../../../shared/contract/answers.ts';
import { changes } from '../../shared/changes.ts';
import { forget, keep, recallAll, unsent } from '../../shared/kept.ts';
import { serverNow } from '../../shared/session.ts';
import { personId } from '../../shared/start.ts';
import { without } from '../../shared/without.ts';
import type { Team } from '../places.ts';

/** A project as its form has it. */
export interface Typed {
  readonly title: string;
  readonly description: string;
  /** One in each line. */
  readonly links: string;
  readonly video: string;
  /** Separated by commas. */
  readonly builtWith: string;
  readonly prizeIds: readonly string[];
  /** Shown in the gallery of the hackathon. */
  readonly isListed: boolean;
  /** To the questions of the track, by their ids. */
  readonly answers: Readonly<Record<string, unknown>>;
}
export interface Draft {
  /** Of the team. */
  readonly id: string;
  /** The touched members; the others of the team may have written the rest meanwhile. An earlier release kept it whole. */
  readonly typed: Partial<Typed>;
  /**
   * The time of typing, by the server's clock: text from before the deadline counts even if it arrives a little later.
   */
  readonly savedAt: string;
  /** To be handed in, or changed where it is handed in already, as soon as the service can be reached. */
  readonly isHandedIn: boolean;
}

/** By team. */
export const drafts = signal<Readonly<Record<string, Draft>>>({});

/** Whether a stored draft is among them. */
export const areTakenUp = signal(false);

/** A project as it stands: as typed here, else as the service has it. */
export function typedOf(
  { id, submission }: Pick<Team, 'id' | 'submission'>,
  typed: Partial<Typed> | undefined = drafts.value[id]?.typed,
): Typed {
  return {
    title: submission?.title ?? '',
    description: submission?.description ?? '',
    links: submission?.links.join('\n') ?? '',
    video: submission?.video_url ?? '',
    builtWith: submission?.built_with.join(', ') ?? '',
    prizeIds: submission?.prize_ids ?? [],
    isListed: submission?.listed ?? true,
    ...typed,
    answers: { ...submission?.answers_json, ...typed?.answers },
  };
}

const parts = (text: string, by: RegExp) =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean);

/** The questions of the track of a team. One that the device kept from an earlier release has none. */
export const askedOf = ({ questions = [] }: { readonly questions?: Team['questions'] }) =>
  questions.map((question) => ({ ...question, choices: null }));

/** The questions that have to be right: of a project that is handed in, those that are answered anew. */
export function checkedOf(team: Pick<Team, 'id' | 'submission' | 'questions'>) {
  const touched = drafts.value[team.id]?.typed.answers ?? {};
  return askedOf(team).filter(({ id }) => !team.submission || Object.hasOwn(touched, id));
}

/** The answers to questions that there are now; null for one that was emptied. */
function answered(team: Pick<Team, 'questions'>, answers: Typed['answers']) {
  const given = askedOf(team).filter(({ id }) => Object.hasOwn(answers, id));
  return Object.fromEntries(given.map(({ id }) => [id, isEmpty(answers[id]) ? null : answers[id]]));
}

/** A project as the service takes it. */
export const written = (team: Pick<Team, 'questions'>, typed: Typed) => ({
  title: typed.title.trim(),
  description: typed.description.trim() || null,
  links: parts(typed.links, /\s+/),
  video_url: typed.video.trim() || null,
  built_with: parts(typed.builtWith, /,/),
  prize_ids: [...typed.prizeIds],
  listed: typed.isListed,
  answers_json: answered(team, typed.answers),
});

const members: Readonly<Record<keyof Typed, keyof ReturnType<typeof written>>> = {
  ...{ title: 'title', description: 'description', links: 'links', video: 'video_url' },
  ...{ builtWith: 'built_with', prizeIds: 'prize_ids', isListed: 'listed', answers: 'answers_json' },
};

/** The members of a project that were touched, as the service takes them. */
export function touchedOf(team: Pick<Team, 'id' | 'submission' | 'questions'>, typed: Partial<Typed>) {
  const names = new Set<string>(Object.keys(typed).map((name) => members[name as keyof Typed]));
  // Of the answers those that were touched: the service leaves the others as they are.
  const answers_json = answered(team, typed.answers ?? {});
  const all = Object.entries({ ...written(team, typedOf(team, typed)), answers_json });
  // None are left where their questions were taken away. On a track that asks nothing any more, they would replace the stored ones.
  if (Object.keys(answers_json).length === 0) names.delete('answers_json');
  return Object.fromEntries(all.filter(([name]) => names.has(name))) as Partial<ReturnType<typeof written>>;
}

/** Keeps the typed text here and on the device. */
export async function draft(id: string, part: Partial<Typed>, isHandedIn: boolean): Promise<void> {
  const former = drafts.value[id]?.typed;
  const answers = part.answers && { answers: { ...former?.answers, ...part.answers } };
  const typed = { ...former, ...part, ...answers };
  await put({ id, typed, isHandedIn, savedAt: new Date(serverNow()).toISOString() });
}

async function put(draft: Draft): Promise<void> {
  drafts.value = { ...drafts.value, [draft.id]: draft };
  if (personId.value) await keep(personId.value, unsent.projects + draft.id, draft);
}

/** Forgets what the service has now, except what was typed meanwhile. */
export async function drop(sent: Draft): Promise<void> {
  const now = drafts.value[sent.id];
  const { answers, ...left } = now ? changes(sent.typed, now.typed) : {};
  // One by one: those that are sent may have been changed by a teammate since.
  const typed = { ...left, ...(answers && { answers: changes(sent.typed.answers ?? {}, answers) }) };
  if (now && Object.keys(typed).length > 0) return put({ ...now, typed });
  drafts.value = without(drafts.value, sent.id);
  if (personId.value) await forget(personId.value, unsent.projects + sent.id);
}

/** Keeps refused text, to be sent once it is changed. Returns whether it was not changed already. */
export async function hold(refused: Draft): Promise<boolean> {
  const isSame = drafts.value[refused.id] === refused;
  if (isSame) await put({ ...refused, isHandedIn: false });
  return isSame;
}

/** Goes on with stored data. Returns a function that stops it. */
export function takeUp(then: (ids: readonly string[]) => void): () => void {
  return effect(() => {
    const id = personId.value;
    drafts.value = {};
    areTakenUp.value = false;
    if (!id) return;
    void recallAll<Draft>(id, unsent.projects).then((left) => {
      if (personId.peek() !== id) return;
      drafts.value = { ...Object.fromEntries(left.map((each) => [each.id, each])), ...drafts.peek() };
      areTakenUp.value = true;
      then(left.map((each) => each.id));
    });
  });
}
