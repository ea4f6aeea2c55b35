/** Names and addresses that a former release took, and that nobody gets any more. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrationPlan } from '../../services/migrations.ts';
import { migrateTo, migrateUp, migrationNames } from '../../shared/database/migrate.ts';
import { Client } from '../support/client.ts';
import { startServices, type Processes } from '../support/processes.ts';
import { emptyDatabase } from '../support/template.ts';
import { fileOf, releases, toldBy } from './release.ts';
import { restoreRows, within } from './rows.ts';

/** The migrations before that of names. */
const all = migrationNames(migrationPlan);
const before = all.slice(0, all.indexOf('identity/0042_names'));

const [release] = releases;
if (!release) throw new Error('There is no release to come from.');
const { keys, signIn } = toldBy(release);

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let services: Processes;
let api: Client;

/** Runs statements on the database, in order. */
const run = (statements: string) => within(database.url, (client) => client.query(statements));

const former = `
  update organizations.organization set name = E'Acme\\u200b' where slug = 'acme';
  update events.super_event set name = E'Spring\\nHack', locales = array['en', 'de'], name_i18n = jsonb_build_object('de', E'Fr\\u00fchling\\u202e');
  update events.track set name = E'AI\\t\\u2028for\\u001b[2J everyone' where slug = 'ai';
  update check_in.point set name = E'Main\\u00ad door \\U0001f469\\u200d\\U0001f4bb' where name = 'Main door';
  update judging.criterion set name = E'Zoe\\u0308\\u200d' ;
  update identity.person set name = E'\\u200b\\u200b' where email = 'olga@acme.test';
  update identity.person set name = E'Judy\\n[ ] Root', email = E'judy\\u001b\\u200bzoe\\u0308@acme.test'
   where email = '${signIn.email}';
  insert into identity.person (email, name, password_hash, email_confirmed_at)
    select e, e, p.password_hash, now() from identity.person p, unnest(array[E'zoe\\u0308@x.test', E'zo\\u00eb@x.test']) e
     where p.email = E'judy\\u001b\\u200bzoe\\u0308@acme.test';
  insert into identity.person (email) values (E'uma\\u200b@x.test'), (E'u\\u200bma@x.test');`;

beforeAll(async () => {
  database = await emptyDatabase();
  await migrateTo(database.url, migrationPlan, Object.keys(release.migrations));
  await restoreRows(database.url, readFileSync(fileOf(release.name, 'rows.txt'), 'utf8'));
  await migrateTo(database.url, migrationPlan, before);
  await run(former);
  await migrateUp(database.url, migrationPlan);
  services = await startServices(database.url, {}, { overBus: false });
  api = new Client(services.url, () => Promise.resolve({ 'X-Api-Key': keys['owner'] ?? '' }));
});
afterAll(async () => {
  await services?.stop();
  await database.drop();
});

describe('After the upgrade', () => {
  it('names are shown without what no name has, and are taken when they are sent back', async () => {
    const { organization } = (await api.get('/organizations/acme')).body.data;
    const { super_events } = (await api.get('/organizations/acme/super-events')).body.data;
    const { super_event } = (await api.get(`/super-events/${super_events[0].id}`)).body.data;
    const { event } = (await api.get('/events/ai')).body.data;
    const { checkin_points } = (await api.get(`/events/${event.id}/checkin-points`)).body.data;
    const { criteria } = (await api.get(`/events/${event.id}/criteria`)).body.data;
    const door = checkin_points.find(({ name }: { name: string }) => name.startsWith('Main'));
    expect([organization, super_event, event, door, criteria[0]].map(({ name }) => name)).toEqual([
      ...['Acme', 'Spring Hack', 'AI for[2J everyone', 'Main door \u{1f469}\u200d\u{1f4bb}', 'Zo\u00eb'],
    ]);
    expect(super_event.name_i18n).toEqual({ en: 'Spring Hack', de: 'Fr\u00fchling' });
    const again = [
      await api.patch(`/organizations/${organization.id}`, { name: organization.name }),
      await api.patch(`/super-events/${super_event.id}`, {
        name: super_event.name,
        name_i18n: { de: super_event.name_i18n.de },
      }),
      await api.patch(`/events/${event.id}`, { name: event.name }),
      await api.patch(`/checkin-points/${door.id}`, { name: door.name }),
      await api.patch(`/criteria/${criteria[0].id}`, { name: criteria[0].name }),
    ];
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('a name of which nothing would be left stays', async () => {
    const { user } = (await api.get('/auth/user')).body.data;
    expect(user.name).toBe('\u200b\u200b');
  });

  it('people sign in by their address, however they spell it', async () => {
    const nobody = new Client(services.url, () => Promise.resolve({}));
    for (const email of ['judyzo\u00eb@acme.test', 'Judyzoe\u0308@acme.test']) {
      const { status, body } = await nobody.post('/auth/signin', { email, password: signIn.password });
      expect([status, body.data?.user.name]).toEqual([200, 'Judy [ ] Root']);
    }
  });

  it('of two accounts with one address the one in its right form is found, and none is lost', async () => {
    const nobody = new Client(services.url, () => Promise.resolve({}));
    const { body } = await nobody.post('/auth/signin', { email: 'zoe\u0308@x.test', password: signIn.password });
    expect(body.data.user.name).toBe('zo\u00eb@x.test');
    const { rows } = await run(`select count(*)::int as n from identity.person where email like 'zo%@x.test'`);
    expect(rows).toEqual([{ n: 2 }]);
  });

  it('of two spellings that are both wrong one is put right', async () => {
    const { rows } = await run(
      `select email = 'uma@x.test' as is_right from identity.person where email like 'u%ma%@x.test' order by 1`,
    );
    expect(rows).toEqual([{ is_right: false }, { is_right: true }]);
  });
});
