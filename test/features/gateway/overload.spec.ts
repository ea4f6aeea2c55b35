import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Client } from '../../support/client.ts';
import type { Organization, SuperEvent } from '../../support/fixtures.ts';
import { begin } from '../../support/transaction.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let hack: SuperEvent;
let organizer: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  hack = await world.superEvent(acme);
  organizer = world.as(await world.member(acme, 'OWNER'), acme);
});
afterAll(() => world.close());

/** Keeps everybody waiting who asks for the fields of a form, until it is ended. */
const holdFields = () => begin(world.databaseUrl, 'lock table events.registration_field in access exclusive mode');

/** As many callers who ask at once, and again a second after each answer, as refusals ask for, until they are told to stop. */
function crowd(count: number, asks: readonly (() => Promise<Answer>)[]) {
  const answers: Answer[] = [];
  let isOver = false;
  const callers = Array.from({ length: count }, async (_, n) => {
    for (const ask = asks[n % asks.length] as () => Promise<Answer>; !isOver; await sleep(1_000))
      answers.push(await ask());
  });
  const stop = () => {
    isOver = true;
    return Promise.all(callers);
  };
  return { answers, stop };
}

describe('More requests than there is room for', () => {
  const room = 512;
  const path = () => `/super-events/${hack.id}/registration-fields`;
  const field = { field_type: 'text', label: 'Why?' };
  // Four actions: of one, each process takes 250 and no more.
  const id = `/super-event-registration-fields/${randomUUID()}`;
  const asks = [
    () => organizer.get(path(), { once: true }),
    () => organizer.post(path(), field, { once: true }),
    () => organizer.patch(id, field, { once: true }),
    () => organizer.del(id, undefined, { once: true }),
  ];

  it('are refused at once and told to come back, while the others wait and scans go on; afterwards all is as before', async () => {
    const point = await world.point(hack);
    const track = await world.track(hack);
    const guest = await world.registered(await world.person(), track, 'accepted');
    expect((await organizer.get(path())).status).toBe(200);
    await using held = await holdFields();
    const { answers, stop } = crowd(1.5 * room, asks);
    try {
      await eventually(
        () => Promise.resolve(answers),
        ({ length }) => length >= room / 2,
      );
      for (const answer of answers) {
        expect(answer).toBeRefused(503, 'OVERLOADED');
        expect(answer.headers.get('retry-after')).toBe('1');
        expect(answer.headers.get('connection')).toBe('keep-alive');
      }
      const scan = await organizer.post(`/checkin-points/${point.id}/scan`, { token: guest.token }, { once: true });
      expect(scan.status).toBe(201);
      // Those inside give up after a while, so there is room at times, and whoever finds it has to wait.
      const other = () => organizer.get(`/super-events/${hack.id}`, { once: true });
      const refused = await eventually(other, ({ body }) => body.code === 'OVERLOADED');
      expect(refused).toBeRefused(503, 'OVERLOADED');
    } finally {
      await held.rollback();
      await stop();
    }
    expect(await organizer.get(path(), { once: true })).toMatchObject({ status: 200 });
  });
});
