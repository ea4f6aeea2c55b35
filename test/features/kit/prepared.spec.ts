import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CompiledQuery, sql } from 'kysely';
import type { MikroORM } from '@mikro-orm/postgresql';
import { openDatabase } from '../../../shared/database/database.ts';
import { transaction } from '../../../shared/database/transaction.ts';
import { openStage, type Stage } from '../../support/stage.ts';

let stage: Stage;
let orm: MikroORM;
beforeAll(async () => {
  stage = await openStage();
  await stage.rows`create table public.guest (id int, name text)`;
  await stage.rows`grant select on public.guest to public`;
  await stage.rows`insert into public.guest values (1, 'Ada')`;
  orm = await openDatabase('check-in', stage.databaseUrl, { max: 1 });
});
afterAll(async () => {
  await orm.close();
  await stage.close();
});

const ask = async (text: string, values: unknown[] = []) =>
  (await orm.em.getKysely().executeQuery(CompiledQuery.raw(text, values))).rows;
/** The prepared statements of this connection that look like this. */
const prepared = async (like: string) =>
  (
    await sql<{ statement: string }>`select statement from pg_prepared_statements where statement like ${like}`.execute(
      orm.em.getKysely(),
    )
  ).rows.length;

describe('A statement', () => {
  it('is prepared the second time it is asked, once for all values', async () => {
    const text = 'select name from public.guest where id = $1 /* twice */';
    await ask(text, [1]);
    expect(await prepared('%/* twice */')).toBe(0);
    await ask(text, [2]);
    await ask(text, [3]);
    expect(await ask(text, [1])).toEqual([{ name: 'Ada' }]);
    expect(await prepared('%/* twice */')).toBe(1);
  });

  it('that comes once leaves nothing behind', async () => {
    for (let n = 0; n < 20; n++) await ask(`select name from public.guest where id = $1 /* once ${n} */`, [n]);
    expect(await prepared('%/* once%')).toBe(0);
  });
});

describe('A migration that adds a column', () => {
  const everything = 'select * from public.guest where id = $1';
  const askTwice = async () => {
    await ask(everything, [1]);
    return ask(everything, [1]);
  };

  it('does not disturb who asked for all of them before', async () => {
    await askTwice();
    await stage.rows`alter table public.guest add column email text`;
    expect(await ask(everything, [1])).toEqual([{ id: 1, name: 'Ada', email: null }]);
  });

  it('ends a transaction once, which then is begun again with success', async () => {
    const again = 'select * from public.guest where id = $1 limit 1';
    const inTransaction = () =>
      transaction(orm.em, async (tx) => (await tx.getKysely().executeQuery(CompiledQuery.raw(again, [1]))).rows);
    await inTransaction();
    await inTransaction();
    await stage.rows`alter table public.guest add column city text`;
    await expect(inTransaction()).rejects.toMatchObject({ code: '0A000' });
    expect(await inTransaction()).toEqual([{ id: 1, name: 'Ada', email: null, city: null }]);
  });
});
