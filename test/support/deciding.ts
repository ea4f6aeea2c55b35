/** A hackathon with people who are decided about, and how they stand. */
import type { RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { Person } from './client.ts';
import type { Place, Track } from './fixtures.ts';
import { eventually } from './wire.ts';
import type { World } from './world.ts';

export interface Guest {
  readonly person: Person;
  readonly place: Place;
  /** Of the place in the hackathon. */
  readonly id: string;
}
export const idsOf = (all: readonly Guest[]) => all.map(({ id }) => id);

/** A hackathon of two tracks, and what an organizer of it does. */
async function hackathon(world: World, columns: Record<string, unknown> = {}) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, { name: 'Spring Hack', ...columns });
  const [ai, web] = [await world.track(hack, { name: 'AI' }), await world.track(hack, { name: 'Web' })];
  const owner = await world.member(acme, 'OWNER');
  const api = world.as(owner, acme);
  const decide = (body: Record<string, unknown>) => api.post(`/super-events/${hack.slug}/decisions`, body);
  return { acme, hack, ai, web, owner, api, decide, undo: (id: string) => api.post(`/decisions/${id}/undo`) };
}

/** Of a hackathon with one seat and a waiting list that moves. */
export const moving = { waitlist_moves: true, confirm_within_hours: 48, max_participants: 1 };

export type Organizing = Awaited<ReturnType<typeof hackathon>>;

/** People on a track, one for each score. */
async function guests(
  world: World,
  track: Track,
  scores: readonly (number | null)[],
  status: RegistrationStatus = 'pending',
): Promise<Guest[]> {
  const all: Guest[] = [];
  for (const score of scores) {
    const person = await world.person();
    const place = await world.registered(person, track, status, { evaluation_score: score });
    all.push({ person, place, id: place.parent.id });
  }
  return all;
}

async function parentsOf({ rows }: World, all: readonly Guest[]) {
  const found = await rows<{ id: string; status: string }>`
    select id, status from registrations.super_event_registration where id = any (${idsOf(all)}::uuid[])`;
  const statusOf = new Map(found.map(({ id, status }) => [id, status]));
  return all.map(({ id }) => statusOf.get(id));
}

const become = (world: World, all: readonly Guest[], statuses: readonly string[]) =>
  eventually(
    () => parentsOf(world, all),
    (now) => now.join() === statuses.join(),
  );

/** The steps of a spec in its world, which is opened before any of them is called. */
export const decidingIn = (world: () => World) => ({
  hackathon: (columns?: Record<string, unknown>) => hackathon(world(), columns),
  guests: (track: Track, scores: readonly (number | null)[], status?: RegistrationStatus) =>
    guests(world(), track, scores, status),

  parentsOf: (all: readonly Guest[]) => parentsOf(world(), all),
  onTrack: async (all: readonly Guest[], track: Track) => {
    const found = await world().rows<{ user_id: string; status: string }>`
      select user_id, status from registrations.registration where event_id = ${track.id}`;
    return all.map(({ person }) => found.find(({ user_id }) => user_id === person.id)?.status);
  },
  /** Waits until people stand like this. */
  become: (all: readonly Guest[], statuses: readonly string[]) => become(world(), all, statuses),
  /** Waits until seats that are free now have been given away: somebody else who waits elsewhere has got one. */
  moved: async () =>
    become(world(), await guests(world(), (await hackathon(world(), moving)).ai, [1], 'waitlisted'), ['accepted']),
  giveUp: ({ acme }: Pick<Organizing, 'acme'>, { person, id }: Guest) =>
    world().as(person, acme).post(`/super-event-registrations/${id}/cancel`),
  placeOf: async ({ api }: Pick<Organizing, 'api'>, { id }: Pick<Guest, 'id'>) =>
    (await api.get(`/super-event-registrations/${id}`)).body.data.super_event_registration,
  /** As if so much of the time for confirming were over. */
  pass: (all: readonly Pick<Guest, 'id'>[], hours: number) => world().rows`
    update registrations.super_event_registration
       set confirm_by = confirm_by - make_interval(hours => ${hours}), asked_at = asked_at - make_interval(hours => ${hours}),
           remind_at = remind_at - make_interval(hours => ${hours}) where id = any (${all.map(({ id }) => id)}::uuid[])`,
  seatsOf: async ({ hack: { id } }: Pick<Organizing, 'hack'>) => {
    const [seat] = await world().rows<{ accepted: number }>`
      select accepted from registrations.seat where super_event_id = ${id}`;
    return seat?.accepted ?? 0;
  },

  /** Letters that have not left. */
  letters: (all: readonly Guest[]) => world().rows<{ to: string; letter: string; status: string; waits: boolean }>`
    select payload ->> 'to' as to, payload ->> 'letter' as letter, payload #>> '{content,data,status}' as status,
           run_at > now() + interval '50 seconds' as waits
      from mail_queue._private_jobs
     where payload ->> 'to' = any (${all.map(({ person }) => person.email)}::text[]) order by payload ->> 'to'`,
  /** As if the time to take a decision back were over. */
  age: (decision_id: string) =>
    world().rows`update registrations.decision set undo_until = now() where id = ${decision_id}`,
});
