import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { seed } from '../../../cli/commands/seed.ts';
import { ask } from '../../cli/command.ts';
import type { Client, Person } from '../../support/client.ts';
import { brought, plan } from '../../support/importing.ts';
import type { Mail } from '../../support/mails.ts';
import { hashed, password } from '../../support/sign-in.ts';
import { eventually } from '../../support/wire.ts';
import { inBrowser, type Hall } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';

const [applications, seats, givenOut, seedOfIt] = [1_000, 400, 20, '2026'] as const;
/** How much less than others each gives. */
const strictness = [-1, -0.5, 0, 0.5, 1] as const;
const [confirmAtFirst, lapse, confirmLater] = [340, 60, 40] as const;

/** The worth of an application, the same for each reviewer. */
const worth = (id: string) => 1 + (Number.parseInt(id.slice(-4), 16) / 0xffff) * 4;
const given = (id: string, strict: number) => Math.min(5, Math.max(1, Math.round(worth(id) - strict)));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

interface Reviewer {
  readonly api: Client;
  readonly strict: number;
  readonly seen: Set<string>;
}

/** The applications, five organizers, and the first of them at the desk. */
async function evening({ world, visit }: Hall) {
  process.env['DATABASE_URL'] = world.databaseUrl;
  const { answer } = await ask(seed, { applications: String(applications), seed: seedOfIt });
  const { rows } = world;
  const [hack] = await rows<{ id: string; slug: string; organization_id: string }>`
    update events.super_event
       set max_participants = ${seats}, waitlist_moves = true, confirm_within_hours = 48,
           start_at = now() + interval '30 days', end_at = now() + interval '32 days'
     where slug = ${answer.super_event} returning id, slug, organization_id`;
  if (!hack) throw new Error('There is no hackathon.');
  const acme = { id: hack.organization_id };
  const [olga] = await rows<Person>`
    update identity.person set password_hash = ${await hashed(password)}
     where email = ${`owner@seed-${seedOfIt}.example`} returning id, name, email`;
  const [track] = await rows<{ id: string }>`select id from events.track where super_event_id = ${hack.id} limit 1`;
  const reviewers: Reviewer[] = [];
  for (const strict of strictness) {
    const person = reviewers.length === 0 ? (olga as Person) : await world.person();
    if (person !== olga)
      await rows`insert into events.track_role (event_id, user_id, role) values (${track?.id}, ${person.id}, 'ORGANIZER')`;
    reviewers.push({ api: world.as(person, acme), strict, seen: new Set() });
  }
  const visitor = await visit();
  await visitor.signIn({ ...(olga as Person), password });
  await visitor.page.waitForURL('**/desk');
  return { hack, acme, reviewers, visitor, at: `/super-events/${hack.slug}` };
}
type Evening = Awaited<ReturnType<typeof evening>>;

async function reviewByHand({ hack, visitor }: Evening, times: number): Promise<void> {
  await visitor.open(`/desk#/${hack.slug}/reviews`);
  for (let n = 0; n < times; n++) {
    const left = await visitor.page.getByTestId('review-left').innerText();
    await visitor.page.getByTestId('review-score-4').click();
    await visitor.page.getByTestId('review-left').and(visitor.page.getByText(left)).waitFor({ state: 'detached' });
  }
}

/** Five at once: first what each is given, then what the others left, every tenth application by two of them. */
async function reviewAll({ at, hack, reviewers }: Evening, rows: Hall['world']['rows']): Promise<void> {
  const put = async ({ api, strict, seen }: Reviewer, id: string) => {
    const answer = await api.put(`/super-event-registrations/${id}/review`, { score: given(id, strict) });
    if (answer.status !== 200) throw new Error(answer.text);
    seen.add(id);
  };
  const begin = async (reviewer: Reviewer) => {
    for (let n = 0; n < givenOut; n++)
      await put(reviewer, (await reviewer.api.get(`${at}/reviews/next`)).body.data.application.id as string);
  };
  await Promise.all(reviewers.map(begin));
  const places = await rows<{ id: string; is_reviewed: boolean }>`
    select p.id, exists (select from registrations.review r where r.super_event_registration_id = p.id) as is_reviewed
      from registrations.super_event_registration p where p.super_event_id = ${hack.id} order by p.id`;
  const share = async (reviewer: Reviewer, which: number) => {
    for (const [n, { id, is_reviewed }] of places.entries()) {
      const isTheirs = !is_reviewed && n % reviewers.length === which;
      const isSecond = n % 10 === 0 && (n / 10) % reviewers.length === which && !reviewer.seen.has(id);
      if (isTheirs || isSecond) await put(reviewer, id);
    }
  };
  await Promise.all(reviewers.map(share));
}

