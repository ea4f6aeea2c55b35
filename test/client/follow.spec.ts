import { getEventListeners } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Fact, Muster } from '../../clients/typescript/src/index.ts';
import type { Person } from '../support/client.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';
import { clientAt } from './asked.ts';
import { Front, refusal } from './front.ts';

let world: World;
let acme: { id: string };
let owner: Person;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

let front: Front;
let muster: Muster;
let leave: AbortController;
/** Where facts begin that happen in a test. */
let after: string;
beforeEach(async () => {
  acme = await world.organization();
  owner = await world.member(acme, 'OWNER');
  front = await Front.before(world.url);
  muster = clientAt(front, { apiKey: await world.keyOf(owner, acme) });
  after = (await world.as(owner, acme).get(`/organizations/${acme.id}/facts`)).body.data.next as string;
  leave = new AbortController();
});
afterEach(() => {
  leave.abort();
  front.close();
});

const rename = (name: string) => world.as(owner, acme).patch(`/organizations/${acme.id}`, { name });

/** Listens until it is left; tells the names that organizations were given, and how the connection was. */
function listening() {
  const names: (string | undefined)[] = [];
  const states: boolean[] = [];
  const asked = { orgId: acme.id, after, types: 'organization.changed' };
  const listen = async () => {
    const onConnection = (isOpen: boolean) => void states.push(isOpen);
    for await (const fact of muster.organizations.streamFacts(asked, { signal: leave.signal, onConnection })) {
      if (fact.type === 'organization.changed') names.push(fact.data.name);
    }
  };
  const ended = listen().then(
    () => undefined,
    (error: unknown) => error,
  );
  const heard = (...expected: string[]) =>
    eventually(
      () => Promise.resolve(names),
      (seen) => seen.length >= expected.length,
    ).then((seen) => expect(seen).toEqual(expected));
  return { ended, heard, states };
}

describe('Facts are followed', () => {
  it('as they happen', async () => {
    const { heard } = listening();
    await rename('One');
    await heard('One');
    await rename('Two');
    await heard('One', 'Two');
  });

  it('by one listener of the signal, however often they come back', async () => {
    const { heard } = listening();
    const names = ['One', 'Two', 'Three', 'Four'];
    for (const [index, name] of names.entries()) {
      await rename(name);
      await heard(...names.slice(0, index + 1));
      if (name !== 'Four') front.cut();
    }
    expect(getEventListeners(leave.signal, 'abort')).toHaveLength(1);
  });

  it('across a connection that breaks off, without a gap and without a fact twice', async () => {
    const { heard, states } = listening();
    await rename('One');
    await heard('One');
    front.mischief = () => refusal(503, 'UNAVAILABLE');
    front.cut();
    await rename('Two');
    const before = front.requests.length;
    await eventually(
      () => Promise.resolve(front.requests.length),
      (count) => count > before,
    );
    front.mischief = () => undefined;
    await heard('One', 'Two');
    await rename('Three');
    await heard('One', 'Two', 'Three');
    const asked = front.requests.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('after'));
    expect(asked[0]).toBe(after);
    expect(asked.at(-1)).not.toBe(after);
    // It was lost, could not be made anew, and stood again.
    expect([states[0], states.slice(1, -1).includes(true), states.at(-1)]).toEqual([true, false, true]);
  });

  it('until somebody leaves, who is told their own reason', async () => {
    const { ended, heard } = listening();
    await rename('One');
    await heard('One');
    const reason = new Error('The page is closed.');
    leave.abort(reason);
    expect(await ended).toBe(reason);
  });

  it('until nobody wants the next, which ends the connection', async () => {
    await rename('One');
    const heard: Fact[] = [];
    for await (const fact of muster.organizations.streamFacts({ orgId: acme.id, after })) {
      heard.push(fact);
      break;
    }
    expect(heard).toHaveLength(1);
    // Five streams are all that a key may have.
    for (let n = 0; n < 6; n++) {
      for await (const fact of muster.organizations.streamFacts({ orgId: acme.id, after })) {
        expect(fact).toEqual(heard[0]);
        break;
      }
    }
  });

  it('until the key is over', async () => {
    const { ended, heard } = listening();
    await rename('One');
    await heard('One');
    const { api_keys } = await muster.identity.listKeys({ orgId: acme.id });
    await muster.identity.revokeKey({ orgId: acme.id, id: api_keys[0]?.id ?? '' });
    expect(await ended).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('from a position that is known', async () => {
    const facts = muster.organizations.streamFacts({ orgId: acme.id, after: 'yesterday' });
    await expect(facts[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
