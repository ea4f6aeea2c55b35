import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formOf, opened, pdf } from '../../support/files.ts';
import { accessTokenOf, bearer } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';
import { unzipped } from '../../support/zip.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const bytes = pdf(70_000);

async function download(person: { id: string }) {
  const response = await fetch(`${world.url}/me/data`, {
    headers: { Authorization: `Bearer ${await accessTokenOf(world, person)}` },
  });
  return { response, files: unzipped(Buffer.from(await response.arrayBuffer())) };
}

describe("One's own data", () => {
  it('is a zip with rows by table, and the uploaded files', async () => {
    const { ada, acme, cv, why, api, path, hack } = await opened(world);
    const answers = JSON.stringify({ [why]: 'To fly' });
    const form = formOf({ answers_json: answers, [`file_${cv}`]: { bytes, name: 'my cv.pdf' } });
    const { id } = (await api.post(path, form)).body.data;
    const owner = world.as(await world.member(acme, 'OWNER'), acme);
    await owner.put(`/super-event-registrations/${id}/review`, { score: 4, note: 'Knows bees' });

    const { response, files } = await download(ada);
    expect(response.headers.get('content-disposition')).toContain('my-data.zip');
    expect([...files.keys()]).toEqual(['identity.json', 'registrations.json', 'files/1 my cv.pdf']);
    expect(files.get('files/1 my cv.pdf')?.equals(bytes)).toBe(true);
    const identity = JSON.parse(String(files.get('identity.json')));
    expect(identity.person).toMatchObject([{ id: ada.id, email: ada.email, name: ada.name }]);
    const { super_event_registration, review, file, audit } = JSON.parse(String(files.get('registrations.json')));
    expect(super_event_registration).toMatchObject([
      { super_event_id: hack.id, answers_json: { [why]: 'To fly' }, checkin_token: expect.any(String) },
    ]);
    expect([review, file]).toMatchObject([[{ score: 4, note: 'Knows bees' }], [{ filename: 'my cv.pdf' }]]);
    expect(audit.map(({ action }: { action: string }) => action)).toContain('registrations.apply');
  });

  it('has no secret, and nothing of others', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme);
    const grace = await world.person({ name: 'Grace Hopper' });
    const { id } = await world.applied(grace, hack, 'pending');
    const olga = await world.member(acme, 'OWNER', { password_hash: 'a hash' });
    await world.keyOf(olga, acme);
    await world.as(olga, acme).patch(`/super-event-registrations/${id}/status`, { status: 'accepted' });
    const { files } = await download(olga);
    const text = [...files.values()].join('\n');
    expect(text).not.toMatch(/Grace|_hash|a hash|secret/);
    expect(JSON.parse(String(files.get('registrations.json'))).audit).toEqual([
      { at: expect.any(String), action: 'registrations.updateParentStatus', request_id: expect.any(String) },
    ]);
  });

  it('is for a session alone', async () => {
    const acme = await world.organization();
    const ada = await world.person();
    expect(await world.as(ada, acme).get('/me/data')).toBeRefused(403, 'SESSION_REQUIRED');
    expect(await world.stranger().get('/me/data')).toBeRefused(401, 'UNAUTHENTICATED');
    const api = bearer(world, await accessTokenOf(world, ada));
    expect((await api.get('/me/data')).status).toBe(200);
  });
});
