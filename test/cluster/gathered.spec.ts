import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../support/client.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

const kills = 10;
/** Milliseconds between two scans, and from one kill to the next. */
const [interval, calm] = [10, 500];

overNats('One of two check-in processes killed ten times, at a hundred scans a second', () => {
  let stage: Stage;
  let cluster: Cluster;
  let gateway: Process;
  let checkIns: Process[];

  beforeAll(async () => {
    stage = await openStage();
    cluster = await Cluster.open(stage.databaseUrl);
    const [front, , ...others] = await Promise.all([
      cluster.start('gateway'),
      cluster.start('identity,organizations,events,registrations,teams'),
      cluster.start('check-in'),
      cluster.start('check-in'),
    ]);
    gateway = front;
    checkIns = others;
  });
  afterAll(async () => {
    await cluster.close();
    await stage.close();
  });

  it('fails no scan, records none twice and loses none', async () => {
    const acme = await stage.organization();
    const track = await stage.track(await stage.superEvent(acme));
    const door = await stage.point(track);
    const kiosk = stage.at(gateway.port, await stage.member(acme, 'MEMBER'), acme);
    const guests = await stage.crowd(track, 20_000);

    const answers: Promise<Answer>[] = [];
    let isOver = false;
    const arrivals = async () => {
      for (const { token } of guests) {
        if (isOver) return;
        answers.push(kiosk.post(`/checkin-points/${door.id}/scan`, { token }, { once: true }));
        await pause(interval);
      }
    };
    const trouble = async () => {
      for (let kill = 0; kill < kills; kill++) {
        checkIns[kill % 2]?.signal('SIGKILL');
        await pause(calm);
        checkIns[kill % 2] = await cluster.start('check-in');
      }
      isOver = true;
    };
    await Promise.all([arrivals(), trouble()]);

    const refused = (await Promise.all(answers)).filter(({ status }) => status !== 201);
    expect(refused.map(({ text }) => text)).toEqual([]);
    const [stored] = await stage.rows<{ records: number; people: number }>`
      select count(*)::int as records, count(distinct user_id)::int as people from check_in.record`;
    expect(stored).toEqual({ records: answers.length, people: answers.length });
  });
});
