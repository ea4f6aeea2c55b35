import { setTimeout as pause } from 'node:timers/promises';
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import { MailServer } from '../../support/mail-server.ts';
import { eventually } from '../../support/wire.ts';
import { History, untilKnown } from '../history.ts';
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
  type Standing,
} from '../organizers.ts';
import { goal, isOk, seen, type Scenario } from '../scenario.ts';
import { written, type Theatre } from '../theatre.ts';

const cap = 20;
/** Accepted people who confirm at once, and others who never do; nobody decides about either. */
const [sure, slow] = [6, 4] as const;
/** People whom organizers decide about, and others who only wait, and are asked in their turn. */
const [tossed, patient] = [50, 20] as const;
const [organizers, turns, restMs] = [8, 10, 2_000] as const;
/** While they decide, one after the other; the last one leaves seats to people who wait. */
const [caps, lastCap, capEveryMs] = [[16, 24, 14, 22, 18], 30, 3_000] as const;
/** Seats that a decision about many frees wait for most of a minute, so that it can be taken back. */
const filledWithinMs = 75_000;

/** A move that nobody decided about, or an email about one. */
export interface Told {
  readonly to: string;
  readonly about: 'lapse' | 'moveUp';
}

/** Compares moves with emails: there is one for each move of a person. */
export function mistold(moves: readonly Told[], emails: readonly Told[]): { missing: number; doubled: number } {
  const untold = new Map<string, number>();
  const count = (by: 1 | -1) => (told: Told) => {
    const key = `${told.about} ${told.to}`;
    untold.set(key, (untold.get(key) ?? 0) + by);
  };
  moves.forEach(count(1));
  emails.forEach(count(-1));
  const sum = (sign: 1 | -1) => [...untold.values()].reduce((total, each) => total + Math.max(0, sign * each), 0);
  return { missing: sum(1), doubled: sum(-1) };
}

const movesOf = ({ rows }: Theatre) => rows<Told>`
  select u.email as to, split_part(a.action, '.', 2) as about
    from registrations.audit a
    join registrations.super_event_registration p on p.id::text = a.ids ->> 'super_event_registration_id'
    join identity.person u on u.id = p.user_id
   where a.action in ('registrations.lapse', 'registrations.moveUp')`;

