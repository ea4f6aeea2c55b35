/** Public answers come from the cache of the gateway. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { statementsOf } from '../../support/statements.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
afterEach(() => world.close());

const staged = async (env: Record<string, string> = {}) => {
  world = await openWorld(env);
  const acme = await world.organization();
  const olga = world.as(await world.member(acme, 'OWNER'), acme);
  const hack = await world.superEvent(acme, { description: 'Before' });
  const read = async () => (await world.stranger().get(`/super-events/${hack.slug}/public`)).body.data.hackathon;
  return { hack, olga, read };
};

describe('A crowd that opens one page', () => {
  it('costs the database a statement', async () => {
    const { read } = await staged();
    const { texts } = await statementsOf(() => Promise.all(Array.from({ length: 100 }, read)));
    expect(texts.filter((each) => each.includes('spots_left')).length).toBeLessThanOrEqual(2);
  });

  it('sees a change of the organizers at once', async () => {
    const { hack, olga, read } = await staged();
    expect(await read()).toMatchObject({ description: 'Before' });
    const changed = await olga.patch(`/super-events/${hack.id}`, { description: 'After' });
    expect(changed.status).toBe(200);
    expect(await read()).toMatchObject({ description: 'After' });
  });

  it('sees what nobody told of after a second', async () => {
    const { hack, read } = await staged();
    await read();
    await world.rows`update events.super_event set description = 'After' where id = ${hack.id}`;
    await eventually(read, ({ description }) => description === 'After');
  });

  it('sees nothing any more of what has become private', async () => {
    const { hack, olga, read } = await staged();
    await read();
    await olga.patch(`/super-events/${hack.id}`, { visibility: 'private' });
    const asked = () => world.stranger().get(`/super-events/${hack.slug}/public`);
    expect(await eventually(asked, ({ status }) => status !== 200)).toBeRefused(404, 'NOT_FOUND');
  });

  it('is not counted, but who makes up what to ask for is', async () => {
    const { read } = await staged({ SERVICES: 'identity,events,gateway', RATE_LIMIT: '5/min' });
    for (let n = 0; n < 20; n++) expect(await read()).toMatchObject({ description: 'Before' });
    const refused: number[] = [];
    for (let n = 0; n < 6; n++) refused.push((await world.stranger().get(`/super-events/made-up-${n}/public`)).status);
    expect(refused).toEqual([404, 404, 404, 404, 429, 429]);
    expect(await read()).toMatchObject({ description: 'Before' });
  });
});
