import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { backup } from '../../cli/commands/backup.ts';
import { restore } from '../../cli/commands/restore.ts';
import { createOutput } from '../../cli/output.ts';
import { Client } from '../support/client.ts';
import { formOf, opened, pdf } from '../support/files.ts';
import { startServices } from '../support/processes.ts';
import { openRows } from '../support/rows.ts';
import { cloneTemplate } from '../support/template.ts';
import { begin } from '../support/transaction.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';
import { ask, run } from './command.ts';
import { restoreEnvironment } from '../support/environment.ts';

let world: World;
let folder: string;
const former = { ...process.env };
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'muster-backup-'));
});
afterAll(async () => {
  restoreEnvironment(former);
  await world.close();
  await rm(folder, { recursive: true });
});

const never = new AbortController().signal;
const at = (databaseUrl: string, dataDir: string) =>
  Object.assign(process.env, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });

/** A hackathon with a crowd at the door, of whom one handed in a file. */
async function hall() {
  const scene = await opened(world);
  const track = await world.track(scene.hack);
  const olga = await world.member(scene.acme, 'OWNER');
  const parent = await world.applied(scene.ada, scene.hack, 'pending');
  const form = formOf({
    super_event_registration_id: parent.id,
    [`file_${scene.cv}`]: { bytes: pdf(), name: 'cv.pdf' },
  });
  const made = await scene.api.post(`/events/${track.id}/register`, form);
  const [file] = await world.rows<{ id: string; key: string }>`
    select id, key from registrations.file where claimed_by = ${made.body.data.id}`;
  const [guests, door] = [await world.crowd(track, 60), await world.point(track)];
  const key = await world.keyOf(olga, scene.acme);
  return {
    ...scene,
    track,
    olga,
    key,
    guests,
    door,
    scan: `/checkin-points/${door.id}/scan`,
    file: { id: '', key: '', ...file },
  };
}
type Hall = Awaited<ReturnType<typeof hall>>;

async function target() {
  const [{ url, drop }, dataDir] = [await cloneTemplate(), await mkdtemp(join(folder, 'data-'))];
  return { url, dataDir, drop };
}

const flipped = (whole: Buffer, share: number) =>
  Buffer.from(whole.map((byte, index) => (index === Math.floor(whole.length * share) ? byte ^ 1 : byte)));
const name = (which: string) => join(folder, `${which}.tar.zst`);
let scene: Hall;
/** A backup while people are scanned, and what was answered until then. */
const inTime: string[] = [];
let position: string;

