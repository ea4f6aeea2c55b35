/** Creates any number of hackathons of any size in one organization in SQL, with check-ins of the first day. */
import { calmDown, type Ground } from './ground.ts';

const tracks = 5;
const teamSize = 4;
/** The number of hackathons that each person takes part in. */
const visits = 10;

/**
 * Creates the hackathons; returns the owner's key as headers. Ids are computed from numbers, so that every statement
 * can name them.
 */
export async function hackathons(ground: Ground, count: number, people: number): Promise<Record<string, string>> {
  const { fixtures } = ground;
  const organization = await fixtures.organization();
  const [ids, trackIds]: [string[], string[]] = [[], []];
  for (let made = 0; made < count; made++) {
    const hackathon = await fixtures.superEvent(organization);
    ids.push(hackathon.id);
    for (let track = 0; track < tracks; track++) trackIds.push((await fixtures.track(hackathon)).id);
  }
  await insertPeople(ground, Math.min(count, visits) * people);
  const all = { organization_id: organization.id, ids, trackIds, people, everybody: Math.min(count, visits) * people };
  await insertPlaces(ground, all);
  await insertTeams(ground, all);
  await insertRecords(ground);
  await calmDown(ground.rows);
  return { 'X-Api-Key': await fixtures.keyOf(await fixtures.member(organization, 'OWNER'), organization) };
}

const insertPeople = ({ rows }: Ground, everybody: number) => rows`
  insert into identity.person (id, name, email, email_confirmed_at)
  select md5('person ' || n)::uuid, 'Person ' || n, 'person-' || n || '@bench.example', now()
    from generate_series(0, ${everybody}::int - 1) n`;

interface All {
  readonly organization_id: string;
  readonly ids: readonly string[];
  readonly trackIds: readonly string[];
  readonly people: number;
  readonly everybody: number;
}

/** Registers everybody as accepted, on one of the tracks, over the course of a month. */
async function insertPlaces({ rows }: Ground, { organization_id, ids, trackIds, people, everybody }: All) {
  await rows`
    insert into registrations.super_event_registration
           (id, organization_id, super_event_id, user_id, status, looking_for_team, created_at)
    select md5('parent ' || h.nth || ' ' || n)::uuid, ${organization_id}, h.id,
           md5('person ' || (h.nth * ${people}::bigint + n) % ${everybody}::bigint)::uuid, 'accepted', n % 3 = 0,
           now() - random() * interval '30 days'
      from unnest(${ids}::uuid[]) with ordinality as h (id, nth) cross join generate_series(0, ${people}::int - 1) n`;
  await rows`
    insert into registrations.registration
           (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status, created_at)
    select p.organization_id, p.super_event_id, (${trackIds}::uuid[])[(h.nth - 1) * ${tracks} + n % ${tracks} + 1], p.id,
           p.user_id, 'accepted', p.created_at
      from unnest(${ids}::uuid[]) with ordinality as h (id, nth) cross join generate_series(0, ${people}::int - 1) n
      join registrations.super_event_registration p on p.id = md5('parent ' || h.nth || ' ' || n)::uuid`;
  await rows`
    insert into registrations.seat (super_event_id, accepted)
    select id, ${people}::int from unnest(${ids}::uuid[]) as h (id)`;
}

/** Puts half of the people into teams on their track. */
async function insertTeams({ rows }: Ground, { organization_id, ids, trackIds, people, everybody }: All) {
  const teams = Math.floor(people / teamSize / 2 / tracks) * tracks;
  await rows`
    insert into teams.team (id, organization_id, super_event_id, event_id, name)
    select md5('team ' || h.nth || ' ' || n)::uuid, ${organization_id}, h.id,
           (${trackIds}::uuid[])[(h.nth - 1) * ${tracks} + n % ${tracks} + 1], 'Team ' || n
      from unnest(${ids}::uuid[]) with ordinality as h (id, nth) cross join generate_series(0, ${teams}::int - 1) n`;
  await rows`
    insert into teams.member (team_id, super_event_id, event_id, user_id, role)
    select t.id, t.super_event_id, t.event_id,
           md5('person ' || (h.nth * ${people}::bigint + n + m * ${teams}::bigint) % ${everybody}::bigint)::uuid,
           case m when 0 then 'LEADER' else 'MEMBER' end
      from unnest(${ids}::uuid[]) with ordinality as h (id, nth) cross join generate_series(0, ${teams}::int - 1) n
     cross join generate_series(0, ${teamSize}::int - 1) m
      join teams.team t on t.id = md5('team ' || h.nth || ' ' || n)::uuid`;
}

async function insertRecords({ rows }: Ground) {
  await rows`
    insert into check_in.point (organization_id, super_event_id, key, name, type, opens_at, closes_at)
    select organization_id, id, 'yesterday', 'Yesterday', 'attendance', now() - interval '2 days', now() - interval '1 day'
      from events.super_event`;
  await rows`
    insert into check_in.record
           (point_id, user_id, registration_id, method, nonce, scanned_by, recorded_by, checked_in_at)
    select c.id, p.user_id, p.id, 'qr_scan', p.id, 'yesterday', p.user_id, now() - interval '1 day'
      from registrations.super_event_registration p join check_in.point c on c.super_event_id = p.super_event_id
     where p.status = 'accepted'`;
}
