import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/client.ts';
import { paired } from '../../support/devices.ts';
import { statementsOf } from '../../support/statements.ts';
import { begin } from '../../support/transaction.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function opened(columns: Record<string, unknown> = {}) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, columns);
  const track = await world.track(hack);
  const olga = await world.member(acme, 'OWNER');
  const api = world.as(olga, acme);
  const guest = async (name = 'Ada', on = track) => {
    const person = await world.person({ name });
    return { ...(await world.registered(person, on)), user_id: person.id };
  };
  return { acme, hack, track, olga, api, guest };
}

describe('A kiosk', () => {
  it('scans, one and many, and is named in the audit by its key alone', async () => {
    const { acme, hack, track, olga, api, guest } = await opened();
    const [door, kiosk, ada, ben] = [
      await world.point(track),
      await paired(world, olga, hack),
      await guest(),
      await guest(),
    ];
    const first = await kiosk.api.post(`/checkin-points/${door.id}/scan`, { token: ada.token });
    expect([first.status, first.body.data.registration_id]).toEqual([201, ada.id]);
    const scanned_at = new Date(Date.now() - 3_600_000).toISOString();
    const scans = [{ token: ben.token, nonce: randomUUID(), scanned_at }];
    const batch = await kiosk.api.post(`/checkin-points/${door.id}/scan/batch`, { scans });
    expect(batch.body.data.results).toEqual([
      expect.objectContaining({ http: 201, data: expect.objectContaining({ checked_in_at: scanned_at }) }),
    ]);
    const { entries } = (await api.get(`/organizations/${acme.id}/audit?action=check-in.scan`)).body.data;
    expect(entries).toHaveLength(2);
    for (const entry of entries)
      expect(entry).toMatchObject({ user_id: null, key_id: kiosk.key.slice(4, 12), session_id: null });
  });

  it('scans in drafts and private hackathons too, where it was put up', async () => {
    const { hack, track, olga, guest } = await opened({ visibility: 'private', status: 'draft' });
    const [door, kiosk, ada] = [await world.point(track), await paired(world, olga, hack), await guest()];
    expect((await kiosk.api.post(`/checkin-points/${door.id}/scan`, { token: ada.token })).status).toBe(201);
  });

  it('knows its points and no others', async () => {
    const { acme, hack, track, olga, guest } = await opened();
    const [mine, other] = [await world.point(track), await world.point(hack)];
    const elsewhere = await world.point(await world.superEvent(acme));
    const foreign = await world.point(await world.superEvent(await world.organization()));
    const ada = await guest();
    const one = await paired(world, olga, hack, { checkin_point_ids: [mine.id] });
    const all = await paired(world, olga, hack);
    const scan = (api: typeof one.api, point: { id: string }) =>
      api.post(`/checkin-points/${point.id}/scan`, { token: ada.token });
    for (const point of [other, elsewhere, foreign])
      expect(await scan(one.api, point)).toBeRefused(404, 'POINT_NOT_FOUND');
    for (const point of [elsewhere, foreign]) expect(await scan(all.api, point)).toBeRefused(404, 'POINT_NOT_FOUND');
    const scans = [{ token: ada.token, nonce: randomUUID() }];
    expect(await one.api.post(`/checkin-points/${other.id}/scan/batch`, { scans })).toBeRefused(404, 'POINT_NOT_FOUND');
    expect([(await scan(one.api, mine)).status, (await scan(all.api, other)).status]).toEqual([201, 201]);
    const [logged] = await world.rows<{ n: number }>`
      select count(*)::int as n from check_in.refused_scan where point_id = any (${[other.id, elsewhere.id, foreign.id]}::uuid[])`;
    expect(logged).toEqual({ n: 0 });
  });

  it('checks nobody in by hand, and a board nobody at all', async () => {
    const { hack, track, olga, guest } = await opened();
    const [door, kiosk, ada] = [await world.point(track), await paired(world, olga, hack), await guest()];
    const board = await paired(world, olga, hack, { kind: 'board' });
    const path = `/checkin-points/${door.id}/scan`;
    expect(await kiosk.api.post(path, { token: ada.token, method: 'manual' })).toBeRefused(403, 'ORGANIZER_REQUIRED');
    expect(await board.api.post(path, { token: ada.token })).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await board.api.get('/device/manifest')).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('costs a scan no statement more', async () => {
    const { hack, track, olga, guest } = await opened();
    const [door, kiosk] = [await world.point(track), await paired(world, olga, hack)];
    await kiosk.api.post(`/checkin-points/${door.id}/scan`, { token: (await guest()).token });
    const { token } = await guest();
    const { own } = await statementsOf(() => kiosk.api.post(`/checkin-points/${door.id}/scan`, { token }));
    expect(own).toHaveLength(2);
  });
});

const hashOf = (token: string) => createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
const roster = ({ body }: Answer) =>
  body.data.roster.map(({ token_hash }: { token_hash: string }) => token_hash).sort();
const hashes = (...places: { token: string }[]) => places.map(({ token }) => hashOf(token)).sort();

/** Changes made during an older transaction, even of another database, are sent a second time. */
async function everyEarlierTransactionIsOver(): Promise<void> {
  const [now] = await world.rows<{ id: string }>`select pg_current_xact_id()::text as id`;
  await eventually(
    () => world.rows`select where pg_snapshot_xmin(pg_current_snapshot()) > ${now!.id}::xid8`,
    (over) => over.length === 1,
  );
}

/** The same position, before a standby took over. */
function ofAnotherHistory(next: string): string {
  const [since, shape, timeline] = JSON.parse(Buffer.from(next, 'base64url').toString()) as [string, string, number];
  return Buffer.from(JSON.stringify([since, shape, timeline + 1])).toString('base64url');
}

describe('The manifest of a kiosk', () => {
  it('has its points, and a row for each token they take', async () => {
    const { hack, track, olga, guest } = await opened();
    const door = await world.point(track, { name: 'Door' });
    const [ada, kiosk] = [await guest('Ada'), await paired(world, olga, hack, { checkin_point_ids: [door.id] })];
    await world.registered(await world.person(), track, 'pending');
    const { status, body } = await kiosk.api.get('/device/manifest');
    expect([status, body.data]).toEqual([
      200,
      {
        super_event: { name: hack.name, tz: 'UTC' },
        tracks: [{ id: track.id, name: track.name }],
        points: [
          {
            id: door.id,
            name: 'Door',
            type: 'attendance',
            event_id: track.id,
            opens_at: expect.any(String),
            closes_at: expect.any(String),
            portions: 1,
            checked_in_count: 0,
          },
        ],
        device: { may_search: false, sees_answers: false, prints: false },
        roster: [
          ...[
            {
              token_hash: hashOf(ada.token),
              name: 'Ada',
              status: 'accepted',
              event_id: track.id,
              user_id: ada.user_id,
            },
          ],
        ],
        dropped: [],
        whole: true,
        timeline: 1,
        next: expect.any(String),
      },
    ]);
    expect(body.data.roster[0].token_hash).toHaveLength(22);
  });

  it('has every token of the hackathon where a point serves all of it', async () => {
    const { hack, track, olga, guest } = await opened();
    await world.point(hack);
    await world.point(track);
    const other = await world.track(hack);
    const [ada, ben] = [await guest(), await guest('Ben', other)];
    const kiosk = await paired(world, olga, hack);
    const answer = await kiosk.api.get('/device/manifest');
    expect(roster(answer)).toEqual(hashes(ada, ada.parent, ben, ben.parent));
    const people = answer.body.data.roster.map(({ user_id }: { user_id: string }) => user_id);
    expect(people.sort()).toEqual([ada.user_id, ada.user_id, ben.user_id, ben.user_id].sort());
  });

  it('counts who was recorded at each of its points', async () => {
    const { hack, track, olga, guest } = await opened();
    const [door, lunch] = [
      await world.point(track),
      await world.point(track, { type: 'meal', config_json: { portions: 2 } }),
    ];
    const [ada, ben, kiosk] = [await guest('Ada'), await guest('Ben'), await paired(world, olga, hack)];
    const counts = async () => {
      const { points } = (await kiosk.api.get('/device/manifest')).body.data;
      return [door, lunch].map(({ id }) => points.find((point: any) => point.id === id).checked_in_count);
    };
    const scans = [
      [door, ada],
      [door, ada],
      [door, ben],
      [lunch, ada],
      [lunch, ada],
    ] as const;
    for (const [{ id }, { token }] of scans) await kiosk.api.post(`/checkin-points/${id}/scan`, { token });
    expect(await counts()).toEqual([2, 2]);
    const [record] = await world.rows<{ id: string }>`
      select id from check_in.record where point_id = ${door.id} and user_id = ${ben.user_id}`;
    await kiosk.api.del(`/checkins/${record!.id}`);
    expect(await counts()).toEqual([1, 2]);
  });

  it('tells next time who came, who left, and whose token is another', async () => {
    const { hack, track, olga, api, guest } = await opened();
    await world.point(track);
    const [ada, ben, cleo] = [await guest('Ada'), await guest('Ben'), await guest('Cleo')];
    const kiosk = await paired(world, olga, hack);
    let next = '';
    const ask = async () => {
      await everyEarlierTransactionIsOver();
      const answer = await kiosk.api.get(`/device/manifest?after=${next}`);
      next = answer.body.data.next;
      return answer;
    };
    expect(roster(await ask())).toEqual(hashes(ada, ben, cleo));
    await api.patch(`/registrations/${ben.id}/status`, { status: 'rejected' });
    const dora = await guest('Dora');
    const changed = await ask();
    expect([roster(changed), changed.body.data.dropped, changed.body.data.whole]).toEqual([
      hashes(dora),
      hashes(ben),
      false,
    ]);
    await api.patch(`/registrations/${ben.id}/status`, { status: 'accepted' });
    const [row] = await world.rows<{ token: string }>`
      select checkin_token as token from registrations.registration where id = ${ben.id}`;
    const back = await ask();
    expect([roster(back), back.body.data.dropped]).toEqual([hashes(row!), hashes(ben)]);
    const still = await ask();
    expect([roster(still), still.body.data.dropped]).toEqual([[], []]);
  });

  it('misses nobody whose transaction was under way meanwhile', async () => {
    const { hack, track, olga, guest } = await opened();
    await world.point(track);
    const kiosk = await paired(world, olga, hack);
    const slow = await guest('Slow');
    await world.rows`update registrations.registration set status = 'pending' where id = ${slow.id}`;
    const accept = `update registrations.registration set status = 'accepted' where id = $1`;
    await using organizer = await begin(world.databaseUrl, accept, [slow.id]);
    const quick = await guest('Quick');
    const first = await kiosk.api.get('/device/manifest');
    expect(roster(first)).toEqual(hashes(quick));
    await organizer.commit();
    const second = await kiosk.api.get(`/device/manifest?after=${first.body.data.next}`);
    expect(roster(second)).toEqual(expect.arrayContaining(hashes(slow)));
  });

  it('is not sent again to who has it, and whole again where points or tracks are others', async () => {
    const { hack, track, olga, guest } = await opened();
    await world.point(track);
    const ada = await guest();
    const kiosk = await paired(world, olga, hack);
    const first = await kiosk.api.get('/device/manifest');
    const known = { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } };
    const again = await kiosk.api.get('/device/manifest', known);
    expect([again.status, again.text]).toEqual([304, '']);
    await guest('Ben');
    expect((await kiosk.api.get('/device/manifest', known)).status).toBe(200);
    await world.point(await world.track(hack));
    const { body } = await kiosk.api.get(`/device/manifest?after=${first.body.data.next}`);
    expect([body.data.whole, body.data.roster.length, body.data.points.length]).toEqual([true, 2, 2]);
    for (const after of [
      'nonsense',
      encodeURIComponent(Buffer.from('["999999999999999","x"]').toString('base64url')),
      ofAnotherHistory(body.data.next),
    ]) {
      const unknown = await kiosk.api.get(`/device/manifest?after=${after}`);
      expect(unknown.body.data.whole).toBe(true);
      expect(roster(unknown)).toContain(hashOf(ada.token));
    }
  });

  it('of ten thousand people is below a megabyte', async () => {
    const { hack, track, olga } = await opened();
    await world.point(track);
    await world.crowd(track, 10_000);
    const kiosk = await paired(world, olga, hack);
    const response = await fetch(`${world.url}/device/manifest`, { headers: { 'X-Api-Key': kiosk.key } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(Number(response.headers.get('content-length'))).toBeLessThan(1_000_000);
    const { data } = (await response.json()) as { data: { roster: unknown[] } };
    expect(data.roster).toHaveLength(10_000);
  });
});
