import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { often } from '../../support/often.ts';
import { brokenRules, driftAnywhere } from '../../support/teams/invariants.ts';
import { openHackathon, type Hackathon } from '../../support/teams/hackathon.ts';
import * as model from '../../support/teams/model.ts';

/** Lanes side by side, and sequences in each. */
const [lanes, runs] = [4, often(200)];
const people = 5;
/** The second track takes smaller teams. */
const sizes = [3, 2] as const;

let here: Hackathon;
let crowd: { id: string }[];
beforeAll(async () => {
  here = await openHackathon();
  crowd = await Promise.all(Array.from({ length: people }, () => here.world.person()));
});
afterAll(() => here.world.close());

/** A hackathon of a sequence's own, with the same people. */
interface Real {
  readonly hack: string;
  readonly tracks: readonly string[];
  readonly parents: ReadonlyMap<string, string>;
  readonly teams: string[];
}

let arranged = 0;
/** By then there are enough rows for plans that do with many. Nobody else counts them: nothing is vacuumed here. */
const enough = 40;

async function arrange(): Promise<Real> {
  const tag = randomUUID();
  if (++arranged === enough) await here.world.rows`analyze`;
  const [made] = await here.world.rows<{ hack: string; tracks: string[]; parents: Record<string, string> }>`
    with hack as (
      insert into events.super_event (organization_id, slug, name, status) values (${here.acme.id}, ${tag}, 'Hack', 'final')
      returning id, organization_id
    ), track as (
      insert into events.track (organization_id, super_event_id, slug, name, status, config_json)
      select h.organization_id, h.id, ${tag} || n, 'Track', 'final', jsonb_build_object('max_team_size', size)
        from hack h, unnest(${sizes}::int[]) with ordinality s (size, n)
      returning id, super_event_id, organization_id, slug
    ), parent as (
      insert into registrations.super_event_registration (organization_id, super_event_id, user_id, status)
      select h.organization_id, h.id, p, 'accepted' from hack h, unnest(${crowd.map(({ id }) => id)}::uuid[]) p
      returning id, user_id, organization_id, super_event_id
    ), seat as (
      insert into registrations.seat select id, ${people} from hack
    ), placed as (
      insert into registrations.registration
             (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status)
      select p.organization_id, p.super_event_id, t.id, p.id, p.user_id, 'accepted'
        from parent p, (select id from track order by slug limit 1) t
    )
    select id as hack, array(select id from track order by slug) as tracks,
           (select jsonb_object_agg(user_id, id) from parent) as parents from hack`;
  if (!made) throw new Error('There is no hackathon.');
  return { ...made, parents: new Map(Object.entries(made.parents)), teams: [] };
}

/** Straight to the action, past HTTP: what is asked here is what happens to teams, many thousand times. */
async function call(action: string, params: object): Promise<string> {
  const viewer = { user_id: here.olga.id, organization_id: here.acme.id, key_id: 'model', session_id: null };
  try {
    const data: any = await here.world.services.broker.call(action, params, { meta: { viewer } });
    return data.team?.id ?? 'done';
  } catch (error) {
    return String((error as { type?: string }).type ?? error);
  }
}

type Deed = (model: model.Model, real: Real) => [expected: string, done: () => Promise<string>] | undefined;
const idOf = (person: number) => crowd[person]?.id ?? '';
const maybeId = (person: number | null) => (person === null ? null : idOf(person));

const person = fc.nat(people - 1);
const track = fc.nat(sizes.length - 1);
const nth = fc.nat(4);
const successor = fc.option(person, { freq: 2 });

/** A team of those there were so far, deleted ones among them. */
const pick = (real: Real, { teams }: model.Model, n: number) => {
  const index = n % Math.max(1, teams.length);
  const [team, teamId] = [teams[index], real.teams[index]];
  return team && teamId ? { team, teamId } : undefined;
};
const onTeam =
  (
    n: number,
    deed: (picked: { team: model.ModelTeam; teamId: string }, m: model.Model, real: Real) => ReturnType<Deed>,
  ): Deed =>
  (m, real) => {
    const picked = pick(real, m, n);
    return picked && deed(picked, m, real);
  };

