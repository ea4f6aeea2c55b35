import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formOf, openFileWorld, opened, pdf, png, type FileWorld } from '../../../support/files.ts';
import { eventually } from '../../../support/wire.ts';
import type { World } from '../../../support/world.ts';

let files: FileWorld;
let world: World;
beforeAll(async () => {
  files = await openFileWorld();
  ({ world } = files);
});
afterAll(() => files.close());

/** A pending registration on a track whose answers have two files. */
async function registered() {
  const scene = await opened(world);
  const track = await world.track(scene.hack);
  const parent = await world.applied(scene.ada, scene.hack, 'pending');
  const made = await scene.api.post(
    `/events/${track.id}/register`,
    formOf({
      super_event_registration_id: parent.id,
      answers_json: JSON.stringify({ [scene.why]: 'because' }),
      [`file_${scene.cv}`]: { bytes: pdf(), name: 'cv.pdf' },
      [`file_${scene.photo}`]: { bytes: png, name: 'me.png' },
    }),
  );
  const id = made.body.data.id as string;
  const read = await scene.api.get(`/registrations/${id}`);
  const answers = read.body.data.registration.answers_json as Record<string, any>;
  return { ...scene, track, parent, id, path: `/registrations/${id}`, answers };
}

/** The bytes are removed after the answer was given. */
const settled = () =>
  eventually(
    () => files.count(),
    ({ rows, stored, unclaimed }) => rows === stored && unclaimed === 0,
  );
const claimedBy = (id: string) =>
  world.rows<{ id: string }>`select id from registrations.file where claimed_by = ${id}`;

describe('A file that is sent anew', () => {
  it('replaces the one that was there, and stands beside the other answers', async () => {
    const { api, path, id, answers, cv, photo, why } = await registered();
    const answers_json = JSON.stringify({ [why]: 'because', [photo]: answers[photo] });
    const answer = await api.patch(
      path,
      formOf({ answers_json, [`file_${cv}`]: { bytes: pdf(2_000), name: 'new.pdf' } }),
    );
    expect(answer.status).toBe(200);
    expect(answer.body.data.answers_json).toEqual({
      [why]: 'because',
      [photo]: answers[photo],
      [cv]: expect.objectContaining({ filename: 'new.pdf', size: 2_000 }),
    });
    expect(answer.body.data.answers_json[cv].file_id).not.toBe(answers[cv].file_id);
    await settled();
    expect((await claimedBy(id)).map((row) => row.id)).not.toContain(answers[cv].file_id);
    expect(await api.get(`/files/${answers[cv].file_id}`)).toBeRefused(404, 'NOT_FOUND');
  });

  it('by an organizer belongs to the person all the same', async () => {
    const { acme, api, path, cv } = await registered();
    const olga = world.as(await world.member(acme, 'OWNER'), acme);
    const form = formOf({ answers_json: '{}', [`file_${cv}`]: { bytes: pdf(), name: 'typed.pdf' } });
    const answer = await olga.patch(path, form);
    expect(answer.status).toBe(200);
    expect((await api.get(`/files/${answer.body.data.answers_json[cv].file_id}`)).status).toBe(200);
  });

  it('does not come to a registration without its answers', async () => {
    const { api, path, id, cv } = await registered();
    const answer = await api.patch(path, formOf({ [`file_${cv}`]: { bytes: pdf(), name: 'cv.pdf' } }));
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'answers_json', code: 'required' }] });
    expect((await files.count()).unclaimed).toBe(0);
    expect(await claimedBy(id)).toHaveLength(2);
  });

  it('comes to an application without them, beside answers of which one is to a deleted field', async () => {
    const { acme, api, parent, cv, why, photo } = await registered();
    const path = `/super-event-registrations/${parent.id}`;
    expect((await api.patch(path, { answers_json: { [why]: 'because' } })).status).toBe(200);
    const olga = world.as(await world.member(acme, 'OWNER'), acme);
    await olga.del(`/super-event-registration-fields/${why}`);
    const answer = await api.patch(path, formOf({ [`file_${cv}`]: { bytes: pdf(), name: 'cv.pdf' } }));
    expect(answer.status).toBe(200);
    const { answers_json } = answer.body.data.super_event_registration;
    expect(Object.keys(answers_json).sort()).toEqual([why, cv].sort());
    expect(answers_json).not.toHaveProperty(photo);
  });
});

describe('A file that is named in JSON', () => {
  it('stays where it is named again, and goes where it is not', async () => {
    const { api, path, id, answers, cv, photo } = await registered();
    const kept = { [cv]: { file_id: answers[cv].file_id, filename: 'lie.pdf' } };
    const answer = await api.patch(path, { answers_json: kept });
    expect(answer.body.data.answers_json).toEqual({ [cv]: answers[cv] });
    await settled();
    expect((await claimedBy(id)).map((row) => row.id)).toEqual([answers[cv].file_id]);
    expect(await api.get(`/files/${answers[photo].file_id}`)).toBeRefused(404, 'NOT_FOUND');
  });

  it('is refused where it never stood there', async () => {
    const mine = await registered();
    const theirs = await registered();
    for (const file_id of [theirs.answers[theirs.cv].file_id, mine.answers[mine.photo].file_id, randomUUID()]) {
      const answer = await mine.api.patch(mine.path, { answers_json: { [mine.cv]: { file_id } } });
      expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: `answers_json.${mine.cv}` }] });
    }
    expect(await claimedBy(theirs.id)).toHaveLength(2);
  });
});

