import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Moleculer from 'moleculer';
import { connect, JSONCodec, type NatsConnection } from 'nats';
import { loginsOf, usersFile } from '../../cli/commands/nats-config.ts';
import { migrationPlan } from '../../services/migrations.ts';
import { readConfig } from '../../shared/process/config.ts';
import { startProcess, type Running } from '../../services/process.ts';
import { serviceNames, type ServiceName } from '../../shared/contract/services.ts';
import { migrationNames } from '../../shared/database/migrate.ts';
import { Client } from '../support/client.ts';
import { until } from '../support/cluster.ts';
import { asksFor, formOf } from '../support/files.ts';
import { hasNatsServer, noticeMissingBus, startNats, type Nats } from '../support/nats.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { eventually } from '../support/wire.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

const passwordOf = (user: string) => `the password of ${user}`;
const pem = (name: string) => join(import.meta.dirname, '../fixtures/tls', name);
const files = { caFile: pem('ca.pem'), certFile: pem('client.pem'), keyFile: pem('client.key') };
const json = JSONCodec<any>();
const namespace = 'MOL-muster';

overNats('A bus that knows each service', () => {
  let stage: Stage;
  let folder: string;
  let nats: Nats;
  let url: string;
  const running = new Map<ServiceName, Running>();

  async function openBus(): Promise<void> {
    folder = await mkdtemp(join(tmpdir(), 'muster-permissions-'));
    const users = usersFile(loginsOf(serviceNames.map((name) => [name])), (user) => JSON.stringify(passwordOf(user)));
    const [cert, key, ca] = ['server.pem', 'server.key', 'ca.pem'].map((name) => JSON.stringify(pem(name)));
    const tls = `tls { cert_file: ${cert}, key_file: ${key}, ca_file: ${ca}, verify: true }`;
    await writeFile(join(folder, 'nats.conf'), `${tls}\n${users}\n`);
    nats = await startNats(-1, ['--config', join(folder, 'nats.conf')]);
    url = nats.url;
  }

  function start(service: ServiceName, user: string = service): Promise<Running> {
    const config = readConfig({
      ...{ SERVICES: service, NATS_URL: url, NATS_USER: user, NATS_PASSWORD: passwordOf(user) },
      ...{ NATS_TLS_CA: files.caFile, NATS_TLS_CERT: files.certFile, NATS_TLS_KEY: files.keyFile },
      ...{ DATABASE_URL: stage.databaseUrl, DATA_DIR: folder, MAIL_KEY: 'x'.repeat(32), RATE_LIMIT: 'off' },
      ...{ IDENTITY_KEY: 'x'.repeat(32), WEBHOOKS_KEY: 'x'.repeat(32) },
      ...{ PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'silent' },
    });
    return startProcess({ config, databaseUrl: () => stage.databaseUrl, migrations: migrationNames(migrationPlan) });
  }

  const login = (user: string): Promise<NatsConnection> =>
    connect({ servers: url, user, pass: passwordOf(user), tls: files, reconnect: false });
  const ready = async ({ adminPort }: Running) =>
    (await (await fetch(`http://127.0.0.1:${adminPort}/ready`)).json()) as { ready: boolean; problems: string[] };

  beforeAll(async () => {
    [stage] = await Promise.all([openStage(), openBus()]);
    // One after the other: together they would keep this process from hearing PostgreSQL's answers in time.
    for (const name of serviceNames) running.set(name, await start(name));
  });
  afterAll(async () => {
    await Promise.all([...running.values()].map((process) => process.stop()));
    await nats.kill();
    await stage.close();
    await rm(folder, { recursive: true });
  });

  /** Sends requests by hand, as a process with this login might; answers the ids of those that are answered. */
  async function askAs(user: string, requests: readonly { subject: string; action: string; params?: object }[]) {
    const connection = await login(user);
    const [sender, answered, refused] = [`${user}.${randomUUID()}`, [] as string[], [] as string[]];
    connection.subscribe(`${namespace}.RES.${sender}.*`, {
      callback: (_, { data }) => void answered.push((json.decode(data) as { id: string }).id),
    });
    void (async () => {
      for await (const { permissionContext } of connection.status() as AsyncIterable<any>)
        if (permissionContext) refused.push(permissionContext.subject as string);
    })();
    for (const [n, { subject, action, params = {} }] of requests.entries()) {
      const packet = { ver: Moleculer.ServiceBroker.PROTOCOL_VERSION, sender, id: `${n}`, action, params };
      const viewer = { user_id: randomUUID(), organization_id: randomUUID(), key_id: randomUUID(), session_id: null };
      connection.publish(
        `${namespace}.${subject}`,
        json.encode({ ...packet, meta: { viewer }, level: 1, timeout: 5_000 }),
      );
    }
    await connection.flush();
    return { connection, answered, refused };
  }
  const balanced = (action: string, params?: object) => ({
    subject: `REQB.${action}`,
    action,
    ...(params && { params }),
  });

  it('lets every service start, see all others and be ready', async () => {
    const seen = await eventually(
      async () =>
        new Map(await Promise.all([...running].map(async ([name, one]) => [name, await ready(one)] as const))),
      (all) => [...all.values()].every((one) => one.ready),
    );
    expect(seen.get('gateway')).toEqual({ ready: true, problems: [] });
  });

  describe('lets each do its work', () => {
    let acme: { id: string };
    let hack: Awaited<ReturnType<Stage['superEvent']>>;
    let track: { id: string };
    let api: Client;
    const port = () => running.get('gateway')?.port ?? 0;
    beforeAll(async () => {
      acme = await stage.organization();
      hack = await stage.superEvent(acme);
      track = await stage.track(hack);
      api = stage.at(port(), await stage.member(acme, 'OWNER'), acme);
    });

    it('answering the gateway', async () => {
      const paths = [
        ...[`/organizations/${acme.id}`, `/super-events/${hack.id}`, `/super-events/${hack.id}/registrations`],
        ...[`/events/${track.id}/teams`, `/events/${track.id}/criteria`, `/events/${track.id}/checkin-points`],
        '/auth/user',
      ];
      const answers = await Promise.all(paths.map((path) => api.get(path)));
      expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
    });

    it('taking scans that arrive together', async () => {
      const point = await stage.point(hack);
      const scans = Array.from({ length: 20 }, () =>
        api.post(`/checkin-points/${point.id}/scan`, { token: 'unknown' }),
      );
      for (const answer of await Promise.all(scans)) expect(answer).toBeRefused(404, 'INVALID_TOKEN');
    });

    it('with sessions, and files that are streamed', async () => {
      const stranger = new Client(`http://127.0.0.1:${port()}`, () => Promise.resolve({}));
      const { email } = await personWithPassword(stage);
      const { access_token } = (await stranger.post('/auth/signin', { email, password })).body.data;
      const session = new Client(`http://127.0.0.1:${port()}`, () =>
        Promise.resolve({ Authorization: `Bearer ${access_token}` }),
      );
      const field = await asksFor(stage, hack);
      const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(500_000)]);
      const form = formOf([[`file_${field}`, { bytes, name: 'cv.pdf' }]]);
      expect(await session.post(`/super-events/${hack.id}/register`, form)).toMatchObject({ status: 201 });
    });

    it('calling other services', async () => {
      const token = randomBytes(32).toString('base64url');
      const [email, { id }] = ['grace@muster.test', await stage.member(acme, 'OWNER')];
      await stage.rows`
        insert into onboarding.invite (organization_id, super_event_id, email, first_name, token_hash, invited_by)
        values (${acme.id}, ${hack.id}, ${email}, 'Grace', ${createHash('sha256').update(token).digest()}, ${id})`;
      const anybody = new Client(`http://127.0.0.1:${port()}`, () => Promise.resolve({}));
      const accepted = await anybody.post('/invites/accept', { token, password: 'correct horse battery' });
      expect(accepted).toMatchObject({ status: 200, body: { data: { status: 'accepted' } } });
    });
  });

  it.each([
    ['without a login', { tls: files }, 'AUTHORIZATION_VIOLATION'],
    ['with a wrong password', { tls: files, user: 'gateway', pass: 'sesame' }, 'AUTHORIZATION_VIOLATION'],
  ])('lets nobody in %s', async (_, options, code) => {
    await expect(connect({ servers: url, reconnect: false, ...options })).rejects.toMatchObject({ code });
  });

  it('lets nobody in without a certificate', async () => {
    const unknown = connect({ servers: url, user: 'gateway', pass: passwordOf('gateway'), reconnect: false, tls: {} });
    await expect(unknown).rejects.toThrow();
  });

  it('lets the gateway ask for what HTTP reaches, and for nothing else', async () => {
    const { connection, answered, refused } = await askAs('gateway', [
      balanced('registrations.enroll'),
      balanced('identity.acceptPerson'),
      balanced('organizations.get', { orgId: randomUUID() }),
    ]);
    await until(() => Promise.resolve(answered.length > 0 && refused.length === 2));
    await connection.close();
    expect({ answered, refused }).toEqual({
      answered: ['2'],
      refused: [`${namespace}.REQB.registrations.enroll`, `${namespace}.REQB.identity.acceptPerson`],
    });
  });

  it('takes a request only for the action its subject names', async () => {
    const { nodeID } = running.get('registrations')!.broker;
    const harmless = { subject: 'REQB.registrations.cancel', params: { id: randomUUID() } };
    const { connection, answered } = await askAs('gateway', [
      { ...harmless, action: 'registrations.enroll' },
      { subject: `REQ.${nodeID}.gateway`, action: 'registrations.enroll' },
      { subject: `REQ.${nodeID}.gateway`, action: 'registrations.storeFile' },
      { ...harmless, action: 'registrations.cancel' },
    ]);
    await until(() => Promise.resolve(answered.length === 2));
    await connection.close();
    expect(answered.toSorted()).toEqual(['2', '3']);
  });

  it('gives a service nothing that it never calls', async () => {
    const { connection, answered, refused } = await askAs('check-in', [
      balanced('organizations.get'),
      balanced('check-in.scan'),
      { subject: `REQ.${running.get('registrations')!.broker.nodeID}.check-in`, action: 'registrations.storeFile' },
    ]);
    const overheard = [`${namespace}.RES.gateway.*.*`, `${namespace}.REQB.identity.signIn`, '>'];
    for (const subject of overheard) connection.subscribe(subject, { callback: () => undefined });
    await until(() => Promise.resolve(refused.length === 6));
    await connection.close();
    expect(answered).toEqual([]);
    expect(refused.slice(3)).toEqual(overheard);
  });

  it('keeps a process from work that uses the login of another, and tells it', async () => {
    const mistaken = await start('check-in', 'teams');
    await until(async () => /^NATS refuses \d+ subjects/.test((await ready(mistaken)).problems[0] ?? ''));
    const live = await fetch(`http://127.0.0.1:${mistaken.adminPort}/live`);
    await mistaken.stop();
    expect(live.status).toBe(200);
  });
});
