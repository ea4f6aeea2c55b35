/** A call gets the same answer, and the same is logged, in one process and over the bus. */
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CallingOptions, Context } from 'moleculer';
import { Failure } from '../../shared/base/failure.ts';
import { hasNatsServer } from '../support/nats.ts';
import { openFragileWorld, type Fragile } from '../support/outage.ts';
import { startServices, type Processes } from '../support/processes.ts';
import { openStage, type Stage } from '../support/stage.ts';
import type { Person } from '../support/client.ts';
import type { Organization, Place, Track } from '../support/fixtures.ts';

interface Side {
  readonly world: Fragile;
  readonly acme: Organization;
  readonly track: Track;
  readonly place: Place;
  readonly olga: Person;
  /** The errors that both processes logged since the last call. */
  readonly logged: () => unknown[];
}

async function openSide(overBus: boolean): Promise<Side> {
  const world = await openFragileWorld(
    { SERVICES: 'identity,registrations,onboarding,teams,events,mail,gateway' },
    { overBus },
  );
  const { stage, gateway, services } = world;
  services.broker.createService({
    name: 'scripted',
    actions: {
      bug: () => (undefined as unknown as { x: object }).x,
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors
      word: () => Promise.reject('oops'),
      known: () => Promise.reject(new Failure('MAX_PARTICIPANTS_REACHED', { acceptedCount: 7, maxParticipants: 7 })),
      explained: () => Promise.reject(new Failure('UNAVAILABLE').because(new Error('the disk is gone'))),
      nested: (ctx) => ctx.call('scripted.bug'),
      beyond: (ctx) => ctx.call('nobody.home'),
      large: ({ params: { items } }: Context<{ items: number }>) =>
        Array.from({ length: items }, (_, n) => ({ n, text: 'Zoë, 🎉 and "others"'.repeat(20) })),
    },
  });
  await gateway.broker.waitForServices('scripted');
  const spies = [...new Set([gateway.broker, services.broker])].map(({ logger }) => jest.spyOn(logger, 'error'));
  const acme = await stage.organization();
  const track = await stage.track(await stage.superEvent(acme));
  return {
    world,
    acme,
    track,
    place: await stage.registered(await stage.person(), track, 'pending'),
    olga: await stage.member(acme, 'OWNER'),
    logged: () => spies.flatMap((spy) => spy.mock.calls.splice(0).map(([line, sentence]) => told(line, sentence))),
  };
}

function told(line: unknown, sentence: unknown) {
  const { err, request_id } = line as { err: { message?: string } | string; request_id: string };
  return { sentence, request_id, message: typeof err === 'string' ? err : err.message };
}

const overNats = hasNatsServer ? describe : describe.skip;

