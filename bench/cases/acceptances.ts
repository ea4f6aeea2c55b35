/** L3: the evening of the acceptances: everybody looks, confirms their place, and looks for a team. */
import { randomUUID } from 'node:crypto';
import { createClient, type Muster } from '../../clients/typescript/src/index.ts';
import { mintKey } from '../../shared/base/api-key.ts';
import { asInTheImage, calmDown, hasNatsServer, noBus, onGround, type Ground } from '../ground.ts';
import { steadily } from '../load/load.ts';
import { ms, notMeasured, type Case, type Row } from '../measure.ts';

const [people, withinSeconds, teamSize] = [2_000, 60, 4];
/** Most milliseconds for 99 of 100 requests. */
const mostMs = 1_000;
const about = {
  id: 'L3',
  what: `${people} people open /me in a minute, confirm, and form teams of ${teamSize}`,
  goal: `none fails, none is lost, 99 of 100 requests < ${mostMs} ms`,
};

export const acceptances: Case = {
  ids: [about.id],
  run: async () => [hasNatsServer ? await onGround(measure) : notMeasured(about.id, about.what, about.goal, noBus)],
};

interface Guest {
  readonly place: string;
  readonly client: Muster;
}

async function open(ground: Ground) {
  const { cluster, fixtures, spentBy } = ground;
  const env = { ...asInTheImage, RATE_LIMIT: 'off', MAIL_KEY: 'opens what is sealed for the letters' };
  const processes = await Promise.all(
    ['gateway', 'registrations', 'teams', 'identity,organizations,events,mail'].map((one) => cluster.start(one, env)),
  );
  const organization = await fixtures.organization();
  const hack = await fixtures.superEvent(organization, { max_participants: people, confirm_within_hours: 48 });
  const track = await fixtures.track(hack);
  const url = `http://127.0.0.1:${processes[0]?.port}`;
  const guests = (await accepted(ground, track)).map(({ place, apiKey }) => ({
    place,
    client: createClient({ url, apiKey }),
  }));
  return { ...ground, track, guests, spent: spentBy(processes, 'over NATS') };
}

/** Creates people with a key each whose places are theirs once they confirm. */
async function accepted({ rows }: Ground, track: { id: string; organization_id: string; super_event_id: string }) {
  const keys = Array.from({ length: people }, () => mintKey());
  const [names, hashes] = [keys.map(({ public_id }) => public_id), keys.map(({ secret_hash }) => secret_hash)];
  const places = await rows<{ id: string; public_id: string }>`
    with one as (
      select k.public_id, k.hash, n, gen_random_uuid() as user_id
        from unnest(${names}::text[], ${hashes}::text[]) with ordinality as k (public_id, hash, n)
    ), person as (
      insert into identity.person (id, name, email, email_confirmed_at)
      select user_id, 'Guest ' || n, 'guest-' || n || '@bench.example', now() from one
    ), key as (
      insert into identity.api_key (public_id, secret_hash, organization_id, user_id, label)
      select public_id, decode(hash, 'hex'), ${track.organization_id}, user_id, public_id from one
    ), parent as (
      insert into registrations.super_event_registration
             (organization_id, super_event_id, user_id, status, confirm_by, asked_at)
      select ${track.organization_id}, ${track.super_event_id}, user_id, 'accepted', now() + interval '2 days', now() from one
      returning id, user_id
    ), registered as (
      insert into registrations.registration
             (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status)
      select ${track.organization_id}, ${track.super_event_id}, ${track.id}, id, user_id, 'accepted' from parent
    )
    select p.id, o.public_id from parent p join one o using (user_id) order by o.n`;
  await rows`insert into registrations.seat (super_event_id, accepted) values (${track.super_event_id}, ${people}::int)`;
  await calmDown(rows);
  const texts = new Map(keys.map(({ public_id, text }) => [public_id, text]));
  return places.map(({ id, public_id }) => ({ place: id, apiKey: texts.get(public_id) ?? '' }));
}

/** The requests of one guest after the other; each step is timed. */
function evening({ guests, track }: Awaited<ReturnType<typeof open>>) {
  const waits: number[] = [];
  const timed = async <T>(request: Promise<T>): Promise<T> => {
    const begun = performance.now();
    return request.finally(() => waits.push(performance.now() - begun));
  };
  const look = ({ client }: Guest) =>
    Promise.all([timed(client.registrations.listOwn()), timed(client.teams.listOwn())]);
  const once = () => ({ idempotencyKey: randomUUID() });
  const founded = guests.map(() => Promise.withResolvers<string>());
  const joinTeam = async ({ client }: Guest, n: number) => {
    const team = founded[n - (n % teamSize)];
    if (n % teamSize === 0) {
      const made = await timed(client.teams.found({ eventId: track.id, name: `Team ${n}` }, once()));
      return team?.resolve(made.team.id);
    }
    await timed(client.teams.listTeammates({ eventId: track.id }));
    const team_id = (await team?.promise) ?? '';
    return void (await timed(client.teams.join({ team_id }, once())));
  };
  const takePart = async (guest: Guest, n: number) => {
    await look(guest);
    await timed(guest.client.registrations.confirm({ id: guest.place }, once()));
    await joinTeam(guest, n);
    await look(guest);
  };
  return { waits, takePart };
}

async function measure(ground: Ground): Promise<Row> {
  const scene = await open(ground);
  const { guests, rows, spent } = scene;
  const { waits, takePart } = evening(scene);
  const failures: string[] = [];
  const before = await spent();
  const seconds = await steadily(people / withinSeconds, [...guests.entries()], ([n, guest]) =>
    takePart(guest, n).catch((error: unknown) => void failures.push(String(error))),
  );
  const after = await spent();
  const cpu = after.node + after.postgres + after.nats - before.node - before.postgres - before.nats;
  const [kept] = await rows<{ confirmed: number; members: number; teams: number }>`
    select (select count(*)::int from registrations.super_event_registration where confirmed_at is not null) as confirmed,
           (select count(*)::int from teams.member) as members, (select count(*)::int from teams.team) as teams`;
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? NaN;
  const figure = [
    `${seconds.toFixed(1)} s, ${waits.length} requests, 99 of 100 in ${ms(p99)}, ${ms(Math.max(...waits))} at most`,
    `${kept?.confirmed} confirmed, ${kept?.members} in ${kept?.teams} teams, ${failures.length} failed`,
    `${ms(cpu / people)} of CPU a person`,
    ...failures.slice(0, 1),
  ];
  const isWhole = kept?.confirmed === people && kept.members === people && kept.teams === people / teamSize;
  return { ...about, figure: figure.join('; '), met: isWhole && failures.length === 0 && p99 < mostMs };
}
