import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendEmail } from '../../shared/kit/emails.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { MailServer } from '../support/mail-server.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { eventually } from '../support/wire.ts';

if (!hasNatsServer) noticeMissingBus();
const overTheBus = hasNatsServer ? describe : describe.skip;

const letters = 200;
const kills = 5;

overTheBus('Two hundred letters, a mail server with bad days, and a worker that is killed five times', () => {
  let stage: Stage;
  let cluster: Cluster;
  let orm: Awaited<ReturnType<typeof openDatabase>>;
  let mailUrl: string;
  // Of three letters one is refused, by turns politely and by hanging up after all of it was sent.
  const server = new MailServer((nth) => (nth % 6 === 1 ? 'refused' : nth % 6 === 4 ? 'lost' : 'taken'));
  const logs: string[] = [];

  beforeAll(async () => {
    stage = await openStage();
    cluster = await Cluster.open(stage.databaseUrl);
    orm = await openDatabase('identity', stage.databaseUrl, { max: 5 });
    mailUrl = await server.listen();
  });
  afterAll(async () => {
    await orm.close();
    await cluster.close();
    server.close();
    await stage.close();
  });

  const startWorker = () =>
    cluster.start('mail', {
      MAIL_URL: mailUrl,
      MAIL_FROM: 'Muster <muster@example.org>',
      MAIL_KEY: 'a key that only the mail service of this test knows',
      LOG_LEVEL: 'debug',
    });
  async function kill(worker: Process): Promise<void> {
    worker.signal('SIGKILL');
    await worker.ended;
    logs.push(worker.log());
  }

  const secretOf = (nth: number) => `token-of-letter-${nth}`;
  const addressOf = (nth: number) => `guest-${nth}@example.org`;
  async function cause(nth: number, address: string, outcome: 'commit' | 'roll back'): Promise<void> {
    const sending = { to: address, data: { name: 'Ada' }, secret: secretOf(nth), key: `reset/${address}` };
    const work = orm.em.fork().transactional(async (db) => {
      await sendEmail(db, 'reset', sending);
      if (outcome === 'roll back') throw new Error('rolled back');
    });
    await (outcome === 'commit' ? work : expect(work).rejects.toThrow('rolled back'));
  }

  /** Two minutes go by: whoever waits for another try may have it, and the locks of the dead are old. */
  const letTimePass = () =>
    stage.rows`update mail_queue._private_jobs
                  set run_at = least(run_at, now()), locked_at = locked_at - interval '2 minutes'`;
  /** Emails that wait may be tried again; those that a process is sending keep their locks. */
  const letWaitingTryAgain = () =>
    stage.rows`update mail_queue._private_jobs set run_at = now() where locked_at is null and run_at > now()`;

  it('come to every address once committed, and to none that was rolled back', async () => {
    let worker = await startWorker();
    const everything = Array.from({ length: letters }, (_, nth) => nth);
    const causing = (async () => {
      for (const nth of everything) {
        await cause(nth, addressOf(nth), 'commit');
        if (nth % 4 === 0) await cause(nth, `rolled-back-${nth}@example.org`, 'roll back');
      }
    })();
    for (let round = 1; round <= kills; round++) {
      const enough = (letters / (kills + 2)) * round;
      await eventually(
        async () => (await letWaitingTryAgain(), server.received.length),
        (received) => received >= enough,
      );
      await kill(worker);
      await letTimePass();
      worker = await startWorker();
    }
    await causing;
    const left = () => stage.rows<{ n: number }>`select count(*)::int as n from mail_queue._private_jobs`;
    await eventually(
      async () => (await letWaitingTryAgain(), (await left())[0]?.n),
      (n) => n === 0,
    );
    logs.push(worker.log());

    expect(new Set(server.received.map(({ to }) => to))).toEqual(new Set(everything.map(addressOf)));
    expect(server.offered).toBeGreaterThan(letters);
  });

  it('come twice at most where a worker was killed in between, and then under the same id', () => {
    const ids = Map.groupBy(server.received, ({ to }) => to);
    for (const [, copies] of ids) expect(new Set(copies.map(({ id }) => id)).size).toBe(1);
    expect(new Set(server.received.map(({ id }) => id)).size).toBe(letters);
    expect(server.received.length - letters).toBeLessThanOrEqual(kills * 5);
    expect(server.received[0]?.id).toMatch(/^<[0-9a-f]{32}@example\.org>$/);
  });

  it('carry their secrets, which no log does', () => {
    const text = server.received.find(({ to }) => to === addressOf(7))?.text ?? '';
    expect(text.replace(/=\r\n/g, '').replaceAll('=3D', '=')).toContain(`#token=${secretOf(7)}`);
    expect(logs.join('\n')).not.toContain('token-of-letter');
  });
});

overTheBus('A letter whose worker dies over it', () => {
  it('is taken over before two minutes are over', async () => {
    const stage = await openStage();
    const cluster = await Cluster.open(stage.databaseUrl);
    const server = new MailServer();
    try {
      const env = { MAIL_URL: await server.listen(), MAIL_KEY: 'a key that only the mail service of this test knows' };
      await cluster.start('mail', env);
      const content = { data: { name: null }, sealed: null };
      const job = JSON.stringify({ letter: 'known-address', to: 'dead@example.org', key: 'dead', content });
      await stage.rows`select mail_queue.add_job('letter', ${job}::json, run_at => now() + interval '1 hour')`;
      // As the killed worker has left it, 91 seconds later: a round of 15 may pass before it is seen.
      await stage.rows`update mail_queue._private_jobs
                          set locked_by = 'killed', locked_at = now() - interval '91 seconds', run_at = now()`;
      await eventually(
        () => Promise.resolve(server.received.map(({ to }) => to)),
        (seen) => seen.includes('dead@example.org'),
      );
    } finally {
      await cluster.close();
      server.close();
      await stage.close();
    }
  });
});
