/** Every table that is downloaded comes as it is, or for Excel with a byte order mark, and can be brought in again. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { download, tableType } from '../../shared/contract/concerns.ts';
import { routes } from '../../shared/contract/index.ts';
import { plan } from '../support/importing.ts';
import { openWorld, type World } from '../support/world.ts';

const tables = routes.filter(({ endpoint }) => download.of(endpoint)?.answer.mediaType === tableType);
const mark = [0xef, 0xbb, 0xbf];

let world: World;
let scene: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  world = await openWorld();
  scene = await open();
});
afterAll(() => world.close());

/** A hackathon with somebody whose name has letters that English has not. */
async function open() {
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  const zoe = await world.person({ name: 'Zoë Größe' });
  await world.registered(zoe, track);
  await world.team(track, [zoe], { name: 'Bären' });
  const point = await world.point(track);
  const at = (path: string) => path.replace(':eventId', track.id).replace(':slug', hack.slug).replace(':id', point.id);
  return { hack, at, api: world.as(olga, acme), key: await world.keyOf(olga, acme) };
}

describe('A table that is downloaded', () => {
  it('is every one whose path says CSV', () => {
    expect(tables.map(({ path }) => path)).toEqual(
      routes.map(({ path }) => path).filter((path) => path.endsWith('/csv')),
    );
    expect(tables.length).toBeGreaterThan(5);
  });

  it.each(tables.map(({ path }) => path))(
    '%s has a byte order mark where it is asked for, and else none',
    async (path) => {
      const bytes = async (query: string) => {
        const answer = await fetch(`${world.url}${scene.at(path)}${query}`, { headers: { 'X-Api-Key': scene.key } });
        expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8']);
        return new Uint8Array(await answer.arrayBuffer());
      };
      const plain = await bytes('');
      expect([...plain.slice(0, 3)]).not.toEqual(mark);
      expect(await bytes('?bom=0')).toEqual(plain);
      const marked = await bytes('?bom=1');
      expect([...marked.slice(0, 3)]).toEqual(mark);
      expect(marked.slice(3)).toEqual(plain);
      expect(await scene.api.get(`${scene.at(path)}?bom=yes`)).toBeRefused(400, 'VALIDATION_FAILED');
    },
  );

  it('has the parameter in the API document, and nothing else has it', async () => {
    const { paths } = (await (await fetch(`${world.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { parameters: { name?: string; in?: string }[] }>>;
    };
    const asking = Object.entries(paths).filter(([, operations]) =>
      Object.values(operations).some(({ parameters }) => parameters.some(({ name }) => name === 'bom')),
    );
    expect(asking.map(([path]) => path.replace(/\{([^}]+)\}/g, ':$1').replace(/:[^/]+/g, ':')).sort()).toEqual(
      tables.map(({ path }) => path.replace(/:[^/]+/g, ':')).sort(),
    );
  });
});

describe('A table with a byte order mark', () => {
  it('is brought in without it', async () => {
    const answer = await plan(scene.api, scene.hack, '\ufeffEmail,Name\r\nzoe@example.org,Zoë\r\n');
    expect([answer.status, answer.body.data.columns[0]]).toEqual([
      200,
      expect.objectContaining({ name: 'Email', guess: 'email' }),
    ]);
  });
});
