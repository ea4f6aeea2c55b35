import { setTimeout as pause } from 'node:timers/promises';
import { History, untilKnown } from '../history.ts';
import { goal, seen, type Scenario } from '../scenario.ts';
import { written, others, type Theatre } from '../theatre.ts';

const caps = [1, 7, 30];
const organizers = 16;

/** Applicants for a hackathon with so many seats. */
async function house({ fixtures, rows }: Theatre, cap: number) {
  const acme = await fixtures.organization();
  const hack = await fixtures.superEvent(acme, { max_participants: cap });
  await fixtures.track(hack);
  const key = await fixtures.keyOf(await fixtures.member(acme, 'OWNER'), acme);
  const applicants: string[] = [];
  for (let made = 0; made < cap + 20; made++) {
    applicants.push((await fixtures.applied(await fixtures.person(), hack, 'pending')).id);
  }
  const accepted = async () => {
    const [row] = await rows<{ count: number; kept: number | null }>`
      select count(*)::int as count,
             (select accepted from registrations.seat where super_event_id = ${hack.id})::int as kept
        from registrations.super_event_registration where super_event_id = ${hack.id} and status = 'accepted'`;
    return { count: row?.count ?? 0, kept: row?.kept ?? 0 };
  };
  return { hack, key, applicants, accepted };
}

/** Most that were ever accepted at once, as far as somebody who looks all the time can see. */
async function watch(accepted: () => Promise<{ count: number }>, isOver: () => boolean): Promise<number> {
  let most = 0;
  while (!isOver()) {
    most = Math.max(most, (await accepted().catch(() => ({ count: 0 }))).count);
    await pause(20);
  }
  return most;
}

async function round(theatre: Theatre, history: History, cap: number, restart: () => Promise<void>) {
  const { hack, key, applicants, accepted } = await house(theatre, cap);
  const { chance, door } = theatre;
  const decide = (id: string, status: string) =>
    written('PATCH', `/super-event-registrations/${id}/status`, key, { status });
  const requests = [
    ...applicants.map((id) => ({ key: id, asked: decide(id, 'accepted') })),
    ...Array.from({ length: 20 }, (_, place) => ({
      key: `guest ${place}`,
      asked: written('POST', `/super-events/${hack.slug}/participants`, key, { email: `g${cap}-${place}@muster.test` }),
    })),
    ...applicants.slice(0, 10).map((id) => ({ key: id, asked: decide(id, chance.one(['rejected', 'waitlisted'])) })),
    ...applicants.map((id) => ({ key: id, asked: decide(id, 'accepted') })),
  ];
  let next = 0;
  let isOver = false;
  const organizer = async () => {
    for (let turn = requests[next++]; turn; turn = requests[next++]) {
      const { key, asked } = turn;
      await untilKnown(() => history.ask('seat', key, door.port, asked));
    }
  };
  const watching = watch(accepted, () => isOver);
  const killing = pause(chance.between(100, 600)).then(restart);
  await Promise.all([...Array.from({ length: organizers }, organizer), killing]);
  // Those who were refused while somebody was about to leave ask once more.
  for (const id of applicants) await untilKnown(() => history.ask('seat', id, door.port, decide(id, 'accepted')));
  isOver = true;
  const [most, now] = [await watching, await accepted()];
  return {
    cap,
    over: Math.max(0, most - cap, now.count - cap),
    empty: cap - now.count,
    differs: now.kept !== now.count,
  };
}

/** R05 */
export const neverTooMany: Scenario = {
  id: 'R05',
  promise: 'Never more are accepted than the hackathon has room for',
  async run(theatre) {
    await Promise.all([theatre.start('gateway'), theatre.start(others.replace('registrations,', ''))]);
    let registrations = await theatre.start('registrations');
    const restart = async () => {
      registrations.signal('SIGKILL');
      registrations = await theatre.start('registrations');
    };
    const history = new History();
    const rounds = [];
    for (const cap of caps) rounds.push(await round(theatre, history, cap, restart));
    const refusals = history.entries.filter(({ body }) => body.code === 'MAX_PARTICIPANTS_REACHED');
    const told = refusals.every(({ body }) => 'acceptedCount' in body && 'maxParticipants' in body);
    return seen(`caps ${caps.join(', ')}; ${organizers} organizers; a kill -9 each`, history.entries, {
      failed: history.entries.filter(({ status }) => status === 500).length,
      unmet: [
        ...rounds.flatMap(({ cap, over }) => goal(over === 0, `${over} too many where there is room for ${cap}`)),
        ...rounds.flatMap(({ cap, empty }) => goal(empty <= 0, `${empty} of ${cap} seats stayed empty`)),
        ...rounds.flatMap(({ cap, differs }) => goal(!differs, `the kept count differs at ${cap}`)),
        ...goal(refusals.length > 0 && told, 'refusals do not tell the counts'),
      ],
    });
  },
};