describe('A backup of a service that goes on working', () => {
  beforeAll(async () => {
    scene = await hall();
    const api = world.as(scene.olga, scene.acme);
    const scans = scene.guests.map(({ token }) => token);
    for (const token of scans.splice(0, 10)) {
      await api.post(scene.scan, { token });
      inTime.push(token);
    }
    // A fact is shown once nothing older can come any more, which a transaction in another database may delay.
    const read = await eventually(
      async () => (await api.get(`/organizations/${scene.acme.id}/facts?types=checkin.recorded`)).body.data,
      ({ facts }) => facts.length === inTime.length,
    );
    position = read.next;
    at(world.databaseUrl, world.dataDir);
    const going = Promise.all(scans.map((token) => api.post(scene.scan, { token })));
    const { code, answer } = await ask(backup, { file: name('busy'), signal: never });
    expect({ code, ...answer }).toMatchObject({ code: 0, files: 1, lost: [], keys: [] });
    expect((await going).map(({ status }) => status)).toEqual(scans.map(() => 201));
  });

  it('is for its owner alone, and takes the place of nothing', async () => {
    if (process.platform !== 'win32') expect((await stat(name('busy'))).mode & 0o777).toBe(0o600);
    const again = await run(backup, { file: name('busy'), signal: never });
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') });
  });

  it('says what is not in it', async () => {
    const { stderr } = await run(backup, { file: folder, signal: never });
    expect(stderr).toMatch(
      /Not in it, and needed to restore: DATA_DIR\/identity\.key, DATA_DIR\/mail\.key, DATA_DIR\/webhooks\.key/,
    );
  });

  it('is proven in a database of its own, of which nothing stays', async () => {
    at(world.databaseUrl, world.dataDir);
    const { code, answer } = await ask(backup, { file: name('busy'), verify: true, signal: never });
    expect({ code, ...answer }).toMatchObject({ code: 0, ok: true, files: 1 });
    expect(await world.rows`select datname from pg_database where datname like 'muster\\_verify%'`).toEqual([]);
  });

  it('restored elsewhere answers as before: scans, files, keys, facts', async () => {
    const { url, dataDir, drop } = await target();
    at(url, dataDir);
    const { code, answer } = await ask(restore, { file: name('busy'), signal: never });
    expect({ code, ...answer }).toMatchObject({ code: 0, ok: true, problems: [], applied: [] });
    const there = await startServices(url, { DATA_DIR: dataDir }, { overBus: false });
    try {
      const api = new Client(there.url, () => Promise.resolve({ 'X-Api-Key': scene.key }));
      const known = await Promise.all(inTime.map((token) => api.post(scene.scan, { token })));
      expect(known.map(({ status }) => status)).toEqual(inTime.map(() => 200));
      const own = await fetch(`${there.url}/files/${scene.file.id}`, {
        headers: { 'X-Api-Key': await world.keyOf(scene.ada, scene.acme) },
      });
      expect(Buffer.from(await own.arrayBuffer()).equals(pdf())).toBe(true);
      expect(await factsContinue(api)).toBe(true);
    } finally {
      await there.stop();
      await drop();
    }
  });
});

/** A cursor from before the backup goes on after the restore, up to the facts that come after it. */
async function factsContinue(api: Client): Promise<boolean> {
  const facts = `/organizations/${scene.acme.id}/facts`;
  const { body } = await api.post(`/organizations/${scene.acme.id}/keys`, { label: 'after the restore' });
  expect(body.success).toBe(true);
  const read = await eventually(
    async () =>
      (await api.get(`${facts}?after=${position}&limit=100`)).body.data.facts as { type: string; id: string }[],
    (found) => found.some(({ type }) => type === 'key.created'),
  );
  const ids = read.map(({ id }) => id);
  const told = read.filter(({ type }) => type === 'checkin.recorded').length;
  const { data } = (await api.get(`/events/${scene.track.id}/checkin-points`)).body;
  const recorded = data.checkin_points[0].checked_in_count - inTime.length;
  return new Set(ids).size === ids.length && told === recorded && read.at(-1)?.type === 'key.created';
}

