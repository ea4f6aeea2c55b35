import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MailServer } from '../../support/mail-server.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

const taken: number[] = [];
const server = new MailServer(() => {
  taken.push(performance.now());
  return 'taken';
});
let world: World;
beforeAll(async () => {
  world = await openWorld({ SERVICES: 'identity,mail,gateway', MAIL_URL: await server.listen(), MAIL_RATE: '600' });
});
afterAll(async () => {
  await world.close();
  server.close();
});

it('No more emails leave than MAIL_RATE allows, one after the other', async () => {
  const names = Array.from({ length: 8 }, (_, nth) => `guest-${nth}@example.org`);
  const job = (to: string) =>
    JSON.stringify({ letter: 'known-address', to, key: to, content: { data: { name: null }, sealed: null } });
  const queuedAt = performance.now();
  await world.rows`
    select mail_queue.add_job('letter', j.job::json) from unnest(${names.map(job)}::text[]) as j (job)`;
  await eventually(
    () => Promise.resolve(server.received.length),
    (count) => count === names.length,
  );
  // Turns are 100 ms apart, and timers fire a millisecond early at most. The first email alone may be late for its turn.
  expect((taken.at(-1) ?? 0) - queuedAt).toBeGreaterThan((names.length - 1) * 99);
});
