import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { paired, type Paired } from '../../support/devices.ts';
import { heard, listening, over } from '../../support/fact-stream.ts';
import type { SuperEvent } from '../../support/fixtures.ts';
import { telling } from '../../support/telling.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
const { open, close } = listening();
beforeAll(async () => void (world = await openWorld()));
afterEach(close);
afterAll(() => world.close());

async function setting() {
  const here = await telling(world);
  const board = await paired(world, here.olga, here.hack, { kind: 'board' });
  // A stream begins behind what was told; that of the device may wait for a transaction elsewhere in the cluster.
  const told = () => here.owner.get(`/organizations/${here.acme.id}/facts`);
  await eventually(told, ({ body }) => body.data.facts.length === 1);
  return { ...here, board };
}
type Here = Awaited<ReturnType<typeof setting>>;

async function listen({ acme }: Pick<Here, 'acme'>, { key }: Pick<Paired, 'key'>, hack?: Pick<SuperEvent, 'id'>) {
  const query = hack ? `?super_event_id=${hack.id}` : '';
  return open(`${world.url}/organizations/${acme.id}/facts/stream${query}`, { 'X-Api-Key': key });
}

describe('A board is told', () => {
  it('what happens in its hackathon, and nothing else of the organization', async () => {
    const here = await setting();
    const { acme, hack, owner, board, happen } = here;
    const other = await world.track(await world.superEvent(acme));
    const listener = await listen(here, board, hack);
    expect(listener.status).toBe(200);
    await happen(other);
    const mia = await world.person();
    await owner.post(`/organizations/${acme.id}/members`, { user_id: mia.id, role: 'MEMBER' });
    const person = await happen();
    await heard(listener, 1);
    expect(listener.facts).toEqual([
      expect.objectContaining({
        type: 'role.granted',
        super_event_id: hack.id,
        data: expect.objectContaining({ user_id: person.id }),
      }),
    ]);
  });

  it('nothing without its hackathon, of another, or as a list; a kiosk nothing at all', async () => {
    const here = await setting();
    const { acme, hack, olga, board } = here;
    const elsewhere = await world.organization();
    const [sister, foreign] = [await world.superEvent(acme), await world.superEvent(elsewhere)];
    const kiosk = await paired(world, olga, hack);
    const denied = { status: 403, refusal: { code: 'PERMISSION_DENIED' } };
    const missing = { status: 404, refusal: { code: 'NOT_FOUND' } };
    expect(await listen(here, board)).toMatchObject(denied);
    expect(await listen(here, kiosk, hack)).toMatchObject(denied);
    expect(await listen(here, board, sister)).toMatchObject(missing);
    expect(await listen(here, board, foreign)).toMatchObject(missing);
    expect(await listen({ acme: elsewhere }, board, hack)).toMatchObject(missing);
    expect(await board.api.get(`/organizations/${acme.id}/facts?super_event_id=${hack.id}`)).toBeRefused(
      403,
      'PERMISSION_DENIED',
    );
  });
});

describe('The stream of a board', () => {
  it('lasts when others are looked at who may not listen any more', async () => {
    const here = await setting();
    const { acme, hack, track, owner, board, happen } = here;
    const listener = await listen(here, board, hack);
    const mentor = await happen();
    const another = await listen(here, { key: await world.keyOf(mentor, acme) }, hack);
    await owner.del(`/events/${track.id}/roles/${mentor.id}/MENTOR`);
    await over(another);
    expect(listener.isOpen).toBe(true);
    await heard(listener, 2);
  });

  it('ends with its device', async () => {
    const here = await setting();
    const listener = await listen(here, here.board, here.hack);
    await here.owner.del(`/devices/${here.board.id}`);
    await over(listener);
    expect(listener.hasEnded).toBe(true);
  });

  it('ends with its hackathon', async () => {
    const here = await setting();
    const listener = await listen(here, here.board, here.hack);
    expect((await here.owner.del(`/super-events/${here.hack.id}`)).status).toBe(200);
    await over(listener);
    expect(listener.hasEnded).toBe(true);
  });
});
