/** Backups of other versions than the present one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeArchive } from '../../cli/backup/archive.ts';
import { takeBackup } from '../../cli/backup/taking.ts';
import { backup } from '../../cli/commands/backup.ts';
import { restore } from '../../cli/commands/restore.ts';
import { migrationPlan } from '../../services/migrations.ts';
import { migrateTo, migrationNames } from '../../shared/database/migrate.ts';
import { inSession } from '../../shared/database/session.ts';
import { examineConfig } from '../../shared/process/config.ts';
import { restoreEnvironment } from '../support/environment.ts';
import { emptyDatabase } from '../support/template.ts';
import { ask, run } from './command.ts';

const never = new AbortController().signal;
const environment = { ...process.env };
const names = migrationNames(migrationPlan);
const newest = names.at(-1) ?? '';
let folder: string;
let database: Awaited<ReturnType<typeof emptyDatabase>>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-backup-'));
  database = await emptyDatabase();
  await migrateTo(database.url, migrationPlan, names.slice(0, -1));
  Object.assign(process.env, { DATABASE_URL: database.url, DATA_DIR: folder });
});
afterEach(async () => {
  restoreEnvironment(environment);
  await database.drop();
  await rm(folder, { recursive: true });
});

const file = () => join(folder, 'backup.tar.zst');
const session = <T>(work: Parameters<typeof inSession<T>>[2]) =>
  inSession(database.url, { name: 'test', timeoutMs: 60_000 }, work);

/** A backup as the version that made the database takes it. */
const taken = () =>
  session((session) =>
    writeArchive(file(), never, async (archive) => {
      const [{ config }, progress] = [examineConfig(), () => undefined];
      await takeBackup({ archive, session, config, progress, withKeys: false });
    }),
  );

const refusals = async () => [
  await run(restore, { file: file(), signal: never }),
  await run(backup, { file: file(), verify: true, signal: never }),
];

describe('A backup', () => {
  it('of an earlier release is brought to this one', async () => {
    await taken();
    const { code, answer } = await ask(restore, { file: file(), signal: never });
    expect({ code, ...answer }).toMatchObject({ code: 0, ok: true, applied: [newest] });
  });

  it('of a later release is refused', async () => {
    await session((open) => open.query(`insert into public.migration (name) values ('identity/9999_later')`));
    await taken();
    for (const refusal of await refusals()) {
      expect(refusal).toMatchObject({ code: 1, stderr: expect.stringContaining('identity/9999_later') });
    }
  });

  it('in a format of a later release is refused, and so is an archive of something else', async () => {
    const containing = (name: string, text: string) =>
      writeArchive(file(), never, (archive) => archive.add(name, Buffer.from(text)));
    await containing('manifest.json', JSON.stringify({ format: 2, version: '9.0.0' }));
    for (const refusal of await refusals()) {
      expect(refusal).toMatchObject({ code: 1, stderr: expect.stringContaining('made by muster 9.0.0, in a format') });
    }
    await rm(file());
    await containing('letter.txt', 'Dear reader');
    for (const refusal of await refusals()) {
      expect(refusal).toMatchObject({ code: 1, stderr: expect.stringContaining('is no backup of muster') });
    }
  });

  it('of an earlier development version is refused with how its events come along', async () => {
    await session((open) =>
      open.query(`update public.migration set name = 'identity/0001_people' where name like 'id%'`),
    );
    await taken();
    for (const { code, stderr } of await refusals()) {
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr:
          `${file()} was made by an earlier development version.\nRestore it with that version, export its events there ` +
          '(muster export), and apply the files to a new database (muster apply).',
      });
    }
  });
});
