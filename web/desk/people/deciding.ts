/** Decides about one person. */
import type { RegistrationStatus } from '../../../shared/contract/values.ts';
import type { Answer } from '../../../clients/typescript/src/index.ts';
import { api } from '../../shared/session.ts';
import type { Hackathon } from '../hackathons.ts';
import type { Decision, Person, Undo } from './requests.ts';
import { undone } from './texts/en.ts';

type Former = Exclude<RegistrationStatus, 'cancelled'>;

/**
 * Decides about somebody. Accepting who applied to one track accepts them there as well; all else is for every track on
 * which nothing is decided yet. Returns what takes it back, except from who has lost a place, and a team, by it.
 */
export async function decide(hackathon: Hackathon, person: Person, status: Decision): Promise<Undo | undefined> {
  const { place, status: former } = person;
  if (former === 'cancelled') return undefined;
  if ('registration' in place) {
    await decideOnTrack(place.registration, status);
    return async () => {
      const { registration } = await api.registrations.get({ id: place.registration });
      const isHeld = await isEmailHeld(registration.super_event_registration_id);
      await decideOnTrack(place.registration, former);
      return isHeld ? undone.untold : undone.told;
    };
  }
  const open = await undecided(hackathon, person, status);
  const changed = status === 'accepted' ? await accept(person, place.parent, open) : await decideOnAll(open, status);
  // The hackathon comes last: until then somebody whose tracks were decided half is still in the list.
  if (status !== 'accepted') await decideOnHackathon(place.parent, status);
  if (former === 'accepted') return undefined;
  return async () => {
    const isHeld = await isEmailHeld(place.parent);
    for (const each of changed) if (each.status !== 'cancelled') await decideOnTrack(each.id, each.status);
    await decideOnHackathon(place.parent, former);
    return isHeld ? undone.untold : undone.told;
  };
}

const isEmailHeld = async (parent: string): Promise<boolean> =>
  (await api.registrations.getParent({ id: parent })).super_event_registration.email_leaves_at !== null;

type Places = Answer<'teams', 'getBuilder'>['builder']['trackRegistrations'];

/** Accepting on a track accepts in the hackathon as well, unless there was nothing left to accept. */
async function accept({ tracks }: Person, parent: string, open: Places): Promise<Places> {
  const only = tracks.length === 1 ? open[0] : undefined;
  if (only && (await decideOnTrack(only.id, 'accepted'))) return [only];
  await decideOnHackathon(parent, 'accepted');
  return [];
}

async function decideOnAll(open: Places, status: Decision): Promise<Places> {
  for (const { id } of open) await decideOnTrack(id, status);
  return open;
}

const decideOnHackathon = (id: string, status: Former) => api.registrations.updateParentStatus({ id, status });

/** Decides about a place on a track; false where it had this status already. */
export const decideOnTrack = async (id: string, status: Former): Promise<boolean> =>
  (await api.registrations.updateStatus({ id, status })).updated;

const isOpen = ({ status }: Places[number]) => status === 'pending' || status === 'waitlisted';

/** The places on tracks that this decision is about. */
async function undecided(hackathon: Hackathon, { userId, tracks }: Person, to: Decision): Promise<Places> {
  if (tracks.length === 0) return [];
  const { trackRegistrations } = await readBuilder(hackathon, userId);
  return trackRegistrations.filter((each) => each.status !== to && isOpen(each));
}

export async function readBuilder({ id }: Hackathon, userId: string, signal?: AbortSignal) {
  return (await api.teams.getBuilder({ id, userId }, { signal })).builder;
}
