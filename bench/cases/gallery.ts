/** G1: a crowd reads the gallery of a large hackathon, whole answers at first and then what is new by its ETag. */
import { calmDown, hasNatsServer, noBus, onGround, startOverNats, type Ground } from '../ground.ts';
import { inCircle, load, type Load } from '../load/load.ts';
import { ms, notMeasured, perSecond, progress, type Case, type Row } from '../measure.ts';

const [projects, cards, mostBytes, readers] = [2_000, 48, 100_000, 1_000] as const;
const taken = { connections: 64, seconds: 5 };
const about = {
  id: 'G1',
  what: `GET /super-events/:slug/projects?limit=${cards} of ${projects} projects`,
  goal: `< ${mostBytes / 1_000} kB, ≥ ${readers}/s`,
};

export const gallery: Case = {
  ids: [about.id],
  run: async () => [hasNatsServer ? await onGround(measure) : notMeasured(about.id, about.what, about.goal, noBus)],
};

async function measure(ground: Ground): Promise<Row> {
  const path = `/super-events/${await shown(ground)}/projects?limit=${cards}`;
  const others = 'identity,organizations,events,registrations,teams,judging';
  const muster = await startOverNats(ground, ['gateway', others]);
  const whole = await read(muster.url + path, 'identity');
  const packed = await read(muster.url + path, 'gzip');
  const ask = async (headers: Readonly<Record<string, string>>): Promise<Load> => {
    const asks = inCircle([{ path, headers: { 'Accept-Encoding': 'gzip', ...headers } }]);
    await load(muster, asks, { ...taken, seconds: 1 });
    return load(muster, asks, taken);
  };
  const fresh = await ask({});
  const known = await ask({ 'If-None-Match': whole.tag });
  const rate = ({ rate, cpu, p99 }: Load) => `${perSecond(rate)} at ${ms(cpu)}, p99 ${ms(p99)}`;
  const size = `${kilobytes(whole.bytes)} (${kilobytes(packed.bytes)} as gzip)`;
  const met = whole.bytes < mostBytes && Math.min(fresh.rate, known.rate) >= readers;
  return progress({ ...about, figure: `${size}; whole ${rate(fresh)}; unchanged ${rate(known)}`, met });
}

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

async function read(url: string, coding: string): Promise<{ bytes: number; tag: string }> {
  const answer = await fetch(url, { headers: { 'Accept-Encoding': coding } });
  const { data } = (await answer.json()) as { data: { projects: unknown[]; count: number } };
  if (data.projects.length !== cards || data.count !== projects) throw new Error('This is not the gallery.');
  return { bytes: Number(answer.headers.get('Content-Length')), tag: answer.headers.get('ETag') ?? '' };
}

/** An open gallery, whose projects have a long description, links, tools and a table. Returns its slug. */
async function shown({ fixtures, rows }: Ground): Promise<string> {
  const hack = await fixtures.superEvent(await fixtures.organization(), { gallery: 'open' });
  const track = await fixtures.track(hack);
  await rows`
    with team as (
      insert into teams.team (organization_id, super_event_id, event_id, name, "table", member_count)
      select ${hack.organization_id}, ${hack.id}, ${track.id}, 'The team with number ' || n, 'B' || n, 1
        from generate_series(1, ${projects}::int) n
      returning id, name
    ), submission as (
      insert into teams.submission
             (team_id, super_event_id, event_id, title, description, links, video_url, built_with, submitted_by)
      select id, ${hack.id}, ${track.id}, 'What was made by ' || name, repeat('It counts the bees of a meadow. ', 40),
             jsonb_build_array('https://code.example.org/' || id, 'https://slides.example.org/' || id),
             'https://video.example.org/' || id, '["TypeScript", "PostgreSQL", "WebGPU", "Rust"]', gen_random_uuid()
        from team
      returning team_id
    ), prize as (
      insert into events.prize (super_event_id, name)
      select ${hack.id}, 'Prize ' || n from generate_series(1, 20) n returning id
    )
    insert into judging.award (prize_id, organization_id, super_event_id, team_ids, published_ids, published_at)
    select p.id, ${hack.organization_id}, ${hack.id}, s.ids, s.ids, now()
      from prize p, (select array_agg(team_id) as ids from (select team_id from submission limit 3)) s`;
  await calmDown(rows);
  return hack.slug;
}
