/** The example of a service of others, as its page says: declared, packed, installed, and started under its own login. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { passwordVariable } from '../../cli/commands/nats-config.ts';
import { migrationPlan } from '../../services/migrations.ts';
import type { ServiceName } from '../../shared/contract/services.ts';
import { migrationNames } from '../../shared/database/migrate.ts';
import { readConfig } from '../../shared/process/config.ts';
import { startProcess, type Running } from '../../services/process.ts';
import { until } from '../support/cluster.ts';
import { compileFiles } from '../support/compiler.ts';
import { hasNatsServer, noticeMissingBus, startNats, type Nats } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

const run = promisify(execFile);
const example = 'examples/internal-service';
const [declared = '', ...others] = [
  ...readFileSync(`${example}/README.md`, 'utf8').matchAll(/```sh\n([^`]+)```/g),
].flatMap(([, block = '']) => block.trim().split('\n'));
const passwordOf = (user: string) => `the-password-of-${user}`;
const path = `${dirname(process.execPath)}:${process.env.PATH}`;
const answering: readonly ServiceName[] = ['identity', 'organizations', 'teams', 'check-in', 'gateway'];

/** Says what comes of calls. */
const asking = `
  import { busOptions, call, isRefusal, viewerOf } from '@muster/contract';
  import { ServiceBroker } from 'moleculer';

  const { NATS_URL: servers = '', NATS_PASSWORD: password, MUSTER_KEY = '', ORG = '', HACK = '', USER = '' } = process.env;
  const broker = new ServiceBroker({ ...busOptions({ servers, user: 'badge-printer', password }), logger: {
    type: 'Console',
    options: { level: 'error', formatter: (_level: string, args: unknown[]) => args },
  } });
  await broker.start();
  const viewer = await viewerOf(broker, MUSTER_KEY);
  const why = (error: unknown) =>
    isRefusal(error) ? \`\${error.type} \${error.code}\` : (error as { type?: string }).type;
  const { builder } = await call(broker, viewer, 'teams.getBuilder', { id: HACK, userId: USER });
  console.log((builder.answers as { essay: string }).essay.length);
  await call(broker, viewer, 'teams.getBuilder', { id: HACK, userId: ORG }).catch((error) => console.log(why(error)));
  await viewerOf(broker, MUSTER_KEY + 'x').catch((error) => console.log(why(error)));
  const undeclared = call(broker, viewer, 'organizations.get', { slug: ORG }, { timeout: 1_000 });
  await undeclared.catch((error) => console.log(why(error)));
  await broker.stop();`;

/** Code that the compiler accepts, and code that it refuses. */
const typed = `
  import { call, isRefusal, viewerOf, type ActionAnswer, type ActionParams, type Fact } from '@muster/contract';
  import { ServiceBroker } from 'moleculer';

  const broker = new ServiceBroker();
  const viewer = await viewerOf(broker, '');
  const { team, members } = await call(broker, viewer, 'teams.get', { id: '' }, { timeout: 1, writeKey: '' });
  export const [name, email]: [string, string | undefined] = [team.name, members[0]?.email];
  export const made: ActionParams<'teams.create'> = { superEventId: '', trackId: '', name: '' };
  export const points: ActionAnswer<'check-in.listPointsOfTrack'>['count'] = 1;
  export const enrolled = await call(broker, null, 'identity.resolveKey', { public_id: '', secret_hash: '' });
  export const seats = (error: unknown) => (isRefusal(error, 'MAX_PARTICIPANTS_REACHED') ? error.data.acceptedCount : 0);
  export const where = (fact: Fact) => (fact.type === 'team.created' ? fact.data.member_user_ids : fact.event_id);
  // @ts-expect-error a missing parameter
  await call(broker, viewer, 'teams.get', {});
  // @ts-expect-error no such action
  await call(broker, viewer, 'teams.gt', { id: '' });
  // @ts-expect-error no such member of an answer
  export const size = (await call(broker, viewer, 'teams.get', { id: '' })).team.size;
  // @ts-expect-error no such code
  isRefusal(undefined, 'TEAM_GONE');
  // @ts-expect-error what this type of fact does not tell
  export const token = (fact: Fact<'checkin.recorded'>) => fact.data.token;`;

