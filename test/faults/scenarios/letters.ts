import { MailServer } from '../../support/mail-server.ts';
import { eventually } from '../../support/wire.ts';
import { History } from '../history.ts';
import { goal, isOk, seen, type Scenario } from '../scenario.ts';
import { written, type Theatre } from '../theatre.ts';

const [people, kills] = [10_000, 3] as const;
/** Letters that a process has in its hands when it is killed: the mail server may have taken each already. */
const inHandAtMost = 5;
const withinMs = 600_000;

/** An announcement to many, sent over HTTP. */
async function announced({ fixtures, door }: Theatre, history: History): Promise<string> {
  const acme = await fixtures.organization();
  const hack = await fixtures.superEvent(acme);
  await fixtures.crowd(await fixtures.track(hack), people);
  const key = await fixtures.keyOf(await fixtures.member(acme, 'OWNER'), acme);
  const post = (op: string, path: string, body: object) =>
    history.ask(op, path, door.port, written('POST', path, key, body));
  const draft = { subject: 'Doors', body: 'At nine, {first_name}.', audience: {} };
  const made = await post('draft', `/super-events/${hack.slug}/announcements`, draft);
  const { id } = (made.body.data as { announcement: { id: string } }).announcement;
  await post('send', `/announcements/${id}/send`, {});
  return id;
}

/** R15 */
export const lettersOnce: Scenario = {
  id: 'R15',
  promise: 'Each email leaves once, however often mail is killed',
  async run(theatre) {
    const server = new MailServer();
    const env = { MAIL_URL: await server.listen() };
    await Promise.all([theatre.start('gateway'), theatre.start('identity,organizations,events,registrations,teams')]);
    let mail = await theatre.start('mail', env);
    const history = new History();
    const id = await announced(theatre, history);
    const received = (count: number) =>
      eventually(
        () => Promise.resolve(server.received.length),
        (all) => all >= count,
        withinMs,
      );
    for (let round = 1; round <= kills; round++) {
      await received((people / (kills + 1)) * round);
      mail.signal('SIGKILL');
      await mail.ended;
      // Two minutes go by: the locks of the dead are old.
      await theatre.rows`update mail_queue._private_jobs set locked_at = locked_at - interval '2 minutes'`;
      mail = await theatre.start('mail', env);
    }
    const state = () => theatre.rows<{ status: string }>`select status from mail.announcement where id = ${id}`;
    const [ended] = await eventually(state, ([row]) => row?.status === 'sent', withinMs);
    server.close();
    const copies = [...Map.groupBy(server.received, ({ to }) => to).values()];
    const again = server.received.length - copies.length;
    const size = `${people} letters queued, mail killed ${kills} times; ${again} handed over again under the same id`;
    return seen(size, history.entries, {
      failed: history.entries.filter((entry) => !isOk(entry)).length,
      doubled: copies.filter((own) => new Set(own.map((letter) => letter.id)).size > 1).length,
      lost: people - copies.length,
      unmet: [
        ...goal(ended?.status === 'sent', `the announcement is ${ended?.status}`),
        ...goal(again <= kills * inHandAtMost, `${again} came again, more than it had in its hands`),
      ],
    });
  },
};
