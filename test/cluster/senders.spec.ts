/** On the bus nobody acts as somebody else: plain brokers with our transporter, and a service that speaks NATS by hand. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import Moleculer, { type Context, type ServiceBroker } from 'moleculer';
import { connect, JSONCodec, type NatsConnection } from 'nats';
import { loginsOf, usersFile } from '../../cli/commands/nats-config.ts';
import { brokerOptions } from '../../moleculer.config.ts';
import { eventsMissed, eventHandlers, sendEvents } from '../../shared/bus/events.ts';
import type { BusEvent } from '../../shared/contract/bus-events.ts';
import { serviceNames } from '../../shared/contract/services.ts';
import type { StrictNats } from '../../shared/bus/transporter.ts';
import { readConfig } from '../../shared/process/config.ts';
import { until } from '../support/cluster.ts';
import { hasNatsServer, noticeMissingBus, startNats, type Nats } from '../support/nats.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

const json = JSONCodec<any>();
const passwordOf = (user: string) => `the password of ${user}`;
const ver = Moleculer.ServiceBroker.PROTOCOL_VERSION;
const forged = { viewer: { user_id: 'mallory' } };
const many = Array.from({ length: 1_000 }, (_, n): BusEvent => ['access-ended', { id: `${n}` }]);
const genuine = { viewer: null, valid_for: null };

describe.each([
  ['with the permissions of muster nats-config', true],
  ['without permissions', false],
])('A bus %s', (_what, isGuarded) => {
  const onBus = overNats;
  let folder: string;
  let nats: Nats;
  let gateway: ServiceBroker;
  let identity: ServiceBroker;
  let checkIn: NatsConnection;
  const refused: string[] = [];
  /** The ids of what has ended, as the gateway heard it. */
  let ended: string[];
  let facts: string[];
  /** Ends the call of `identity.resolveKey` that is under way. */
  let answer: (data: unknown) => void;

  const login = (user: string) => connect({ servers: nats.url, user, pass: passwordOf(user), reconnect: false });
  function brokerOf(user: string): ServiceBroker {
    const config = readConfig({
      ...{ SERVICES: user, NATS_URL: nats.url, NATS_USER: user, NATS_PASSWORD: passwordOf(user) },
      ...{ DATABASE_URL: 'postgres://nowhere/none', DATA_DIR: folder, LOG_LEVEL: 'silent' },
      IDENTITY_KEY: 'opens the secrets of second factors',
    });
    return new Moleculer.ServiceBroker({ ...brokerOptions(config), registry: { stopDelay: 0 } });
  }
  const say = (end: string, packet: object) => checkIn.publish(`MOL-muster.${end}`, json.encode({ ver, ...packet }));
  const infoOf = (sender: string, ...services: string[]) => ({
    ...{
      sender,
      instanceID: randomUUID(),
      seq: 99,
      ipList: [],
      hostname: 'here',
      client: {},
      config: {},
      metadata: {},
    },
    services: services.map((name) => ({ name, fullName: name, settings: {}, metadata: {}, actions: {}, events: {} })),
  });
  const runs = (service: string) =>
    gateway.registry
      .getNodeList({ onlyAvailable: true, withServices: true })
      .filter(({ services }) => services?.some(({ name }) => name === service))
      .map(({ id }) => id);
  /** Resolves once the gateway has heard all that check-in's login said before. */
  async function heard(): Promise<void> {
    const sender = `check-in.${randomUUID()}`;
    say('INFO.check-in', infoOf(sender, 'check-in'));
    await until(() => Promise.resolve(runs('check-in').includes(sender)));
  }

  beforeAll(async () => {
    if (!hasNatsServer) return;
    folder = await mkdtemp(join(tmpdir(), 'muster-senders-'));
    const users = usersFile(loginsOf(serviceNames.map((name) => [name])), (user) => JSON.stringify(passwordOf(user)));
    await writeFile(join(folder, 'nats.conf'), isGuarded ? users : '');
    nats = await startNats(-1, ['--config', join(folder, 'nats.conf')]);
    [gateway, identity] = [brokerOf('gateway'), brokerOf('identity')];
    identity.createService({
      name: 'identity',
      actions: {
        resolveKey: () => new Promise((resolve) => (answer = resolve)),
        resolveSession: ({ broker, params }: Context<{ events?: readonly BusEvent[] }>) => {
          sendEvents(broker, params.events ?? []);
          return params;
        },
      },
    });
    gateway.createService({
      name: 'gateway',
      events: eventHandlers({
        'access-ended': ({ id }) => void ended.push(id),
        facts: ({ organization_id }) => void facts.push(organization_id),
        [eventsMissed]: () => undefined,
      }),
    });
    await Promise.all([gateway.start(), identity.start()]);
    await gateway.waitForServices('identity');
  });
  afterAll(async () => {
    if (!hasNatsServer) return;
    await Promise.all([gateway.stop(), identity.stop()]);
    await nats.kill();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    if (!hasNatsServer) return;
    checkIn = await login('check-in');
    refused.length = 0;
    [ended, facts] = [[], []];
    void (async () => {
      for await (const { permissionContext } of checkIn.status() as AsyncIterable<any>)
        if (permissionContext) refused.push(permissionContext.subject as string);
    })();
  });
  afterEach(() => checkIn?.close());

  onBus('lets the login of check-in', () => {
    it('answer nothing that identity is asked, though it knows the id of the call', async () => {
      const call = gateway.call('identity.resolveKey', {}) as Promise<unknown> & { ctx: Context };
      await until(() => Promise.resolve(answer !== undefined));
      const answers = (sender: string) => ({ id: call.ctx.id, sender, meta: {}, success: true, data: forged });
      const own = `RES.${gateway.nodeID}.check-in`;
      say(own, answers(identity.nodeID));
      say(own, answers('check-in.mallory'));
      say(`RES.${gateway.nodeID}`, answers(identity.nodeID));
      if (isGuarded) say(`RES.${gateway.nodeID}.identity`, answers(identity.nodeID));
      await heard();
      answer(genuine);
      expect(await call).toEqual(genuine);
      await until(() => Promise.resolve(refused.length === (isGuarded ? 2 : 0)));
    });

    it('end no other process, nor say what it runs', async () => {
      const before = runs('identity');
      expect(before).toEqual([identity.nodeID]);
      for (const end of ['DISCONNECT', 'DISCONNECT.check-in', ...(isGuarded ? ['DISCONNECT.identity'] : [])]) {
        say(end, { sender: identity.nodeID });
      }
      for (const sender of [identity.nodeID, gateway.nodeID]) {
        say('INFO.check-in', infoOf(sender, 'teams'));
        say(`INFO.${gateway.nodeID}.check-in`, infoOf(sender, 'teams'));
        if (isGuarded) say('INFO.identity', infoOf(sender, 'teams'));
      }
      await heard();
      expect(runs('identity')).toEqual(before);
      expect(runs('teams')).toEqual([]);
      expect(await gateway.call('identity.resolveSession', { asked: 1 })).toEqual({ asked: 1 });
      await until(() => Promise.resolve(refused.length === (isGuarded ? 4 : 0)));
    });

    it('keep no other process alive by its heartbeats', async () => {
      const beats: string[] = [];
      const { discoverer } = gateway.registry;
      const spy = jest.spyOn(discoverer, 'heartbeatReceived').mockImplementation((id) => void beats.push(id));
      say('HEARTBEAT.check-in', { sender: 'identity.gone', cpu: 1 });
      await heard();
      spy.mockRestore();
      expect(beats).not.toContain('identity.gone');
    });

    it('run nothing but check-in, whatever it says', async () => {
      say('INFO.check-in', infoOf('check-in.greedy', 'identity', 'teams', 'check-in'));
      await heard();
      expect(runs('check-in')).toContain('check-in.greedy');
      expect([runs('teams'), runs('identity')]).toEqual([[], [identity.nodeID]]);
    });
  });

  onBus('drops, counts and survives', () => {
    const sender = 'check-in.mallory';
    const transporter = () => gateway.transit?.tx as unknown as StrictNats;
    const service = (parts: object) => [{ name: 'check-in', actions: {}, events: {}, ...parts }];
    const event = { id: 'x', event: 'facts', data: {}, meta: {}, broadcast: true };
    const piece = (length: number) => Buffer.alloc(length, 1);

    it.each<[string, string, object | Buffer]>([
      ['no JSON', 'INFO.check-in', Buffer.from('{')],
      ['nothing', 'INFO.check-in', Buffer.of()],
      ['null', 'INFO.check-in', Buffer.from('null')],
      ['a sender that is an object', 'HEARTBEAT.check-in', { sender: { toString: 1 } }],
      ['services that are a number', 'INFO.check-in', { sender, services: 5 }],
      ['services that are null', 'INFO.check-in', { sender, services: [null] }],
      ['a service without a name', 'INFO.check-in', { sender, services: service({ name: 5 }) }],
      ['actions that are null', 'INFO.check-in', { sender, services: service({ actions: { a: null } }) }],
      ['events without names', 'INFO.check-in', { sender, services: service({ events: { a: {} } }) }],
      ['an event that is an object', 'EVENT.facts.check-in', { ...event, sender, event: { toString: 1 } }],
      ['half of a piece', 'RES.gateway.check-in', piece(1)],
      ['a piece that ends in its label', 'RES.gateway.check-in', piece(20)],
    ])('a message of %s', async (_what, subject, content) => {
      const before = transporter().dropped;
      const client = transporter().client;
      const to = `MOL-muster.${subject.replace('.gateway.', `.${gateway.nodeID}.`)}`;
      checkIn.publish(to, Buffer.isBuffer(content) ? content : json.encode({ ver, ...content }));
      await heard();
      expect(transporter().dropped).toBe(before + 1);
      expect([transporter().client === client, client?.isClosed()]).toEqual([true, false]);
      expect(runs('check-in')).not.toContain(sender);
    });

    it.each<[string, object]>([
      ['ids that are objects', { organization_id: {} }],
      ['ids of a megabyte', { organization_id: 'x'.repeat(900_000) }],
      ['no object', [1]],
      ['nothing', null as unknown as object],
    ])('an event with %s', async (_what, data) => {
      say('EVENT.facts.check-in', { ...event, sender, data });
      await heard();
      expect(facts.filter((id) => id !== undefined)).toEqual([]);
    });
  });

  onBus('brings an event', () => {
    const eventFrom = (sender: string, event: string) => ({
      ...{ sender, id: randomUUID(), event, data: { id: 'forged', organization_id: 'forged' }, broadcast: true },
      ...{ meta: {}, level: 1, tracing: false },
    });

    it('only from a login that sends it, under the name of that login and its own', async () => {
      const own = 'check-in.mallory';
      say('EVENT.access-ended.check-in', eventFrom(identity.nodeID, 'access-ended'));
      say('EVENT.access-ended', eventFrom(own, 'access-ended'));
      say(`EVENT.${gateway.nodeID}.check-in`, eventFrom(own, 'access-ended'));
      say('EVENTB.gateway.access-ended', eventFrom(own, 'access-ended'));
      say('EVENT.facts.check-in', eventFrom(own, 'access-ended'));
      if (isGuarded) {
        say('EVENT.access-ended.check-in', eventFrom(own, 'access-ended'));
        say('EVENT.access-ended.identity', eventFrom(identity.nodeID, 'access-ended'));
        say('EVENT.facts.identity', eventFrom(identity.nodeID, 'facts'));
      }
      say('EVENT.facts.check-in', { ...eventFrom(own, 'facts'), data: { organization_id: 'of check-in' } });
      await until(() => Promise.resolve(facts.length > 0));
      expect({ ended, facts }).toEqual({ ended: [], facts: ['of check-in'] });
      await until(() => Promise.resolve(refused.length === (isGuarded ? 7 : 0)));
    });

    it('before the answer of the request that caused it, however many come at once', async () => {
      await gateway.call('identity.resolveSession', { events: many });
      expect(ended).toEqual(many.map(([, { id }]: any) => id));
    });

    it('to a process that the sender does not know yet', async () => {
      identity.registry.discoverer.remoteNodeDisconnected(gateway.nodeID, true);
      expect(identity.registry.events.getAllEndpoints('access-ended')).toEqual([]);
      sendEvents(identity, [['access-ended', { id: 'at once' }]]);
      await until(() => Promise.resolve(ended.length > 0));
      expect(ended).toEqual(['at once']);
    });
  });

  onBus('knows', () => {
    it('at once that nobody takes a request', async () => {
      say('INFO.check-in', infoOf('check-in.deaf'));
      const INFO = infoOf('teams.deaf', 'teams');
      const actions = { 'teams.get': { name: 'teams.get', rawName: 'get' } };
      const teams = await login('teams');
      teams.publish(
        'MOL-muster.INFO.teams',
        json.encode({ ver, ...INFO, services: [{ ...INFO.services[0], actions }] }),
      );
      await until(() => Promise.resolve(gateway.registry.actions.isAvailable('teams.get')));
      await expect(gateway.call('teams.get', {}, { timeout: 30_000 })).rejects.toMatchObject({
        type: 'SERVICE_NOT_AVAILABLE',
        data: { action: 'teams.get' },
      });
      teams.publish('MOL-muster.DISCONNECT.teams', json.encode({ ver, sender: 'teams.deaf' }));
      await until(() => Promise.resolve(!gateway.registry.actions.isAvailable('teams.get')));
      await teams.close();
    });

    it('no sender whose name says something to NATS', async () => {
      const own = await login('gateway');
      const said: unknown[] = [];
      own.subscribe('MOL-muster.EVENT.access-ended.*', {
        callback: (_error, { data }) => void said.push(json.decode(data)),
      });
      await own.flush();
      const sender =
        'gateway.here.gateway 2\r\n{}\r\nPUB MOL-muster.EVENT.access-ended.identity 2\r\n{}\r\nPUB nothing';
      const asked = { ver, id: '1', sender, action: 'identity.resolveSession', params: {}, meta: {}, level: 1 };
      own.publish('MOL-muster.REQB.identity.resolveSession', json.encode(asked));
      await own.flush();
      expect(await gateway.call('identity.resolveSession', { asked: 2 })).toEqual({ asked: 2 });
      await own.flush();
      await own.close();
      expect(said).toEqual([]);
    });

    it('no id of a call beforehand', () => {
      const spy = jest.spyOn(Math, 'random').mockReturnValue(0.5);
      const ids = [gateway.generateUid(), gateway.generateUid()];
      spy.mockRestore();
      expect(new Set(ids).size).toBe(2);
    });
  });
});