const deeds = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(track, fc.uniqueArray(person, { maxLength: 3 })).map(([t, members]): Deed => (m, real) => [
      model.create(m, t, members),
      async () => {
        const params = {
          superEventId: real.hack,
          name: 'Team',
          trackId: real.tracks[t],
          memberUserIds: members.map(idOf),
        };
        const id = await call('teams.create', params);
        if (/^[0-9a-f-]{36}$/.test(id)) real.teams.push(id);
        return /^[0-9a-f-]{36}$/.test(id) ? 'done' : id;
      },
    ]),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(nth, person)
      .map(([n, p]): Deed =>
        onTeam(n, ({ team, teamId }, m, { hack }) => [
          model.add(m, team, p),
          () => call('teams.addMember', { superEventId: hack, teamId, userId: idOf(p) }),
        ]),
      ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(nth, person, successor).map(([n, p, s]): Deed =>
      onTeam(n, ({ team, teamId }, m, { hack }) => [
        model.remove(m, team, p, s),
        () =>
          call('teams.removeMember', {
            superEventId: hack,
            teamId,
            userId: idOf(p),
            replacementLeaderUserId: maybeId(s),
          }),
      ]),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(nth, person)
      .map(([n, p]): Deed =>
        onTeam(n, ({ team, teamId }, m, { hack }) => [
          model.transfer(m, team, p),
          () => call('teams.transferLeadership', { superEventId: hack, teamId, newLeaderUserId: idOf(p) }),
        ]),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(nth, track)
      .map(([n, t]): Deed =>
        onTeam(n, ({ team, teamId }, m, { hack, tracks }) => [
          model.moveTeam(m, team, t),
          () => call('teams.moveToTrack', { superEventId: hack, teamId, targetTrackId: tracks[t] }),
        ]),
      ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(person, track, fc.option(nth), successor).map(([p, t, n, s]): Deed => (m, real) => {
      const picked = n === null ? undefined : pick(real, m, n);
      const params = {
        superEventId: real.hack,
        userId: idOf(p),
        targetTrackId: real.tracks[t],
        targetTeamId: picked?.teamId ?? null,
        replacementLeaderUserId: maybeId(s),
      };
      return [
        model.moveBuilder(m, p, { track: t, team: picked?.team ?? null, successor: s }),
        () => call('teams.moveBuilder', params),
      ];
    }),
  },
  {
    weight: 1,
    arbitrary: nth.map((n): Deed =>
      onTeam(n, ({ team, teamId }, _, { hack }) => [
        model.disband(team),
        () => call('teams.remove', { superEventId: hack, teamId }),
      ]),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(person, track, fc.constantFrom('cancel', 'reject'))
      .map(([p, t, how]): Deed => (m, { tracks }) => {
        if (!m.accepted[p]?.has(t)) return undefined;
        return [
          model.drop(m, p, t),
          async () => {
            const [row] = await here.world.rows<{ id: string }>`
          select id from registrations.registration where user_id = ${idOf(p)} and event_id = ${tracks[t]}`;
            return how === 'cancel'
              ? call('registrations.cancel', { id: row?.id })
              : call('registrations.updateStatus', { id: row?.id, status: 'rejected' });
          },
        ];
      }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(person, fc.constantFrom('cancel', 'reject')).map(([p, how]): Deed => (m, { parents }) => [
      model.expel(m, p),
      () => {
        const id = parents.get(idOf(p));
        return how === 'cancel'
          ? call('registrations.cancelParent', { id })
          : call('registrations.updateParentStatus', { id, status: 'rejected' });
      },
    ]),
  },
);

/** The members of each team, by the tables. */
async function present({ hack }: Real) {
  const rows = await here.world.rows<{ team_id: string; user_id: string; role: string; event_id: string }>`
    select team_id, user_id, role, event_id from teams.member where super_event_id = ${hack} and left_at is null`;
  return rows.map(({ team_id, user_id, role, event_id }) => [team_id, user_id, role, event_id].join(' ')).sort();
}
const promised = (m: model.Model, real: Real) =>
  m.teams
    .flatMap(({ seats, track: t }, n) =>
      seats.map((seat) =>
        [real.teams[n], idOf(seat.person), seat.leads ? 'LEADER' : 'MEMBER', real.tracks[t]].join(' '),
      ),
    )
    .sort();

async function follow(sequence: readonly Deed[]): Promise<void> {
  const real = await arrange();
  const m: model.Model = {
    accepted: Array.from({ length: people }, () => new Set([0])),
    teams: [],
    sizes,
    turn: 0,
  };
  for (const deed of sequence) {
    const step = deed(m, real);
    if (!step) continue;
    const [expected, done] = step;
    expect(await done()).toBe(expected);
    const [found, broken] = await Promise.all([present(real), brokenRules(here.world, real.hack)]);
    expect(found).toEqual(promised(m, real));
    expect(broken).toEqual([]);
  }
}

describe(`${lanes * runs} random sequences of what can happen to teams`, () => {
  it('end every step as the model says, with no rule broken', async () => {
    const lane = (seed: number) =>
      fc.assert(fc.asyncProperty(fc.array(deeds, { minLength: 1, maxLength: 8, size: 'max' }), follow), {
        numRuns: runs,
        seed,
        endOnFailure: false,
      });
    await Promise.all(Array.from({ length: lanes }, (_, n) => lane(20_270_306 + n)));
    expect(await driftAnywhere(here.world)).toEqual([]);
  });
});
