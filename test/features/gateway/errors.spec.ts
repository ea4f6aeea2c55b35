import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errors } from '../../../shared/contract/errors.ts';
import type { Client } from '../../support/client.ts';
import type { Organization, Track } from '../../support/fixtures.ts';
import { begin } from '../../support/transaction.ts';
import { ask } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let organizer: Client;
let track: Track;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  organizer = world.as(olga, acme);
  track = await world.track(await world.superEvent(acme));
});
afterAll(() => world.close());

describe('The id of a request', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const idOf = async (given: string | string[]) => {
    const answer = await ask(world.url, { path: '/nothing', headers: { 'X-Request-ID': given } });
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
    return answer.body.request_id;
  };

  it.each(['a', 'req_1.2-3', 'A'.repeat(64)])('is the one of the client: %s', async (given) => {
    expect(await idOf(given)).toBe(given);
  });

  it.each(['', 'two words', 'A'.repeat(65), 'x'.repeat(5_000), '<script>', '../../etc', 'a,b', 'é'])(
    'is made here where the client sends %s',
    async (given) => {
      expect(await idOf(given)).toMatch(uuid);
    },
  );

  it('is made here where the client sends two, or another name for it', async () => {
    expect(await idOf(['a', 'b'])).toMatch(uuid);
    const answer = await ask(world.url, { path: '/nothing', headers: { 'X-Correlation-ID': 'mine' } });
    expect(answer.body.request_id).toMatch(uuid);
  });

  it('is on every success as well, and in the audit', async () => {
    const place = await world.registered(await world.person(), track, 'pending');
    const headers = { 'X-Request-ID': 'from-the-kiosk' };
    const answer = await organizer.patch(`/registrations/${place.id}/status`, { status: 'waitlisted' }, { headers });
    expect(answer.headers.get('x-request-id')).toBe('from-the-kiosk');
    const rows =
      await world.rows`select request_id from registrations.audit where ids->>'registration_id' = ${place.id}`;
    expect(rows).toEqual([{ request_id: 'from-the-kiosk' }]);
  });
});

describe('The body of a refusal', () => {
  it('is the same everywhere: a success flag, a code, its sentence and the id of the request', async () => {
    const { body, headers } = await ask(world.url, { path: '/nothing' });
    expect(body).toEqual({
      success: false,
      code: 'NOT_FOUND',
      message: errors.NOT_FOUND[1],
      request_id: headers.get('x-request-id'),
    });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('A fault of ours', () => {
  const internal = { success: false, code: 'INTERNAL', message: errors.INTERNAL[1] };
  const secretive = (text: string) =>
    expect(text).not.toMatch(
      /registration|relation|column|constraint|duplicate|select|insert|postgres|pg|node_modules|Error:|at /,
    );

  it('is 500 and a fixed sentence when a row breaks a constraint nobody foresaw', async () => {
    const place = await world.registered(await world.person(), track, 'pending');
    await world.rows`create unique index nobody_foresaw_it on registrations.audit (organization_id)`;
    await world.rows`insert into registrations.audit (organization_id, action, ids, before, after)
                     values (${acme.id}, 'x', '{}', '{}', '{}') on conflict do nothing`;
    const answer = await organizer.patch(`/registrations/${place.id}/status`, { status: 'rejected' });
    expect(answer).toMatchObject({ status: 500, body: internal });
    expect(Object.keys(answer.body)).toEqual(['success', 'code', 'message', 'request_id']);
    secretive(answer.body.message as string);
    expect(answer.text).not.toMatch(/nobody_foresaw_it|audit/);
    await world.rows`drop index registrations.nobody_foresaw_it`;
    expect(await world.rows`select status from registrations.registration where id = ${place.id}`).toEqual([
      { status: 'pending' },
    ]);
  });

  it('is 500 and the same sentence when a table is gone', async () => {
    await world.rows`alter table events.registration_field rename to mislaid`;
    await world.rows`alter table registrations.write_key rename to mislaid`;
    const place = await world.registered(await world.person(), track, 'pending');
    const answer = await organizer.patch(`/registrations/${place.id}/status`, { status: 'rejected' });
    expect(answer).toMatchObject({ status: 500, body: internal });
    secretive(answer.text.replace(internal.message, ''));
    await world.rows`alter table events.mislaid rename to registration_field`;
    await world.rows`alter table registrations.mislaid rename to write_key`;
  });

  it('is the same 500 when the role lost its rights', async () => {
    await world.rows`revoke select on published.slugs from muster_events`;
    const answer = await organizer.get(`/events/${track.slug}`);
    expect(answer).toMatchObject({ status: 500, body: internal });
    secretive(answer.text.replace(internal.message, ''));
    await world.rows`grant select on published.slugs to muster_events`;
    expect(await organizer.get(`/events/${track.slug}`)).toMatchObject({ status: 200 });
  });

  it('is 503 and worth another try when somebody holds the row too long', async () => {
    const place = await world.registered(await world.person(), track, 'pending');
    await using held = await begin(
      world.databaseUrl,
      'select 1 from registrations.registration where id = $1 for update',
      [place.id],
    );
    const answer = await organizer.patch(`/registrations/${place.id}/status`, { status: 'rejected' }, { once: true });
    await held.rollback();
    expect(answer).toBeRefused(503, 'OVERLOADED');
    expect(answer.headers.get('retry-after')).toBe('1');
  });
});
