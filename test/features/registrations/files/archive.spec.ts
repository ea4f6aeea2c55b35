import { appendFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { RegistrationStatus } from '../../../../shared/contract/vocabulary.ts';
import { asksFor, handedIn, openFileWorld, pdf, type FileWorld } from '../../../support/files.ts';
import type { SuperEvent } from '../../../support/fixtures.ts';
import type { World } from '../../../support/world.ts';
import { eventually } from '../../../support/wire.ts';
import { unzipped } from '../../../support/zip.ts';

let files: FileWorld;
let world: World;
let acme: Awaited<ReturnType<World['organization']>>;
let headers: Record<string, string>;
beforeAll(async () => {
  files = await openFileWorld();
  ({ world } = files);
  acme = await world.organization();
  headers = { 'X-Api-Key': await world.keyOf(await world.member(acme, 'ADMIN'), acme) };
});
afterAll(() => files.close());

async function asking() {
  const hack = await world.superEvent(acme);
  const [cv, sure] = [await asksFor(world, hack), await asksFor(world, hack, { field_type: 'checkbox' })];
  return { hack, cv, sure };
}
type Asking = Awaited<ReturnType<typeof asking>>;

interface Applicant {
  readonly name: string;
  readonly status?: RegistrationStatus;
  readonly file?: string;
  readonly bytes?: Buffer;
  readonly agrees?: boolean;
}
/** Somebody who handed in a file. */
async function applicant({ hack, cv, sure }: Asking, { name, status, file, bytes = pdf(), agrees }: Applicant) {
  const person = await world.person({ name });
  const parent = await world.applied(person, hack, status);
  await world.rows`
    update registrations.super_event_registration set answers_json = ${JSON.stringify(agrees === undefined ? {} : { [sure]: agrees })}::jsonb
     where id = ${parent.id}`;
  const key = await handedIn(world, files.directory, {
    parent: parent.id,
    field: cv,
    bytes,
    ...(file && { name: file }),
  });
  return { ...person, key };
}

const ask = (hack: SuperEvent, query = '', signal?: AbortSignal, as = headers) =>
  fetch(`${world.url}/super-events/${hack.slug}/files.zip${query}`, { headers: as, ...(signal && { signal }) });
/** A download that somebody gave up keeps its place until the gateway has heard of that. */
async function saved(hack: SuperEvent, query = '') {
  const answer = await eventually(
    () => ask(hack, query),
    ({ status }) => status !== 429,
  );
  expect(answer.status).toBe(200);
  const content = unzipped(Buffer.from(await answer.arrayBuffer()));
  const [heading, ...manifest] = parse(content.get('manifest.csv') ?? '', { record_delimiter: '\r\n' });
  expect(heading).toEqual(['Name', 'Email', 'File', 'Status']);
  content.delete('manifest.csv');
  return { answer, content, manifest };
}
const problems = async (answer: Response) => {
  const { code, errors = [] } = (await answer.json()) as { code: string; errors?: { field: string }[] };
  return [answer.status, code, errors.map(({ field }) => field)];
};

describe('The files of a hackathon as one zip', () => {
  it('are each as it was handed in, by the name of its person, with a list of whose they are', async () => {
    const scene = await asking();
    const [one, two] = [pdf(70_000), pdf(1_500_000)];
    const ada = await applicant(scene, { name: 'Ada', bytes: one });
    const bob = await applicant(scene, { name: '=Bob', bytes: two, status: 'pending', file: 'me.pdf' });
    await world.applied(await world.person({ name: 'Cy' }), scene.hack);
    const { answer, content, manifest } = await saved(scene.hack);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringContaining(`attachment; filename="${scene.hack.slug}-files.zip"`),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect([...content.keys()]).toEqual(['Ada - cv.pdf', '=Bob - me.pdf']);
    expect(content.get('Ada - cv.pdf')?.equals(one)).toBe(true);
    expect(content.get('=Bob - me.pdf')?.equals(two)).toBe(true);
    expect(manifest).toEqual([
      ['Ada', ada.email, 'Ada - cv.pdf', 'accepted'],
      // No spreadsheet takes a name for a formula.
      ["'=Bob", bob.email, "'=Bob - me.pdf", 'pending'],
    ]);
  });

  it('are of one question, of one status, and of those who agreed', async () => {
    const scene = await asking();
    await applicant(scene, { name: 'Ada', agrees: true });
    await applicant(scene, { name: 'Bob', agrees: false });
    await applicant(scene, { name: 'Cy' });
    await applicant(scene, { name: 'Dee', agrees: true, status: 'rejected' });
    const photo = await asksFor(world, scene.hack);
    const consent = `consent_field_id=${scene.sure}`;
    const names = async (query: string) => (await saved(scene.hack, query)).manifest.map(([name]) => name);
    expect(await names(`?${consent}`)).toEqual(['Ada', 'Dee']);
    expect(await names(`?${consent}&status=accepted&field_id=${scene.cv}`)).toEqual(['Ada']);
    expect(await names(`?field_id=${photo}`)).toEqual([]);
  });

  it('have names that unpack beside each other and nowhere else, whatever people call themselves and their files', async () => {
    const scene = await asking();
    await applicant(scene, { name: '../../Ada', file: '../cv.pdf' });
    await applicant(scene, { name: '../../ADA', file: 'cv.pdf' });
    await applicant(scene, { name: 'Eve\u0007', file: 'C:\\Windows\\cv.pdf' });
    const { content, manifest } = await saved(scene.hack);
    const names = ['Ada - cv.pdf', 'ADA - cv (2).pdf', 'Eve - cv.pdf'];
    expect([...content.keys()]).toEqual(names);
    expect(manifest.map(([, , file]) => file)).toEqual(names);
  });

  it.each([
    ['has lost', (path: string) => rm(path)],
    ['has emptied', (path: string) => writeFile(path, '')],
    ['has cut off', (path: string) => truncate(path, 10)],
    ['has written on', (path: string) => appendFile(path, 'more')],
  ])('lack one that the store %s, and the list says so', async (_, spoil) => {
    const scene = await asking();
    const { key } = await applicant(scene, { name: 'Ada' });
    await applicant(scene, { name: 'Bob' });
    await spoil(join(files.directory, key));
    const { content, manifest } = await saved(scene.hack);
    expect([...content.keys()]).toEqual(['Bob - cv.pdf']);
    expect(manifest.map(([name, , file]) => [name, file])).toEqual([
      ['Ada', ''],
      ['Bob', 'Bob - cv.pdf'],
    ]);
  });

  it('are refused for a question that asks for no file, consent that is not ticked, and what is of another hackathon', async () => {
    const { hack, cv, sure } = await asking();
    const other = await asking();
    expect(await problems(await ask(hack, `?field_id=${sure}&consent_field_id=${cv}`))).toEqual([
      ...[400, 'VALIDATION_FAILED'],
      ['field_id', 'consent_field_id'],
    ]);
    expect(await problems(await ask(hack, `?field_id=${other.cv}`))).toEqual([404, 'NOT_FOUND', []]);
    expect(await problems(await ask(hack, `?consent_field_id=${other.sure}`))).toEqual([404, 'NOT_FOUND', []]);
  });

  it('come to a person once at a time: a second download is refused, until the first is read or its client has gone', async () => {
    const scene = await asking();
    for (let n = 0; n < 20; n++) await applicant(scene, { name: 'Ada', bytes: pdf(2_000_000) });
    const left = new AbortController();
    const first = await ask(scene.hack, '', left.signal);
    expect(first.status).toBe(200);
    const second = await ask(scene.hack);
    expect([second.status, ((await second.json()) as { code: string }).code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    left.abort();
    expect((await saved(scene.hack)).content.size).toBe(20);
  });

  it('come to two people of an organization at once, and to another organization beside them', async () => {
    const scene = await asking();
    for (let n = 0; n < 20; n++) await applicant(scene, { name: 'Ada', bytes: pdf(2_000_000) });
    const left = new AbortController();
    // An answer that nobody holds any more is given up.
    const held: Response[] = [];
    for (let n = 0; n < 3; n++) {
      const key = await world.keyOf(await world.member(acme, 'ADMIN'), acme);
      held.push(await ask(scene.hack, '', left.signal, { 'X-Api-Key': key }));
    }
    const other = await world.organization();
    const key = await world.keyOf(await world.member(other, 'ADMIN'), other);
    expect((await ask(await world.superEvent(other), '', left.signal, { 'X-Api-Key': key })).status).toBe(200);
    expect(held.map(({ status }) => status)).toEqual([200, 200, 429]);
    left.abort();
  });
});