overNats('A service of others', () => {
  let stage: Stage;
  let place: string;
  let nats: Nats;
  const running: Running[] = [];

  /** Runs what the page says, in the clone. */
  const inClone = async (command: string) => {
    const passwords = [...answering, 'badge-printer'].map((user) => [passwordVariable(user), passwordOf(user)]);
    const env = { ...process.env, PATH: path, NODE_OPTIONS: '', ...Object.fromEntries(passwords) };
    await run('sh', ['-c', command.replace('users.conf', join(place, 'users.conf'))], { env });
  };

  async function install(): Promise<void> {
    const [scope, pack] = [join(place, 'node_modules/@muster/contract'), ['pack', './clients/contract', '--silent']];
    await cp(example, place, { recursive: true });
    await mkdir(scope, { recursive: true });
    await run('npm', [...pack, '--pack-destination', place], { env: { ...process.env, NODE_OPTIONS: '', PATH: path } });
    const [archive = ''] = globSync('*.tgz', { cwd: place });
    await run('tar', ['-xzf', join(place, archive), '--strip-components=1', '-C', scope]);
    await mkdir(join(place, 'node_modules/@types'));
    for (const name of ['moleculer', 'nats', '@types/node']) {
      await symlink(resolve('node_modules', name), join(place, 'node_modules', name));
    }
  }

  function startOurs(service: ServiceName): Promise<Running> {
    const login = { NATS_URL: nats.url, NATS_USER: service, NATS_PASSWORD: passwordOf(service) };
    const config = readConfig({
      ...{ SERVICES: service, DATABASE_URL: stage.databaseUrl, DATA_DIR: place, ...login },
      IDENTITY_KEY: 'opens the secrets of second factors',
      ...{ PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'silent', EXPECTED_SERVICES: 'identity' },
    });
    return startProcess({ config, databaseUrl: () => stage.databaseUrl, migrations: migrationNames(migrationPlan) });
  }

  const endings: (() => unknown)[] = [];
  /** Starts a program in the folder of the example; what it says is kept. */
  function start(command: string, args: readonly string[], env: Record<string, string>) {
    const login = { NATS_URL: nats.url, NATS_PASSWORD: passwordOf('badge-printer'), PATH: path };
    // In a group of its own, for npm passes no signal on: a terminal's Ctrl+C goes to all of the group.
    const child = spawn(command, args, { cwd: place, env: { ...login, ...env }, detached: true });
    const signal = (name: NodeJS.Signals) => child.pid && process.kill(-child.pid, name);
    endings.push(() => child.exitCode === null && child.signalCode === null && signal('SIGKILL'));
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    return { signal, said: () => said, ended: once(child, 'exit') as Promise<[number | null]> };
  }

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'muster-internal-'));
    [stage] = await Promise.all([openStage(), inClone(declared), install()]);
    nats = await startNats(-1, ['--config', join(place, 'users.conf')]);
    for (const name of answering) running.push(await startOurs(name));
  });
  afterAll(async () => {
    for (const end of endings) end();
    await Promise.all(running.map((process) => process.stop()));
    await nats.kill();
    await stage.close();
    await rm(place, { recursive: true, force: true });
  });

  it('is told of a scan, asks for the rest and says it; started again it goes on where it was', async () => {
    const acme = await stage.organization();
    const track = await stage.track(await stage.superEvent(acme), { name: 'Bees' });
    const point = await stage.point(track);
    const desk = await stage.member(acme, 'MEMBER');
    const key = await stage.keyOf(desk, acme);
    const api = stage.at(running.at(-1)?.port ?? 0, desk, acme);
    const scan = async (name: string) => {
      const person = await stage.person({ name });
      const { token } = await stage.registered(person, track);
      await stage.team(track, [person], { name: `Team of ${name}` });
      const answer = await api.post(`/checkin-points/${point.id}/scan`, { token });
      expect(answer).toMatchObject({ status: 201 });
    };
    const env = { MUSTER_KEY: key, ORG: acme.id, POSITION_FILE: join(place, 'position') };
    expect(others.at(-1)).toMatch(/ npm start$/);
    await scan('Before Anybody');
    // Facts are shown once nothing older can come any more, which a transaction elsewhere in the cluster may delay.
    await until(
      async () =>
        (await api.get(`/organizations/${acme.id}/facts?types=checkin.recorded`)).body.data.facts.length === 1,
      () => 'The first scan is no fact yet.',
    );
    const first = start('npm', ['start', '--silent'], env);
    // It begins with what happens from now on, whenever that is.
    for (let n = 1; first.said() === ''; n++) {
      await scan(`Early Bird ${n}`);
      await pause(300);
    }
    await scan('Ada Lovelace');
    await until(
      () => Promise.resolve(first.said().includes('Ada Lovelace | Team of Ada Lovelace | Bees\n')),
      () => first.said(),
    );
    first.signal('SIGINT');
    await first.ended;
    await scan('While Away');
    const second = start('npm', ['start', '--silent'], env);
    await until(
      () => Promise.resolve(second.said().endsWith('While Away | Team of While Away | Bees\n')),
      () => second.said(),
    );
    second.signal('SIGINT');
    await second.ended;
    expect(first.said() + second.said()).not.toContain('Before Anybody');
    expect(second.said()).toBe('While Away | Team of While Away | Bees\n');
  });

  it('says once that nobody answers, and goes on where it was', async () => {
    const acme = await stage.organization();
    const track = await stage.track(await stage.superEvent(acme), { name: 'Bees' });
    const point = await stage.point(track);
    const desk = await stage.member(acme, 'MEMBER');
    const api = stage.at(running.at(-1)?.port ?? 0, desk, acme);
    const file = join(place, 'position-of-the-second');
    await writeFile(file, (await api.get(`/organizations/${acme.id}/facts`)).body.data.next);
    const printer = start('npm', ['start', '--silent'], {
      MUSTER_KEY: await stage.keyOf(desk, acme),
      ORG: acme.id,
      POSITION_FILE: file,
    });
    const index = answering.indexOf('organizations');
    await running[index]?.stop();
    const complaints = () => printer.said().split('Facts cannot be read').length - 1;
    await until(
      () => Promise.resolve(complaints() > 0),
      () => printer.said(),
    );
    const person = await stage.person({ name: 'Grace Hopper' });
    const { token } = await stage.registered(person, track);
    const scan = await api.post(`/checkin-points/${point.id}/scan`, { token });
    expect(scan).toMatchObject({ status: 201 });
    running[index] = await startOurs('organizations');
    await until(
      () => Promise.resolve(printer.said().includes('Grace Hopper | no team yet | Bees\n')),
      () => printer.said(),
    );
    printer.signal('SIGINT');
    await printer.ended;
    expect(complaints()).toBe(1);
  });

  it('is answered at any length and refused by code, and may not do what was not declared', async () => {
    const acme = await stage.organization();
    const hack = await stage.superEvent(acme);
    const person = await stage.person();
    // More than a message of NATS takes.
    const { id } = await stage.applied(person, hack);
    await stage.rows`update registrations.super_event_registration set answers_json = ${{ essay: 'x'.repeat(2_000_000) }}
                      where id = ${id}`;
    const key = await stage.keyOf(await stage.member(acme, 'OWNER'), acme);
    await writeFile(join(place, 'asks.ts'), asking);
    const asked = start('node', ['asks.ts'], { MUSTER_KEY: key, ORG: acme.id, HACK: hack.id, USER: person.id });
    const [code] = await asked.ended;
    expect({ code, said: asked.said().trim().split('\n') }).toEqual({
      code: 0,
      said: [
        '2000000',
        'BUILDER_NOT_FOUND 404',
        'UNAUTHENTICATED 401',
        'NATS does not let this login publish MOL-muster.REQB.organizations.get: see muster nats-config --service.',
        'REQUEST_TIMEOUT',
      ],
    });
  });

  it('has the types of every action, code and fact', async () => {
    await writeFile(join(place, 'typed.ts'), typed);
    const platform = { target: 'es2024', lib: ['es2024'], types: ['node'], strict: true };
    const options = { ...platform, module: 'nodenext', moduleResolution: 'nodenext', skipLibCheck: true };
    const { complaints } = await compileFiles(place, ['typed.ts', 'badge-printer.ts'], options);
    expect(complaints).toEqual([]);
  });
});
