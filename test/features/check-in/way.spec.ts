import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { filesOfScan } from '../../support/files-of-scan.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** The files of which `work` runs a function. */
async function filesRunBy(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  const run = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
  return run.map(({ url }) => url);
}

it('A scan enters each file that the page about its way lists', async () => {
  const acme = await world.organization();
  const track = await world.track(await world.superEvent(acme));
  const organizer = world.as(await world.member(acme, 'ADMIN'), acme);
  const door = await world.point(track);
  const guest = async () => (await world.registered(await world.person(), track, 'accepted')).token;
  const scan = (token: string) => organizer.post(`/checkin-points/${door.id}/scan`, { token });
  expect((await scan(await guest())).status).toBe(201);

  const token = await guest();
  // A process that stood still while the counting began refuses the first.
  const run = await filesRunBy(() =>
    eventually(
      () => scan(token),
      ({ status }) => status < 300,
    ),
  );
  const entered = globalThis.overBus ? filesOfScan : filesOfScan.filter((file) => !file.startsWith('shared/bus/'));
  expect(entered.length).toBeGreaterThan(20);
  expect(entered.filter((file) => !run.some((url) => url.endsWith(`/${file}`)))).toEqual([]);
});
