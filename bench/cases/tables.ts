/** T1 to T5: tables of 10,000 people for organizers, their files as zips, and the email to all of them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../clients/typescript/src/index.ts';
import { asInTheImage, calmDown, hasNatsServer, noBus, onGround, type Ground } from '../ground.ts';
import { median, ms, notMeasured, timed, type Case, type Row } from '../measure.ts';
import { growth, type Spent } from '../process.ts';
import { inCircle, load } from '../load/load.ts';
import type { SuperEvent } from '../../test/support/fixtures.ts';

const [people, answers, rounds, countings] = [10_000, 30, 3, 20] as const;
const [files, fileBytes] = [500, 2_000_000] as const;
const [zips, filesInEach, readFor] = [20, 10, 5] as const;

const about = {
  T1: {
    what: `${people} people with ${answers} answers each as CSV`,
    goal: '< 5 s, first byte < 300 ms, < 20 MB each',
  },
  T2: { what: `what ${people} people answered, counted`, goal: '< 50 ms of processor' },
  T3: { what: `an email to ${people} people, until all are queued`, goal: '< 5 s' },
  T4: { what: `${files} files of ${fileBytes / 1_000_000} MB as one zip`, goal: '< 64 MB' },
  T5: {
    what: `reads beside ${zips} zips of ${filesInEach} such files, asked for at once by as many organizations`,
    goal: 'p99 < 100 ms, none refused',
  },
};
type Id = keyof typeof about;
type Scene = Awaited<ReturnType<typeof open>>;

export const tables: Case = {
  ids: ['T1', 'T2', 'T3', 'T4', 'T5'],
  async run(isWanted): Promise<Row[]> {
    const wanted = (Object.keys(about) as Id[]).filter(isWanted);
    if (!hasNatsServer) return wanted.map((id) => notMeasured(id, about[id].what, about[id].goal, noBus));
    const directory = await mkdtemp(join(tmpdir(), 'muster-bench-files-'));
    try {
      return await onGround(async (ground) => {
        const scene = await open(ground, directory);
        const rows: Row[] = [];
        for (const id of wanted) rows.push({ id, ...about[id], ...(await measures[id](scene)) });
        return rows;
      });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

type Measure = (scene: Scene) => Promise<Pick<Row, 'figure' | 'met'>>;
const measures: Record<Id, Measure> = { T1: exported, T2: counted, T3: queued, T4: zipped, T5: besideZips };

async function open(ground: Ground, directory: string) {
  const { cluster, fixtures, rows, spentBy } = ground;
  const env = { ...asInTheImage, RATE_LIMIT: 'off', MAIL_KEY: 'opens what is sealed for the letters' };
  const started = await Promise.all([
    cluster.start('gateway', env),
    cluster.start('registrations', { ...env, FILES_URL: directory }),
    cluster.start('mail', env),
    cluster.start('identity,organizations,events,teams,check-in', env),
  ]);
  const [gateway, registrations] = started;
  const organization = await fixtures.organization();
  const hack = await fixtures.superEvent(organization);
  const track = await fixtures.track(hack);
  await rows`
    insert into events.registration_field (super_event_id, field_type, label, options, order_index)
    select ${hack.id}, case n when 1 then 'select' else 'text' end, 'Question ' || n,
           case n when 1 then '["S", "M", "L"]'::jsonb else '[]'::jsonb end, n
      from generate_series(1, ${answers}::int) n`;
  await fixtures.crowd(track, people);
  await rows`
    with answer as (
      select jsonb_object_agg(id, case field_type when 'select' then 'M' else 'Something that somebody wrote about it' end) as all
        from events.registration_field where super_event_id = ${hack.id})
    update registrations.super_event_registration set answers_json = answer.all from answer where super_event_id = ${hack.id}`;
  await calmDown(rows);
  const apiKey = await fixtures.keyOf(await fixtures.member(organization, 'OWNER'), organization);
  const url = `http://127.0.0.1:${gateway.port}`;
  const at = `${url}/super-events/${hack.slug}`;
  const client = createClient({ url, apiKey });
  const headers = { 'X-Api-Key': apiKey };
  const spent = spentBy(started, 'over NATS');
  return { rows, fixtures, hack, url, at, client, directory, headers, spent, processes: [gateway, registrations] };
}

/** Reads all of an answer; returns how long it took and how large it was. */
async function download(url: string, headers: Record<string, string>) {
  const start = performance.now();
  const answer = await fetch(url, { headers });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  let [first, bytes, lines] = [NaN, 0, 0];
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    if (bytes === 0) first = performance.now() - start;
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  }
  return { first, bytes, lines, total: performance.now() - start };
}

const grew = ([gateway = NaN, registrations = NaN]: readonly number[]) =>
  `gateway + ${Math.round(gateway)} MB, registrations + ${Math.round(registrations)} MB`;

async function exported({ at, headers, processes }: Scene) {
  const runs: Awaited<ReturnType<typeof download>>[] = [];
  const grown = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const now = await growth(processes, async () => runs.push(await download(`${at}/registrations/csv`, headers)));
    for (const [place, megabytes] of now.entries()) grown[place] = Math.max(grown[place] ?? 0, megabytes);
  }
  if (runs.some(({ lines }) => lines !== people + 1)) throw new Error('Not everybody is in it.');
  const [first, total] = [median(runs.map((run) => run.first)), median(runs.map((run) => run.total))];
  const met = total < 5_000 && first < 300 && grown.every((megabytes) => !(megabytes >= 20));
  return { figure: `${ms(total)}, first byte ${ms(first)}; ${grew(grown)}`, met };
}

