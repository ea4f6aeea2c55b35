/** An announcement while the mail service is killed three times. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cluster, type Process } from '../support/cluster.ts';
import { MailServer } from '../support/mail-server.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { eventually } from '../support/wire.ts';

if (!hasNatsServer) noticeMissingBus();
const overTheBus = hasNatsServer ? describe : describe.skip;

const people = 200;
const kills = 3;

overTheBus('An announcement to two hundred people, and a mail process that is killed three times', () => {
  let stage: Stage;
  let cluster: Cluster;
  let env: Record<string, string>;
  const server = new MailServer();
  let announcement: string;

  beforeAll(async () => {
    stage = await openStage();
    cluster = await Cluster.open(stage.databaseUrl);
    env = { MAIL_URL: await server.listen(), MAIL_KEY: 'a key that only the mail service of this test knows' };
    const acme = await stage.organization();
    const hack = await stage.superEvent(acme);
    const track = await stage.track(hack);
    const { id } = await stage.member(acme, 'OWNER');
    await stage.crowd(track, people);
    // Due now, as one whose time has come while no mail process was there.
    const [made] = await stage.rows<{ id: string }>`
      insert into mail.announcement (organization_id, super_event_id, subject, body, created_by, status, send_at)
      values (${acme.id}, ${hack.id}, 'Doors', 'At nine, {first_name}.', ${id}, 'scheduled', now()) returning id`;
    announcement = made!.id;
    await stage.rows`select mail_queue.add_job('begin-announcement', json_build_object('id', ${announcement}::text))`;
  });
  afterAll(async () => {
    await cluster.close();
    server.close();
    await stage.close();
  });

  const receivedAtLeast = (count: number) =>
    eventually(
      () => Promise.resolve(server.received.length),
      (received) => received >= count,
    );
  async function kill(worker: Process): Promise<void> {
    worker.signal('SIGKILL');
    await worker.ended;
    // Two minutes go by: the locks of the dead are old.
    await stage.rows`update mail_queue._private_jobs set locked_at = locked_at - interval '2 minutes'`;
  }

  it('comes to everybody, and again only to those over whose email it died, under the same id', async () => {
    let worker = await cluster.start('mail', env);
    for (let round = 1; round <= kills; round++) {
      await receivedAtLeast((people / (kills + 1)) * round);
      await kill(worker);
      worker = await cluster.start('mail', env);
    }
    const state = () => stage.rows<{ status: string }>`select status from mail.announcement where id = ${announcement}`;
    await eventually(state, ([row]) => row?.status === 'sent', 60_000);
    const counted = await stage.rows`
      select status, count(*)::int as n from mail.recipient where announcement_id = ${announcement} group by status`;
    expect(counted).toEqual([{ status: 'sent', n: people }]);

    const ids = Map.groupBy(server.received, ({ to }) => to);
    expect(ids.size).toBe(people);
    for (const [, copies] of ids) expect(new Set(copies.map(({ id }) => id)).size).toBe(1);
    expect(server.received.length - people).toBeLessThanOrEqual(kills * 5);
  });
});
