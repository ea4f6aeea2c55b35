/** Decides about many people at once, undoes it, and describes the outcome. */
import { isRefusal, type Answer } from '../../../clients/typescript/src/index.ts';
import { api } from '../../shared/session.ts';
import type { Hackathon } from '../hackathons.ts';
import type { Filter, Person } from './requests.ts';
import type { Selection } from './selection.ts';
import { words } from '../parts/texts/en.ts';
import { outcomes } from './texts/en.ts';

export type BulkStatus = 'accepted' | 'waitlisted' | 'rejected' | 'pending';
type Decided = Answer<'registrations', 'decide'>;
type Undone = Answer<'registrations', 'undo'>;

export interface Ways {
  /** The track to accept on; empty for those that people applied for. */
  readonly track: string;
  /** Until when people have to confirm, in the zone of this device; empty for as the hackathon says. */
  readonly confirmBy: string;
  readonly letters: boolean;
}
interface Named {
  readonly id: string;
  readonly name: string;
}
export interface Bulk {
  readonly status: BulkStatus;
  readonly answer: Decided;
  /** Of those who moved, the ones whose names this page knows. */
  readonly moved: readonly Named[];
  /** Of those who did not move, the ones who are named. */
  readonly named: readonly (Named & { readonly code: Why })[];
  /** Emails about it leave once it cannot be taken back any more. */
  readonly isTold: boolean;
}

type Why = Decided['refused'][number]['code'] | Undone['kept'][number]['code'];

export async function decideAbout(
  { id: slug }: Hackathon,
  filter: Filter,
  { selection, rows }: { readonly selection: Selection; readonly rows: readonly Person[] },
  status: BulkStatus,
  ways: Ways,
): Promise<Bulk> {
  const { isAll, people } = selection;
  const whom = isAll ? { filter: filterOf(filter) } : { ids: people.map(({ key }) => key) };
  const accepting = {
    ...(ways.track && { track_ids: [ways.track] }),
    ...(ways.confirmBy && { confirm_by: new Date(ways.confirmBy).toISOString() }),
  };
  const { letters } = ways;
  const answer = await api.registrations.decide({
    slug,
    status,
    letters,
    ...whom,
    ...(status === 'accepted' && accepting),
  });
  const known = isAll ? rows.filter((each) => selection.has(each)) : people;
  const out = new Set(answer.refused.map(({ id }) => id));
  const moved = known.filter((each) => !out.has(each.key) && each.status !== status);
  return {
    status,
    answer,
    moved: moved.map(({ key, name }) => ({ id: key, name })),
    named: await named(answer.refused, known),
    isTold: letters && status !== 'pending' && answer.decided > 0,
  };
}

const filterOf = ({ search, status, track }: Filter) => ({
  ...(search && { search }),
  ...(status && { status }),
  ...(track && { track_id: track }),
});

/** Names that are asked for at most; the others are counted. */
const namesAtMost = 20;

/** People whom a decision or its undo left out, with the reasons. */
async function named(out: readonly { readonly id: string; readonly code: Why }[], known: readonly Person[]) {
  const nameOf = async (id: string) => {
    const here = known.find(({ key }) => key === id)?.name;
    if (here !== undefined) return here;
    try {
      return (await api.registrations.getParent({ id })).super_event_registration.users.name;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return words.somebody;
    }
  };
  return Promise.all(out.slice(0, namesAtMost).map(async ({ id, code }) => ({ id, name: await nameOf(id), code })));
}

/** Undoes a decision. Returns the outcome in words. */
export async function takeBack({ answer, moved }: Bulk): Promise<string> {
  const { undone, kept, without_team } = await api.registrations.undo({ id: answer.id });
  const names = moved.map(({ id, name }) => ({ key: id, name }) as Person);
  const stayed = (await named(kept, names)).map(({ name, code }) => outcomes.stayed[code](name));
  const lost = without_team.length > 0 && outcomes.withoutTeam(without_team.length);
  return [outcomes.undone(undone), ...stayed, lost].filter(Boolean).join(' ');
}

/** People whom one decision is about, at most. */
const peopleAtMost = 2_000;

export function outcomeOf({ status, answer: { decided, unchanged, refused, left } }: Bulk): string {
  const parts = [
    outcomes.decided[status](decided),
    unchanged > 0 && outcomes.unchanged(unchanged),
    refused.length > 0 && outcomes.refused(refused.length),
    left > 0 && outcomes.left(left, peopleAtMost),
  ];
  return parts.filter(Boolean).join(' ');
}
