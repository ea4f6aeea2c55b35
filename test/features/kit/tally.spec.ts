import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { recount } from '../../../cli/commands/recount.ts';
import { driftsIn } from '../../../shared/database/drift.ts';
import { ask } from '../../cli/command.ts';
import { openStage, type Stage } from '../../support/stage.ts';

let stage: Stage;
let pool: pg.Pool;
let hack: Awaited<ReturnType<Stage['superEvent']>>;
beforeAll(async () => {
  stage = await openStage();
  process.env.DATABASE_URL = stage.databaseUrl;
  pool = new pg.Pool({ connectionString: stage.databaseUrl, max: 12 });
  pool.on('error', () => undefined);
  hack = await stage.superEvent(await stage.organization());
});
afterAll(async () => {
  await pool.end();
  await stage.close();
});

/** Counters that differ from the rows they count, by name. */
const drifts = async () => (await driftsIn((text) => pool.query(text))).filter(({ count }) => count > 0);
const fold = (tally: string, ids: readonly string[]) => pool.query(`select ${tally}_fold($1::uuid[])`, [ids]);
const statuses = ['pending', 'accepted', 'waitlisted', 'rejected', 'cancelled'];

/** Twelve at once, each so many times. */
const crowd = (turns: number, deed: (turn: number) => Promise<unknown>) =>
  Promise.all(
    Array.from({ length: 12 }, async (_, one) => {
      for (let turn = 0; turn < turns; turn++) await deed(one * turns + turn);
    }),
  );

async function inVain(work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('Registrations that are made, moved, deleted and taken back while their tally is folded', () => {
  it('are counted right on every track and in the hackathon', async () => {
    const tracks = await Promise.all([1, 2, 3].map(() => stage.track(hack)));
    const people = await Promise.all(Array.from({ length: 30 }, () => stage.person()));
    const places: Awaited<ReturnType<Stage['registered']>>[] = [];
    for (const n of people.keys()) {
      for (const track of [tracks[n % 3]!, tracks[(n + 1) % 3]!])
        places.push(await stage.registered(people[n]!, track));
    }
    const move = (db: pg.Pool | pg.PoolClient, turn: number) =>
      db.query(`update registrations.registration set status = $2 where id = any ($1::uuid[])`, [
        [places[(turn * 7) % 60]!.id],
        statuses[turn % 5],
      ]);
    const deeds = [
      (turn: number) => move(pool, turn),
      (turn: number) => inVain((client) => move(client, turn)),
      (turn: number) =>
        pool.query(
          `update registrations.super_event_registration set status = $2, looking_for_team = not looking_for_team
            where id = $1`,
          [places[(turn * 11) % 60]!.parent.id, statuses[turn % 5]],
        ),
      (turn: number) =>
        pool.query('delete from registrations.registration where id = $1', [places[(turn * 13) % 60]!.id]),
      () =>
        fold(
          'registrations.registration_tally',
          tracks.map(({ id }) => id),
        ),
      () => fold('registrations.super_event_registration_tally', [hack.id]),
      () =>
        inVain((client) =>
          client.query('select registrations.registration_tally_fold($1::uuid[])', [tracks.map(({ id }) => id)]),
        ),
    ];
    await crowd(25, (turn) => deeds[turn % deeds.length]!(turn));
    expect(await drifts()).toEqual([]);

    await fold(
      'registrations.registration_tally',
      tracks.map(({ id }) => id),
    );
    const left = await stage.rows<{ n: number }>`
      select count(*)::int as n from registrations.registration_tally group by event_id, status`;
    expect(left.every(({ n }) => n === 1)).toBe(true);
  });
});

describe('Scans that are recorded and taken back while their tally is folded', () => {
  it('are counted right at every point', async () => {
    const points = (await Promise.all([stage.point(hack), stage.point(hack)])).map(({ id }) => id);
    const record = (turn: number) =>
      pool.query(
        `insert into check_in.record (point_id, user_id, registration_id, method, nonce, scanned_by, recorded_by, checked_in_at)
         select $1, gen_random_uuid(), gen_random_uuid(), 'manual', gen_random_uuid(), 'kiosk', gen_random_uuid(), now()
           from generate_series(0, $2)`,
        [points[turn % 2], turn % 3],
      );
    const deeds = [
      record,
      () =>
        pool.query(`update check_in.record set annulled_at = now()
                     where id in (select id from check_in.record where annulled_at is null limit 2 for update skip locked)`),
      () => fold('check_in.record_tally', points),
    ];
    await crowd(25, (turn) => deeds[turn % deeds.length]!(turn));
    expect(await drifts()).toEqual([]);
  });
});

describe('People who join and leave a team at once, whoever forgets to hold it', () => {
  it('are counted right', async () => {
    const track = await stage.track(hack);
    const team = await stage.team(track, []);
    await crowd(15, async (turn) => {
      const user_id = randomUUID();
      await pool.query(
        `insert into teams.member (team_id, super_event_id, event_id, user_id, role) values ($1, $2, $3, $4, 'MEMBER')`,
        [team.id, hack.id, track.id, user_id],
      );
      if (turn % 3) await pool.query(`update teams.member set left_at = now() where user_id = $1`, [user_id]);
    });
    const [counted] = await stage.rows<{ member_count: number }>`
      select member_count from teams.team where id = ${team.id}`;
    expect(counted).toEqual({ member_count: 60 });
    expect(await drifts()).toEqual([]);
  });
});

describe('A name that changes while its person registers', () => {
  it('is the one the registration is sorted by', async () => {
    const track = await stage.track(hack);
    const people = await Promise.all(Array.from({ length: 24 }, () => stage.person()));
    await Promise.all(
      people.flatMap((person, n) => [
        stage.registered(person, track),
        pool.query('update identity.person set name = $2 where id = $1', [person.id, `Renamed ${n}`]),
      ]),
    );
    expect(await drifts()).toEqual([]);
    const [other] = await stage.rows<{ n: number }>`
      select count(*)::int as n from registrations.registration where event_id = ${track.id} and name_key not like 'renamed%'`;
    expect(other).toEqual({ n: 0 });
  });
});

describe('A tally that somebody spoiled', () => {
  it('is found and mended by muster recount', async () => {
    const track = await stage.track(hack);
    await stage.registered(await stage.person(), track);
    await stage.rows`update registrations.registration_tally set n = n + 5 where event_id = ${track.id}`;
    await stage.rows`update teams.team set member_count = member_count + 1`;
    const { answer } = await ask(recount, {});
    expect(answer.mended.map(({ name }: { name: string }) => name)).toEqual([
      'registrations.registration_tally',
      'teams.member_count',
    ]);
    expect(await drifts()).toEqual([]);
    expect((await ask(recount, {})).answer.mended).toEqual([]);
  });
});
