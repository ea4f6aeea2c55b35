import { setTimeout as pause } from 'node:timers/promises';
import { History, untilKnown, type Entry } from '../history.ts';
import { checkScans, keyOfScan, scanOf } from '../scans.ts';
import { goal, isOk, seen, type Scenario } from '../scenario.ts';
import { morning, others, written, type Morning, type Theatre } from '../theatre.ts';

const crashes = 3;
const perKind = 60;
const rejected = { status: 'rejected' };

/** People who are about to register, by the key each has. */
async function newcomers({ fixtures }: Theatre, { acme }: Morning) {
  const people: { readonly id: string; readonly key: string }[] = [];
  while (people.length < perKind) {
    const person = await fixtures.person();
    people.push({ id: person.id, key: await fixtures.keyOf(person, acme) });
  }
  return people;
}
type Newcomers = Awaited<ReturnType<typeof newcomers>>;

/** One request of each kind, each to a thing of its own, so that what is acknowledged can be looked for by its key. */
function writes({ track, hack, key, points, guests }: Morning, people: Newcomers, place: number) {
  const [point] = points;
  const [guest, other, person] = [guests[place], guests[place + perKind], people[place]];
  if (!point || !guest || !other || !person) throw new Error('There is somebody for each write.');
  const name = `n${place}`;
  const team = { name, trackId: track.id };
  const criterion = { name, weight: 0.001, order_index: place };
  const evaluation = { evaluation_score: place };
  return [
    { op: 'scan', key: keyOfScan(point, guest.token), asked: scanOf(point, guest.token, key) },
    { op: 'team', key: name, asked: written('POST', `/super-events/${hack.id}/team-management/teams`, key, team) },
    { op: 'criterion', key: name, asked: written('POST', `/events/${track.id}/criteria`, key, criterion) },
    { op: 'status', key: other.id, asked: written('PATCH', `/registrations/${other.id}/status`, key, rejected) },
    { op: 'register', key: person.id, asked: written('POST', `/events/${track.id}/register`, person.key, {}) },
    { op: 'score', key: guest.id, asked: written('PATCH', `/registrations/${guest.id}/evaluation`, key, evaluation) },
  ];
}

/** How many of these keys are not among those that were stored. */
const absent = (entries: readonly Entry[], stored: readonly { readonly key: string }[]) => {
  const keys = new Set(stored.map(({ key }) => key));
  return new Set(entries.filter(isOk).flatMap(({ key }) => (keys.has(key) ? [] : [key]))).size;
};

async function count({ rows }: Theatre, history: History) {
  const scans = await checkScans(rows, history.of('scan'));
  const teams = await rows<{ key: string }>`select name as key from teams.team`;
  const criteria = await rows<{ key: string }>`select name as key from judging.criterion`;
  const scored = await rows<{ key: string }>`
    select id as key from registrations.registration where evaluation_score is not null`;
  const decided = await rows<{ key: string }>`
    select id as key from registrations.registration where status = 'rejected'`;
  const registered = await rows<{ key: string }>`select user_id as key from registrations.registration`;
  return {
    doubled: scans.doubled,
    lost:
      scans.lost +
      absent(history.of('status'), decided) +
      absent(history.of('register'), registered) +
      absent(history.of('team'), teams) +
      absent(history.of('criterion'), criteria) +
      absent(history.of('score'), scored),
  };
}

const settings = ({ rows }: Theatre) =>
  rows<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')`;

/** R02 */
export const nothingLost: Scenario = {
  id: 'R02',
  promise: 'Acknowledged writes are there after a crash of everything',
  async run(theatre) {
    const start = () => Promise.all(['gateway', `check-in,${others}`].map((services) => theatre.start(services)));
    let processes = await start();
    const scene = await morning(theatre, 2 * perKind);
    const people = await newcomers(theatre, scene);
    const durable = (await settings(theatre)).every(({ setting }) => setting === 'on');
    const history = new History();
    const all = Array.from({ length: perKind }, (_, place) => writes(scene, people, place)).flat();
    const crash = async () => {
      for (const each of processes) each.signal('SIGKILL');
      await theatre.postgres.end('SIGKILL');
      await theatre.postgres.start();
      processes = await start();
    };
    const known: Entry[] = [];
    let next = 0;
    const writer = async () => {
      for (let turn = all[next++]; turn; turn = all[next++]) {
        const { op, key, asked } = turn;
        known.push(await untilKnown(() => history.ask(op, key, theatre.door.port, asked)));
      }
    };
    const crashing = async () => {
      for (let made = 1; made <= crashes; made++) {
        while (known.length < (all.length * made) / (crashes + 1)) await pause(5);
        await crash();
      }
    };
    await Promise.all([writer(), writer(), writer(), writer(), crashing()]);
    const failed = known.filter((entry) => entry.outcome === 'info').length;
    const size = `${all.length} writes of 6 kinds, everything killed ${crashes} times`;
    const unmet = goal(durable, 'PostgreSQL is not durable');
    return seen(size, history.entries, { ...(await count(theatre, history)), failed, unmet });
  },
};
