import { MailServer } from '../../support/mail-server.ts';
import { History } from '../history.ts';
import {
  emailsOf,
  haunt,
  openHouse,
  organizer,
  overfilled,
  standing,
  statusesNow,
  strayed,
  untilSent,
  type House,
} from '../organizers.ts';
import { goal, isOk, seen, type Scenario } from '../scenario.ts';
import type { Theatre } from '../theatre.ts';

const [cap, applicants, organizers, turns, restMs] = [20, 80, 16, 14, 2_000] as const;
/** The first email leaves that long after the first decision, so all that is decided before is told in one. */
const heldMs = 60_000;

const subjects = {
  accepted: /^You're in! /,
  waitlisted: /^You are on the waiting list: /,
  rejected: /^About your registration: /,
} as const;

interface Wrong {
  readonly missing: number;
  readonly doubled: number;
  readonly untrue: number;
}

/** Compares the emails of each person with how they stand: one about it where they were decided about, else none. */
async function compare(theatre: Theatre, house: House, server: MailServer): Promise<Wrong> {
  const now = new Map((await statusesNow(theatre, house)).map(({ id, status }) => [id, status]));
  const sent = Map.groupBy(emailsOf(server), ({ to }) => to);
  const wrong = { missing: 0, doubled: 0, untrue: 0 };
  for (const { id, person } of house.people) {
    const subject = subjects[now.get(id) as keyof typeof subjects];
    const own = sent.get(person.email) ?? [];
    if (subject && own.length === 0) wrong.missing++;
    if (own.length > 1) wrong.doubled++;
    wrong.untrue += own.filter((email) => !subject?.test(email.subject)).length;
  }
  return wrong;
}

/** R23 */
export const decisionsOnce: Scenario = {
  id: 'R23',
  promise: 'A decision about many never passes the cap, and everybody hears once of what holds, and of nothing undone',
  async run(theatre) {
    const server = new MailServer();
    const env = { MAIL_URL: await server.listen() };
    const pending = Array.from({ length: applicants }, () => 'pending' as const);
    const house = await openHouse(theatre, { max_participants: cap }, pending);
    const end = await haunt(theatre, house, env);
    const history = new History();
    const began = Date.now();
    await Promise.all(
      Array.from({ length: organizers }, organizer(theatre, history, house, { turns, restMs, letters: true })),
    );
    const [tookMs, early] = [Date.now() - began, server.received.length];
    const { seen: samples, kills } = await end();
    await untilSent(theatre);
    server.close();
    const [now, wrong] = [await standing(theatre, house), await compare(theatre, house, server)];
    const undone = history.of('undo').filter(isOk).length;
    const size = `${cap} seats, ${applicants} applicants, ${organizers} organizers, ${kills} times kill -9 of any process, ${undone} undone, ${server.received.length} emails`;
    return seen(size, history.entries, {
      failed: history.entries.filter(({ status }) => status === 500).length,
      doubled: wrong.doubled + (await strayed(theatre, house)),
      lost: wrong.missing,
      unmet: [
        ...goal(overfilled(samples).length === 0, `more were accepted than the ${cap} there is room for`),
        ...goal(now.kept === now.accepted, 'the kept count differs'),
        ...goal(wrong.untrue === 0, `${wrong.untrue} emails about what does not hold`),
        ...goal(undone > 0, 'nothing was undone'),
        ...goal(tookMs < heldMs && early === 0, `deciding took ${tookMs} ms, ${early} emails left before its end`),
      ],
    });
  },
};
