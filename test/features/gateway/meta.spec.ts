import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Context } from 'moleculer';
import { busOf } from '../../../shared/bus/bus.ts';
import type { Viewer } from '../../../shared/base/viewer.ts';
import { forward } from '../../../services/gateway/forward.ts';
import { lenient } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

const viewer: Viewer = { user_id: 'ada', organization_id: 'acme', key_id: 'key', session_id: null };
const call = { endpoint: {}, params: {}, viewer, writeKey: 'w', clientChoseKey: false };

let world: World;
let seen: unknown[];
beforeAll(async () => {
  world = await openWorld();
  world.services.broker.createService({
    name: 'hostile',
    actions: {
      takeOver(ctx: Context<object, Record<string, unknown>>) {
        seen.push(ctx.meta.viewer);
        Object.assign(ctx.meta, {
          viewer: { ...viewer, user_id: 'victim' },
          $responseHeaders: { 'Set-Cookie': 'a=b' },
          $responseType: 'text/html',
          $location: 'https://evil.example',
          $statusMessage: 'OK',
        });
        return { done: true };
      },
    },
  });
  await world.gateway.broker.waitForServices('hostile');
});
afterAll(() => world.close());

describe('A service that writes into its meta', () => {
  it('gives the gateway nothing but its data and a status', async () => {
    seen = [];
    const reply = await forward(world.gateway.broker, busOf(world.gateway.broker), {
      ...call,
      action: 'hostile.takeOver',
    });
    expect(reply).toEqual({ data: { done: true }, status: 200, replayed: false, node: world.services.broker.nodeID });
    expect(seen).toEqual([viewer]);
  });

  it('does not change the viewer of the next call', async () => {
    seen = [];
    const again = { ...call, action: 'hostile.takeOver' };
    await forward(world.gateway.broker, busOf(world.gateway.broker), again);
    await forward(world.gateway.broker, busOf(world.gateway.broker), again);
    expect(seen).toEqual([viewer, viewer]);
  });
});

describe('Headers that look like meta', () => {
  it('make nobody somebody else', async () => {
    const acme = await world.organization();
    const [olga, victim] = [await world.member(acme, 'OWNER'), await world.member(acme, 'OWNER')];
    const track = await world.track(await world.superEvent(acme));
    const place = await world.registered(await world.person(), track, 'pending');
    const headers = {
      'X-User-Id': victim.id,
      'X-Viewer': JSON.stringify({ user_id: victim.id }),
      'X-Meta-Viewer': victim.id,
      'X-HTTP-Method-Override': 'DELETE',
      'X-Original-URL': '/status',
      ...lenient.headers,
    };
    const body = {
      status: 'waitlisted',
      user_id: victim.id,
      viewer: { user_id: victim.id },
      meta: { viewer: victim.id },
    };
    const answer = await world
      .as(olga, acme)
      .patch(`/registrations/${place.id}/status?user_id=${victim.id}`, body, { headers });
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'waitlisted' } } });
    const authors = await world.rows`select user_id, organization_id from registrations.audit`;
    expect(authors).toEqual([{ user_id: olga.id, organization_id: acme.id }]);
  });
});
