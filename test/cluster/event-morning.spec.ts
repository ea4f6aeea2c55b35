import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { Cluster, type Process } from '../support/cluster.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';
import type { Answer } from '../support/client.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

const guestCount = 250;
const kioskCount = 10;

overNats('An event morning over NATS, with two check-in processes', () => {
  let stage: Stage;
  let cluster: Cluster;
  let gateway: Process;
  const checkIns: Process[] = [];

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
    checkIns.push(...others);
  });
  afterAll(async () => {
    await cluster.close();
    await stage.close();
  });

  it('records everybody once at each door although processes and the bus fail', async () => {
    const acme = await stage.organization();
    const track = await stage.track(await stage.superEvent(acme));
    const doors = [await stage.point(track), await stage.point(track, { type: 'doorkeeper' })];
    const guests = await Promise.all(
      Array.from({ length: guestCount }, async () => stage.registered(await stage.person(), track)),
    );
    const desks = await Promise.all(
      Array.from({ length: kioskCount }, async () => stage.at(gateway.port, await stage.member(acme, 'MEMBER'), acme)),
    );

    // Every guest shows the token twice at both doors; the second time to another kiosk.
    const rounds = [0, 1].flatMap((round) => guests.flatMap((guest) => doors.map((door) => ({ round, guest, door }))));
    const answers: { guest: string; door: string; answer: Answer }[] = [];
    let next = 0;
    const kiosk = async (desk: (typeof desks)[number]) => {
      for (let turn = rounds[next++]; turn; turn = rounds[next++]) {
        const answer = await desk.post(`/checkin-points/${turn.door.id}/scan`, { token: turn.guest.token });
        answers.push({ guest: turn.guest.id, door: turn.door.id, answer });
      }
    };
    const over = new AbortController();
    const isAt = async (share: number) => {
      while (answers.length < rounds.length * share) await pause(5, undefined, { signal: over.signal });
    };
    const trouble = async () => {
      await isAt(0.1);
      checkIns[0]?.signal('SIGKILL');
      checkIns[0] = await cluster.start('check-in');
      await isAt(0.35);
      checkIns[1]?.signal('SIGTERM');
      expect(await checkIns[1]?.ended).toBe(0);
      checkIns[1] = await cluster.start('check-in');
      await isAt(0.6);
      await cluster.killNats();
      await pause(500);
      await cluster.startNats();
    };
    await Promise.all([...desks.map(kiosk), trouble()]).finally(() => over.abort());

    const failed = answers.filter(({ answer }) => ![200, 201].includes(answer.status));
    expect(failed.map(({ answer }) => answer.text)).toEqual([]);

    for (const guest of guests) {
      for (const door of doors) {
        const mine = answers.filter((each) => each.guest === guest.id && each.door === door.id);
        const first = mine.filter(({ answer }) => answer.status === 201);
        expect(first).toHaveLength(1);
        const time = first[0]?.answer.body.data.checked_in_at as string;
        const repeat = mine.find(({ answer }) => answer.status === 200)?.answer.body.data;
        expect(repeat.checked_in_at ?? repeat.first_check_in_at).toBe(time);
      }
    }
    const [stored] = await stage.rows<{ records: number; people: number }>`
      select count(*)::int as records, count(distinct (point_id, user_id))::int as people from check_in.record`;
    expect(stored).toEqual({ records: guestCount * doors.length, people: guestCount * doors.length });
  });
});
