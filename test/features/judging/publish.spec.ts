import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Person } from '../../support/client.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld } from '../../support/world.ts';
import { Contest, hostContests, type Host } from '../../support/judging/contest.ts';

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

let host: Host;
beforeAll(async () => {
  host = await hostContests(await openWorld());
});
afterAll(() => host.world.close());

const member = async (contest: Contest, columns: Record<string, unknown> = {}): Promise<Person> => {
  const person = await host.world.person(columns);
  await host.world.registered(person, contest.track);
  return person;
};
const everyLetterIsSent = () =>
  eventually(
    () => host.world.rows`select from mail_queue._private_jobs`,
    (waiting) => waiting.length === 0,
  );

describe('Publishing', () => {
  it('writes to each member of each ranked team', async () => {
    const contest = await host.contest([1], { name: 'Hardware' });
    const [ada, bob, cleo] = [
      await member(contest, { name: 'Ada <b>' }),
      await member(contest),
      await member(contest, { name: null }),
    ];
    await contest.judged(await contest.team('Bees & Co', [ada, bob]), [7.5]);
    await contest.judged(await contest.team('Ants', [cleo]), [9.25]);
    await contest.calculate();
    const { status, body } = await contest.publish();
    expect([status, body.data]).toEqual([200, { notifications_sent_at: expect.stringMatching(time) }]);

    const letter = await host.world.nextMailTo(ada.email);
    expect(letter.subject).toBe('The results are out: Hardware (Spring Hack)');
    expect(letter.text).toContain('Hello Ada <b>,');
    expect(letter.text).toContain('Bees & Co has rank 2 of 2, with an overall score of 7.5.');
    expect(letter.html).toContain('Hello Ada &lt;b&gt;,');
    expect(letter.html).toContain('Bees &amp; Co has rank 2 of 2');
    expect((await host.world.nextMailTo(bob.email)).text).toContain('rank 2 of 2');
    const best = await host.world.nextMailTo(cleo.email);
    expect(best.text).toContain(`Hello ${cleo.email.split('@')[0]},`);
    expect(best.text).toContain('Ants has rank 1 of 2, with an overall score of 9.25.');
  });

  it('writes with the looks of the hackathon', async () => {
    const { acme, api, world } = host;
    const looks = { logo_url: 'https://acme.test/logo.png', colour: '#aa3355', reply_to: 'hello@acme.test' };
    const contest = new Contest(world, await world.track(await world.superEvent(acme, looks)), api);
    await contest.criterion(1);
    const ada = await member(contest);
    await contest.judged(await contest.team('Bees', [ada]), [5]);
    await contest.calculate();
    await contest.publish();
    const { html, headers } = await world.nextMailTo(ada.email);
    expect(html).toContain(`src="${looks.logo_url}"`);
    expect(html).toContain(looks.colour);
    expect(headers).toMatchObject({ 'Reply-To': looks.reply_to });
  });

  it('writes to nobody else: not to who left, whose team is gone or was not ranked', async () => {
    const contest = await host.contest();
    const [ada, left, gone, unranked] = [
      await member(contest),
      await member(contest),
      await member(contest),
      await member(contest),
    ];
    const [bees, ants] = [await contest.team('Bees', [ada, left]), await contest.team('Ants', [gone])];
    await contest.team('Cats', [unranked]);
    for (const team of [bees, ants]) await contest.judged(team, [5]);
    await contest.calculate();
    const managed = `/super-events/${host.hack.id}/team-management/teams`;
    await host.api.post(`${managed}/${bees.id}/members/${left.id}/remove`);
    await host.api.del(`${managed}/${ants.id}`);
    await contest.publish();
    expect((await host.world.nextMailTo(ada.email)).text).toContain('rank 1 of 1');
    await everyLetterIsSent();
    for (const { email } of [left, gone, unranked]) expect(await host.world.mailsTo(email)).toEqual([]);
  });

  it('happens once: the second time answers the same and writes nothing, also after a further run', async () => {
    const contest = await host.contest();
    const ada = await member(contest);
    const team = await contest.team('Bees', [ada]);
    await contest.judged(team, [5]);
    await contest.calculate();
    const first = await contest.publish();
    expect((await contest.publish()).text).toBe(first.text);
    await contest.judged(team, [9]);
    await contest.calculate();
    const third = await contest.publish();
    expect([third.status, third.text]).toEqual([200, first.text]);
    await everyLetterIsSent();
    expect(await host.world.mailsTo(ada.email)).toHaveLength(1);
  });

  it('happens once where twenty ask for it at the same time, while others calculate', async () => {
    const contest = await host.contest();
    const people = [await member(contest), await member(contest)];
    await contest.judged(await contest.team('Bees', people), [5]);
    await contest.calculate();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => (number % 4 === 3 ? contest.calculate() : contest.publish())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(15).fill(200), ...Array(5).fill(201)]);
    const published = answers.filter(({ status }) => status === 200).map(({ text }) => text);
    expect(new Set(published).size).toBe(1);
    await everyLetterIsSent();
    for (const { email } of people) expect(await host.world.mailsTo(email)).toHaveLength(1);
    const noted = await host.world.rows`
      select before, after from judging.audit
       where action = 'judging.publishResults' and ids ->> 'event_id' = ${contest.track.id}`;
    const { notifications_sent_at } = (await contest.list()).body.data;
    expect(noted).toEqual([{ before: { notifications_sent_at: null }, after: { notifications_sent_at } }]);
    expect(JSON.parse(published[0] ?? '').data).toEqual({ notifications_sent_at });
  });
});

describe('Publishing is refused', () => {
  it('before the track was ranked, and where no team is', async () => {
    const contest = await host.contest();
    const missing = { missing: ['results'] };
    expect(await contest.publish()).toBeRefused(409, 'NOT_READY', missing);
    await contest.calculate();
    expect(await contest.publish()).toBeRefused(409, 'NOT_READY', missing);
    expect((await contest.list()).body.data).toMatchObject({ notifications_sent_at: null });
    await contest.judged(await contest.team('Bees'), [5]);
    await contest.calculate();
    expect((await contest.publish()).status).toBe(200);
  });

  it('to everybody but organizers', async () => {
    const { world, acme } = host;
    const contest = await host.contest();
    const [judge, mona] = [await contest.judge(), await world.member(acme, 'MEMBER')];
    for (const person of [judge, mona]) {
      const answer = await world.as(person, acme).post(`/events/${contest.track.id}/results/publish`);
      expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    }
  });
});
