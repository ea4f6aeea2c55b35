import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerOf } from '../../shared/contract/standard-concerns.ts';
import { routes, type Route } from '../../shared/contract/index.ts';
import type { Answer } from '../support/client.ts';
import { accessTokenOf, bearer } from '../support/sign-in.ts';
import { withoutId } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';
import { matrix, stage, type Scene } from './access-matrix.ts';

let world: World;
let scene: Scene;
let ask: (route: Route, params: Record<string, string>) => Promise<Answer>;

/** A stranger who owns an organization of their own asks about somebody else's. */
beforeAll(async () => {
  world = await openWorld();
  const acme = await world.organization();
  ({ scene } = await stage(world, acme));
  const other = await world.organization();
  const owner = await world.member(other, 'OWNER');
  const [stranger, signedIn] = [world.as(owner, other), bearer(world, await accessTokenOf(world, owner))];
  ask = ({ method, path, action, endpoint }, params) => {
    const client = endpoint.access === 'session' ? signedIn : stranger;
    const named = path.replace(/:([^/]+)/g, (_, name: string) => params[name] ?? '');
    return client.send(method, named, method === 'GET' ? undefined : (matrix[action]?.body?.(scene) ?? {}));
  };
});
afterAll(() => world.close());

/** Endpoints with data of an organization: without the files of pages, and without public data. */
const naming = routes.filter(
  ({ path, endpoint }) => path.includes('/:') && answerOf(endpoint) !== 'asset' && endpoint.access !== 'public',
);
const each = (names: string[], value: () => string) => Object.fromEntries(names.map((name) => [name, value()]));

describe.each(naming)('$method $path', (route) => {
  const names = [...route.path.matchAll(/:([^/]+)/g)].map(([, name = '']) => name);

  it('answers a stranger the same for what is there and for what never was', async () => {
    const theirs = withoutId(await ask(route, matrix[route.action]?.params?.(scene) ?? {}));
    const random = withoutId(await ask(route, each(names, randomUUID)));
    const word = withoutId(
      await ask(
        route,
        each(names, () => 'no-such-thing'),
      ),
    );
    expect(theirs).toMatchObject({ status: 404, body: { code: route.endpoint.absent ?? 'NOT_FOUND' } });
    expect(random).toEqual(theirs);
    expect(word).toEqual(theirs);
  });

  it.each(['%zz', '%', '%E0%A4%A', '%ED%A0%80', '%00'])(
    'answers the same for an id that is no text: %s',
    async (id) => {
      const answer = await ask(
        route,
        each(names, () => id),
      );
      expect(answer).toMatchObject({ status: 404, body: { code: route.endpoint.absent ?? 'NOT_FOUND' } });
    },
  );

  it('knows no slug of theirs either', async () => {
    for (const slug of [scene.acme.slug, scene.hack.slug, scene.track.slug]) {
      expect(
        await ask(
          route,
          each(names, () => slug),
        ),
      ).toMatchObject({ status: 404 });
    }
  });
});

describe("Somebody else's id in a body", () => {
  it('is as unknown as one that never was', async () => {
    const mine = await world.organization();
    const track = await world.track(await world.superEvent(mine));
    const me = world.as(await world.person(), mine);
    const register = (super_event_registration_id: string) =>
      me.post(`/events/${track.id}/register`, { super_event_registration_id });
    const theirs = withoutId(await register(scene.place.parent.id));
    expect(theirs).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(withoutId(await register(randomUUID()))).toEqual(theirs);
  });

  it('is an unknown token at a point of mine', async () => {
    const mine = await world.organization();
    const point = await world.point(await world.superEvent(mine));
    const me = world.as(await world.member(mine, 'OWNER'), mine);
    const scan = (token: string) => me.post(`/checkin-points/${point.id}/scan`, { token });
    const theirs = withoutId(await scan(scene.place.token));
    expect(theirs).toMatchObject({ status: 404, body: { code: 'INVALID_TOKEN' } });
    expect(withoutId(await scan('never-was'))).toEqual(theirs);
  });
});

describe('Every request of a stranger', () => {
  it('has changed nothing', async () => {
    const [row] = await world.rows`
      select r.status, p.status as parent, c.annulled_at
        from registrations.registration r
        join registrations.super_event_registration p on p.id = r.super_event_registration_id
        join check_in.record c on c.registration_id = r.id where r.id = ${scene.place.id}`;
    expect(row).toEqual({ status: 'accepted', parent: 'accepted', annulled_at: null });
  });
});
