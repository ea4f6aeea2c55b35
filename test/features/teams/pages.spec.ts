import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openHackathon, type Hackathon } from '../../support/teams/hackathon.ts';

let here: Hackathon;
beforeAll(async () => {
  here = await openHackathon();
});
afterAll(() => here.world.close());

type Data = Record<string, any>;
const lists = [
  ['builders', ({ userId }: Data) => userId as string],
  ['teams', ({ id }: Data) => id as string],
] as const;
type List = (typeof lists)[number][0];

/** Many rows share a moment, to the microsecond: only the id tells them apart. */
const fresh = async (count: number) => {
  const { world, acme } = here;
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  await add({ hack, track }, count);
  return { hack, track, path: `/super-events/${hack.id}/team-management` };
};
type Place = { hack: { id: string }; track: { id: string } };

const add = async ({ hack, track }: Place, count: number) => {
  const { rows } = here.world;
  const tag = randomUUID();
  await rows`
    with person as (
      insert into identity.person (email, name)
      select ${tag} || n || '@muster.test', 'Builder ' || n from generate_series(1, ${count}::int) n returning id)
    insert into registrations.super_event_registration (organization_id, super_event_id, user_id, status, created_at)
    select ${here.acme.id}, ${hack.id}, id, 'accepted', now() - (row_number() over () / 5) * interval '1 microsecond' from person`;
  await rows`
    insert into teams.team (organization_id, super_event_id, event_id, name, created_at)
    select ${here.acme.id}, ${hack.id}, ${track.id}, 'Team ' || n, now() - (n / 5) * interval '1 microsecond'
      from generate_series(1, ${count}::int) n`;
};
const removeOne = async (list: List, { hack }: Place, id: string) => {
  if (list === 'teams') await here.world.rows`update teams.team set deleted_at = now() where id = ${id}`;
  else
    await here.world.rows`update registrations.super_event_registration set status = 'cancelled'
                           where super_event_id = ${hack.id} and user_id = ${id}`;
};
const page = async (path: string, list: List, limit: number, cursor: string | null) => {
  const { data } = (await here.api.get(`${path}/${list}?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)).body;
  return data as Record<List, Data[]> & { pagination: { limit: number; nextCursor: string | null; hasMore: boolean } };
};

describe.each(lists)('The pages of %s', (list, idOf) => {
  it('hold everything once, newest first', async () => {
    const { path, track } = await fresh(23);
    const seen: string[] = [];
    const created: string[] = [];
    let cursor: string | null = null;
    for (const expected of [7, 7, 7, 2]) {
      const data = await page(path, list, 7, cursor);
      seen.push(...data[list].map(idOf));
      created.push(...data[list].map(({ createdAt }) => String(createdAt)));
      expect(data[list]).toHaveLength(expected);
      expect(data.pagination).toEqual({
        limit: 7,
        nextCursor: expected === 7 ? expect.any(String) : null,
        hasMore: expected === 7,
      });
      cursor = data.pagination.nextCursor;
    }
    expect(new Set(seen).size).toBe(23);
    expect(created).toEqual(created.toSorted().toReversed());
    expect(track.id).toBeDefined();
  });

  it('say that nothing comes after a last page that is full', async () => {
    const { path } = await fresh(4);
    expect((await page(path, list, 4, null)).pagination).toEqual({ limit: 4, nextCursor: null, hasMore: false });
  });

  it('neither skip nor repeat while rows come and go between them', async () => {
    const place = await fresh(30);
    const before = await page(place.path, list, 100, null);
    const present = new Set(before[list].map(idOf));
    const seen: string[] = [];
    for (let cursor: string | null = null, first = true; first || cursor; first = false) {
      const data: Awaited<ReturnType<typeof page>> = await page(place.path, list, 4, cursor);
      const ids = data[list].map(idOf);
      seen.push(...ids);
      cursor = data.pagination.nextCursor;
      const later = [...present].filter((id) => !seen.includes(id));
      // The row the cursor stands on goes, one before it, one after it; and new ones come.
      for (const gone of [ids.at(-1), seen[0], later.at(-1)].filter((id) => id !== undefined)) {
        await removeOne(list, place, gone);
        if (!seen.includes(gone)) present.delete(gone);
      }
      await add(place, 3);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(new Set(seen)).toEqual(present);
  });

  const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each([
    ['is no cursor', 'nonsense'],
    ['is empty', ''],
    ['is no list', cursorOf({ id: randomUUID() })],
    ['has no id', cursorOf([1])],
    ['has a wrong id', cursorOf([1, 'x'])],
    ['has a wrong moment', cursorOf(['now', randomUUID()])],
    ['has a broken moment', cursorOf([1.5, randomUUID()])],
    ['lies after the end of time', cursorOf([1e300, randomUUID()])],
    ['has more than it should', cursorOf([1, randomUUID(), 2])],
  ])('are refused for a cursor that %s', async (_how, cursor) => {
    const answer = await here.api.get(`${here.managed}/${list}?cursor=${cursor}`);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toMatchObject([{ field: 'cursor' }]);
  });
});
