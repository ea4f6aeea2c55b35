import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Person } from '../../support/client.ts';
import type { Organization, Place, SuperEvent, Track } from '../../support/fixtures.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let hack: SuperEvent;
let track: Track;
let olga: Person;
let organizer: Client;
beforeAll(async () => {
  world = await openWorld({ SERVICES: 'identity,organizations,registrations,mail,gateway' });
  acme = await world.organization();
  olga = await world.member(acme, 'OWNER');
  organizer = world.as(olga, acme);
  hack = await world.superEvent(acme);
  track = await world.track(hack);
});
afterAll(() => world.close());

interface Entry {
  organization_id: string;
  user_id: string;
  key_id: string;
  action: string;
  ids: Record<string, string>;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}
const entriesOf = (place: Place) => world.rows<Entry>`
  select organization_id, user_id, key_id, action, ids, before, after from registrations.audit
   where ids->>'registration_id' = ${place.id} order by at`;
const pending = async () => world.registered(await world.person(), track, 'pending');

describe('A change', () => {
  it('is in the audit with who, what, before and after', async () => {
    const place = await pending();
    await organizer.patch(`/registrations/${place.id}/status`, { status: 'waitlisted' });
    const [, key_id] = (await world.keyOf(olga, acme)).split('_');
    expect(await entriesOf(place)).toEqual([
      {
        organization_id: acme.id,
        user_id: olga.id,
        key_id,
        action: 'registrations.updateStatus',
        ids: { registration_id: place.id, event_id: track.id, user_id: expect.any(String) },
        before: { status: 'pending' },
        after: { status: 'waitlisted' },
      },
    ]);
  });

  it('is there once for each row it changed', async () => {
    const place = await world.registered(await world.person(), track, 'accepted');
    await organizer.post(`/super-event-registrations/${place.parent.id}/cancel`);
    expect(await entriesOf(place)).toHaveLength(1);
    const parents = await world.rows`
      select 1 from registrations.audit where ids->>'super_event_registration_id' = ${place.parent.id}`;
    expect(parents).toHaveLength(1);
  });

  it('is not there where nothing changed', async () => {
    const place = await pending();
    await organizer.patch(`/registrations/${place.id}/status`, { status: 'pending' });
    await organizer.get(`/registrations/${place.id}`);
    expect(await entriesOf(place)).toEqual([]);
  });

  it('is not there where it was refused', async () => {
    const full = await world.superEvent(acme, { max_participants: 1 });
    const itsTrack = await world.track(full);
    await world.registered(await world.person(), itsTrack, 'accepted');
    const late = await world.registered(await world.person(), itsTrack, 'pending');
    const answer = await organizer.patch(`/registrations/${late.id}/status`, { status: 'accepted' });
    expect(answer).toBeRefused(409, 'MAX_PARTICIPANTS_REACHED', { acceptedCount: 1, maxParticipants: 1 });
    expect(await entriesOf(late)).toEqual([]);
    expect(
      await world.rows`select status from registrations.super_event_registration where id = ${late.parent.id}`,
    ).toEqual([{ status: 'pending' }]);
  });

  it('does not happen where it cannot be written down', async () => {
    const place = await pending();
    await world.rows`alter table registrations.audit rename to mislaid`;
    const answer = await organizer.patch(`/registrations/${place.id}/status`, { status: 'rejected' });
    await world.rows`alter table registrations.mislaid rename to audit`;
    expect(answer).toBeRefused(500, 'INTERNAL');
    expect(await world.rows`select status from registrations.registration where id = ${place.id}`).toEqual([
      { status: 'pending' },
    ]);
  });
});

describe('The audit', () => {
  it('never holds a token or a key', async () => {
    const newcomer = await world.person();
    const applied = await world.as(newcomer, acme).post(`/super-events/${hack.id}/register`, {});
    const place = await pending();
    await organizer.post(`/registrations/${place.id}/cancel`, {});
    await organizer.patch(`/registrations/${place.id}/status`, { status: 'pending' });
    const [row] = await world.rows<{ text: string }>`select json_agg(a)::text as text from registrations.audit a`;
    const tokens = await world.rows<{ token: string }>`
      select checkin_token as token from registrations.registration
      union select checkin_token from registrations.super_event_registration`;
    const secrets = [...tokens.map(({ token }) => token), applied.body.data.checkin_token as string, place.token];
    expect(secrets.length).toBeGreaterThan(5);
    expect(secrets.filter((secret) => row?.text.includes(secret))).toEqual([]);
    expect(row?.text).not.toContain(await world.keyOf(olga, acme));
  });

  it('is read by those who administer, newest first', async () => {
    const answer = await organizer.get(`/organizations/${acme.slug}/audit?limit=1`);
    const [newest] = await world.rows<{ id: string }>`select id from registrations.audit order by at desc, id limit 1`;
    expect(answer.body.data.entries[0]).toMatchObject({ id: newest?.id });
  });

  it.each(['identity', 'organizations', 'events', 'registrations', 'teams', 'check_in'])(
    'of %s can be added to by its service, and never changed or emptied',
    async (schema) => {
      const may = (what: string) => world.rows<{ may: boolean }>`
        select has_table_privilege(${`muster_${schema}`}, ${`${schema}.audit`}, ${what}) as may`;
      const rights = ['INSERT', 'SELECT', 'UPDATE', 'DELETE', 'TRUNCATE'].map(
        async (what) => (await may(what))[0]?.may,
      );
      expect(await Promise.all(rights)).toEqual([true, true, false, false, false]);
    },
  );
});
