import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { raw, type MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { superEvent, tables as eventsTables } from '../../../services/events/entities.ts';
import { device, person, tables } from '../../../services/identity/entities.ts';
import { openDatabase, type Db } from '../../../shared/database/database.ts';
import { newId } from '../../../shared/database/ids.ts';
import { transaction } from '../../../shared/database/transaction.ts';
import { openStage, type Stage } from '../../support/stage.ts';

let stage: Stage;
let orm: MikroORM;
let db: Db;
beforeAll(async () => {
  stage = await openStage();
  orm = await openDatabase('identity', stage.databaseUrl, { max: 1, entities: tables });
  db = orm.em.fork();
});
afterAll(async () => {
  await orm.close();
  await stage.close();
});

/** The prepared statements of this connection on this table. */
const prepared = async (table: string) => {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like ${`%"${table}"%`}`.execute(db.getKysely());
  return rows.map(({ statement }) => statement);
};
const kiosk = (name: string) =>
  ({ id: newId(), organization_id: newId(), super_event_id: newId(), kind: 'kiosk', name }) as const;

describe('A statement of the entity manager', () => {
  it('is prepared once for all values, none of which is in its text', async () => {
    const ids = await Promise.all(['Ada', 'Bob', 'Cleo'].map((name) => db.insert(device, kiosk(name))));
    for (const id of ids)
      await db.nativeUpdate(device, { id, removed_at: null }, { version: '1', paired_at: raw('now()') });
    for (const id of ids) await db.findOne(device, id);
    const texts = (await prepared('device')).toSorted();
    expect(texts).toEqual([
      expect.stringMatching(/^insert into "device" \("id", .*\) values \(\$1, \$2, \$3, \$4, \$5\) returning/),
      'select "d0".* from "device" as "d0" where "d0"."id" = $1 limit $2',
      'update "device" set "version" = $1, "paired_at" = now() where "id" = $2 and "removed_at" is null returning "paired_at"',
    ]);
  });

  it('finds any of several values', async () => {
    const made = [kiosk('Door'), kiosk('Door'), kiosk('Hall')];
    for (const each of made) await db.insert(device, each);
    const found = await db.find(device, { id: { $in: made.map(({ id }) => id) }, name: { $ne: 'Hall' } });
    expect(found.map(({ id }) => id).toSorted()).toEqual([made[0]?.id, made[1]?.id].toSorted());
  });
});

describe('A value', () => {
  const everything = {
    ...kiosk(`Tür "1" 'links' \\ hinten ?? $1 ?`),
    point_ids: [newId(), newId()],
    expires_at: '2030-01-02T03:04:05.678Z',
    code_hash: Buffer.from([0, 39, 63, 92, 255]),
    queued: 0,
    code_expires_at: null,
  };

  it('is read as it was written, whatever is in it', async () => {
    const id = await db.insert(device, everything);
    const found = await db.findOne(device, { name: everything.name });
    expect(found).toMatchObject({ ...everything, id, expires_at: new Date(everything.expires_at) });
  });
});

describe('A member that is undefined', () => {
  const given = { config_json: { rules: { min: 1, max: undefined } }, description: undefined, tz: null };

  it('is left out of what is inserted and changed, within JSON as well', async () => {
    const events = await openDatabase('events', stage.databaseUrl, { max: 1, entities: eventsTables });
    const rows = events.em.fork();
    const id = await rows.insert(superEvent, { ...given, organization_id: newId(), slug: 'jam', name: 'Jam' });
    const [made] = await rows.find(superEvent, id);
    await rows.nativeUpdate(superEvent, id, { description: 'Two days' });
    await rows.nativeUpdate(superEvent, id, given);
    const [changed] = await rows.find(superEvent, id);
    await events.close();
    expect(made).toMatchObject({ config_json: { rules: { min: 1 } }, description: null });
    expect([made, changed].map((row) => JSON.stringify(row?.config_json))).toEqual(
      Array(2).fill('{"rules":{"min":1}}'),
    );
    expect(changed).toMatchObject({ description: 'Two days' });
  });

  it('is still undefined in the object that was given', () => {
    expect(given).toStrictEqual({
      config_json: { rules: { min: 1, max: undefined } },
      description: undefined,
      tz: null,
    });
  });
});

describe('A row', () => {
  it('that a statement changed is read anew', async () => {
    const id = await db.insert(device, kiosk('Door'));
    await transaction(orm.em, async (tx) => {
      await tx.findOne(device, id);
      await sql`update device set name = 'Hall' where id = ${id}`.execute(tx.getKysely());
      expect(await tx.findOne(device, id)).toMatchObject({ name: 'Hall' });
    });
  });

  it('that breaks a rule fails with the error of PostgreSQL, whose message does not show it', async () => {
    const email = 'ada@muster.test';
    await db.insert(person, { email });
    const again = await db.insert(person, { email, password_hash: 'secret' }).catch((error: unknown) => error);
    expect(again).toMatchObject({ code: '23505', constraint: 'person_email' });
    const kind = await db
      .insert(device, { ...kiosk('Door'), kind: 'other' as 'kiosk' })
      .catch((error: unknown) => error);
    expect(kind).toMatchObject({ code: '23514' });
    expect((kind as Error).message).not.toContain('Door');
  });
});