describe('An answer whose id can be that of no file', () => {
  it('stays as it is, and no other comes', async () => {
    const { api, cv, parent } = await registered();
    const odd = { [cv]: { file_id: 'abc' } };
    await world.rows`update registrations.super_event_registration set answers_json = ${JSON.stringify(odd)}
                      where id = ${parent.id}`;
    const change = (answers_json: object) => api.patch(`/super-event-registrations/${parent.id}`, { answers_json });
    expect((await change(odd)).status).toBe(200);
    const answer = await change({ [cv]: { file_id: 'def' } });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: `answers_json.${cv}`, code: 'file' }] });
  });
});

describe('A refusal by the state', () => {
  it('leaves neither the file nor its row', async () => {
    const { api, path, id, cv } = await registered();
    await world.rows`update registrations.registration set status = 'accepted' where id = ${id}`;
    const form = formOf({ answers_json: '{}', [`file_${cv}`]: { bytes: pdf(), name: 'late.pdf' } });
    const answer = await api.patch(path, form);
    expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    const { rows, stored, unclaimed } = await files.count();
    expect({ stored, unclaimed }).toEqual({ stored: rows, unclaimed: 0 });
  });

  it('leaves nothing of its own though a file of others cannot be removed', async () => {
    const { api, path, id, answers, cv, photo } = await registered();
    await world.rows`update registrations.registration set status = 'accepted' where id = ${id}`;
    const other = answers[photo].file_id as string;
    const [row] = await world.rows<{ key: string }>`select key from registrations.file where id = ${other}`;
    // A directory cannot be removed as a file.
    const stuck = join(files.directory, row?.key ?? '');
    await rm(stuck);
    await mkdir(stuck);
    await world.rows`update registrations.file set claimed_by = null, discarded_at = now() where id = ${other}`;
    const form = formOf({ answers_json: '{}', [`file_${cv}`]: { bytes: pdf(), name: 'late.pdf' } });
    expect(await api.patch(path, form)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await world.rows`select id from registrations.file where claimed_by is null`).toEqual([{ id: other }]);
    await rm(stuck, { recursive: true });
    await world.rows`delete from registrations.file where id = ${other}`;
  });

  it('leaves the file of who registered before alone', async () => {
    const { api, track, parent, id, cv, answers } = await registered();
    const answer = await api.post(
      `/events/${track.id}/register`,
      formOf({ super_event_registration_id: parent.id, [`file_${cv}`]: { bytes: pdf(), name: 'again.pdf' } }),
    );
    expect(answer).toBeRefused(409, 'ALREADY_REGISTERED', { registration_id: id });
    expect((await files.count()).unclaimed).toBe(0);
    expect((await api.get(`/files/${answers[cv].file_id}`)).status).toBe(200);
  });
});

describe('Registering anew after cancelling', () => {
  it('keeps the files of before unless others come', async () => {
    const { api, track, parent, path, id, cv, photo, answers } = await registered();
    await api.post(`${path}/cancel`);
    const answer = await api.post(
      `/events/${track.id}/register`,
      formOf({ super_event_registration_id: parent.id, [`file_${cv}`]: { bytes: pdf(50), name: 'second.pdf' } }),
    );
    expect(answer).toMatchObject({ status: 201, body: { data: { id } } });
    const read = (await api.get(path)).body.data.registration.answers_json;
    expect(read).toMatchObject({ [photo]: answers[photo], [cv]: { size: 50 } });
    await settled();
    expect(await claimedBy(id)).toHaveLength(2);
  });
});

describe('A repeated upload', () => {
  it('answers the first again where it brings the same, and keeps nothing of the repeat', async () => {
    const { api, path, cv, answers } = await registered();
    const headers = { 'Idempotency-Key': randomUUID() };
    const send = (bytes: Buffer, name = 'a.pdf') =>
      api.patch(path, formOf({ answers_json: '{}', [`file_${cv}`]: { bytes, name } }), { headers });
    const first = await send(pdf(700));
    const again = await send(pdf(700));
    expect([again.status, again.body.data, again.headers.get('idempotent-replayed')]).toEqual([
      200,
      first.body.data,
      'true',
    ]);
    expect(first.body.data.answers_json[cv].file_id).not.toBe(answers[cv].file_id);
    const otherBytes = Buffer.from(pdf(700));
    otherBytes[600] = 7;
    expect(await send(pdf(701))).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
    expect(await send(otherBytes)).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
    expect(await send(pdf(700), 'b.pdf')).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
    expect(await api.patch(path, { answers_json: {} }, { headers })).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
    await settled();
    expect((await api.get(`/files/${first.body.data.answers_json[cv].file_id}`)).status).toBe(200);
  });

  it('makes one application of twenty at the same time', async () => {
    const { acme, ada, hack, cv } = await opened(world);
    const api = world.as(ada, acme);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        api.post(`/super-events/${hack.id}/register`, formOf({ [`file_${cv}`]: { bytes: pdf(5_000), name: 'a.pdf' } })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(await settled()).toMatchObject({ unclaimed: 0 });
    const [made] = answers.filter(({ status }) => status === 201);
    expect(await claimedBy(made?.body.data.id as string)).toHaveLength(1);
  });
});
