/**
 * A judge's text and scores that the service does not have yet. They are stored on the device before they are sent, and
 * removed once the service has answered, so a reload, an empty battery or a missing network loses nothing.
 */
import { effect, signal } from '@preact/signals';
import { changes } from '../shared/changes.ts';
import { keep, forget, recallAll, unsent } from '../shared/kept.ts';
import { personId } from '../shared/start.ts';
import { without } from '../shared/without.ts';
import type { Team } from './panel.ts';

export interface Opinion {
  readonly value: number | null;
  /** For organizers. */
  readonly comment: string;
  /** For the team. */
  readonly feedback: string;
}
/** The members of an opinion that the judge touched here; another window may have given the others meanwhile. */
export type Touched = Partial<Opinion>;
export interface Draft {
  readonly id: string;
  /** By criterion. An earlier release kept opinions as a whole, with a value of null for none. */
  readonly opinions: Readonly<Record<string, Touched>>;
  /** To be handed in as soon as everything has arrived. */
  readonly isHandedIn: boolean;
  /** Until when that is held back, in milliseconds since 1970, so that it can be taken back. */
  readonly heldUntil?: number | undefined;
  /** Why the judge cannot judge this team: to be declined as soon as the service can be told. */
  readonly declined?: string | undefined;
}

/** For how long a team that was handed in can be taken back. */
export const takeBackMs = 10_000;

/** How long it is still held back; a clock that was put back holds nothing longer than it should. */
export function heldForMs({ isHandedIn, heldUntil = 0 }: Draft): number {
  const left = heldUntil - Date.now();
  return isHandedIn && left > 0 && left <= takeBackMs ? left : 0;
}

const nothing: Opinion = { value: null, comment: '', feedback: '' };

/** By assignment. */
export const drafts = signal<Readonly<Record<string, Draft>>>({});

export const draftOf = (id: string): Draft => drafts.value[id] ?? { id, opinions: {}, isHandedIn: false };

export const isDeclined = ({ assignment }: Team): boolean => draftOf(assignment.id).declined !== undefined;

/** A judge's score and texts for a team by one criterion: as typed, else as the service has it. */
export function opinionOn({ assignment, scores }: Team, criterionId: string): Opinion {
  const score = scores.find(({ criterion_id }) => criterion_id === criterionId);
  const sent = score ? { value: score.value, comment: score.comment ?? '', feedback: score.feedback ?? '' } : nothing;
  const touched = draftOf(assignment.id).opinions[criterionId];
  return { ...sent, ...touched, value: touched?.value ?? sent.value };
}

/** Keeps of the touched members those that were touched again since these were sent. */
export const settled = (id: string, criterionId: string, sent: Touched): Promise<void> =>
  draft(id, (now) => {
    const left = changes(sent, now.opinions[criterionId] ?? {});
    const others = without(now.opinions, criterionId);
    return { ...now, opinions: Object.keys(left).length > 0 ? { ...others, [criterionId]: left } : others };
  });

/** Criteria that have no score yet. */
export const missingOf = (team: Team) => team.criteria.filter(({ id }) => opinionOn(team, id).value === null);

/** Changes a draft here and on the device; one that says nothing more is forgotten. */
export async function draft(id: string, change: (draft: Draft) => Draft): Promise<void> {
  const changed = change(draftOf(id));
  const others = without(drafts.value, id);
  const isEmpty = Object.keys(changed.opinions).length === 0 && !changed.isHandedIn && changed.declined === undefined;
  drafts.value = isEmpty ? others : { ...others, [id]: changed };
  const person = personId.value;
  if (!person) return;
  if (isEmpty) await forget(person, unsent.scores + id);
  else await keep(person, unsent.scores + id, changed);
}

/** Deletes drafts for removed criteria. True if there were any. */
export async function dropGone({ assignment: { id }, criteria }: Team): Promise<boolean> {
  const isKnown = (criterionId: string) => criteria.some((criterion) => criterion.id === criterionId);
  if (Object.keys(draftOf(id).opinions).every(isKnown)) return false;
  await draft(id, (now) => {
    const left = Object.entries(now.opinions).filter(([criterionId]) => isKnown(criterionId));
    return { ...now, opinions: Object.fromEntries(left) };
  });
  return true;
}

/** Goes on with stored data. Returns a function that stops it. */
export function takeUp(then: (ids: readonly string[]) => void): () => void {
  return effect(() => {
    const id = personId.value;
    drafts.value = {};
    if (!id) return;
    void recallAll<Draft>(id, unsent.scores).then((left) => {
      if (personId.peek() !== id) return;
      drafts.value = { ...Object.fromEntries(left.map((each) => [each.id, each])), ...drafts.peek() };
      then(left.map((each) => each.id));
    });
  });
}
