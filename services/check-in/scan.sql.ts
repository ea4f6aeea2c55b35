/** The two statements of a batch of scans: one reads the data about each scan, one writes the results. */
import { CompiledQuery } from 'kysely';
import { actorOf, isWeak, personOf } from '../../shared/base/viewer.ts';
import { isUuid } from '../../shared/contract/formats.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { checkinTokens } from '../../shared/database/published/registrations.ts';
import type { teams } from '../../shared/database/published/teams.ts';
import type { point, record } from './entities.ts';
import type { AdmittedRecord, CheckIn, ScanFindings, Scan, ScanRefusal } from './rules.ts';

/**
 * A desk is one viewer at one point: many scans share it, so it is read once. The point must be live and of the key's
 * organization, or of one the session's person belongs to, in a hackathon that they may view. Roles count on the
 * point's track, or on any track where the point serves the whole hackathon. A device is staff at the points of its
 * hackathon, and nothing anywhere else. Only sessions without a second factor pay for asking whether one is needed. Each
 * `limit 1` could find only one row anyway; it makes the planner look rows up by index instead of reading a whole table
 * that was small when the plan was made. The `offset 0` keeps it from searching all records of the point for a person.
 */
const reading = (arrays: string, members: string) => `
  with scan as materialized (
    select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::uuid[], $8::boolean[]${arrays}) with ordinality
                  as s (point_id, token, viewer_id, organization_id, scanned_by, nonce, device_event_id, is_weak${members}, n)
`;
const findings = (registrations: string) => `${desksAndColumns}${registrations}${facts}`;
const desksAndColumns = `
  ), desk as materialized (
    select v.point_id, v.viewer_id, v.organization_id, p.organization_id as owner_id, p.super_event_id, p.event_id, p.name, p.type, p.opens_at,
           p.closes_at, p.requirements,
           p.portions,
           w.organizes, w.is_staff or v.device_event_id is not null as is_staff, w.judges, w.participates as takes_part,
           v.is_weak, v.is_weak and (w.member_role is not null or w.organizes) and exists (
             select 1 from published.organizations o where o.id = p.organization_id and o.second_factor = 'required') as lacks_factor
      from (select distinct point_id, viewer_id, organization_id, device_event_id, is_weak from scan) v
      join lateral (select * from point where id = v.point_id limit 1) p on true
      join published.super_events e on e.id = p.super_event_id
      left join published.tracks t on t.id = p.event_id
      cross join lateral published.standing(v.viewer_id, p.organization_id, p.super_event_id, p.event_id) w
     where (p.event_id is null or t.id is not null)
       and case when v.organization_id is null then w.is_inside else p.organization_id = v.organization_id end
       and (v.device_event_id is null or v.device_event_id = p.super_event_id)
       and (v.device_event_id is not null or w.member_role is not null or w.takes_part or (e.status = 'final' and e.visibility <> 'private'))
  )
  select d.owner_id as point_organization_id, d.name as point_name, d.type as point_type, d.opens_at, d.closes_at,
         case when d.type = 'milestone' then d.requirements end as requirements,
         d.organizes, d.is_staff, d.judges, d.takes_part, d.lacks_factor, d.portions,
         case when d.portions > 1
              then array(select portion from record where user_id = k.user_id and point_id = d.point_id and annulled_at is null)
         end as taken,
         k.registration_id, k.user_id, k.status,
         same.id as same_id, same.user_id as same_user_id, same.registration_id as same_registration_id, same.checked_in_at as same_checked_in_at,
         earlier.registration_id as earlier_registration_id, earlier.checked_in_at as earlier_checked_in_at,
         team.id as team_id, team.name as team_name, team.has_submitted, team.answered
    from scan s
    left join desk d on d.point_id = s.point_id and d.viewer_id = s.viewer_id
                    and d.organization_id is not distinct from s.organization_id and d.is_weak = s.is_weak
    left join lateral (
      select c.registration_id, c.user_id, c.status
        from `;
