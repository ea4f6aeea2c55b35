/** From the schema and the rows of each release that people may come from to this one. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrationPlan } from '../../services/migrations.ts';
import { driftsIn } from '../../shared/database/drift.ts';
import { migrateTo, migrateUp, migrationNames, migrationStatus } from '../../shared/database/migrate.ts';
import { Client } from '../support/client.ts';
import { startServices, type Processes } from '../support/processes.ts';
import { emptyDatabase } from '../support/template.ts';
import { eventually } from '../support/wire.ts';
import { lasting } from './event.ts';
import { fileOf, hashesOf, releases, toldBy } from './release.ts';
import { restoreRows, within } from './rows.ts';

it('There is a release to come from', () => {
  expect(releases.length).toBeGreaterThan(0);
});

describe.each(releases)('Release $version at $name', (release) => {
  const { name, migrations, rewritten } = release;
  const told = toldBy(release);
  const since = migrationNames(migrationPlan).filter((migration) => !(migration in migrations));
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let services: Processes;
  const as = (key: string) => new Client(services.url, () => Promise.resolve({ 'X-Api-Key': told.keys[key] ?? '' }));

  /** The schema of that release with what was in it, and forward to the present. */
  beforeAll(async () => {
    database = await emptyDatabase();
    const { url } = database;
    await migrateTo(url, migrationPlan, Object.keys(migrations));
    expect(new Set((await migrationStatus(url, migrationPlan)).applied)).toEqual(new Set(Object.keys(migrations)));
    await restoreRows(url, readFileSync(fileOf(name, 'rows.txt'), 'utf8'));
    expect(await migrateUp(url, migrationPlan)).toEqual(since);
    services = await startServices(url, {}, { overBus: false });
  });
  afterAll(async () => {
    await services?.stop();
    await database.drop();
  });

  it('has migrations that did not change since', async () => {
    const present = await hashesOf(migrationPlan);
    const changed = Object.keys(migrations).filter((migration) => present[migration] !== migrations[migration]);
    expect(changed).toEqual(Object.keys(rewritten));
  });

  it.each(told.answers)('is answered for as it answered: $key $path', async ({ path, key, data }) => {
    const answer = await as(key).get(path);
    expect(answer.status).toBe(200);
    expect(lasting(answer.body.data)).toMatchObject(data as object);
  });

  it('has scans that are known again, by their nonce and by their token', async () => {
    const { point, token, nonce, at } = told.scan;
    const again = await as('owner').post(`/checkin-points/${point}/scan`, { token, nonce });
    expect([again.status, again.body.data]).toEqual([201, expect.objectContaining({ checked_in_at: at })]);
    const later = await as('owner').post(`/checkin-points/${point}/scan`, { token, nonce: 'later' });
    expect([later.status, later.body.data]).toEqual([200, { already_checked_in: true, checked_in_at: at }]);
  });

  it('goes on: the next guest comes, which is told as a fact, and the judge signs in', async () => {
    const { scan, awaited, signIn, keys } = told;
    const key = keys['kiosk'] === undefined ? 'owner' : 'kiosk';
    const { status, body } = await as(key).post(`/checkin-points/${scan.point}/scan`, { token: awaited });
    expect(status).toBe(201);
    const { checked_in_at } = body.data;
    await eventually(
      async () => (await as('owner').get('/organizations/acme/facts?types=checkin.recorded')).body.data.facts,
      (facts: any[]) => facts.some(({ data }) => data.checked_in_at === checked_in_at && data.point_id === scan.point),
    );
    const session = await new Client(services.url, () => Promise.resolve({})).post('/auth/signin', signIn);
    expect(session.body.data.user.email).toBe(signIn.email);
  });

  it('has kept totals that agree with what they count', async () => {
    const drifts = await within(database.url, (client) => driftsIn((text) => client.query(text)));
    expect(drifts.filter(({ count }) => count > 0)).toEqual([]);
    expect(drifts).not.toEqual([]);
  });
});