inBrowser('A thousand applications, decided in an evening', (hall) => {
  const counted = async ({ hack }: Evening) => {
    const [row] = await hall.world.rows<Record<'accepted' | 'waitlisted' | 'confirmed' | 'lapsed', number>>`
      select count(*) filter (where status = 'accepted')::int as accepted,
             count(*) filter (where status = 'waitlisted')::int as waitlisted,
             count(*) filter (where status = 'accepted' and confirmed_at is not null)::int as confirmed,
             count(*) filter (where lapsed_at is not null)::int as lapsed
        from registrations.super_event_registration where super_event_id = ${hack.id}`;
    return row;
  };
  /** The minute in which a decision can be taken back goes by: its emails leave. */
  const letTellingBegin = () =>
    hall.world.rows`update mail_queue._private_jobs set run_at = now() where run_at > now()`;
  const directory = () => join(hall.world.dataDir, 'mail');
  const toldTo = (count: number) =>
    eventually(
      async () => (await readdir(directory()).catch((): string[] => [])).filter((name) => !name.startsWith('.')),
      ({ length }) => length >= count,
      300_000,
    );
  const addressOf = async (name: string) => (JSON.parse(await readFile(join(directory(), name), 'utf8')) as Mail).to;

  /** Some of those who are accepted and have not confirmed do, five at once. */
  async function confirm({ hack, acme }: Evening, count: number): Promise<void> {
    const places = await hall.world.rows<Person & { place: string }>`
      select p.id as place, u.id, u.name, u.email
        from registrations.super_event_registration p join identity.person u on u.id = p.user_id
       where p.super_event_id = ${hack.id} and p.status = 'accepted' and p.confirmed_at is null
       order by p.id limit ${count}`;
    for (let from = 0; from < places.length; from += 5) {
      const some = places.slice(from, from + 5);
      const answers = await Promise.all(
        some.map((one) => hall.world.as(one, acme).post(`/super-event-registrations/${one.place}/confirm`)),
      );
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    }
  }

  /** Everybody of a status at the desk: chosen, ticked, and decided about. */
  async function decide({ page }: Visitor, from: string, to: string, outcome: string): Promise<void> {
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: from }).click();
    await page.getByTestId('people-select-all').check();
    await page.getByTestId(`bulk-${to}`).click();
    await page.getByTestId('bulk-outcome').getByText(outcome).waitFor();
  }

  it('from the applications to the table of who comes', async () => {
    const scene = await evening(hall);
    const { rows } = hall.world;
    const { hack, visitor, reviewers } = scene;
    const { page } = visitor;

    await reviewByHand(scene, 3);
    await reviewAll(scene, rows);
    const scores = await eventually(
      () => rows<{ id: string; score: number | null }>`
        select id, evaluation_score::float8 as score from registrations.super_event_registration where super_event_id = ${hack.id}`,
      (all) => all.every(({ score }) => score !== null),
    );
    // An application that met the strictest reviewer is behind no other for that.
    const scoreOf = new Map(scores.map(({ id, score }) => [id, score ?? 0]));
    const [lenient, strict] = [reviewers[0]!, reviewers.at(-1)!].map(({ seen, strict }) => ({
      fair: mean([...seen].map((id) => scoreOf.get(id) ?? 0)),
      plain: mean([...seen].map((id) => given(id, strict))),
    }));
    expect(lenient!.plain - strict!.plain).toBeGreaterThan(1);
    expect(Math.abs(lenient!.fair - strict!.fair)).toBeLessThan(0.5);

    await visitor.open(`/desk#/${hack.slug}/people`);
    await decide(visitor, 'Undecided', 'accepted', `${seats} people accepted. ${applications - seats} did not move.`);
    await decide(visitor, 'Undecided', 'waitlisted', `${applications - seats} people on the waiting list.`);
    expect(await counted(scene)).toMatchObject({ accepted: seats, waitlisted: applications - seats });
    const [cut] = await rows<{ in: number; out: number }>`
      select min(evaluation_score) filter (where status = 'accepted')::float8 as in,
             max(evaluation_score) filter (where status = 'waitlisted')::float8 as out
        from registrations.super_event_registration where super_event_id = ${hack.id}`;
    expect(cut!.in).toBeGreaterThanOrEqual(cut!.out);
    await letTellingBegin();
    await toldTo(applications);

    await confirm(scene, confirmAtFirst);
    await rows`
      update registrations.super_event_registration set confirm_by = now() - interval '1 second'
       where super_event_id = ${hack.id} and status = 'accepted' and confirmed_at is null`;
    await eventually(
      () => counted(scene),
      (now) => now?.lapsed === lapse && now.accepted === seats,
    );
    await confirm(scene, confirmLater);
    expect(await counted(scene)).toMatchObject({ accepted: seats, confirmed: confirmAtFirst + confirmLater });

    await letTellingBegin();
    // A decision for each, an email to those who lapsed and to those who moved up.
    const mails = await toldTo(applications + 2 * lapse);
    expect(mails).toHaveLength(applications + 2 * lapse);
    const addresses = await Promise.all(mails.map(addressOf));
    const often = [...Map.groupBy(addresses, (to) => to).values()].map(({ length }) => length);
    expect(often.filter((count) => count === 2)).toHaveLength(2 * lapse);

    await visitor.open(`/desk#/${hack.slug}/tables`);
    await page.getByLabel('Status').selectOption('All');
    const saved = page.waitForEvent('download');
    await page.getByTestId('export-csv').click();
    const table = await readFile((await (await saved).path()) ?? '', 'utf8');
    const lines: Record<string, string>[] = parse(table, { columns: true, record_delimiter: '\r\n' });
    const people = new Map(lines.map((line) => [line['Email'], line]));
    expect(people.size).toBe(applications);
    expect([...people.values()].filter((line) => line['Confirmed At'])).toHaveLength(confirmAtFirst + confirmLater);
    expect([...people.values()].filter((line) => line['Status'] === 'accepted')).toHaveLength(seats);
    await visitor.leave();

    // Those who come are brought in elsewhere, once.
    const { text } = await reviewers[0]!.api.get(`${scene.at}/registrations/csv?preset=mlh&status=accepted`);
    const other = await hall.world.organization();
    const elsewhere = await hall.world.superEvent(other);
    await hall.world.track(elsewhere);
    const api = hall.world.as(await hall.world.member(other, 'OWNER'), other);
    const { would, problems } = (await plan(api, elsewhere, text)).body.data;
    expect([would, problems]).toEqual([{ invited: 0, enrolled: seats, unchanged: 0 }, []]);
    expect(await brought(api, elsewhere, text)).toMatchObject({ status: 'done', counts: { enrolled: seats } });
    expect(await brought(api, elsewhere, text)).toMatchObject({ status: 'done', counts: { unchanged: seats } });
  }, 900_000);
});
