/** Organizers who decide about many at once while people give up their places and processes are killed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { Person } from '../support/client.ts';
import { shown, type MailServer } from '../support/mail-server.ts';
import { eventually } from '../support/wire.ts';
import { untilKnown, type History } from './history.ts';
import { others, written, type Theatre } from './theatre.ts';

export interface Stood {
  readonly id: string;
  readonly status: string;
}
export interface Applicant extends Stood {
  readonly person: Person;
}
export type House = Awaited<ReturnType<typeof openHouse>>;

/** A hackathon, and people with these statuses, by scores that differ. */
export async function openHouse(
  { fixtures }: Theatre,
  columns: Record<string, unknown>,
  statuses: readonly RegistrationStatus[],
) {
  const acme = await fixtures.organization();
  const hack = await fixtures.superEvent(acme, columns);
  const track = await fixtures.track(hack);
  const key = await fixtures.keyOf(await fixtures.member(acme, 'OWNER'), acme);
  const people: Applicant[] = [];
  for (const [made, status] of statuses.entries()) {
    const person = await fixtures.person();
    const place = await fixtures.registered(person, track, status, { evaluation_score: made % 7 });
    people.push({ id: place.parent.id, status, person });
  }
  return { acme, hack, key, people };
}

export interface Standing {
  readonly accepted: number;
  readonly cap: number;
  /** As the seat counts them. */
  readonly kept: number;
  /** They have not lapsed. */
  readonly waits: number;
}
/** How things stand at one moment. */
export async function standing({ rows }: Theatre, { hack }: House): Promise<Standing> {
  const [row] = await rows<Standing>`
    select count(*) filter (where status = 'accepted')::int as accepted,
           count(*) filter (where status = 'waitlisted' and lapsed_at is null)::int as waits,
           (select accepted from registrations.seat where super_event_id = ${hack.id})::int as kept,
           (select max_participants from events.super_event where id = ${hack.id})::int as cap
      from registrations.super_event_registration where super_event_id = ${hack.id}`;
  if (!row) throw new Error('There is no hackathon.');
  return row;
}

export const statusesNow = ({ rows }: Theatre, { people }: House) =>
  rows<Stood>`
    select id, status from registrations.super_event_registration where id = any (${people.map(({ id }) => id)}::uuid[])`;

interface Step {
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the people whose told steps do not lead from what they were to what they are: a step was taken twice, or by two at
 * once, or nobody told of it. The order of steps says nothing, because that of transactions is not the one in which they took
 * their locks; so each status that was taken counts one up, and each that was left one down.
 */
export function astray(people: readonly Stood[], told: readonly Step[], now: readonly Stood[]): Stood[] {
  const steps = Map.groupBy(told, ({ id }) => id);
  const statusOf = new Map(now.map(({ id, status }) => [id, status]));
  return people.filter(({ id, status }) => {
    const net = new Map<string, number>();
    const count = (each: string, by: 1 | -1) => net.set(each, (net.get(each) ?? 0) + by);
    for (const { before, after } of [...(steps.get(id) ?? []), { before: statusOf.get(id) ?? '', after: status }]) {
      count(before, -1);
      count(after, 1);
    }
    return [...net.values()].some((left) => left !== 0);
  });
}

export async function strayed(theatre: Theatre, house: House): Promise<number> {
  const told = await theatre.rows<Step>`
    select ids ->> 'super_event_registration_id' as id, before ->> 'status' as before, after ->> 'status' as after
      from registrations.audit where ids ? 'super_event_registration_id' and after ? 'status'`;
  return astray(house.people, told, await statusesNow(theatre, house)).length;
}

interface Work {
  readonly turns: number;
  /** Between two of them, at most; so long that processes are killed meanwhile. */
  readonly restMs: number;
  /** Whether their decisions are told. */
  readonly letters: boolean;
}

/** Decides about ten at once and takes some of it back, while people give up their places. */
export function organizer(
  { chance, door }: Theatre,
  history: History,
  { hack, key, people }: House,
  { turns, restMs, letters }: Work,
) {
  const send = (op: string, path: string, body: unknown) =>
    untilKnown(() => history.ask(op, path, door.port, written('POST', path, key, body)));
  return async () => {
    for (let turn = 0; turn < turns; turn++) {
      if (restMs > 0) await pause(chance.between(0, restMs));
      const ids = Array.from({ length: 10 }, () => chance.one(people).id);
      const status = chance.one(['accepted', 'accepted', 'waitlisted', 'rejected']);
      const { body } = await send('decide', `/super-events/${hack.slug}/decisions`, { status, ids, letters });
      const id = (body.data as { id?: string } | undefined)?.id;
      if (id && chance.between(0, 2) === 0) await send('undo', `/decisions/${id}/undo`, {});
      await send('cancel', `/super-event-registrations/${chance.one(people).id}/cancel`, {});
    }
  };
}

export interface Sample extends Pick<Standing, 'accepted' | 'cap'> {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Milliseconds in which a transaction that began under another cap ends. */
const underWayMs = 2_000;

/** Returns the moments at which somebody was accepted above the cap: the number rose, and no cap of just before left room. */
export const overfilled = (seen: readonly Sample[]): Sample[] =>
  seen.filter(({ at, accepted }, nth) => {
    const before = seen.slice(0, nth).findLastIndex((each) => each.at < at - underWayMs);
    const caps = seen.slice(Math.max(0, before), nth + 1).map(({ cap }) => cap);
    return accepted > Math.max(...caps) && accepted > (seen[nth - 1]?.accepted ?? 0);
  });

/** The services of each process: three decide, two take requests, one has all others. */
const kinds = [
  'registrations',
  'gateway',
  'registrations',
  others.replace('registrations,', ''),
  'registrations',
  'gateway',
];

/** Kills each process in turn and starts it again, and looks all the time how many are accepted. */
export async function haunt(theatre: Theatre, house: House, env: Record<string, string>) {
  const processes = await Promise.all(kinds.map((services) => theatre.start(services, env)));
  const seen: Sample[] = [];
  let [isOver, kills] = [false, 0];
  const watching = (async () => {
    for (; !isOver; await pause(20)) seen.push({ ...(await standing(theatre, house)), at: Date.now() });
  })();
  const killing = (async () => {
    for (; !isOver; kills++) {
      await pause(theatre.chance.between(300, 1_500));
      const which = kills % kinds.length;
      processes[which]?.signal('SIGKILL');
      processes[which] = await theatre.start(kinds[which] ?? '', env);
    }
  })();
  return async () => {
    isOver = true;
    await Promise.all([watching, killing]);
    return { seen, kills, processes };
  };
}

/** Milliseconds in which all emails leave. */
const sentWithinMs = 180_000;

/** Waits until all emails have left, those too that a killed process was about to send. */
export async function untilSent({ rows }: Theatre): Promise<void> {
  // Locks of the dead are old after two minutes.
  await rows`update mail_queue._private_jobs set locked_at = locked_at - interval '2 minutes'`;
  const unsent = () => rows`select from mail_queue._private_jobs`;
  await eventually(unsent, ({ length }) => length === 0, sentWithinMs);
}

/** Returns the emails of a server once each, with their subjects: one that was handed over again has the same id. */
export const emailsOf = ({ received }: MailServer) => [
  ...new Map(received.map(({ id, to, text }) => [id, { to, subject: shown(text, 'Subject') }])).values(),
];
