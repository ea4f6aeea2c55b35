import { setTimeout as pause } from 'node:timers/promises';
import { History, untilKnown } from '../history.ts';
import { goal, seen, type Scenario } from '../scenario.ts';
import { written, others, type Theatre } from '../theatre.ts';

const [cap, holders, waiting, organizers, turns] = [20, 20, 40, 16, 6] as const;
/** Seats that a decision about many frees wait for most of a minute, so that it can be taken back. */
const filledWithinMs = 75_000;

/** A full hackathon with people who wait, and whose list moves. */
async function house({ fixtures }: Theatre) {
  const acme = await fixtures.organization();
  const moving = { max_participants: cap, waitlist_moves: true, confirm_within_hours: 48 };
  const hack = await fixtures.superEvent(acme, moving);
  const track = await fixtures.track(hack);
  const key = await fixtures.keyOf(await fixtures.member(acme, 'OWNER'), acme);
  const people: Stood[] = [];
  for (let made = 0; made < holders + waiting; made++) {
    const status = made < holders ? 'accepted' : 'waitlisted';
    const place = await fixtures.registered(await fixtures.person(), track, status, { evaluation_score: made % 7 });
    people.push({ id: place.parent.id, status });
  }
  return { hack, key, people };
}
type House = Awaited<ReturnType<typeof house>>;

/** How things stand: who is accepted, what the seat counts, and whether somebody waits who could be. */
async function standing({ rows }: Theatre, { hack }: House) {
  const [row] = await rows<{ accepted: number; kept: number; waits: number }>`
    select count(*) filter (where status = 'accepted')::int as accepted,
           count(*) filter (where status = 'waitlisted')::int as waits,
           (select accepted from registrations.seat where super_event_id = ${hack.id})::int as kept
      from registrations.super_event_registration where super_event_id = ${hack.id}`;
  return row ?? { accepted: 0, kept: 0, waits: 0 };
}

interface Stood {
  readonly id: string;
  readonly status: string;
}
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

async function strayed({ rows }: Theatre, { people }: House): Promise<number> {
  const told = await rows<Step>`
    select ids ->> 'super_event_registration_id' as id, before ->> 'status' as before, after ->> 'status' as after
      from registrations.audit where ids ? 'super_event_registration_id' and after ? 'status'`;
  const now = await rows<Stood>`
    select id, status from registrations.super_event_registration where id = any (${people.map(({ id }) => id)}::uuid[])`;
  return astray(people, told, now).length;
}

/** How often somebody got a place that became free. */
async function movedUp({ rows }: Theatre): Promise<number> {
  const [row] = await rows<{ moves: number }>`
    select count(*)::int as moves from registrations.audit
     where action = 'registrations.moveUp' and ids ? 'super_event_registration_id'`;
  return row?.moves ?? 0;
}

/** Organizers decide about ten at once and take some of it back, while people give up their places. */
function organizer({ chance, door }: Theatre, history: History, { hack, key, people }: House) {
  const send = (op: string, path: string, body: unknown) =>
    untilKnown(() => history.ask(op, path, door.port, written('POST', path, key, body)));
  return async () => {
    for (let turn = 0; turn < turns; turn++) {
      const ids = Array.from({ length: 10 }, () => chance.one(people).id);
      const status = chance.one(['accepted', 'accepted', 'waitlisted', 'rejected']);
      const { body } = await send('decide', `/super-events/${hack.slug}/decisions`, { status, ids });
      const id = (body.data as { id?: string } | undefined)?.id;
      if (id && chance.between(0, 2) === 0) await send('undo', `/decisions/${id}/undo`, {});
      await send('cancel', `/super-event-registrations/${chance.one(people).id}/cancel`, {});
    }
  };
}

/** R14 */
export const seatsMoveOnce: Scenario = {
  id: 'R14',
  promise: 'A seat that becomes free goes to the waiting list once, and never above the cap',
  async run(theatre) {
    const rest = others.replace('registrations,', '');
    const kinds = ['registrations', 'gateway', 'registrations', rest, 'registrations', 'gateway'];
    const processes = await Promise.all(kinds.map((services) => theatre.start(services)));
    const scene = await house(theatre);
    const history = new History();
    let [isOver, most, kills] = [false, 0, 0];
    const watching = (async () => {
      while (!isOver) {
        most = Math.max(most, (await standing(theatre, scene).catch(() => ({ accepted: 0 }))).accepted);
        await pause(20);
      }
    })();
    const killing = (async () => {
      for (; !isOver; kills++) {
        await pause(theatre.chance.between(300, 1_500));
        const which = kills % kinds.length;
        processes[which]?.signal('SIGKILL');
        processes[which] = await theatre.start(kinds[which] ?? '');
      }
    })();
    await Promise.all(Array.from({ length: organizers }, organizer(theatre, history, scene)));
    const settled = async () => {
      const { accepted, waits } = await standing(theatre, scene);
      return accepted === cap || waits === 0;
    };
    for (const deadline = Date.now() + filledWithinMs; Date.now() < deadline && !(await settled());) await pause(250);
    isOver = true;
    await Promise.all([watching, killing]);
    const now = await standing(theatre, scene);
    const moves = await movedUp(theatre);
    const size = `${cap} seats, ${waiting} waiting, ${organizers} organizers, ${kills} times kill -9 of any process, ${moves} moved up`;
    return seen(size, history.entries, {
      failed: history.entries.filter(({ status }) => status === 500).length,
      doubled: await strayed(theatre, scene),
      unmet: [
        ...goal(most <= cap, `${most} accepted where there is room for ${cap}`),
        ...goal(now.kept === now.accepted, 'the kept count differs'),
        ...goal(now.accepted === cap || now.waits === 0, `${cap - now.accepted} seats stayed empty`),
        ...goal(moves > 0, 'nobody moved up'),
      ],
    });
  },
};
