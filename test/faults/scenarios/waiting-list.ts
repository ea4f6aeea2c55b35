import { setTimeout as pause } from 'node:timers/promises';
import { History } from '../history.ts';
import { haunt, openHouse, organizer, standing, strayed } from '../organizers.ts';
import { goal, seen, type Scenario } from '../scenario.ts';
import { others, type Theatre } from '../theatre.ts';

const [cap, holders, waiting, organizers, turns] = [20, 20, 40, 16, 6] as const;
/** Seats that a decision about many frees wait for most of a minute, so that it can be taken back. */
const filledWithinMs = 75_000;

/** How often somebody got a place that became free. */
async function movedUp({ rows }: Theatre): Promise<number> {
  const [row] = await rows<{ moves: number }>`
    select count(*)::int as moves from registrations.audit
     where action = 'registrations.moveUp' and ids ? 'super_event_registration_id'`;
  return row?.moves ?? 0;
}

/** R14 */
export const seatsMoveOnce: Scenario = {
  id: 'R14',
  promise: 'A seat that becomes free goes to the waiting list once, and never above the cap',
  async run(theatre) {
    const moving = { max_participants: cap, waitlist_moves: true, confirm_within_hours: 48 };
    const statuses = Array.from({ length: holders + waiting }, (_, nth) => (nth < holders ? 'accepted' : 'waitlisted'));
    const house = await openHouse(theatre, moving, statuses);
    const rest = others.replace('registrations,', '');
    const kinds = ['registrations', 'gateway', 'registrations', rest, 'registrations', 'gateway'];
    const end = await haunt(theatre, house, kinds);
    const history = new History();
    const work = Array.from({ length: organizers }, organizer(theatre, history, house, { turns, restMs: 0 }));
    await Promise.all(work);
    const settled = async () => {
      const { accepted, waits } = await standing(theatre, house);
      return accepted === cap || waits === 0;
    };
    for (const deadline = Date.now() + filledWithinMs; Date.now() < deadline && !(await settled());) await pause(250);
    const { most, kills } = await end();
    const now = await standing(theatre, house);
    const moves = await movedUp(theatre);
    const size = `${cap} seats, ${waiting} waiting, ${organizers} organizers, ${kills} times kill -9 of any process, ${moves} moved up`;
    return seen(size, history.entries, {
      failed: history.entries.filter(({ status }) => status === 500).length,
      doubled: await strayed(theatre, house),
      unmet: [
        ...goal(most <= cap, `${most} accepted where there is room for ${cap}`),
        ...goal(now.kept === now.accepted, 'the kept count differs'),
        ...goal(now.accepted === cap || now.waits === 0, `${cap - now.accepted} seats stayed empty`),
        ...goal(moves > 0, 'nobody moved up'),
      ],
    });
  },
};
