import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { set } from '../../../cli/commands/payment.ts';
import { accessTokenOf, bearer } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';
import { run } from '../../cli/command.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ PAYMENT: 'required' });
  process.env['DATABASE_URL'] = world.databaseUrl;
});
afterAll(() => world.close());

const newAddress = () => `${randomUUID()}@muster.test`;
const yaml = { headers: { 'Content-Type': 'application/yaml' } };
const whole = { tz: 'UTC', start_at: '2027-03-06T09:00:00.000Z', end_at: '2027-03-07T17:00:00.000Z', status: 'final' };

async function opened() {
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  const api = bearer(world, await accessTokenOf(world, olga));
  const head = `version: 1\norganization: { slug: ${acme.slug}, name: ${acme.name} }\n`;
  const path = `/organizations/${acme.slug}/event-file/apply`;
  const apply = (more: string) =>
    api.post(path, `${head}super_events: [{ slug: hack-of-${acme.slug}, name: Hack${more} }]\n`, yaml);
  const standing = async (id: string) => (await api.get(`/super-events/${id}`)).body.data.super_event.payment_status;
  const made = async () => {
    const { super_event } = (await api.post(`/organizations/${acme.slug}/super-events`, { name: 'Hack', ...whole }))
      .body.data;
    const track = { name: 'Climate', mode: 'onsite', ...whole };
    await api.post(`/super-events/${super_event.id}/events`, track);
    return super_event as { id: string; slug: string; status: string; payment_status: string };
  };
  return { acme, api, apply, made, standing };
}

describe('Where payment is required, a hackathon that is made in the dashboard', () => {
  it('is unpaid and may be final, and accepts nobody until the operator says that it is paid', async () => {
    const { acme, api, made } = await opened();
    const hack = await made();
    expect(hack).toMatchObject({ status: 'final', payment_status: 'unpaid' });
    const onboard = () => api.post(`/super-events/${hack.id}/participants`, { email: newAddress() });
    expect(await onboard()).toBeRefused(402, 'EVENT_NOT_PAID');
    const { parent } = await world.registered(await world.person(), await trackOf(hack), 'pending');
    const accept = () => api.patch(`/super-event-registrations/${parent.id}/status`, { status: 'accepted' });
    expect(await accept()).toBeRefused(402, 'EVENT_NOT_PAID');
    expect((await run(set, { slug: hack.slug, status: 'paid', org: acme.slug })).code).toBe(0);
    expect([(await onboard()).status, (await accept()).status]).toEqual([201, 200]);
    await run(set, { slug: hack.slug, status: 'refunded', org: acme.slug });
    expect(await onboard()).toBeRefused(402, 'EVENT_NOT_PAID');
  });

  it('says nothing of its payment over HTTP', async () => {
    const { api, acme, made, standing } = await opened();
    const hack = await made();
    const paid = { payment_status: 'paid' };
    const unknown = { errors: [expect.objectContaining({ field: 'payment_status', code: 'unknown' })] };
    const making = api.post(`/organizations/${acme.slug}/super-events`, { name: 'Hack', ...paid });
    expect(await making).toBeRefused(400, 'VALIDATION_FAILED', unknown);
    expect(await api.patch(`/super-events/${hack.id}`, paid)).toBeRefused(400, 'VALIDATION_FAILED', unknown);
    expect(await standing(hack.id)).toBe('unpaid');
  });
});

describe('Where payment is required, an event file over HTTP', () => {
  it('makes an unpaid hackathon, whether it says so or nothing, and may say what is', async () => {
    const [one, other] = [await opened(), await opened()];
    const answer = await one.apply('');
    const { id } = answer.body.data.super_events[`hack-of-${one.acme.slug}`];
    expect([answer.status, await one.standing(id)]).toEqual([200, 'unpaid']);
    expect((await other.apply(', payment_status: unpaid')).status).toBe(200);
    await run(set, { slug: `hack-of-${one.acme.slug}`, status: 'paid' });
    expect((await one.apply(', payment_status: paid')).body.data.changes).toMatchObject({ changed: 0 });
    expect((await one.apply('')).body.data.changes).toMatchObject({ changed: 0 });
    expect(await one.standing(id)).toBe('paid');
  });

  it('is refused where it says that the hackathon is paid, or accepts somebody there', async () => {
    const { apply } = await opened();
    const person = await world.person();
    expect(await apply(', payment_status: paid')).toBeRefused(403, 'FILE_NOT_PERMITTED', {
      refused: [{ what: expect.stringContaining('super event'), reason: expect.stringContaining('payment_status') }],
    });
    const accepting = `, participants: [{ email: ${person.email}, name: N, status: accepted }]`;
    expect(await apply(accepting)).toBeRefused(403, 'FILE_NOT_PERMITTED', {
      refused: [{ what: expect.stringContaining('participant'), reason: 'The hackathon is not paid.' }],
    });
    expect((await apply('')).status).toBe(200);
    expect(await apply(', payment_status: paid')).toBeRefused(403, 'FILE_NOT_PERMITTED');
  });
});

async function trackOf({ id }: { id: string }) {
  const [track] = await world.rows<Awaited<ReturnType<World['track']>>>`
    select * from events.track where super_event_id = ${id}`;
  return track!;
}
