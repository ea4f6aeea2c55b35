/** A backup of an installation whose files are in a bucket. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { backup } from '../../cli/commands/backup.ts';
import { restore } from '../../cli/commands/restore.ts';
import { openBuckets, type Buckets } from '../support/bucket.ts';
import { restoreEnvironment } from '../support/environment.ts';
import { formOf, opened, pdf } from '../support/files.ts';
import { cloneTemplate } from '../support/template.ts';
import { openWorld, type World } from '../support/world.ts';
import { ask, run } from './command.ts';

let buckets: Buckets;
let world: World;
let folder: string;
const former = { ...process.env };
const never = new AbortController().signal;
const bytes = pdf(123_456);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-backup-'));
  buckets = await openBuckets();
  Object.assign(process.env, buckets.env);
  world = await openWorld({ SERVICES: 'identity,registrations,mail,gateway', FILES_URL: 's3://here/uploads' });
  const { api, cv, path } = await opened(world);
  const made = await api.post(path, formOf({ [`file_${cv}`]: { bytes, name: 'cv.pdf' } }));
  expect(made.status).toBe(201);
});
afterAll(async () => {
  await world.close();
  buckets.close();
  restoreEnvironment(former);
  await rm(folder, { recursive: true });
});

const at = (databaseUrl: string, bucket: string) =>
  Object.assign(process.env, { DATABASE_URL: databaseUrl, DATA_DIR: folder, FILES_URL: `s3://${bucket}/uploads` });
const archive = () => join(folder, 'bucket.tar.zst');

it('has the files, and a restore puts them into the bucket that is named then', async () => {
  at(world.databaseUrl, 'here');
  const kept = await ask(backup, { file: archive(), signal: never });
  expect({ code: kept.code, ...kept.answer }).toMatchObject({ code: 0, files: 1, lost: [] });

  const { url, drop } = await cloneTemplate();
  at(url, 'there');
  const back = await ask(restore, { file: archive(), signal: never });
  expect({ code: back.code, ...back.answer }).toMatchObject({ code: 0, ok: true, files: 1, problems: [] });
  const [key = ''] = [...buckets.objects.keys()].map((path) => path.replace('/here/', ''));
  expect(buckets.objects.get(`/there/${key}`)).toEqual({ bytes, type: 'application/pdf', signed: true });
  await drop();
});

it('changes nothing in the database where the bucket takes no files', async () => {
  const { url, drop } = await cloneTemplate();
  at(url, 'there');
  buckets.lock();
  const refused = await run(restore, { file: archive(), signal: never });
  buckets.unlock();
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('FILES_URL') });
  at(url, 'there');
  expect(await run(restore, { file: archive(), signal: never })).toMatchObject({ code: 0 });
  await drop();
});

it('is refused where the bucket does not let it read, and nothing is kept of it', async () => {
  at(world.databaseUrl, 'here');
  buckets.lock();
  const refused = await run(backup, { file: join(folder, 'unread.tar.zst'), signal: never });
  buckets.unlock();
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/could not be read.*\n.*FILES_URL/) });
});
