import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import type { Organization } from '../../support/fixtures.ts';
import { Receiver } from '../../support/receiver.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.listen();
  world = await openWorld({ WEBHOOKS_INSECURE: 'on' });
});
afterAll(async () => {
  await world.close();
  receiver.close();
});

let acme: Organization;
let api: Client;
beforeEach(async () => {
  acme = await world.organization();
  api = world.as(await world.member(acme, 'OWNER'), acme);
  const body = { url: receiver.url, types: ['member.added'] };
  expect(await api.post(`/organizations/${acme.id}/webhooks`, body)).toMatchObject({ status: 201 });
});

/** Organizations that come before all others, long not looked at: more than two pages of a round. */
const crowd = 450;
async function crowdIn(): Promise<void> {
  await world.rows`
    insert into webhooks.reader (organization_id, position, read_at)
    select ('00000000-0000-0000-0001-' || lpad(n::text, 12, '0'))::uuid, r.position, now() - interval '2 minutes'
      from generate_series(1, ${crowd}::int) n, webhooks.reader r where r.organization_id = ${acme.id}`;
}
afterEach(() => world.rows`delete from webhooks.reader where organization_id::text like '00000000-0000-0000-0001-%'`);

const stale = async () => {
  const [row] = await world.rows<{ count: string }>`
    select count(*) from webhooks.reader where read_at < now() - interval '1 minute'`;
  return Number(row?.count);
};

describe('Where more organizations have webhooks than are read at once', () => {
  it('a fact of the last is sent as those of the first', async () => {
    await crowdIn();
    const person = await world.person();
    expect(await api.post(`/organizations/${acme.id}/members`, { user_id: person.id })).toMatchObject({ status: 201 });
    expect(
      await eventually(
        () => Promise.resolve(receiver.received.length),
        (seen) => seen > 0,
      ),
    ).toBe(1);
  });

  it('a round comes to all of them', async () => {
    await crowdIn();
    expect(await eventually(stale, (count) => count === 0)).toBe(0);
  });
});
