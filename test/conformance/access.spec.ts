import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes, type Route } from '../../shared/contract/index.ts';
import type { Answer, Person } from '../support/client.ts';
import { openWorld, type World } from '../support/world.ts';
import { matrix, stage, type Row, type Scene } from './access-matrix.ts';
import { actors, type Actor } from './actors.ts';

let world: World;
let acme: Scene['acme'];
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
});
afterAll(() => world.close());

/** Reads share a scene, and so does whoever is refused. */
let quiet: ReturnType<typeof stage> | undefined;
const sceneFor = ({ method }: Route, { may }: Row, actor: Actor) =>
  method === 'GET' || !may.includes(actor) ? (quiet ??= stage(world, acme)) : stage(world, acme);

async function introduced(actor: Actor, { registered, track }: Scene): Promise<Person> {
  if (actor === 'registered') return registered;
  if (actor === 'OWNER' || actor === 'ADMIN' || actor === 'MEMBER') return world.member(acme, actor);
  const person = await world.person();
  if (actor !== 'nobody') await world.role(person, track, actor);
  return person;
}

/** One person of each kind in each scene, whom the gateway knows from one request to the next. */
const people = new WeakMap<Scene, Map<Actor, Promise<Person>>>();
function personAs(actor: Actor, scene: Scene): Promise<Person> {
  const known = people.get(scene) ?? new Map<Actor, Promise<Person>>();
  people.set(scene, known);
  const person = known.get(actor) ?? introduced(actor, scene);
  known.set(actor, person);
  return person;
}

const pathOf = ({ path }: Route, params: Record<string, string> = {}) =>
  path.replace(/:([^/]+)/g, (_, name: string) => params[name] ?? `unnamed-${name}`);

function call(person: Person, route: Route, { params, body }: Row, scene: Scene): Promise<Answer> {
  const sent = route.method === 'GET' ? undefined : (body?.(scene) ?? {});
  return world.as(person, acme).send(route.method, pathOf(route, params?.(scene)), sent);
}

/** Somebody who may not is told so, or finds nothing; whoever passes may still meet what the state refuses. */
const passes = ({ status, body }: Answer, { hidden }: Row) => {
  if (hidden && status === 404) return false;
  if (status === 401 || status === 404 || status >= 500)
    throw new Error(`Not a question of access: ${status} ${body.code}`);
  return body.code !== 'PERMISSION_DENIED' && body.code !== 'SESSION_REQUIRED';
};

describe('The matrix', () => {
  it('has a row for every endpoint', () => {
    expect(routes.map(({ action }) => action).filter((action) => !matrix[action])).toEqual([]);
  });
});

describe.each(routes.filter(({ action }) => matrix[action]))('$action', (route) => {
  const row = matrix[route.action] as Row;

  it.each(actors)('is open to exactly the promised people: %s', async (actor) => {
    const { scene } = await sceneFor(route, row, actor);
    const person = await personAs(actor, scene);
    expect(passes(await call(person, route, row, scene), row)).toBe(row.may.includes(actor));
  });
});

const readable = routes.filter(
  ({ endpoint: { access } }) => typeof access === 'object' && access.abilities.includes('read'),
);
const staff: readonly Actor[] = ['OWNER', 'ADMIN', 'MEMBER', 'ORGANIZER', 'MENTOR', 'JUDGE'];

/** One hackathon in this state for all who read there. */
function inState(change: (hack: Scene['hack']) => Promise<unknown>) {
  let staged: ReturnType<typeof stage> | undefined;
  const make = async () => {
    const made = await stage(world, acme);
    await change(made.scene.hack);
    return made;
  };
  return () => (staged ??= make());
}
const draft = inState(({ id }) => world.rows`update events.super_event set status = 'draft' where id = ${id}`);
const hidden = inState(({ id }) => world.rows`update events.super_event set visibility = 'private' where id = ${id}`);

describe.each(readable)('$action', (route) => {
  const row = matrix[route.action] as Row;

  it.each(actors)('is for staff alone while the hackathon is a draft: %s', async (actor) => {
    const { scene } = await draft();
    const person = await personAs(actor, scene);
    expect(passes(await call(person, route, row, scene), row)).toBe(staff.includes(actor));
  });

  it.each(actors)('is for those who take part where the hackathon is private: %s', async (actor) => {
    const { scene } = await hidden();
    const person = await personAs(actor, scene);
    expect(passes(await call(person, route, row, scene), row)).toBe(actor !== 'nobody');
  });
});
