import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { revoke } from '../../cli/commands/keys.ts';
import { migrationPlan } from '../../services/migrations.ts';
import { readConfig } from '../../shared/process/config.ts';
import { startProcess, type Running } from '../../services/process.ts';
import { migrationNames } from '../../shared/database/migrate.ts';
import { Client } from '../support/client.ts';
import { skip } from '../support/clock.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import type { Organization } from '../support/fixtures.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { eventually } from '../support/wire.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import { openStage, type Stage } from '../support/stage.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

overNats('Two gateways that know a key or a session', () => {
  let stage: Stage;
  let cluster: Cluster;
  let identity: Process;
  let gateways: Running[];
  let acme: Organization;

  const startGateway = () => {
    const config = readConfig({
      ...{ NATS_URL: `nats://127.0.0.1:${cluster.natsPort}`, DATABASE_URL: stage.databaseUrl, SERVICES: 'gateway' },
      ...{ EXPECTED_SERVICES: 'identity', PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT: 'off' },
    });
    const migrations = migrationNames(migrationPlan);
    return startProcess({ config, databaseUrl: () => stage.databaseUrl, migrations });
  };
  beforeAll(async () => {
    stage = await openStage();
    cluster = await Cluster.open(stage.databaseUrl);
    [identity] = await Promise.all([cluster.start('identity'), cluster.start('organizations,events')]);
    gateways = await Promise.all([startGateway(), startGateway()]);
    acme = await stage.organization();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await cluster.close();
    await stage.close();
  });

  const withHeaders = (headers: Record<string, string>) =>
    gateways.map(({ port }) => new Client(`http://127.0.0.1:${port}`, () => Promise.resolve(headers)));
  const statuses = async (clients: readonly Client[], path = '/auth/user') =>
    Promise.all(clients.map(async (client) => (await client.get(path)).status));
  const signIn = async (email: string, secret = password) => {
    const [somebody] = withHeaders({});
    const { access_token } = (await somebody!.post('/auth/signin', { email, password: secret })).body.data;
    return withHeaders({ Authorization: `Bearer ${access_token}` });
  };

  it('forget a session as soon as it is signed out', async () => {
    const clients = await signIn((await personWithPassword(stage)).email);
    expect(await statuses(clients)).toEqual([200, 200]);
    await clients[0]!.post('/auth/signout');
    expect(await statuses(clients)).toEqual([401, 401]);
  });

  it('forget the other sessions as soon as the password is another', async () => {
    const { email } = await personWithPassword(stage);
    const [here, there] = [await signIn(email), await signIn(email)];
    expect(await statuses([...here, ...there])).toEqual([200, 200, 200, 200]);
    const new_password = 'incorrect horse battery';
    await here[1]!.post('/auth/update-password', { current_password: password, new_password });
    expect(await statuses([...here, ...there])).toEqual([200, 200, 401, 401]);
  });

  it('forget a key as soon as it is revoked on the command line', async () => {
    const key = await stage.key(await stage.member(acme, 'OWNER'), acme);
    const clients = withHeaders({ 'X-Api-Key': key });
    expect(await statuses(clients)).toEqual([200, 200]);
    process.env['DATABASE_URL'] = stage.databaseUrl;
    process.env['NATS_URL'] = `nats://127.0.0.1:${cluster.natsPort}`;
    const [{ label } = { label: '' }] = await stage.rows<{ label: string }>`
      select label from identity.api_key where public_id = ${key.split('_')[1]}`;
    const said: string[] = [];
    const output = { say: (line: string) => void said.push(line), progress: () => undefined, answer: () => undefined };
    expect(await revoke({ label }, output as never)).toBe(0);
    expect(said).toEqual([expect.stringMatching(/^It works nowhere any more/)]);
    expect(await statuses(clients)).toEqual([401, 401]);
  });

  it('look somebody up anew who was removed from an organization', async () => {
    const [owner, other] = [await stage.member(acme, 'OWNER'), await stage.member(acme, 'MEMBER')];
    const clients = withHeaders({ 'X-Api-Key': await stage.key(other, acme) });
    const path = `/organizations/${acme.id}`;
    expect(await statuses(clients, path)).toEqual([200, 200]);
    await stage.at(gateways[0]!.port!, owner, acme).del(`/organizations/${acme.id}/members/${other.id}`);
    expect(new Set(await statuses(clients, path))).not.toContain(200);
  });

  describe('while nobody runs identity', () => {
    let known: Client[];
    let newcomer: Client[];
    beforeAll(async () => {
      const key = await stage.key(await stage.member(acme, 'OWNER'), acme);
      newcomer = withHeaders({ 'X-Api-Key': await stage.key(await stage.member(acme, 'OWNER'), acme) });
      known = withHeaders({ 'X-Api-Key': key });
      expect(await statuses(known, `/organizations/${acme.id}`)).toEqual([200, 200]);
      identity.signal('SIGKILL');
      await identity.ended;
    });

    it('go on knowing it for a minute', async () => {
      for (const later of [7_000, 12_000, 40_000]) {
        skip(later);
        expect(await statuses(known, `/organizations/${acme.id}`)).toEqual([200, 200]);
        jest.restoreAllMocks();
      }
      skip(61_000);
      expect(await known[0]!.get(`/organizations/${acme.id}`)).toBeRefused(503, 'UNAVAILABLE');
    });

    it('refuse each who is unknown at once, and know them when it is back', async () => {
      const path = `/organizations/${acme.id}`;
      for (const answer of await Promise.all([newcomer[0]!.get(path), newcomer[0]!.get(path)]))
        expect(answer).toBeRefused(503, 'UNAVAILABLE');
      identity = await cluster.start('identity');
      await eventually(
        () => newcomer[0]!.get(path),
        ({ status }) => status === 200,
      );
    });
  });
});
