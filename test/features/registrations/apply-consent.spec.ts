import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formOf, pdf } from '../../support/files.ts';
import { accessTokenOf } from '../../support/sign-in.ts';
import { factsAt } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';
import { unzipped } from '../../support/zip.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const texts = { privacy_url: 'https://acme.test/privacy', terms_url: 'https://acme.test/terms' };
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

/** A hackathon that names these texts, set over HTTP. */
async function naming(named: Record<string, unknown>) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const owner = world.as(await world.member(acme, 'OWNER'), acme);
  expect((await owner.patch(`/super-events/${hack.id}`, named)).status).toBe(200);
  const ada = await world.person();
  const builder = async () =>
    (await owner.get(`/super-events/${hack.id}/team-management/builders/${ada.id}`)).body.data.builder;
  return { acme, hack, owner, ada, builder, api: world.as(ada, acme), path: `/super-events/${hack.slug}/register` };
}

describe('The consent to the texts of a hackathon', () => {
  it('is kept with the application, and read by organizers, in the audit and in one’s own data', async () => {
    const { acme, ada, owner, api, builder, path } = await naming(texts);
    const { status, body } = await api.post(path, { consent: true });
    expect(status).toBe(201);
    const consentedTo = [texts.privacy_url, texts.terms_url];
    expect(await builder()).toMatchObject({ consentedAt: time, consentedTo });
    const audit = await owner.get(`/organizations/${acme.id}/audit?action=registrations.apply`);
    expect(audit.body.data.entries).toMatchObject([{ after: { status: 'pending', consented_to: consentedTo } }]);
    const own = await fetch(`${world.url}/me/data`, {
      headers: { Authorization: `Bearer ${await accessTokenOf(world, ada)}` },
    });
    const { super_event_registration } = JSON.parse(
      String(unzipped(Buffer.from(await own.arrayBuffer())).get('registrations.json')),
    );
    expect(super_event_registration).toMatchObject([{ id: body.data.id, consented_to: consentedTo }]);
  });

  it.each([
    ['missing', {}],
    ['false', { consent: false }],
  ])('is asked for where it is %s, with the addresses of the texts', async (_situation, body) => {
    const { api, path } = await naming(texts);
    const message = `consent has to be true, to ${texts.privacy_url} and ${texts.terms_url}`;
    expect(await api.post(path, body)).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [{ field: 'consent', code: 'required', message }],
    });
  });

  it('comes with files as well, and to one text alone', async () => {
    const { hack, api, builder, path } = await naming({ terms_url: texts.terms_url });
    const [field] = await world.rows<{ id: string }>`
      insert into events.registration_field (super_event_id, field_type, label) values (${hack.id}, 'file', 'CV') returning id`;
    const form = formOf({ consent: 'true', [`file_${field?.id}`]: { bytes: pdf(), name: 'cv.pdf' } });
    expect((await api.post(path, form)).status).toBe(201);
    expect(await builder()).toMatchObject({ consentedAt: time, consentedTo: [texts.terms_url] });
  });

  it('is not kept where the hackathon names no text', async () => {
    const { api, builder, path } = await naming({ privacy_url: null });
    expect((await api.post(path, { consent: true })).status).toBe(201);
    expect(await builder()).toMatchObject({ consentedAt: null, consentedTo: null });
  });

  it('is asked for anew after cancelling, and the new one counts', async () => {
    const { hack, owner, api, builder, path } = await naming(texts);
    const { id } = (await api.post(path, { consent: true })).body.data;
    const first = await builder();
    await api.post(`/super-event-registrations/${id}/cancel`);
    await owner.patch(`/super-events/${hack.id}`, { privacy_url: null, terms_url: 'https://acme.test/terms-2' });
    expect(await api.post(path)).toBeRefused(400, 'VALIDATION_FAILED');
    expect((await api.post(path, { consent: true })).status).toBe(201);
    const second = await builder();
    expect(second.consentedTo).toEqual(['https://acme.test/terms-2']);
    expect(Date.parse(second.consentedAt)).toBeGreaterThan(Date.parse(first.consentedAt));
    await api.post(`/super-event-registrations/${id}/cancel`);
    await owner.patch(`/super-events/${hack.id}`, { terms_url: null });
    expect((await api.post(path)).status).toBe(201);
    expect(await builder()).toMatchObject({ consentedAt: null, consentedTo: null });
  });

  it('is given by nobody whom organizers bring in', async () => {
    const { hack, ada, owner, builder } = await naming(texts);
    await world.track(hack);
    const invited = { email: ada.email, firstName: 'Ada' };
    expect((await owner.post(`/super-events/${hack.id}/participants`, invited)).status).toBeLessThan(300);
    expect(await builder()).toMatchObject({ status: 'accepted', consentedAt: null, consentedTo: null });
  });
});

describe('The texts of a hackathon', () => {
  it('are read by anybody and told as a fact', async () => {
    const { acme, hack, owner } = await naming(texts);
    const { hackathon } = (await world.stranger().get(`/super-events/${hack.slug}/public`)).body.data;
    expect(hackathon).toMatchObject(texts);
    expect(await factsAt(owner, `/organizations/${acme.id}/facts?types=super_event.changed`)).toMatchObject([
      { data: texts },
    ]);
  });

  it.each(['http://acme.test/terms', 'javascript:alert(1)', 'terms'])('are not at %j', async (address) => {
    const { hack, owner } = await naming({});
    const answer = await owner.patch(`/super-events/${hack.id}`, { terms_url: address });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ field: 'terms_url' })] });
  });
});
