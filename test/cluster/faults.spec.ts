/** A fault of a moment costs no request; a service or a bus that is away for longer is refused at once. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Client } from '../support/client.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { passage, type Passage } from '../support/outage.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { eventually } from '../support/wire.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

overNats('An event over NATS at a hundred requests a second', () => {
  let stage: Stage;
  let cluster: Cluster;
  let between: Passage;
  let organizations: Process;
  let webhooks: Process;
  let checkIns: Process[];
  let kiosk: Client;
  let door: { id: string };
  let path: string;
  let guests: { token: string }[];

  beforeAll(async () => {
    stage = await openStage();
    between = await passage(new URL(stage.databaseUrl));
    cluster = await Cluster.open(between.url);
    const [gateway, ...others] = await Promise.all([
      cluster.start('gateway'),
      cluster.start('organizations'),
      cluster.start('webhooks', { LOG_LEVEL: 'info', WEBHOOKS_KEY: 'opens the secrets that webhooks have' }),
      cluster.start('check-in'),
      cluster.start('check-in'),
      cluster.start('identity'),
      cluster.start('events,registrations,teams'),
    ]);
    [organizations, webhooks, ...checkIns] = others.slice(0, 4) as [Process, Process, Process, Process];
    const acme = await stage.organization();
    const track = await stage.track(await stage.superEvent(acme));
    door = await stage.point(track);
    kiosk = stage.at(gateway.port, await stage.member(acme, 'OWNER'), acme);
    path = `/organizations/${acme.id}`;
    guests = await stage.crowd(track, 5_000);
    await warmUp();
  });
  afterAll(async () => {
    await cluster.close();
    between.close();
    await stage.close();
  });

  const scan = () => kiosk.post(`/checkin-points/${door.id}/scan`, { token: guests.pop()?.token }, { once: true });
  const read = () => kiosk.get(path, { once: true });
  const write = () => kiosk.patch(path, { name: `Acme ${Math.random()}` }, { once: true });
  const warmUp = async () => {
    for (let n = 0; n < 20; n++) await Promise.all([scan(), read(), write()]);
  };

  /** One request each `interval` milliseconds while this goes on; those that failed. */
  async function during(request: () => Promise<Answer>, interval: number, trouble: () => Promise<void>) {
    const answers: Promise<Answer>[] = [];
    let isOver = false;
    const arrivals = async () => {
      while (!isOver) {
        answers.push(request());
        await pause(interval);
      }
    };
    const recorded = await recordedByNow();
    await Promise.all([arrivals(), trouble().finally(() => (isOver = true))]);
    const refused = (await Promise.all(answers)).filter(({ status }) => status !== 200 && status !== 201);
    const scans = request === scan ? answers.length - refused.length : 0;
    expect((await recordedByNow()) - recorded).toBeGreaterThanOrEqual(scans);
    return { count: answers.length, refused, failed: refused.map(({ status, text }) => `${status} ${text}`) };
  }
  const recordedByNow = async () => {
    const [row] = await stage.rows<{ n: number }>`select count(*)::int as n from check_in.record`;
    return row?.n ?? 0;
  };
  const calmly = async (trouble: () => void | Promise<void>, milliseconds: number, end: () => void | Promise<void>) => {
    await pause(300);
    await trouble();
    await pause(milliseconds);
    await end();
    await pause(500);
  };

  it.each<[string, () => Promise<Answer>, number, number]>([
    ['scans', () => scan(), 10, 2_000],
    ['reads', () => read(), 25, 2_000],
    ['writes', () => write(), 25, 2_000],
  ])('fails no %s while the database restarts', async (_what, request, interval, outage) => {
    const { failed } = await during(request, interval, () => calmly(between.cut, outage, between.restore));
    expect(failed).toEqual([]);
  });

  it('fails no scan while the database stands still', async () => {
    const { failed } = await during(scan, 10, () => calmly(between.hold, 2_000, between.release));
    expect(failed).toEqual([]);
  });

  it('says once that webhooks wait for the database, and once that they go on', async () => {
    const waits = expect.stringMatching(/^Webhooks wait for the database: /);
    const goOn = 'The database answers; webhooks are sent again.';
    const said = () => Promise.resolve(webhooks.log().match(/Webhooks .*?(?=")|The database answers.*?(?=")/g) ?? []);
    between.cut();
    try {
      const waiting = await eventually(said, (lines) => lines.length > 0 && lines.at(-1) !== goOn);
      await pause(5_000);
      expect(await said()).toEqual(waiting);
    } finally {
      between.restore();
    }
    const lines = await eventually(said, (now) => now.at(-1) === goOn);
    expect(lines).toEqual(lines.map((_, index) => (index % 2 === 0 ? waits : goOn)));
  });

  it.each<[string, () => Promise<Answer>, number]>([
    ['scans', () => scan(), 10],
    ['reads', () => read(), 25],
    ['writes', () => write(), 25],
  ])('refuses %s at once while NATS is away, and says when to come again', async (_what, request, interval) => {
    // Shorter than a request may take, so that none would be refused that had waited.
    const outage = 2_000;
    const { refused } = await during(request, interval, () =>
      calmly(
        () => cluster.killNats(),
        outage,
        () => cluster.startNats(),
      ),
    );
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expect(answer).toBeRefused(503, 'UNAVAILABLE');
    await eventually(request, ({ status }) => status === 200 || status === 201);
  });

  it('refuses writes at once while the only process of their service is replaced, and takes them when it is back', async () => {
    const { refused } = await during(write, 100, () =>
      calmly(
        () => organizations.signal('SIGKILL'),
        // Longer than they wait for it, shorter than a write may take.
        2_000,
        async () => void (organizations = await cluster.start('organizations')),
      ),
    );
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expect(answer).toBeRefused(503, 'UNAVAILABLE');
    await eventually(write, ({ status }) => status === 200);
  });

  it('fails hardly a scan while one of two processes stands still', async () => {
    const { count, failed } = await during(scan, 10, () =>
      calmly(
        () => checkIns[0]?.signal('SIGSTOP'),
        5_000,
        () => checkIns[0]?.signal('SIGCONT'),
      ),
    );
    // Beside other tests; alone it is one in five hundred at most, which `npm run test:faults` holds.
    expect(failed.slice(Math.floor(count * 0.03))).toEqual([]);
  });

  it('says 503 and when to come again where NATS stays away, and works by itself after its return', async () => {
    await cluster.killNats();
    const refused = await scan();
    expect(refused).toBeRefused(503, 'UNAVAILABLE');
    // By then each process has given up all others.
    await pause(4_000);
    await cluster.startNats();
    await eventually(scan, ({ status }) => status === 201);
  });
});
