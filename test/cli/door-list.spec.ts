import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apply } from '../../cli/commands/apply.ts';
import { doorList } from '../../cli/commands/door-list.ts';
import { openWorld, type World } from '../support/world.ts';
import { acme } from './acme.ts';
import { ask, run, written } from './command.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const place = { org: 'acme', event: 'spring-hack' };

let world: World;
let ids: any;
beforeAll(async () => {
  world = await openWorld();
  process.env['DATABASE_URL'] = world.databaseUrl;
  const points = `
          - { key: main-door, name: Main door, type: attendance, opens_at: 2020-01-01T00:00, closes_at: 2090-01-01T00:00 }`;
  ids = (await ask(apply, { file: written(acme({ points })) })).answer;
});
afterAll(() => world.close());

describe('muster door-list', () => {
  it('prints who is accepted, by name, for the hackathon and each track, without tokens', async () => {
    const { code, stdout } = await run(doorList, place);
    const [heading, ...lines] = stdout.trimEnd().split('\n');
    expect([code, heading?.split(/ +/)]).toEqual([0, ['CAME', 'NAME', 'ADDRESS', 'TRACK', 'CODE']]);
    expect(lines.map((line) => line.split(/ {2,}/).slice(1, 4))).toEqual([
      ['Paul Two', 'paul@x.test', '-'],
      ['Paul Two', 'paul@x.test', 'ai'],
      ['Pia One', 'pia@x.test', '-'],
      ['Pia One', 'pia@x.test', 'ai'],
    ]);
    expect(stdout).not.toMatch(/[0-9a-f]{40}/);
  });

  it('is for one track alone where that is said', async () => {
    const { admitted } = (await ask(doorList, { ...place, track: 'ai' })).answer;
    expect(admitted.map(({ track }: { track: string }) => track)).toEqual(['ai', 'ai']);
  });

  it.each([
    ['an organization nobody knows', { org: 'acne' }, 'There is no organization acne.'],
    ['a hackathon nobody knows', { event: 'nowhere' }, 'Nobody is accepted in nowhere.'],
    ['a track without anybody', { track: 'web' }, 'Nobody is accepted on web of spring-hack.'],
  ])('says what is wrong with %s', async (_what, wrong, sentence) => {
    expect(await run(doorList, { ...place, ...wrong })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(sentence),
    });
  });
});

(hasCurl ? describe : describe.skip)('Notes on paper', () => {
  it('become check-ins with their own times, once, by the codes of the list', async () => {
    const { stdout, stderr } = await run(doorList, { ...place, track: 'ai', tokens: true });
    expect(stderr).toContain('keep this list');
    const [, code = ''] = /Pia One.* ([0-9a-f]{6}) /.exec(stdout) ?? [];
    const time = new Date(Date.now() - 3_600_000).toISOString();
    const point = ids.super_events['spring-hack'].tracks.ai.checkin_points['main-door'];
    const olga = { id: ids.users['olga@acme.test'] } as Parameters<World['as']>[0];
    const env = {
      ...{ PATH: process.env.PATH, MUSTER_URL: world.url, POINT: point, LIST: written(stdout) },
      ORGANIZER_KEY: await world.keyOf(olga, ids.organization),
    };
    const notes = written(`${code} ${time}\n000000 ${time}\n${code} ${time}`);
    const script = `sh examples/curl/paper.sh < ${notes}`;
    const said = await promisify(execFile)('sh', ['-c', script], { env, timeout: 20_000 });
    const answers = said.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toEqual(
      [1, 2].map(() => expect.objectContaining({ data: expect.objectContaining({ checked_in_at: time }) })),
    );
    expect(said.stderr).toContain('000000 is not in');
    expect(await world.rows`select method from check_in.record`).toEqual([{ method: 'manual' }]);
  });
});
