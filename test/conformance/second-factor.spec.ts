import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Ability } from '../../shared/contract/endpoint.ts';
import { routes, type Route } from '../../shared/contract/index.ts';
import type { Client, Person } from '../support/client.ts';
import { paired } from '../support/devices.ts';
import { together } from '../support/shared-calls.ts';
import { accessTokenOf, bearer } from '../support/sign-in.ts';
import { openWorld, type World } from '../support/world.ts';
import { matrix, stage, type Row, type Scene } from './access-matrix.ts';

let world: World;
let scene: Scene;
/** Sessions of an owner, and their key. */
let [weak, strong, key, kiosk]: Client[] = [];
beforeAll(async () => {
  world = await openWorld();
  const acme = await world.organization();
  ({ scene } = await stage(world, acme));
  const olga = await world.member(acme, 'OWNER');
  strong = bearer(world, await accessTokenOf(world, olga));
  await world.rows`update identity.session set second_factor = true where user_id = ${olga.id}`;
  weak = await weakSession(olga);
  key = world.as(olga, acme);
  kiosk = (await paired(world, olga, scene.hack)).api;
  await world.rows`update organizations.organization set second_factor = 'required' where id = ${acme.id}`;
});
afterAll(() => world.close());

const weakSession = async (person: Person) => bearer(world, await accessTokenOf(world, person));

/** Abilities that people without a role have, too. */
const forAll: readonly Ability[] = ['know', 'read', 'apply', 'owner'];
const guarded = routes.filter(({ action, endpoint: { access } }) => {
  if (typeof access !== 'object' || !matrix[action]?.may.includes('OWNER')) return false;
  return !access.abilities.some((ability) => forAll.includes(ability));
});
const rowOf = ({ action }: Route) => matrix[action] as Row;

function ask(client: Client | undefined, route: Route) {
  const { params, body } = rowOf(route);
  const named = params?.(scene) ?? {};
  const path = route.path.replace(/:([^/]+)/g, (_, name: string) => named[name] ?? `unnamed-${name}`);
  return client!.send(route.method, path, route.method === 'GET' ? undefined : (body?.(scene) ?? {}));
}

describe('In an organization that asks for a second factor', () => {
  it('most endpoints are for people with a role', () => {
    expect(guarded.length).toBeGreaterThan(80);
  });

  it.each(guarded)('$action refuses the session of an owner without one', async (route) => {
    expect(await ask(weak, route)).toBeRefused(403, 'SECOND_FACTOR_MISSING');
  });

  const reads = guarded.filter(({ method }) => method === 'GET');
  it.each(reads)('$action takes a session with one, and an API key', async (route) => {
    for (const client of [strong, key]) {
      const { body } = await ask(client, route);
      expect(['SECOND_FACTOR_MISSING', 'PERMISSION_DENIED']).not.toContain(body?.code);
    }
  });
});

describe('There, endpoints that judge their viewer themselves', () => {
  const scan = (client: Client | undefined, body: object = { token: scene.place.token }) =>
    client!.post(`/checkin-points/${scene.point.id}/scan`, body);
  const scanQueue = async (client: Client | undefined) => {
    const scans = [{ token: scene.place.token, nonce: 'one' }];
    return (await client!.post(`/checkin-points/${scene.point.id}/scan/batch`, { scans })).body.data.results;
  };
  const gallery = (client: Client | undefined) => client!.get(`/super-events/${scene.hack.slug}/projects`);
  const newPlace = async () => world.registered(await world.person(), scene.track);

  it('refuse scans, by code, by hand and in a queue', async () => {
    expect(await scan(weak)).toBeRefused(403, 'SECOND_FACTOR_MISSING');
    expect(await scan(weak, { token: scene.place.token, method: 'manual' })).toBeRefused(403, 'SECOND_FACTOR_MISSING');
    expect(await scanQueue(weak)).toEqual([{ nonce: 'one', http: 403, code: 'SECOND_FACTOR_MISSING' }]);
  });

  it('take scans of a session with one, of an API key and of a device', async () => {
    for (const client of [strong, key, kiosk]) {
      expect((await scan(client, { token: (await newPlace()).token })).status).toBe(201);
      expect(await scanQueue(client)).toEqual([expect.objectContaining({ http: 200 })]);
    }
  });

  it('tell sessions of one person apart that scan at the same moment', async () => {
    const places = await Promise.all(Array.from({ length: 6 }, newPlace));
    const answers = await together(
      world,
      'check_in.point',
      places.map(
        ({ token }, index) =>
          () =>
            scan(index % 2 === 0 ? weak : strong, { token }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 201, 403, 201, 403, 201]);
  });

  it('go on for judges, and for an organizer who scans their own code as anybody may', async () => {
    expect((await scan(await weakSession(scene.judge), { token: (await newPlace()).token })).status).toBe(201);
    const oscar = await world.person();
    await world.role(oscar, scene.track, 'ORGANIZER');
    const { token } = await world.registered(oscar, scene.track);
    const session = await weakSession(oscar);
    expect(await scan(session, { token: (await newPlace()).token })).toBeRefused(403, 'SECOND_FACTOR_MISSING');
    expect((await scan(session, { token })).status).toBe(201);
    const [method] = await world.rows`select method from check_in.record where user_id = ${oscar.id}`;
    expect(method).toEqual({ method: 'self_check' });
  });

  it('refuse the gallery while it is closed, and show an open one as to everybody', async () => {
    expect(await gallery(weak)).toBeRefused(403, 'SECOND_FACTOR_MISSING');
    for (const client of [strong, key]) expect((await gallery(client)).status).toBe(200);
    for (const person of [scene.judge, scene.registered]) {
      expect((await gallery(await weakSession(person))).status).toBe(200);
    }
    expect(await gallery(await weakSession(await world.person()))).toBeRefused(404, 'NOT_FOUND');
    await world.rows`update events.super_event set gallery = 'open' where id = ${scene.hack.id}`;
    expect((await gallery(weak)).status).toBe(200);
    await world.rows`update events.super_event set gallery = 'closed' where id = ${scene.hack.id}`;
  });
});