overNats('A caller of an action', () => {
  let sides: Side[];
  beforeAll(async () => {
    sides = await Promise.all([openSide(false), openSide(true)]);
  });
  afterAll(() => Promise.all(sides.map(({ world }) => world.close())));

  interface Call {
    readonly action: string;
    readonly params?: object;
    readonly options?: CallingOptions;
  }

  /** The answer to the caller, and the log; names that contain this side's are made equal on both. */
  async function meet(side: Side, { action, params = {}, options }: Call) {
    const viewer = { user_id: side.olga.id, organization_id: side.acme.id, key_id: 'key', session_id: null };
    const call = side.world.gateway.broker.call(action, params, { requestID: 'r1', meta: { viewer }, ...options });
    const met = await call.then(
      (answer) => ({ answer }),
      ({ type, code, data, message }: Failure) => ({ type, code, data, message }),
    );
    const { $statusCode, $replayed } = (call as unknown as { ctx?: { meta: Record<string, unknown> } }).ctx?.meta ?? {};
    return { ...met, $statusCode, $replayed, logged: side.logged() };
  }
  async function meetBoth(callOn: (side: Side) => Call) {
    const [here, there] = [await meet(sides[0]!, callOn(sides[0]!)), await meet(sides[1]!, callOn(sides[1]!))];
    expect(there).toEqual(here);
    return here;
  }

  const onboard = (params: object) => (side: Side) => ({
    action: 'onboarding.onboard',
    params: { superEventId: side.track.super_event_id, ...params },
  });
  const setStatus = (side: Side, write_key: string) => ({
    action: 'registrations.updateStatus',
    params: { id: side.place.id, status: 'waitlisted' },
    options: { headers: { write_key } } as CallingOptions,
  });
  const store = (stream: () => Readable) => (side: Side) => ({
    action: 'registrations.storeFile',
    params: {
      organization_id: side.acme.id,
      super_event_id: side.track.super_event_id,
      event_id: side.track.id,
      max_bytes: 1_000,
      field_id: '5d7f1b52-50f8-4cc4-9a53-1ac1d9f0f4bb',
      filename: 'cv.pdf',
    },
    options: { stream: stream() } as CallingOptions,
  });
  const broken = (error: Error) => () =>
    Readable.from(
      (async function* () {
        yield Buffer.from('%PDF-1.7\n').toString('base64');
        await pause(1);
        throw error;
      })(),
      { objectMode: false },
    );

  it.each<[string, (side: Side) => Call, object]>([
    ['a code of its contract', onboard({ email: 'nobody', role: 'JUDGE' }), { type: 'INVALID_EMAIL' }],
    ['which fields are wrong', () => ({ action: 'identity.resolveKey' }), { type: 'VALIDATION_FAILED' }],
    [
      'that something does not exist',
      ({ olga }) => ({ action: 'registrations.get', params: { id: olga.id } }),
      { code: 404 },
    ],
    [
      'a refusal with what it says beside',
      () => ({ action: 'scripted.known' }),
      { data: { acceptedCount: 7, maxParticipants: 7 } },
    ],
    [
      'that nobody is there, as the gateway has to know it',
      () => ({ action: 'scripted.beyond' }),
      { type: 'SERVICE_NOT_FOUND' },
    ],
    [
      'that a stream is no file',
      store(() => Readable.from([Buffer.from('<html>').toString('base64')])),
      { type: 'VALIDATION_FAILED' },
    ],
    [
      'that a stream is too long',
      store(() => Readable.from([Buffer.alloc(1_001, 'x').toString('base64')])),
      { type: 'PAYLOAD_TOO_LARGE' },
    ],
    ['why a stream broke', store(broken(new Failure('PAYLOAD_TOO_LARGE'))), { type: 'PAYLOAD_TOO_LARGE' }],
  ])('learns %s, and nothing is logged', async (_what, callOn, expected) => {
    expect(await meetBoth(callOn)).toMatchObject({ ...expected, logged: [] });
  });

  it.each<[string, string, object]>([
    ['a bug', 'bug', { sentence: 'scripted.bug failed.', message: expect.stringContaining('undefined') }],
    ['a bug in what it called', 'nested', { sentence: 'scripted.bug failed.' }],
    ['a word that was thrown', 'word', { sentence: 'scripted.word failed.', message: 'oops' }],
  ])('learns nothing of %s, which is logged once', async (_what, action, line) => {
    expect(await meetBoth(() => ({ action: `scripted.${action}` }))).toMatchObject({
      type: 'INTERNAL',
      data: undefined,
      logged: [{ ...line, request_id: 'r1' }],
    });
  });

  it('learns what an error stands for, and its cause is logged', async () => {
    expect(await meetBoth(() => ({ action: 'scripted.explained' }))).toMatchObject({
      type: 'UNAVAILABLE',
      logged: [{ message: 'the disk is gone' }],
    });
  });

  it('is answered alike, the second time as well', async () => {
    expect(await meetBoth((side) => setStatus(side, 'k1'))).toMatchObject({ $statusCode: 200, logged: [] });
    expect(await meetBoth((side) => setStatus(side, 'k1'))).toMatchObject({ $statusCode: 200, $replayed: true });
  });

  it('is answered whole, however much that is', async () => {
    for (const items of [1_500, 2_000, 20_000]) {
      const { answer } = (await meetBoth(() => ({ action: 'scripted.large', params: { items } }))) as {
        answer: { n: number }[];
      };
      expect([answer.length, answer.at(-1)?.n]).toEqual([items, items - 1]);
    }
  });

  it('is answered each for itself where many large answers come at once', async () => {
    const { world } = sides[1]!;
    const sizes = Array.from({ length: 12 }, (_, n) => 1_900 + n);
    const answers = await Promise.all(
      sizes.map((items) => world.gateway.broker.call<unknown[], object>('scripted.large', { items })),
    );
    expect(answers.map(({ length }) => length)).toEqual(sizes);
  });

  it('learns nothing of a table that is gone', async () => {
    for (const { world } of sides) await world.stage.rows`alter table registrations.write_key rename to mislaid`;
    expect(await meetBoth((side) => setStatus(side, 'k2'))).toMatchObject({
      type: 'INTERNAL',
      logged: [
        {
          sentence: 'registrations.updateStatus failed.',
          request_id: 'r1',
          message: expect.stringContaining('write_key'),
        },
      ],
    });
    for (const { world } of sides) await world.stage.rows`alter table registrations.mislaid rename to write_key`;
  });

  it('learns that the database is down', async () => {
    for (const { world } of sides) world.cut();
    const down = await meetBoth((side) => setStatus(side, 'k3'));
    expect(down).toMatchObject({ type: 'UNAVAILABLE', logged: [] });
    for (const { world } of sides) world.restore();
  });
});

overNats('A process over the bus', () => {
  let processes: Processes;
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
    processes = await startServices(stage.databaseUrl, { SERVICES: 'identity,gateway' }, { overBus: true });
  });
  afterAll(async () => {
    await processes.stop();
    await stage.close();
  });

  it('takes every call from the moment it has started', async () => {
    const { gateway, services } = processes;
    const params = { public_id: 'nobody', secret_hash: '0'.repeat(64) };
    const calls: Promise<unknown>[] = [];
    for (const end = Date.now() + 1_500; Date.now() < end; await pause(10)) {
      calls.push(services.broker.call('identity.resolveKey', params), gateway.broker.call('gateway.status'));
    }
    expect((await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('stops without waiting for a call that was never answered', async () => {
    const { gateway, services } = processes;
    services.broker.createService({ name: 'silent', actions: { answer: () => new Promise(() => undefined) } });
    await gateway.broker.waitForServices('silent');
    const lost = gateway.broker.call('silent.answer', {}, { timeout: 50 });
    await expect(lost).rejects.toMatchObject({ type: 'REQUEST_TIMEOUT' });
    // As long as a stop waits for calls under way.
    Object.assign(gateway.broker.options.tracking ?? {}, { shutdownTimeout: 3_600_000 });
    await gateway.stop();
  });
});