const subjects = { moveUp: /^You're in! /, lapse: /^You are on the waiting list: /, reminder: /^Please confirm: / };

const emailsAbout = <About extends keyof typeof subjects>(server: MailServer, about: About) =>
  emailsOf(server).flatMap(({ to, subject }) => (subjects[about].test(subject) ? [{ to, about }] : []));

interface Play {
  readonly theatre: Theatre;
  readonly house: House;
  readonly history: History;
}
type People = House['people'];

/** As if the time to confirm were over. */
const endTime = ({ theatre: { rows } }: Play, people: People) => rows`
  update registrations.super_event_registration set confirm_by = now()
   where id = any (${people.map(({ id }) => id)}::uuid[]) and status = 'accepted'`;

/** For some of these people, reminders and the end of the time to confirm come early. Returns the number of reminders. */
async function hurry(play: Play, people: People, isOver: () => boolean): Promise<number> {
  const { rows, chance } = play.theatre;
  let reminders = 0;
  for (; !isOver(); await pause(100)) {
    const { length } = await rows`
      update registrations.super_event_registration set remind_at = now()
       where id = ${chance.one(people).id} and status = 'accepted' and confirmed_at is null and confirm_by > now()
      returning id`;
    reminders += length;
    await endTime(play, [chance.one(people)]);
  }
  return reminders;
}

function setCap({ theatre, history, house: { hack, key } }: Play, max_participants: number) {
  const asked = written('PATCH', `/super-events/${hack.id}`, key, { max_participants });
  return untilKnown(() => history.ask('cap', hack.id, theatre.door.port, asked));
}

async function confirm({ theatre, history, house }: Play, { id, person }: People[number]) {
  const key = await theatre.fixtures.keyOf(person, house.acme);
  const asked = written('POST', `/super-event-registrations/${id}/confirm`, key, {});
  return untilKnown(() => history.ask('confirm', id, theatre.door.port, asked));
}

/** Organizers decide and change the cap while people confirm, cancel and let the time pass. Returns the number of reminders. */
async function bustle(play: Play, people: People, late: People): Promise<number> {
  const { theatre, history, house } = play;
  let isOver = false;
  const hurrying = hurry(play, people, () => isOver);
  const confirming = (async () => {
    for (; !isOver; await pause(200)) await confirm(play, theatre.chance.one(people));
  })();
  const changing = (async () => {
    for (const each of caps) {
      await pause(capEveryMs);
      await setCap(play, each);
      await endTime(play, late);
    }
  })();
  const work = { turns, restMs, letters: false };
  const deciding = Array.from({ length: organizers }, organizer(theatre, history, { ...house, people }, work));
  await Promise.all([changing, ...deciding]);
  isOver = true;
  await Promise.all([confirming, setCap(play, lastCap)]);
  return hurrying;
}

async function open(theatre: Theatre) {
  const moving = { max_participants: cap, waitlist_moves: true, confirm_within_hours: 48 };
  const statuses = Array.from({ length: sure + slow + tossed + patient }, (_, nth): RegistrationStatus =>
    nth < cap ? 'accepted' : 'waitlisted',
  );
  const house = await openHouse(theatre, moving, statuses);
  await theatre.rows`
    update registrations.super_event_registration set asked_at = now(), confirm_by = now() + interval '2 days'
     where super_event_id = ${house.hack.id} and status = 'accepted'`;
  const steady = house.people.slice(0, sure);
  return {
    house,
    steady,
    late: house.people.slice(sure, sure + slow),
    people: house.people.slice(-tossed - patient, -patient),
  };
}

/** Waits until all emails have left, and compares what is so, what is told, and what people hear. */
async function aftermath({ theatre, house }: Play, server: MailServer, steady: People) {
  await untilSent(theatre);
  server.close();
  const moved = await movesOf(theatre);
  const lapses = moved.filter(({ about }) => about === 'lapse').length;
  const held = await statusesNow(theatre, { ...house, people: steady });
  return {
    now: await standing(theatre, house),
    lapses,
    moves: moved.length - lapses,
    reminded: emailsAbout(server, 'reminder').length,
    wrong: mistold(moved, [...emailsAbout(server, 'lapse'), ...emailsAbout(server, 'moveUp')]),
    lost: held.filter(({ status }) => status !== 'accepted').length,
  };
}

/** R14 */
export const seatsMoveOnce: Scenario = {
  id: 'R14',
  promise:
    'A place lapses once, its seat goes to the waiting list once, never above the cap, and each hears of it once',
  async run(theatre) {
    const server = new MailServer();
    const env = { MAIL_URL: await server.listen() };
    const { house, steady, late, people } = await open(theatre);
    const end = await haunt(theatre, house, env);
    const history = new History();
    const play = { theatre, house, history };
    await Promise.all(steady.map((one) => confirm(play, one)));
    await endTime(play, steady);
    const reminders = await bustle(play, people, late);
    const isFull = ({ accepted, waits }: Standing) => accepted === lastCap || waits === 0;
    const filled = await eventually(() => standing(theatre, house), isFull, filledWithinMs).catch(() => undefined);
    const { seen: samples, kills } = await end();
    const { now, lapses, moves, reminded, wrong, lost } = await aftermath(play, server, steady);
    const confirmed = history.of('confirm').filter(isOk).length;
    const size = [
      `${cap} seats, then ${[...caps, lastCap].join(', ')}; ${house.people.length} people, ${organizers} organizers`,
      `${kills} times kill -9 of any process, ${confirmed} confirmed, ${lapses} lapsed, ${moves} moved up, ${reminded} reminded`,
    ].join(', ');
    return seen(size, history.entries, {
      failed: history.entries.filter(({ status }) => status === 500).length,
      doubled: wrong.doubled + Math.max(0, reminded - reminders) + (await strayed(theatre, house)),
      lost: wrong.missing + lost,
      unmet: [
        ...goal(overfilled(samples).length === 0, 'somebody was accepted above the cap'),
        ...goal(now.kept === now.accepted, 'the kept count differs'),
        ...goal(filled !== undefined, `${lastCap - now.accepted} seats stayed empty`),
        ...goal(lapses >= slow && moves > 0 && reminded > 0, 'nobody lapsed, moved up or was reminded'),
      ],
    });
  },
};
