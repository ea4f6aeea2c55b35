/** Everybody an event file names, once, with what any of the places says about them. */
import type { PersonEntry } from '../../services/identity/event-file.ts';
import type { EventFile } from './normalize.ts';

export function peopleOf({ organization, users, super_events }: EventFile): PersonEntry[] {
  const people = new Map<string, PersonEntry>();
  const add = (person: { email: string; name?: string | null | undefined }) => {
    const known = people.get(person.email);
    people.set(person.email, { onboarded: true, ...known, ...person, name: known?.name ?? person.name });
  };
  for (const user of users) add(user);
  for (const { email, name } of organization.members) add({ email, name });
  for (const { participants } of super_events) for (const { email, name } of participants) add({ email, name });
  return [...people.values()];
}
