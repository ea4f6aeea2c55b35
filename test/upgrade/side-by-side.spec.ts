/** Processes of releases before and of this one, on one bus and one database of this release, while scans come in. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { History, steadily } from '../faults/history.ts';
import { checkScans, keyOfScan, scanOf } from '../faults/scans.ts';
import { isOk, statuses } from '../faults/scenario.ts';
import { Cluster, type Process, type Program } from '../support/cluster.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { isInHistory, isWhole, releases, unpack } from './release.ts';

if (!hasNatsServer) noticeMissingBus();
const found = releases.filter(({ commit }) => isInHistory(commit));
if (!isWhole()) process.stderr.write('NOT TESTED: some upgrades, for this clone does not have the whole history.\n');
const sideBySide = hasNatsServer && found.length > 0 ? describe : describe.skip;

const perSecond = 80;
/** Answers that each mix of releases gives before the next process is replaced. */
const perMix = 40;
const rest = 'identity,organizations,events,registrations,teams';
/** Replaced in this order, a new gateway finds only former services for a while, and a former one only new services. */
const parts = ['gateway', 'check-in', rest, 'gateway'];

sideBySide('An upgrade while people arrive', () => {
  let stage: Stage;
  let cluster: Cluster;
  let programs: readonly Program[];
  const running: Process[] = [];

  /** The releases take turns, the oldest first. */
  beforeAll(async () => {
    [stage, programs] = await Promise.all([openStage(), Promise.all(found.map(({ commit }) => unpack(commit)))]);
    cluster = await Cluster.open(stage.databaseUrl);
    const start = (part: string, place: number) => cluster.start(part, {}, programs[place % programs.length]);
    running.push(...(await Promise.all(parts.map(start))));
  });
  afterAll(async () => {
    await cluster.close();
    await stage.close();
    await Promise.all(programs.map(({ cwd }) => rm(cwd, { recursive: true })));
  });

  it('fails no scan, loses none and records none twice', async () => {
    const acme = await stage.organization();
    const track = await stage.track(await stage.superEvent(acme));
    const point = await stage.point(track);
    const guests = await Promise.all(
      Array.from({ length: 300 }, async () => stage.registered(await stage.person(), track)),
    );
    const key = await stage.keyOf(await stage.member(acme, 'OWNER'), acme);
    const history = new History();
    const gateways = new Set(running.filter((_process, place) => parts[place] === 'gateway'));
    const scan = async (place: number) => {
      const token = guests[place % guests.length]?.token ?? '';
      const gateway = [...gateways][place % gateways.size];
      await history.ask('scan', keyOfScan(point, token), gateway?.port ?? 0, scanOf(point, token, key));
    };
    const answered = async () => {
      for (const enough = history.entries.length + perMix; history.entries.length < enough;) await pause(10);
    };
    const replace = async (old: Process, part: string) => {
      const next = await cluster.start(part);
      if (gateways.has(old)) gateways.add(next);
      await answered();
      gateways.delete(old);
      old.signal('SIGTERM');
      expect(await old.ended).toBe(0);
      await answered();
    };
    const upgrade = async () => {
      await answered();
      for (const [place, old] of running.entries()) await replace(old, parts[place] ?? '');
    };
    await steadily(perSecond, upgrade(), scan);
    expect(statuses(history.entries.filter((entry) => !isOk(entry)))).toBe('');
    expect(await checkScans(stage.rows, history.entries)).toEqual({ lost: 0, doubled: 0 });
    expect(new Set(history.entries.map(({ key: one }) => one)).size).toBe(guests.length);
  });
});
