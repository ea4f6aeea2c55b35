import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listedRoots } from '../../../shared/contract/gateway.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ SERVICES: 'identity,teams,gateway' });
});
afterAll(() => world.close());

describe('The status of the service', () => {
  it.each(['/', '/status'])('is answered at %s without a key', async (path) => {
    const answer = await world.stranger().get(path);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body.data)).toEqual(['message', 'version', 'timestamp', 'endpoints']);
    expect(answer.body.data.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(answer.body.data.endpoints).toMatchObject(listedRoots);
  });
});