describe('A restore', () => {
  it('does nothing while services are connected, or over data without being told to', async () => {
    at(world.databaseUrl, world.dataDir);
    const busy = await run(restore, { file: name('busy'), signal: never });
    expect(busy).toMatchObject({ code: 1, stderr: expect.stringMatching(/in use by .*muster check-in/) });

    const { url, dataDir, drop } = await target();
    at(url, dataDir);
    const { rows, end } = openRows(url);
    await rows`insert into organizations.organization (name, slug) values ('Former', 'former')`;
    const restoring = run(restore, { file: name('busy'), signal: never });
    // The last session goes a moment after the restore has met it, as those of services that were just stopped do.
    await eventually(
      () => rows`
        select 1 from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_stat_activity%'`,
      ({ length }) => length > 0,
    );
    await end();
    const held = await restoring;
    expect(held).toMatchObject({ code: 1, stderr: expect.stringContaining('The database holds 1 organizations') });
    const unasked = await run(restore, { file: name('busy'), replace: true, signal: never });
    expect(unasked).toMatchObject({ code: 64, stderr: expect.stringContaining('--yes') });
    const said = await run(restore, { file: name('busy'), replace: true, yes: true, signal: never });
    expect(said).toMatchObject({ code: 0, stderr: expect.stringContaining('Lost will be') });
    const after = openRows(url);
    expect(await after.rows`select slug from organizations.organization where slug = 'former'`).toEqual([]);
    await after.end();
    await drop();
  });

  it('that is broken off leaves an empty database, and the next one goes through', async () => {
    const { url, dataDir, drop } = await target();
    at(url, dataDir);
    const over = new AbortController();
    const { rows, end } = openRows(url);
    const output = createOutput(
      { json: true },
      { write: () => true },
      { isTTY: true, write: stopAt('identity.person') },
    );
    function stopAt(table: string) {
      return (text: string) => text.includes(`Restoring ${table}`) && over.abort(new Error('It was interrupted.'));
    }
    const broken = restore({ file: name('busy'), signal: over.signal }, output);
    await expect(broken).rejects.toThrow('what the database had is gone');
    expect(await rows`select 1 from identity.person`).toEqual([]);
    await end();
    // Sessions that were closed a moment ago end by themselves, and are in its way until then.
    const next = await eventually(
      () => run(restore, { file: name('busy'), signal: never }),
      ({ code }) => code === 0,
    );
    expect(next).toMatchObject({ code: 0 });
    await drop();
  });

  it.each<[string, (whole: Buffer) => Buffer]>([
    ['cut off', (whole) => whole.subarray(0, whole.length / 2)],
    ['changed at its beginning', (whole) => flipped(whole, 0.2)],
    ['changed in the middle', (whole) => flipped(whole, 0.5)],
    ['changed in its manifest', (whole) => flipped(whole, 0.9)],
    ['something else', () => Buffer.from('PK')],
  ])('touches nothing for an archive that is %s', async (_how, spoil) => {
    const { url, dataDir, drop } = await target();
    at(url, dataDir);
    await writeFile(name('spoiled'), spoil(await readFile(name('busy'))));
    const said = await run(restore, { file: name('spoiled'), signal: never });
    expect(said).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be used') });
    expect(existsSync(join(dataDir, 'files'))).toBe(false);
    await drop();
  });
});

describe('A backup that is killed in the middle', () => {
  it('leaves nothing that could be taken for whole', async () => {
    const path = name('killed');
    await using held = await begin(world.databaseUrl, 'lock table teams.team in access exclusive mode');
    const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir };
    const child = spawn(process.execPath, ['cli/muster.ts', 'backup', path], { env, stdio: 'ignore' });
    const unfinished = await eventually(
      () => Promise.resolve(readdirSync(folder).find((file) => /killed.*\.unfinished$/.test(file))),
      (file) => file !== undefined,
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    await held.rollback();
    expect(existsSync(path)).toBe(false);
    at(world.databaseUrl, world.dataDir);
    const said = await run(restore, { file: join(folder, unfinished ?? ''), signal: never });
    expect(said).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be used') });
  });

  it('is begun anew under the same name', async () => {
    expect(await run(backup, { file: name('killed'), signal: never })).toMatchObject({ code: 0 });
    expect(await run(backup, { file: name('killed'), verify: true, signal: never })).toMatchObject({ code: 0 });
  });
});

describe('A backup of an incomplete directory', () => {
  it('names a file that is gone, and keeps the rest', async () => {
    await rm(join(world.dataDir, 'files', scene.file.key));
    const { code, answer } = await ask(backup, { file: name('lost'), withKeys: true, signal: never });
    const keys = ['identity.key', 'mail.key', 'webhooks.key'].filter((file) => existsSync(join(world.dataDir, file)));
    expect({ code, ...answer }).toMatchObject({ code: 0, files: 0, lost: [scene.file.key], keys });
  });

  it('fails with the reason where its directory is not there, or it is interrupted', async () => {
    const nowhere = await run(backup, { file: join(folder, 'no', 'where'), signal: never });
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('could not be written') });
    const interrupted = AbortSignal.abort(new Error('It was interrupted'));
    const ended = await run(backup, { file: name('interrupted'), signal: interrupted });
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('interrupted') });
    expect(existsSync(name('interrupted'))).toBe(false);
  });
});
