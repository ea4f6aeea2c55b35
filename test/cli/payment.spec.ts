import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { set } from '../../cli/commands/payment.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';
import { ask, muster, run } from './command.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  process.env['DATABASE_URL'] = world.databaseUrl;
});
afterAll(() => world.close());

async function opened(columns: Record<string, unknown> = {}) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, columns);
  const api = world.as(await world.member(acme, 'OWNER'), acme);
  const standing = async () => (await api.get(`/super-events/${hack.id}`)).body.data.super_event.payment_status;
  const changes = async () =>
    (await api.get(`/organizations/${acme.id}/audit?action=payment.set`)).body.data.entries as object[];
  return { acme, hack, api, standing, changes };
}

describe('muster payment set', () => {
  it.each(['unpaid', 'refunded'] as const)('says that a hackathon is %s, and that it is paid', async (status) => {
    const { hack, standing, changes } = await opened();
    const { answer } = await ask(set, { slug: hack.slug, status });
    expect(answer).toMatchObject({ super_event: hack.slug, payment_status: status, former: 'paid' });
    expect(await standing()).toBe(status);
    const said = await run(set, { slug: hack.slug, status: 'paid' });
    expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining(`was ${status}, and is paid now.`) });
    expect(await standing()).toBe('paid');
    expect(await changes()).toEqual([
      expect.objectContaining({ before: { payment_status: status }, after: { payment_status: 'paid' }, user_id: null }),
      expect.objectContaining({ ids: { super_event_id: hack.id }, after: { payment_status: status } }),
    ]);
  });

  it('changes and notes nothing where it is so already', async () => {
    const { hack, changes } = await opened();
    const said = await run(set, { slug: hack.slug, status: 'paid' });
    expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining('is paid already') });
    expect(await changes()).toEqual([]);
  });

  it('is told as a fact of the hackathon', async () => {
    const { acme, hack, api } = await opened();
    await run(set, { slug: hack.slug, status: 'unpaid' });
    const facts = await eventually(
      async () => (await api.get(`/organizations/${acme.id}/facts?types=super_event.changed`)).body.data.facts,
      ({ length }) => length > 0,
    );
    expect(facts).toMatchObject([{ actor: { user_id: null }, super_event_id: hack.id }]);
  });

  it('asks for the organization where several have the slug, and takes it', async () => {
    const one = await opened({ slug: 'everywhere' });
    const other = await opened({ slug: 'everywhere' });
    const asked = await run(set, { slug: 'everywhere', status: 'unpaid' });
    expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('Add --org, one of: ') });
    expect((await run(set, { slug: 'everywhere', status: 'unpaid', org: other.acme.slug })).code).toBe(0);
    expect([await one.standing(), await other.standing()]).toEqual(['paid', 'unpaid']);
  });

  it('says what there is instead of a slug or a status that is none', async () => {
    const { acme, hack } = await opened();
    const mistyped = await run(set, { slug: `${hack.slug}x`, status: 'paid', org: acme.slug });
    expect(mistyped).toMatchObject({ code: 1, stderr: expect.stringContaining(`Did you mean ${hack.slug}?`) });
    const pending = await run(set, { slug: hack.slug, status: 'payed' });
    expect(pending).toMatchObject({ code: 64, stderr: expect.stringContaining('paid, unpaid, refunded') });
  });

  it('finds a hackathon by a former slug, and none that is deleted', async () => {
    const { acme, hack, api, standing } = await opened();
    await api.patch(`/super-events/${hack.id}`, { name: `Renamed ${acme.slug}` });
    expect((await run(set, { slug: hack.slug, status: 'unpaid' })).code).toBe(0);
    expect(await standing()).toBe('unpaid');
    await api.del(`/super-events/${hack.id}`);
    expect((await run(set, { slug: hack.slug, status: 'paid' })).code).toBe(1);
  });

  it('is a command', async () => {
    const { hack, standing } = await opened();
    const said = await muster(['payment', 'set', hack.slug, 'unpaid'], { DATABASE_URL: world.databaseUrl });
    expect([said.code, await standing()]).toEqual([0, 'unpaid']);
  });
});
