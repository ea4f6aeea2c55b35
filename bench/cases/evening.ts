/** E1 and E2: the last minute before applications close, and before projects do. */
import { randomBytes, randomUUID } from 'node:crypto';
import { createClient, type Muster } from '../../clients/typescript/src/index.ts';
import { asInTheImage, hasNatsServer, noBus, onGround, type Ground } from '../ground.ts';
import { steadily } from '../load/load.ts';
import { ms, notMeasured, type Case, type Row } from '../measure.ts';

const [count, fileBytes, withinSeconds] = [300, 2_000_000, 60];
/** One in this many sends the same write twice at once, as a page does after a lost answer. */
const twiceEvery = 5;

const titles = {
  E1: `${count} applications with a file of ${fileBytes / 1_000_000} MB each`,
  E2: `${count} teams that hand in, 30 of them with a network that comes back after the deadline`,
};
const goals = {
  E1: `${withinSeconds} s, none lost, none twice`,
  E2: `${withinSeconds} s, none lost, none twice`,
};
type Id = keyof typeof titles;
type Scene = Awaited<ReturnType<typeof open>>;

export const evening: Case = {
  ids: ['E1', 'E2'],
  async run(isWanted): Promise<Row[]> {
    const wanted = (Object.keys(titles) as Id[]).filter(isWanted);
    if (!hasNatsServer) return wanted.map((id) => notMeasured(id, titles[id], goals[id], noBus));
    return onGround(async (ground) => {
      const scene = await open(ground);
      const rows: Row[] = [];
      for (const id of wanted) rows.push(await measures[id](scene));
      return rows;
    });
  },
};

const measures: Record<Id, (scene: Scene) => Promise<Row>> = { E1: applications, E2: projects };

async function open({ cluster, fixtures, rows }: Ground) {
  const rest = 'identity,organizations,events';
  const [gateway] = await Promise.all(
    ['gateway', 'registrations', 'teams', rest].map((services) =>
      cluster.start(services, { ...asInTheImage, RATE_LIMIT: 'off' }),
    ),
  );
  const organization = await fixtures.organization();
  const hack = await fixtures.superEvent(organization);
  const people = await Promise.all(
    Array.from({ length: count }, async () => {
      const person = await fixtures.person();
      const apiKey = await fixtures.keyOf(person, organization);
      return { person, client: createClient({ url: `http://127.0.0.1:${gateway?.port}`, apiKey }) };
    }),
  );
  return { fixtures, rows, hack, people };
}

/** Sends a write, some of them twice, and notes how long it took and what went wrong. */
function sending() {
  const [waits, failures]: [number[], string[]] = [[], []];
  const send = async (n: number, write: (options: { idempotencyKey: string }) => Promise<unknown>) => {
    const [begun, options] = [performance.now(), { idempotencyKey: randomUUID() }];
    await Promise.all(n % twiceEvery === 0 ? [write(options), write(options)] : [write(options)]).catch(
      (error: unknown) => failures.push(String(error)),
    );
    waits.push(performance.now() - begun);
  };
  return { waits, failures, send };
}

interface Seen extends Pick<ReturnType<typeof sending>, 'waits' | 'failures'> {
  readonly seconds: number;
  readonly kept: readonly number[];
}

function row(id: Id, { seconds, kept, failures, waits }: Seen): Row {
  const figure = `${seconds.toFixed(1)} s: ${kept.join(' and ')} kept, ${failures.length} failed, ${ms(Math.max(...waits))} at most`;
  const met = seconds <= withinSeconds && failures.length === 0 && kept.every((each) => each === count);
  return { id, what: titles[id], figure: failures[0] ? `${figure} (${failures[0]})` : figure, goal: goals[id], met };
}

async function applications({ hack, people, rows }: Scene): Promise<Row> {
  const [field] = await rows<{ id: string }>`
    insert into events.registration_field (super_event_id, field_type, label, is_required)
    values (${hack.id}, 'file', 'CV', true) returning id`;
  const files = { [field?.id ?? '']: new Blob([Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(fileBytes)])]) };
  const { send, ...noted } = sending();
  const apply = ({ client, n }: { client: Muster; n: number }) =>
    send(n, (options) => client.registrations.apply({ slug: hack.slug, files }, options));
  const items = people.map(({ client }, n) => ({ client, n }));
  const seconds = await steadily(count / (withinSeconds - 5), items, apply);
  const [kept] = await rows<{ registered: number; files: number }>`
    select (select count(*)::int from registrations.super_event_registration where super_event_id = ${hack.id}) as registered,
           (select count(*)::int from registrations.file) as files`;
  return row('E1', { seconds, ...noted, kept: [kept?.registered ?? 0, kept?.files ?? 0] });
}

async function projects({ hack, people, rows, fixtures }: Scene): Promise<Row> {
  const track = await fixtures.track(hack);
  const teams = [];
  for (const { person, client } of people) {
    await fixtures.registered(person, track);
    teams.push({ client, n: teams.length, team: await fixtures.team(track, [person]) });
  }
  const perSecond = count / (withinSeconds - 5);
  const deadline = new Date(Date.now() + ((count - 30) / perSecond) * 1_000);
  await rows`update events.track set config_json = ${JSON.stringify({ submissions: { closes_at: deadline } })}::jsonb
              where id = ${track.id}`;
  const { send, ...noted } = sending();
  const seconds = await steadily(perSecond, teams, ({ client, n, team }) => {
    const saved_at = new Date(Math.min(Date.now(), deadline.getTime() - 1)).toISOString();
    return send(n, (options) => client.teams.submit({ team_id: team.id, title: `Project ${n}`, saved_at }, options));
  });
  const [kept] = await rows<{ handed_in: number; teams: number }>`
    select count(*)::int as handed_in, count(distinct team_id)::int as teams from teams.submission where event_id = ${track.id}`;
  return row('E2', { seconds, ...noted, kept: [kept?.handed_in ?? 0, kept?.teams ?? 0] });
}
