import { text } from 'node:stream/consumers';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openDatabase } from '../../../shared/database/database.ts';
import { batchesOf, streamSnapshot } from '../../../shared/database/snapshot.ts';
import { openStage, type Stage } from '../../support/stage.ts';
import { eventually } from '../../support/wire.ts';

let stage: Stage;
let orm: MikroORM;
beforeAll(async () => {
  stage = await openStage();
  orm = await openDatabase('judging', stage.databaseUrl, { max: 3 });
});
afterAll(async () => {
  await orm.close();
  await stage.close();
});

const isFree = async () => {
  const [row] = await stage.rows<{ open: number }>`
    select count(*)::int as open from pg_stat_activity
     where datname = current_database() and application_name = 'muster judging' and xact_start is not null`;
  return row?.open === 0;
};

describe('A read in portions', () => {
  it('is all that the query finds', async () => {
    const content = await streamSnapshot(orm.em, async function* (snapshot) {
      const batches = batchesOf(snapshot, sql<{ n: number }>`select n from generate_series(1, ${1_234}::int) n`);
      for await (const rows of batches) yield `${rows.map(({ n }) => n).join()},`;
    });
    expect((await text(content)).split(',')).toHaveLength(1_235);
    expect(await isFree()).toBe(true);
  });

  it('breaks off after its time, whether or not anybody reads', async () => {
    for (const begins of [true, false]) {
      const content = await streamSnapshot(
        orm.em,
        async function* () {
          for (;;) yield await Promise.resolve('more');
        },
        50,
      );
      const broken = new Promise((resolve) => content.once('error', resolve));
      if (begins) content.read();
      expect(await broken).toMatchObject({ name: 'AbortError' });
      await eventually(isFree, Boolean);
    }
  });

  it('is an error where it cannot begin, and costs nothing', async () => {
    for (let time = 1; time <= 4; time++) {
      const failed = streamSnapshot(orm.em, async (snapshot) => {
        await sql`select 1 / 0`.execute(snapshot.getKysely());
        return batchesOf(snapshot, sql<string>`select 1`) as never;
      });
      await expect(failed).rejects.toThrow('division by zero');
    }
    expect(await isFree()).toBe(true);
  });
});
