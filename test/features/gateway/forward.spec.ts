import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from 'moleculer';
import { busOf } from '../../../shared/bus/bus.ts';
import { Failure } from '../../../shared/base/failure.ts';
import type { StrictNats } from '../../../shared/bus/transporter.ts';
import type { Headers, Viewer } from '../../../shared/base/viewer.ts';
import { ServiceUnreachable, type ActionCall } from '../../../services/gateway/call.ts';
import { forward } from '../../../services/gateway/forward.ts';
import { outlasts, skip } from '../../support/clock.ts';
import { openWorld, type World } from '../../support/world.ts';

type Code = 'IDEMPOTENCY_IN_PROGRESS' | 'NOT_FOUND' | 'UNAVAILABLE';
type Call = Context<{ test: number; failures?: number; code?: Code }> & { headers: Headers };

const [together, apart] = globalThis.overBus ? [it.skip, it] : [it, it.skip];
let world: World;
/** Of the present test: one of a former may still arrive. */
let tries: Headers[] = [];
let test = 0;
let begun = 0;
let release: (value: unknown) => void;
beforeAll(async () => {
  world = await openWorld({ SERVICES: 'identity,gateway' });
  world.services.broker.createService({
    name: 'scripted',
    actions: {
      answer(ctx: Call) {
        const { failures = 0, code = 'IDEMPOTENCY_IN_PROGRESS' } = ctx.params;
        if (ctx.params.test === test) tries.push(ctx.headers);
        if (tries.length <= failures) throw new Failure(code);
        return 'done';
      },
      async slow() {
        begun++;
        await pause(2_200);
        return begun;
      },
      /** Takes 100 ms by the clock, and leaves 120 until the deadline. */
      refuseSlowly({ headers }: Call) {
        skip(100);
        jest.spyOn(Date, 'now').mockReturnValue(Number(headers.deadline) - 120);
        throw new Failure('UNAVAILABLE');
      },
      beyond: (ctx: Call) => ctx.call('nobody.home'),
      never({ headers }: Call) {
        tries.push(headers);
        return new Promise((resolve) => (release = resolve));
      },
    },
  });
  await world.gateway.broker.waitForServices('scripted');
});
beforeEach(() => {
  tries = [];
  test++;
});
afterAll(() => world.close());

const viewer: Viewer = { user_id: 'ada', organization_id: 'acme', key_id: 'key', session_id: null };
const send = ({ params, ...call }: Partial<ActionCall>) =>
  forward(world.gateway.broker, busOf(world.gateway.broker), {
    action: 'scripted.answer',
    endpoint: { deadline: 2_000 },
    params: { ...params, test },
    viewer,
    writeKey: 'k1',
    clientChoseKey: false,
    ...call,
  });

describe('A write whose first try still runs somewhere', () => {
  it('is tried again with the same write key and the same deadline', async () => {
    expect(await send({ params: { failures: 2 } })).toMatchObject({ data: 'done', status: 200 });
    expect(tries).toHaveLength(3);
    expect(new Set(tries.map(({ write_key }) => write_key))).toEqual(new Set(['k1']));
    expect(new Set(tries.map(({ deadline }) => deadline)).size).toBe(1);
  });

  it('is refused at once when the client chose the key', async () => {
    const refused = send({ params: { failures: 1 }, clientChoseKey: true });
    await expect(refused).rejects.toMatchObject({ type: 'IDEMPOTENCY_IN_PROGRESS' });
    expect(tries).toHaveLength(1);
  });

  it('may have been carried out when its deadline passes', async () => {
    const refused = send({ params: { failures: 1_000 }, endpoint: { deadline: 300 } });
    await expect(refused).rejects.toMatchObject({ type: 'TIMEOUT' });
  });
});

describe('An action', () => {
  it('that refuses is not asked again', async () => {
    await expect(send({ params: { failures: 1, code: 'NOT_FOUND' } })).rejects.toMatchObject({ type: 'NOT_FOUND' });
    expect(tries).toHaveLength(1);
  });

  it('that never answers is 504 at the deadline', async () => {
    const earliest = Date.now() + 200;
    const refused = send({ action: 'scripted.never', endpoint: { deadline: 200 } });
    const latest = Date.now() + 200;
    await expect(refused).rejects.toMatchObject({ type: 'TIMEOUT' });
    const [{ deadline = 0 } = {}] = tries;
    expect([earliest <= deadline, deadline <= latest]).toEqual([true, true]);
    release('too late');
  });

  together('that nobody offers is 503 shortly before the deadline', async () => {
    const refused = send({ action: 'nobody.home', endpoint: { deadline: 300 } });
    expect(await outlasts(200, refused)).toBe(true);
    await expect(refused).rejects.toMatchObject({ type: 'UNAVAILABLE' });
  });

  apart('that nobody offers over the bus is 503 at once, not at the deadline', async () => {
    const refused = await send({ action: 'nobody.home', endpoint: { deadline: 30_000 } }).catch((error) => error);
    expect(refused).toBeInstanceOf(ServiceUnreachable);
    expect(refused).toMatchObject({ type: 'UNAVAILABLE' });
  });

  apart('whose service needs one that nobody runs is 503 at once over the bus', async () => {
    const refused = await send({ action: 'scripted.beyond', endpoint: { deadline: 30_000 } }).catch((error) => error);
    expect(refused).toBeInstanceOf(ServiceUnreachable);
  });

  it('that takes longer than most is begun once, however often it is asked again', async () => {
    expect(await send({ action: 'scripted.slow', endpoint: { deadline: 30_000 } })).toMatchObject({ data: 1 });
  });

  it('whose database is away for a moment is asked again', async () => {
    const code = 'UNAVAILABLE';
    expect(await send({ params: { failures: 2, code } })).toMatchObject({ data: 'done' });
    expect(new Set(tries.map(({ write_key }) => write_key))).toEqual(new Set(['k1']));
  });

  it('whose database refuses slowly is 503, for it is not asked once more shortly before the deadline', async () => {
    const refused = send({ action: 'scripted.refuseSlowly', endpoint: { deadline: 20_000 } });
    await expect(refused).rejects.toMatchObject({ type: 'UNAVAILABLE' });
    jest.restoreAllMocks();
  });

  it('that somebody offers in time is answered, over the bus where somebody was heard a moment ago', async () => {
    const { tx } = (world.gateway.broker.transit ?? {}) as { tx?: StrictNats };
    const justGone = () => tx?.presence.hear([{ name: 'latecomer' }]);
    justGone();
    // However slow the machine is, it was a moment ago.
    const still = setInterval(justGone, 20);
    const answer = send({ action: 'latecomer.answer', endpoint: { deadline: 20_000 } });
    world.services.broker.createService({ name: 'latecomer', actions: { answer: () => 'here' } });
    expect(await answer.finally(() => clearInterval(still))).toMatchObject({ data: 'here' });
  });
});
