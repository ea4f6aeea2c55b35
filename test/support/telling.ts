import type { Person } from './client.ts';
import type { Track } from './fixtures.ts';
import type { World } from './world.ts';

/** A hackathon whose owner does something that is told. */
export async function telling(world: World) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  const olga = await world.member(acme, 'OWNER');
  const owner = world.as(olga, acme);
  /** Gives somebody a role on a track, which is a fact. */
  const happen = async (on: Track = track, role = 'MENTOR'): Promise<Person> => {
    const person = await world.person();
    await owner.post(`/events/${on.id}/roles`, { user_id: person.id, role });
    return person;
  };
  return { acme, hack, track, olga, owner, happen };
}
