import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { openWorld, type World } from './support/world.ts';

/** Uses a world, closes it, and answers what the next one finds. */
async function after(deed: (world: World) => Promise<unknown>) {
  const world = await openWorld();
  await deed(world);
  await world.close();
  const next = await openWorld();
  const isSame = next.databaseUrl === world.databaseUrl;
  const files = await readdir(next.dataDir);
  const [found] = await next.rows<{ people: number }>`select count(*)::int as people from identity.person`;
  const person = await next.person();
  const seen = await next.as(person, await next.organization()).get('/auth/user');
  await next.close();
  return { isSame, hasLeft: files.includes('left'), people: found?.people, status: seen.status };
}
const asNew = { hasLeft: false, people: 0, status: 200 };

describe('Services that were used', () => {
  it('serve the next spec without the rows and files of the one before', async () => {
    const found = await after(async (world) => {
      await world.registered(
        await world.person(),
        await world.track(await world.superEvent(await world.organization())),
      );
      await writeFile(join(world.dataDir, 'left'), 'x');
    });
    expect(found).toMatchObject({ isSame: true, ...asNew });
  });

  it.each<[what: string, deed: (world: World) => Promise<unknown>]>([
    ['a column was added', (world) => world.rows`alter table teams.team add column colour text`],
    [
      'a trigger was made',
      async (world) => {
        await world.rows`create function public.halt() returns trigger language plpgsql as 'begin raise ''No''; end'`;
        await world.rows`create trigger halt before insert on teams.team for each row execute function public.halt()`;
      },
    ],
    ['a view was replaced', (world) => world.rows`alter view published.team_tally rename column n to m`],
    ['what was there at the start was changed', (world) => world.rows`update mail.sealing_key set since = now()`],
    ['a process was stopped', (world) => world.services.stop()],
  ])('make way for new ones where %s', async (_what, deed) => {
    expect(await after(deed)).toMatchObject({ isSame: false, ...asNew });
  });

  it('make way for new ones where somebody is still at work', async () => {
    let busy: pg.Client | undefined;
    const found = await after(async ({ databaseUrl }) => {
      busy = new pg.Client({ connectionString: databaseUrl });
      // The database goes, and whoever is connected to it.
      busy.on('error', () => undefined);
      await busy.connect();
      await busy.query('begin');
      await busy.query('select 1');
    });
    expect(found).toMatchObject({ isSame: false, ...asNew });
    await busy?.end().catch(() => undefined);
  });

  it('are not shared by two who open a world at once', async () => {
    const [one, other] = [await openWorld(), await openWorld()];
    expect(other.databaseUrl).not.toBe(one.databaseUrl);
    await Promise.all([one.close(), other.close()]);
  });
});
