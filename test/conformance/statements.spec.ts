import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../shared/contract/index.ts';
import { statementsOf } from '../support/statements.ts';
import { openWorld, type World } from '../support/world.ts';
import { matrix, stage, type Scene } from './access-matrix.ts';

let world: World;
let acme: Scene['acme'];
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
});
afterAll(() => world.close());

/** A whole file takes a few statements for each kind of thing in it, however many there are: `test/cli/statements.spec.ts`. */
const wholeFiles = /^setup\./;

describe.each(routes.filter(({ action }) => !wholeFiles.test(action)))('$action', ({ action, method, path }) => {
  it('takes at most four statements of its own', async () => {
    const { scene } = await stage(world, acme);
    const row = matrix[action];
    const params = row?.params?.(scene) ?? {};
    const named = path.replace(/:([^/]+)/g, (_, name: string) => params[name] ?? '');
    const owner = world.as(await world.member(acme, 'OWNER'), acme);
    await owner.get('/status');
    const sent = method === 'GET' ? undefined : (row?.body?.(scene) ?? {});
    const { own } = await statementsOf(() => owner.send(method, named, sent));
    expect({ own, few: own.length <= 4 }).toEqual({ own, few: true });
  });
});