async function counted({ client, hack, rows, spent }: Scene) {
  const [field] = await rows<{ id: string }>`
    select id from events.registration_field where super_event_id = ${hack.id} and field_type = 'select'`;
  const ask = () => client.registrations.countAnswers({ slug: hack.slug, field_id: field?.id ?? '' });
  await ask();
  const [taken, before]: [number[], Spent] = [[], await spent()];
  for (let round = 0; round < countings; round++) taken.push(await timed(ask));
  const after = await spent();
  const [node, postgres, nats] = (['node', 'postgres', 'nats'] as const).map(
    (each) => (after[each] - before[each]) / countings,
  ) as [number, number, number];
  const all = node + postgres + nats;
  return {
    figure: `${ms(all)} (Node ${ms(node)}, PostgreSQL ${ms(postgres)}, NATS ${ms(nats)}); ${ms(median(taken))} to wait`,
    met: Number.isNaN(all) ? null : all < 50,
  };
}

async function queued({ client, hack: { slug } }: Scene) {
  const { announcement } = await client.mail.createAnnouncement({
    ...{ slug, subject: 'Doors', body: 'At nine, {first_name}.', audience: {} },
  });
  const { id } = announcement;
  const took = await timed(async () => {
    await client.mail.sendAnnouncement({ id });
    while (((await client.mail.getAnnouncement({ id })).announcement.recipients ?? 0) < people);
  });
  return { figure: ms(took), met: took < 5_000 };
}

/** So many of the people of a hackathon answer a question with a file. Returns the id of the question. */
async function handIn({ rows, directory }: Scene, { id }: SuperEvent, count: number): Promise<string> {
  const [field] = await rows<{ id: string }>`
    insert into events.registration_field (super_event_id, field_type, label) values (${id}, 'file', 'CV') returning id`;
  const kept = await rows<{ key: string }>`
    with place as (
      select * from registrations.super_event_registration where super_event_id = ${id} order by id limit ${count}
    ), handed_in as (
      insert into registrations.file (organization_id, super_event_id, user_id, field_id, key, filename, size, content_type,
                                      sha256, claimed_by)
      select organization_id, super_event_id, user_id, ${field?.id}, gen_random_uuid()::text, 'cv.pdf', ${fileBytes},
             'application/pdf', '', id from place
      returning id, key, claimed_by
    ), answered as (
      update registrations.super_event_registration p
         set answers_json = p.answers_json || jsonb_build_object(${field?.id}::text, jsonb_build_object('file_id', f.id))
        from handed_in f where p.id = f.claimed_by
    )
    select key from handed_in`;
  for (const { key } of kept) await writeFile(join(directory, key), Buffer.alloc(fileBytes, 'x'));
  return field?.id ?? '';
}

async function zipped(scene: Scene) {
  const { hack, at, headers, processes } = scene;
  const field = await handIn(scene, hack, files);
  let [took, bytes] = [NaN, 0];
  const grown = await growth(processes, async () => {
    ({ total: took, bytes } = await download(`${at}/files.zip?field_id=${field}`, headers));
  });
  if (bytes < files * fileBytes) throw new Error(`Only ${bytes} bytes came.`);
  return {
    figure: `${ms(took)}; ${grew(grown)}`,
    met: grown.some(Number.isNaN) ? null : grown.every((megabytes) => megabytes < 64),
  };
}

/** A zip of an organization of its own, asked for again as often as it is refused. */
async function zipOfAnother(scene: Scene) {
  const { fixtures, url } = scene;
  const organization = await fixtures.organization();
  const hack = await fixtures.superEvent(organization);
  for (let n = 0; n < filesInEach; n++) await fixtures.applied(await fixtures.person(), hack);
  await handIn(scene, hack, filesInEach);
  const headers = { 'X-Api-Key': await fixtures.keyOf(await fixtures.member(organization, 'OWNER'), organization) };
  return async () => {
    for (;;) {
      const answer = await fetch(`${url}/super-events/${hack.slug}/files.zip`, { headers });
      let bytes = 0;
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
      if (answer.status === 200 && bytes > filesInEach * fileBytes) return;
      if (![429, 503].includes(answer.status)) throw new Error(`A zip was answered ${answer.status}, ${bytes} bytes.`);
      await pause(Number(answer.headers.get('retry-after')) * 1_000);
    }
  };
}

async function besideZips(scene: Scene) {
  const { url, spent, hack, headers } = scene;
  const asked = [];
  for (let n = 0; n < zips; n++) asked.push(await zipOfAnother(scene));
  const asks = inCircle([{ path: `/super-events/${hack.slug}`, headers }]);
  const read = () => load({ url, spent }, asks, { connections: 1, seconds: readFor });
  await read();
  const alone = await read();
  const began = performance.now();
  const all = Promise.all(asked.map((ask) => ask()));
  const [beside] = await Promise.all([read(), all]);
  const ended = ms(performance.now() - began);
  return {
    figure: `p99 ${ms(beside.p99)}, median ${ms(beside.p50)} (alone ${ms(alone.p99)}, ${ms(alone.p50)}); all zips whole after ${ended}`,
    met: beside.p99 < 100,
  };
}
