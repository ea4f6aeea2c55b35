import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import type { Organization, Track } from '../../support/fixtures.ts';
import { sharedCallsOf, together } from '../../support/shared-calls.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let track: Track;
let staff: Client;
let stranger: Client;
beforeAll(async () => {
  world = await openWorld({ SERVICES: 'identity,organizations,events,registrations,teams,gateway' });
  acme = await world.organization();
  track = await world.track(await world.superEvent(acme));
  staff = world.as(await world.member(acme, 'MEMBER'), acme);
  const other = await world.organization();
  stranger = world.as(await world.member(other, 'OWNER'), other);
});
afterAll(() => world.close());

const registrations = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => world.registered(await world.person(), track)));

const sharedCalls = () => sharedCallsOf(world, 'registrations.get');

describe('Reads of single rows that arrive together', () => {
  it('share calls, and each is answered for its own viewer', async () => {
    const places = await registrations(20);
    await staff.get(`/registrations/${places[0]?.id}`);
    const before = await sharedCalls();
    const asks = places.flatMap(({ id }) => [staff, stranger].map((who) => () => who.get(`/registrations/${id}`)));
    const answers = await together(world, 'registrations.registration', asks);
    expect(answers.map(({ status }) => status)).toEqual(places.flatMap(() => [200, 404]));
    expect(answers.filter((_, index) => index % 2 === 0).map(({ body }) => body.data.registration.id)).toEqual(
      places.map(({ id }) => id),
    );
    expect(await sharedCalls()).toBeGreaterThan(before);
  });

  it('are whole where together they would be more than a message of the bus takes', async () => {
    const places = await registrations(16);
    const essay = 'x'.repeat(200_000);
    await world.rows`
      update registrations.registration set answers_json = jsonb_build_object('essay', ${essay}::text)
       where id = any(${places.map(({ id }) => id)}::uuid[])`;
    const answers = await Promise.all(places.map(({ id }) => staff.get(`/registrations/${id}`)));
    expect(
      answers.map(({ status, body }) => [
        status,
        body.data?.registration.id,
        body.data?.registration.answers_json.essay.length,
      ]),
    ).toEqual(places.map(({ id }) => [200, id, essay.length]));
  });
});
