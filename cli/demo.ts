/** `npm run demo`: every service on the embedded database, with a hackathon in it and keys to try it. */
import { fileURLToPath } from 'node:url';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { readConfig, type Config } from '../shared/broker/config.ts';
import { explainAndExit, runService, stopOnSignal } from '../shared/broker/main.ts';
import { withOwner } from './database.ts';
import { applyEventFile } from './event-file/apply.ts';
import { openEventFile } from './event-file/open.ts';
import { inTransaction } from './event-file/transaction.ts';
import { freshKeys } from './fresh-keys.ts';
import { createOutput, type Output } from './output.ts';
import { welcome } from './welcome.ts';

const example = fileURLToPath(new URL('../examples/spring-hack.yaml', import.meta.url));
const organization = 'nordlicht';
/** One of each role, as the example has them. */
const people = {
  owner: 'olga@nordlicht.example',
  organizer: 'oskar@nordlicht.example',
  judge: 'judy@nordlicht.example',
  kiosk: 'desk@nordlicht.example',
  participant: 'vaijayanthi.bhattacharya@posteo.example',
};
/** What would lead the demo away from its own directory, perhaps into somebody's real database. */
const notForDemo = /^(DATABASE_URL.*|NATS_.*|SERVICES)$/;

async function demo(output: Output): Promise<void> {
  const config = demoConfig(output);
  output.progress('Starting PostgreSQL and the services');
  const { stop, ownDatabase = '', port, adminPort } = await runService(config);
  try {
    const keys = await withOwner(ownDatabase, (db) => prepare(db, output));
    const addresses = { api: `http://localhost:${port}`, admin: `http://localhost:${adminPort}` };
    output.answer({}, welcome({ ...addresses, keys, dataDir: config.dataDir }, output.styledAnswer));
  } catch (error) {
    await stop();
    throw error;
  }
  stopOnSignal(stop);
}

function demoConfig(output: Output): Config {
  const ignored = Object.keys(process.env).filter((name) => notForDemo.test(name) && process.env[name]);
  if (ignored.length > 0) output.say(`The demo runs on its own, whatever is set as ${ignored.join(', ')}.`);
  const others = Object.entries(process.env).filter(([name]) => !notForDemo.test(name));
  return readConfig({ LOG_LEVEL: 'warn', ...Object.fromEntries(others) });
}

/** The example once, without keys that nobody would see; keys at every start, because a key is shown only once. */
async function prepare(db: EntityManager, output: Output): Promise<Map<string, string>> {
  const { rows } = await sql`select from published.organizations where slug = ${organization}`.execute(db.getKysely());
  if (rows.length === 0) {
    output.progress('Applying examples/spring-hack.yaml');
    const file = { ...openEventFile(example, output), api_keys: [] };
    await inTransaction(db, output, {}, (work) => applyEventFile(work, file));
  }
  const holders = new Map(Object.entries(people).map(([role, email]) => [`demo-${role}`, email]));
  const texts = await freshKeys(db, output, organization, holders);
  return new Map([...texts].map(([label, text]) => [label.replace('demo-', ''), text]));
}

try {
  await demo(createOutput({ json: false }));
} catch (error) {
  explainAndExit(error);
}