const facts = ` c left join published.tracks t on t.id = c.event_id
       where c.super_event_id = d.super_event_id
         and case when d.event_id is null then c.event_id is null or t.id is not null else c.event_id = d.event_id end
       limit 1
    ) k on true
    left join lateral (
      select id, user_id, registration_id, checked_in_at from record
       where point_id = d.point_id and scanned_by = s.scanned_by and nonce = s.nonce limit 1
    ) same on true
    left join lateral (
      select r.registration_id, r.checked_in_at
        from (select * from record where user_id = k.user_id and annulled_at is null offset 0) r
       where r.point_id = d.point_id order by r.checked_in_at limit 1
    ) earlier on true
    left join lateral (
      select t.id, t.name,
             exists (select 1 from published.submissions h
                      where h.team_id = t.id and h.checkin_point_id = d.point_id) as has_submitted,
             array(select a.key from published.submissions h, jsonb_each_text(h.answers_json) a
                    where h.team_id = t.id and (h.checkin_point_id = d.point_id or h.checkin_point_id is null)
                      and a.value <> '') as answered
        from published.team_members b join published.teams t on t.id = b.team_id
       where b.user_id = case when d.type = 'milestone' then k.user_id end and b.super_event_id = d.super_event_id
         and (d.event_id is null or b.event_id = d.event_id)
       limit 1
    ) team on true
   order by s.n`;

const byToken = 'select * from published.checkin_tokens where checkin_token = s.token';
const byRegistration = 'select * from published.checkin_tokens where registration_id = s.registration_id';
const findingsByToken = reading('', '') + findings(`(${byToken})`);
/** A statement of its own, so that scans of tokens do not pay for looking up registrations. */
const findingsByEither =
  reading(', $9::uuid[]', ', registration_id') + findings(`(${byToken} union all ${byRegistration})`);

type Point = RowOf<typeof point>;
type Recorded = RowOf<typeof record>;
type Token = RowOf<typeof checkinTokens>;
type Team = RowOf<typeof teams>;

interface Row extends Pick<Point, 'opens_at' | 'closes_at'>, Pick<Token, 'user_id' | 'status'> {
  point_organization_id: Point['organization_id'];
  point_name: Point['name'] | null;
  point_type: Point['type'];
  requirements: Point['requirements'] | null;
  organizes: boolean;
  is_staff: boolean;
  judges: boolean;
  takes_part: boolean;
  lacks_factor: boolean;
  portions: Point['portions'];
  /** Null where there is only one portion. */
  taken: number[] | null;
  registration_id: Token['registration_id'] | null;
  same_id: Recorded['id'];
  same_user_id: Recorded['user_id'] | null;
  same_registration_id: Recorded['registration_id'];
  same_checked_in_at: Recorded['checked_in_at'];
  earlier_registration_id: Recorded['registration_id'] | null;
  earlier_checked_in_at: Recorded['checked_in_at'];
  team_id: Team['id'] | null;
  team_name: Team['name'];
  has_submitted: boolean;
  answered: string[];
}

/** Sends the prepared text as it is, because building it anew for each round trip would cost time. */
const ask = async <Row>(db: Db, text: string, values: unknown[]) =>
  (await db.getKysely().executeQuery<Row>(CompiledQuery.raw(text, values))).rows;

/** Returns one row per scan, in their order. */
export async function findingsOf(db: Db, scans: readonly Scan[]): Promise<ScanFindings[]> {
  const registrations = scans.map(({ registration_id: id = '' }) => (isUuid(id) ? id : null));
  const areNamed = registrations.some((id) => id !== null);
  const rows = await ask<Row>(db, areNamed ? findingsByEither : findingsByToken, [
    scans.map(({ point_id }) => point_id),
    scans.map(({ token = null }) => token),
    scans.map(({ viewer }) => viewer.user_id),
    scans.map(({ viewer }) => viewer.organization_id),
    scans.map(({ viewer }) => actorOf(viewer)),
    scans.map(({ nonce }) => nonce),
    scans.map(({ viewer }) => viewer.device?.super_event_id ?? null),
    scans.map(({ viewer }) => isWeak(viewer)),
    ...(areNamed ? [registrations] : []),
  ]);
  return rows.map(toFindings);
}

const toFindings = (row: Row): ScanFindings => ({
  point:
    row.point_name === null
      ? null
      : {
          organization_id: row.point_organization_id,
          name: row.point_name,
          type: row.point_type,
          opens_at: new Date(row.opens_at),
          closes_at: new Date(row.closes_at),
          requirements: row.requirements ?? [],
        },
  viewer: {
    organizes: row.organizes,
    is_staff: row.is_staff,
    judges: row.judges,
    takes_part: row.takes_part,
    lacks_factor: row.lacks_factor,
  },
  registration:
    row.registration_id === null ? null : { id: row.registration_id, user_id: row.user_id, status: row.status },
  same_nonce:
    row.same_user_id === null
      ? null
      : { id: row.same_id, ...checkIn(row.same_user_id, row.same_registration_id, row.same_checked_in_at) },
  earlier:
    row.earlier_registration_id === null || freeOf(row).length > 0
      ? null
      : checkIn(row.user_id, row.earlier_registration_id, row.earlier_checked_in_at),
  free: freeOf(row),
  team:
    row.team_id === null
      ? null
      : { id: row.team_id, name: row.team_name, has_submitted: row.has_submitted, answered: row.answered },
});

