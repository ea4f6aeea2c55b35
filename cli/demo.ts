/** `npm run demo`: every service on the embedded database, with an example hackathon and keys to try it. */
import { fileURLToPath } from 'node:url';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { readConfig, type Config } from '../shared/process/config.ts';
import { explainAndExit, stopOnSignal } from '../shared/process/ending.ts';
import { runService } from '../services/main.ts';
import { withOwner } from '../shared/database/session.ts';
import { mailboxIn } from './demo-mail.ts';
import { prepareGallery, prepareTrials, type Post } from './demo-trials.ts';
import { applyUnlessDoubtful } from '../event-file/plan/apply.ts';
import { openEventFile } from './open-event-file.ts';
import type { EventFile } from '../event-file/read.ts';
import { inTransaction } from './transaction.ts';
import { freshKeys, freshPasswords } from './trial-access.ts';
import { createOutput, type CommandOutput } from './output.ts';
import { welcome } from './welcome.ts';

const example = fileURLToPath(new URL('../examples/spring-hack.yaml', import.meta.url));
const organization = 'nordlicht';
const hackathon = 'spring-hack';
/** One person per role, as in the example. */
const visitors = {
  owner: 'olga@nordlicht.example',
  organizer: 'oskar@nordlicht.example',
  judge: 'judy@nordlicht.example',
  participant: 'vaijayanthi.bhattacharya@posteo.example',
};
/** The kiosk has a key, and nobody signs in as one. */
const { owner, organizer, judge, participant } = visitors;
const people = { owner, organizer, judge, kiosk: 'desk@nordlicht.example', participant };
/** Variables that would make the demo leave its own directory, perhaps for a real database. */
const notForDemo = /^(DATABASE_URL.*|NATS_.*|SERVICES)$/;

async function demo(output: CommandOutput): Promise<void> {
  const config = demoConfig(output);
  output.progress('Starting PostgreSQL and the services');
  const running = await runService(config);
  const { ownDatabase = '', port, adminPort } = running;
  running.answerFirst(mailboxIn(config.dataDir));
  try {
    const addresses = { api: `http://localhost:${port}`, admin: `http://localhost:${adminPort}` };
    const prepared = await withOwner(ownDatabase, async (db) => {
      const keys = await prepare(db, output);
      const cast = { track: 'ai', participant: people.participant, judge: people.judge };
      const post = postAt(addresses.api, keys.get('organizer'));
      await prepareGallery(db, hackathon, post);
      const trials = await prepareTrials(db, cast, post);
      return {
        keys,
        trials,
        signIns: await freshPasswords(db, output, organization, new Map(Object.entries(visitors))),
      };
    });
    output.answer({}, welcome({ ...addresses, ...prepared, dataDir: config.dataDir }, output.styledAnswer));
  } catch (error) {
    await running.stop();
    throw error;
  }
  stopOnSignal(running);
}

const postAt =
  (api: string, key = ''): Post =>
  async (path, body) => {
    const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' };
    const answer = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const { data } = (await answer.json()) as { data?: Record<string, { id: string }> };
    return data;
  };

function demoConfig(output: CommandOutput): Config {
  const ignored = Object.keys(process.env).filter((name) => notForDemo.test(name) && process.env[name]);
  if (ignored.length > 0) output.say(`The demo ignores ${ignored.join(', ')}.`);
  const others = Object.entries(process.env).filter(([name]) => !notForDemo.test(name));
  return readConfig({ LOG_LEVEL: 'warn', ...Object.fromEntries(others) });
}

/**
 * Applies the example once, without its keys and devices, whose texts and addresses nobody would see. Keys are made at each
 * start, because a key is shown only once; devices are paired at the desk.
 */
async function prepare(db: EntityManager, output: CommandOutput): Promise<Map<string, string>> {
  const { rows } = await sql`select from published.organizations where slug = ${organization}`.execute(db.getKysely());
  if (rows.length === 0) {
    output.progress('Applying examples/spring-hack.yaml');
    const file = withoutSecrets(openEventFile(example, output));
    await inTransaction(db, output, {}, (work) => applyUnlessDoubtful(work, file));
  }
  const holders = new Map(Object.entries(people).map(([role, email]) => [`demo-${role}`, email]));
  const texts = await freshKeys(db, output, organization, holders);
  return new Map([...texts].map(([label, text]) => [label.replace('demo-', ''), text]));
}

const withoutSecrets = (file: EventFile): EventFile => ({
  ...file,
  super_events: file.super_events.map((each) => ({ ...each, devices: [] })),
  api_keys: [],
});

try {
  await demo(createOutput({ json: false }));
} catch (error) {
  explainAndExit(error);
}
