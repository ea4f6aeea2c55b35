import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { tables } from '../../../../services/registrations/entities.ts';
import { storageAt, type Storage } from '../../../../services/registrations/files/storage.ts';
import { clearAway } from '../../../../services/registrations/uploads.ts';
import { openDatabase } from '../../../../shared/database/database.ts';
import { openStage, type Stage } from '../../../support/stage.ts';

let stage: Stage;
let orm: MikroORM;
let directory: string;
let storage: Storage;
beforeAll(async () => {
  stage = await openStage();
  orm = await openDatabase('registrations', stage.databaseUrl, { max: 2, entities: tables });
  directory = await mkdtemp(join(tmpdir(), 'muster-files-'));
  storage = storageAt({ directory });
});
afterAll(async () => {
  await orm.close();
  await stage.close();
  await rm(directory, { recursive: true, force: true });
});

async function stored(state: { minutes: number; claimed?: boolean; discarded?: boolean; bytes?: boolean }) {
  const key = randomUUID();
  if (state.bytes !== false) await writeFile(join(directory, key), 'x');
  await stage.rows`
    insert into registrations.file (organization_id, super_event_id, user_id, field_id, key, filename, size, content_type,
                                    sha256, claimed_by, discarded_at, created_at)
    values (${randomUUID()}, ${randomUUID()}, ${randomUUID()}, ${randomUUID()}, ${key}, 'x', 1, 'text/plain', 'x',
            ${state.claimed ? randomUUID() : null}, ${state.discarded ? new Date() : null},
            now() - make_interval(mins => ${state.minutes}))`;
  return key;
}

describe('A file that requests left behind', () => {
  it('is removed with its bytes when it was discarded, or unclaimed for an hour; no other is', async () => {
    const gone = [
      await stored({ minutes: 61 }),
      await stored({ minutes: 61, bytes: false }),
      await stored({ minutes: 0, discarded: true }),
    ];
    const left = [await stored({ minutes: 59 }), await stored({ minutes: 6_000, claimed: true })];
    await Promise.all([clearAway(storage)(orm.em.fork()), clearAway(storage)(orm.em.fork())]);
    const rows = await stage.rows<{ key: string }>`select key from registrations.file`;
    expect(rows.map(({ key }) => key).sort()).toEqual([...left].sort());
    expect((await readdir(directory)).sort()).toEqual([...left].sort());
    expect(gone).toHaveLength(3);
  });

  it('is removed, however many there are', async () => {
    await Promise.all(Array.from({ length: 230 }, () => stored({ minutes: 90 })));
    await clearAway(storage)(orm.em.fork());
    const [row] = await stage.rows`select count(*)::int as n from registrations.file where claimed_by is null`;
    expect(row).toEqual({ n: 1 });
    expect(await readdir(directory)).toHaveLength(2);
  });

  it('is removed although another cannot be, which is logged', async () => {
    const stuck = await stored({ minutes: 120, discarded: true });
    await Promise.all(Array.from({ length: 230 }, () => stored({ minutes: 90, discarded: true })));
    const lost = new Error('The store refuses.');
    const refusing: Storage = {
      ...storage,
      remove: (key) => (key === stuck ? Promise.reject(lost) : storage.remove(key)),
    };
    await expect(clearAway(refusing)(orm.em.fork())).rejects.toBe(lost);
    const rows = await stage.rows`select key from registrations.file where discarded_at is not null`;
    expect(rows).toEqual([{ key: stuck }]);
  });
});

describe('A file that is kept in a directory', () => {
  it('is for the user of the service alone, and so is a directory that was not there', async () => {
    const own = join(directory, 'data', 'files');
    const arrived = join(directory, 'arrived');
    await writeFile(arrived, 'x', { mode: 0o644 });
    await storageAt({ directory: own }).keep(arrived, 'kept', { content_type: 'text/plain', size: 1 });
    const modes = await Promise.all([join(directory, 'data'), own, join(own, 'kept')].map((path) => stat(path)));
    const isForOthers = modes.map(({ mode }) => (mode & 0o077) !== 0);
    expect(isForOthers).toEqual(process.platform === 'win32' ? expect.any(Array) : [false, false, false]);
  });
});