/** The portions that are left for somebody. */
const freeOf = ({ portions, taken, earlier_registration_id }: Row): readonly number[] =>
  taken === null
    ? earlier_registration_id === null
      ? onlyPortion
      : []
    : Array.from({ length: portions }, (_, index) => index + 1).filter((portion) => !taken.includes(portion));
const onlyPortion = [1];

const checkIn = (user_id: string, registration_id: string, at: Recorded['checked_in_at']): CheckIn => ({
  user_id,
  registration_id,
  checked_in_at: new Date(at),
});

/**
 * Writes all results in one statement and hence one commit. The unique indexes decide who is first, between kiosks
 * and within the batch. Rows are inserted in the order of (point, person), so that two processes with the same people
 * cannot deadlock. The caller therefore makes sure beforehand that a nonce goes to the first scan that has it.
 */
const keepScans = `
  with admitted as (
    insert into record (id, point_id, user_id, registration_id, method, nonce, scanned_by, recorded_by, checked_in_at,
                        request_id, organization_id, portion)
    select a.id, a.point_id, a.user_id, a.registration_id, a.method, a.nonce, a.scanned_by, a.recorded_by, a.checked_in_at,
           a.request_id, a.organization_id, a.portion
      from (select distinct on (point_id, scanned_by, nonce) *
              from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::uuid[],
                          $9::timestamptz[], $10::text[], $11::uuid[], $12::smallint[]) with ordinality
                   as u (id, point_id, user_id, registration_id, method, nonce, scanned_by, recorded_by, checked_in_at,
                         request_id, organization_id, portion, n)
             order by point_id, scanned_by, nonce, n) a
     order by a.point_id, a.user_id, a.n
    on conflict do nothing
    returning id
  ), refused as (
    insert into refused_scan (point_id, reason, registration_id, scanned_by, scanned_at, organization_id)
    select * from unnest($13::uuid[], $14::text[], $15::uuid[], $16::text[], $17::timestamptz[], $18::uuid[])
  )
  select id from admitted`;

interface Kept {
  readonly scan: Scan;
  /** The organization of the point. */
  readonly organization_id: string;
}
export interface Admitted extends Kept, AdmittedRecord {
  /** The id of its check-in, if it is the first. */
  readonly id: string;
  readonly portion: number;
}
export interface RefusedScan extends Kept {
  readonly reason: ScanRefusal;
  readonly registration_id: string | null;
  readonly scanned_at: Date;
}

/** Writes the results; returns the admitted scans that were not the first after all. */
export async function saveScans(
  db: Db,
  admitted: readonly Admitted[],
  refused: readonly RefusedScan[],
): Promise<Scan[]> {
  if (admitted.length === 0 && refused.length === 0) return [];
  const rows = await ask<Pick<Recorded, 'id'>>(db, keepScans, [
    admitted.map(({ id }) => id),
    admitted.map(({ scan }) => scan.point_id),
    admitted.map(({ user_id }) => user_id),
    admitted.map(({ registration_id }) => registration_id),
    admitted.map(({ method }) => method),
    admitted.map(({ scan }) => scan.nonce),
    admitted.map(({ scan }) => actorOf(scan.viewer)),
    admitted.map(({ scan }) => personOf(scan.viewer)),
    admitted.map(({ checked_in_at }) => checked_in_at.toISOString()),
    admitted.map(({ scan }) => scan.request_id),
    admitted.map(({ organization_id }) => organization_id),
    admitted.map(({ portion }) => portion),
    refused.map(({ scan }) => scan.point_id),
    refused.map(({ reason }) => reason),
    refused.map(({ registration_id }) => registration_id),
    refused.map(({ scan }) => actorOf(scan.viewer)),
    refused.map(({ scanned_at }) => scanned_at.toISOString()),
    refused.map(({ organization_id }) => organization_id),
  ]);
  const first = new Set(rows.map(({ id }) => id));
  return admitted.filter(({ id }) => !first.has(id)).map(({ scan }) => scan);
}
