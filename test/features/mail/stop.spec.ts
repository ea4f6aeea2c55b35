import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MailServer } from '../../support/mail-server.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

const addressOf = (nth: number) => `guest-${nth}@example.org`;

let world: World;
let server: MailServer;
/** Each letter is with the server, and waits until the test lets it be taken. */
let fates: PromiseWithResolvers<'taken'>[];
beforeEach(async () => {
  fates = [];
  server = new MailServer((nth) => (fates[nth] = Promise.withResolvers<'taken'>()).promise);
  world = await openWorld({ SERVICES: 'identity,mail,gateway', MAIL_URL: await server.listen() });
});
afterEach(async () => {
  await world.close();
  server.close();
});

async function queue(to: string): Promise<void> {
  const content = { data: { name: null }, sealed: null };
  const job = JSON.stringify({ letter: 'known-address', to, key: to, content });
  await world.rows`select mail_queue.add_job('letter', ${job}::json)`;
}

/** Waits until the mail server has it: letters that work at once keep no order. */
async function cause(nth: number): Promise<void> {
  await queue(addressOf(nth));
  await eventually(
    () => Promise.resolve(fates.length),
    (offered) => offered === nth + 1,
  );
}
const left = () =>
  world.rows<{ to: string; is_locked: boolean; has_failed: boolean }>`
    select payload ->> 'to' as "to", locked_at is not null as is_locked, last_error is not null as has_failed
      from mail_queue._private_jobs order by id`;
/** The worker takes no letters any more; it only waits for those under way. */
const hasLetGo = () =>
  eventually(
    () => world.rows`select 1 from pg_stat_activity where datname = current_database() and query like 'UNLISTEN%'`,
    (rows) => rows.length > 0,
  );

describe('A letter under way when its process is told to stop', () => {
  it('is recorded as sent before the process ends', async () => {
    await cause(0);
    const stopped = world.services.stop();
    await hasLetGo();
    fates[0]?.resolve('taken');
    await stopped;
    expect(server.received).toHaveLength(1);
    expect(await left()).toEqual([]);
  });

  it('is left to others where the mail server keeps it waiting', async () => {
    await cause(0);
    await world.services.stop();
    expect(await left()).toEqual([{ to: addressOf(0), is_locked: false, has_failed: true }]);
  });
});

describe('A worker whose database does not answer', () => {
  it('does not keep the process from ending', async () => {
    const listening = () =>
      world.rows<{ pid: number }>`
        select pid from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`;
    const [frozen] = await eventually(listening, (rows) => rows.length === 1);
    process.kill(frozen!.pid, 'SIGSTOP');
    try {
      await expect(world.services.stop()).resolves.toBeUndefined();
    } finally {
      process.kill(frozen!.pid, 'SIGCONT');
    }
  });
});

describe('A letter that was sent and cannot be recorded', () => {
  it('ends neither the process nor the sending of letters', async () => {
    await world.rows`create function public.refuse() returns trigger language plpgsql as 'begin raise ''Not now''; end'`;
    await world.rows`create trigger refuse before delete on mail_queue._private_jobs for each row
                       when (old.payload ->> 'to' = 'guest-0@example.org') execute function public.refuse()`;
    for (const nth of [0, 1, 2, 3, 4]) await cause(nth);
    fates[0]?.resolve('taken');
    await hasLetGo();
    // The others end one by one while the worker waits for them.
    for (const nth of [1, 2, 3, 4]) {
      fates[nth]?.resolve('taken');
      await eventually(left, (jobs) => jobs.length === 5 - nth);
    }
    await cause(5);
    fates[5]?.resolve('taken');
    await eventually(left, (jobs) => jobs.length === 1);
    expect(await left()).toEqual([{ to: addressOf(0), is_locked: true, has_failed: false }]);
  });
});

describe('A letter to somebody who was made up', () => {
  it('is done with, and not handed to the mail server', async () => {
    await queue('visitor-1@acme.loadtest.invalid');
    await eventually(left, (waiting) => waiting.length === 0);
    await cause(0);
    fates[0]?.resolve('taken');
    await eventually(left, (waiting) => waiting.length === 0);
    expect(server.received.flatMap(({ to }) => to)).toEqual([addressOf(0)]);
  });
});
