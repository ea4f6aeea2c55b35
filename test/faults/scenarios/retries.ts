import { randomUUID } from 'node:crypto';
import type { Asked } from '../../support/wire.ts';
import { History, untilKnown, type Entry } from '../history.ts';
import { goal, isOk, seen, statuses, type Scenario } from '../scenario.ts';
import { morning, others, written, type Morning, type Theatre } from '../theatre.ts';

const perKind = 30;

interface Try {
  readonly key: string;
  readonly asked: Asked;
  /** The same key on something else. */
  readonly other: Asked;
}

type Body = Record<string, unknown>;

/** Endpoints that make something new each time they are asked, were it not for the key. */
function tries({ track, hack, key, points, guests, acme }: Morning, place: number): Try[] {
  const name = `n${place}`;
  const [here, next] = [guests[place], guests[place + 1]];
  const tried = (method: string, path: string, body: Body, other: Body): Try => {
    const header = { 'Idempotency-Key': randomUUID() };
    const ask = (what: Body) => written(method, path, key, what, header);
    return { key: header['Idempotency-Key'], asked: ask(body), other: ask(other) };
  };
  const managed = `/super-events/${hack.id}`;
  const criterion = { name, weight: 0.001, order_index: 0 };
  const field = { field_type: 'text', label: name };
  const team = { name, trackId: track.id };
  return [
    tried('POST', `${managed}/team-management/teams`, team, { ...team, name: `${name}x` }),
    tried('POST', `${managed}/registration-fields`, field, { ...field, label: 'x' }),
    tried('POST', `/events/${track.id}/criteria`, criterion, { ...criterion, weight: 0.002 }),
    tried(
      'POST',
      `/super-events/${hack.slug}/participants`,
      { email: `${name}@muster.test` },
      { email: 'x@muster.test' },
    ),
    tried('PATCH', `/organizations/${acme.id}`, { name: `Org ${name}` }, { name: 'Another name' }),
    tried('POST', `/checkin-points/${points[0]?.id}/scan`, { token: here?.token }, { token: next?.token }),
  ];
}

const isSame = (one: Entry, other: Entry) =>
  one.status === other.status && JSON.stringify(one.body) === JSON.stringify(other.body);

async function repeat(history: History, theatre: Theatre, { key, asked, other }: Try) {
  const [gateway] = theatre.gateways;
  const through = (port: number, op: string, what = asked) => history.ask(op, key, port, what);
  const two = theatre.chance.hits(0.2) ? [0, 1] : [0];
  const firsts = await Promise.all(two.map(() => untilKnown(() => through(theatre.door.port, 'write'))));
  // Past the wire that loses answers.
  const again = await through(gateway?.port ?? 0, 'again');
  const reused = await through(gateway?.port ?? 0, 'other', other);
  return {
    differs: firsts.filter((first) => first.body.code !== 'IDEMPOTENCY_IN_PROGRESS' && !isSame(first, again)).length,
    refused: firsts.some(isOk) ? 0 : 1,
    wasReused: reused.status === 422 ? 0 : 1,
  };
}

async function surplus({ rows }: Theatre): Promise<number> {
  const [row] = await rows<{ doubled: number }>`
    select (select count(*) - count(distinct name) from teams.team)::int
         + (select count(*) - count(distinct name) from judging.criterion)::int
         + (select count(*) - count(distinct label) from events.registration_field)::int
         + (select count(*) - count(distinct (user_id, point_id)) from check_in.record)::int as doubled`;
  return row?.doubled ?? 0;
}

/** R03 */
export const retriesAreSafe: Scenario = {
  id: 'R03',
  promise: 'A retry with the same key does nothing twice and answers the same',
  async run(theatre) {
    await Promise.all(['gateway', `check-in,${others}`].map((services) => theatre.start(services)));
    const scene = await morning(theatre, perKind + 1);
    const history = new History();
    // Connections come in another order each time, which must not choose what is asked twice.
    const losses = theatre.chance.apart();
    theatre.door.losesAnswer = () => losses.hits(0.3);
    const all = Array.from({ length: perKind }, (_, place) => tries(scene, place)).flat();
    const found: Awaited<ReturnType<typeof repeat>>[] = [];
    for (let next = 0; next < all.length; next += 4) {
      found.push(...(await Promise.all(all.slice(next, next + 4).map((one) => repeat(history, theatre, one)))));
    }
    const sum = (what: 'differs' | 'refused' | 'wasReused') => found.reduce((total, each) => total + each[what], 0);
    const failures = history.entries.filter(({ status }) => status >= 500);
    return seen(`${all.length} keys on 6 endpoints, 30 % of the answers lost`, history.entries, {
      failed: sum('refused'),
      doubled: await surplus(theatre),
      unmet: [
        ...goal(sum('differs') === 0, `${sum('differs')} repeats were answered otherwise`),
        ...goal(sum('wasReused') === 0, `${sum('wasReused')} keys were taken for another request`),
        ...goal(failures.length === 0, `failures of ours: ${statuses(failures)}`),
      ],
    });
  },
};
