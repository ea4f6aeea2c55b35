/** The two statements of a round trip of scans: what is known of each, and what is kept of them. */
import { CompiledQuery } from 'kysely';
import { actorOf } from '../../../shared/broker/viewer.ts';
import type { PointType, RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';
import { newId } from '../../../shared/database/ids.ts';
import type { Admission, CheckIn, Findings, Refusal, Requirement, Scan } from '../rules.ts';

/**
 * A desk is one viewer at one point: many scans share it, so it is looked at once. The point must be live and of the
 * key's organization, or of one the session's person belongs to, in a hackathon that they may view. Roles count on the point's track, or on any track where
 * the point serves the whole hackathon. Every `limit 1` finds one row at most anyway; it keeps the planner to looking rows
 * up one by one, where it would read a whole table that was small when the plan was made; the `offset 0` keeps it from
 * looking for a person among all records of the point.
 */
const findingsOfScans = `
  with scan as materialized (
    select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::text[]) with ordinality
                  as s (point_id, token, viewer_id, organization_id, scanned_by, nonce, n)
  ), desk as materialized (
    select v.point_id, v.viewer_id, v.organization_id, p.super_event_id, p.event_id, p.name, p.type, p.opens_at,
           p.closes_at, p.requirements,
           m.role in ('OWNER', 'ADMIN') is true or r.organizes is true as organizes,
           m.role is not null or r.is_staff is true as is_staff,
           r.takes_part is true or a.applied as takes_part
      from (select distinct point_id, viewer_id, organization_id from scan) v
      join lateral (select * from point where id = v.point_id limit 1) p on true
      join published.super_events e on e.id = p.super_event_id
      left join published.tracks t on t.id = p.event_id
      left join published.members m on m.organization_id = p.organization_id and m.user_id = v.viewer_id
      left join lateral (
        select bool_or(here and role = 'ORGANIZER') as organizes,
               bool_or(here and role in ('ORGANIZER', 'MENTOR', 'JUDGE')) as is_staff,
               bool_or(role = 'PARTICIPANT') as takes_part, count(*) > 0 as has_role
          from (select role, p.event_id is null or event_id = p.event_id as here from published.track_roles
                 where user_id = v.viewer_id and super_event_id = p.super_event_id) held
      ) r on true
      cross join lateral (
        select exists (select 1 from published.super_event_registrations
                        where super_event_id = p.super_event_id and user_id = v.viewer_id) as applied
      ) a
     where (p.event_id is null or t.id is not null)
       and case when v.organization_id is not null then p.organization_id = v.organization_id
                else exists (select 1 from published.standings a
                              where a.user_id = v.viewer_id and a.organization_id = p.organization_id)
                  or exists (select 1 from published.super_event_registrations a
                              where a.user_id = v.viewer_id and a.organization_id = p.organization_id) end
       and (m.role is not null or r.has_role or a.applied or (e.status = 'final' and e.visibility <> 'private'))
  )
  select d.name as point_name, d.type as point_type, d.opens_at, d.closes_at,
         case when d.type = 'milestone' then d.requirements end as requirements,
         d.organizes, d.is_staff, d.takes_part,
         k.registration_id, k.user_id, k.status,
         same.user_id as same_user_id, same.registration_id as same_registration_id, same.checked_in_at as same_checked_in_at,
         earlier.registration_id as earlier_registration_id, earlier.checked_in_at as earlier_checked_in_at,
         team.id as team_id, team.name as team_name, team.has_submitted, team.answered
    from scan s
    left join desk d on d.point_id = s.point_id and d.viewer_id = s.viewer_id
                    and d.organization_id is not distinct from s.organization_id
    left join lateral (
      select c.registration_id, c.user_id, c.status
        from published.checkin_tokens c left join published.tracks t on t.id = c.event_id
       where c.checkin_token = s.token and c.super_event_id = d.super_event_id
         and case when d.event_id is null then c.event_id is null or t.id is not null else c.event_id = d.event_id end
       limit 1
    ) k on true
    left join lateral (
      select user_id, registration_id, checked_in_at from record
       where point_id = d.point_id and scanned_by = s.scanned_by and nonce = s.nonce limit 1
    ) same on true
    left join lateral (
      select r.registration_id, r.checked_in_at
        from (select * from record where user_id = k.user_id and annulled_at is null offset 0) r
       where r.point_id = d.point_id limit 1
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

interface Row {
  point_name: string | null;
  point_type: PointType;
  opens_at: string;
  closes_at: string;
  requirements: Requirement[] | null;
  organizes: boolean;
  is_staff: boolean;
  takes_part: boolean;
  registration_id: string | null;
  user_id: string;
  status: RegistrationStatus;
  same_user_id: string | null;
  same_registration_id: string;
  same_checked_in_at: string;
  earlier_registration_id: string | null;
  earlier_checked_in_at: string;
  team_id: string | null;
  team_name: string;
  has_submitted: boolean;
  answered: string[];
}

/** Sent as it is: nothing of it is put together anew for each round trip. */
const ask = async <Row>(db: Db, text: string, values: unknown[]) =>
  (await db.getKysely().executeQuery<Row>(CompiledQuery.raw(text, values))).rows;

/** One row per scan, in their order. */
export async function findingsOf(db: Db, scans: readonly Scan[]): Promise<Findings[]> {
  const rows = await ask<Row>(db, findingsOfScans, [
    scans.map(({ point_id }) => point_id),
    scans.map(({ token }) => token),
    scans.map(({ viewer }) => viewer.user_id),
    scans.map(({ viewer }) => viewer.organization_id),
    scans.map(({ viewer }) => actorOf(viewer)),
    scans.map(({ nonce }) => nonce),
  ]);
  return rows.map(toFindings);
}

const toFindings = (row: Row): Findings => ({
  point:
    row.point_name === null
      ? null
      : {
          name: row.point_name,
          type: row.point_type,
          opens_at: new Date(row.opens_at),
          closes_at: new Date(row.closes_at),
          requirements: row.requirements ?? [],
        },
  viewer: { organizes: row.organizes, is_staff: row.is_staff, takes_part: row.takes_part },
  registration:
    row.registration_id === null ? null : { id: row.registration_id, user_id: row.user_id, status: row.status },
  same_nonce:
    row.same_user_id === null ? null : checkIn(row.same_user_id, row.same_registration_id, row.same_checked_in_at),
  earlier:
    row.earlier_registration_id === null
      ? null
      : checkIn(row.user_id, row.earlier_registration_id, row.earlier_checked_in_at),
  team:
    row.team_id === null
      ? null
      : { id: row.team_id, name: row.team_name, has_submitted: row.has_submitted, answered: row.answered },
});

const checkIn = (user_id: string, registration_id: string, at: string): CheckIn => ({
  user_id,
  registration_id,
  checked_in_at: new Date(at),
});

/**
 * One statement, so one commit for all of them. The unique indexes decide who is first, of two kiosks and of two scans in
 * here. Rows go in the order of (point, person), so that two processes with the same people wait for each other in one
 * direction only; that one nonce goes to the scan that came first is therefore seen to beforehand.
 */
const keepScans = `
  with admitted as (
    insert into record (id, point_id, user_id, registration_id, method, nonce, scanned_by, recorded_by, checked_in_at,
                        request_id)
    select a.id, a.point_id, a.user_id, a.registration_id, a.method, a.nonce, a.scanned_by, a.recorded_by, a.checked_in_at,
           a.request_id
      from (select distinct on (point_id, scanned_by, nonce) *
              from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::uuid[],
                          $9::timestamptz[], $10::text[]) with ordinality
                   as u (id, point_id, user_id, registration_id, method, nonce, scanned_by, recorded_by, checked_in_at,
                         request_id, n)
             order by point_id, scanned_by, nonce, n) a
     order by a.point_id, a.user_id, a.n
    on conflict do nothing
    returning id
  ), refused as (
    insert into refused_scan (point_id, reason, registration_id, scanned_by, scanned_at)
    select * from unnest($11::uuid[], $12::text[], $13::uuid[], $14::text[], $15::timestamptz[])
  )
  select id from admitted`;

export interface Admitted extends Admission {
  readonly scan: Scan;
}
export interface Refused {
  readonly scan: Scan;
  readonly reason: Refusal;
  readonly registration_id: string | null;
  readonly scanned_at: Date;
}

/** Keeps both and answers the scans that were admitted and yet not the first. */
export async function keep(db: Db, admitted: readonly Admitted[], refused: readonly Refused[]): Promise<Scan[]> {
  if (admitted.length === 0 && refused.length === 0) return [];
  const ids = admitted.map(() => newId());
  const rows = await ask<{ id: string }>(db, keepScans, [
    ids,
    admitted.map(({ scan }) => scan.point_id),
    admitted.map(({ user_id }) => user_id),
    admitted.map(({ registration_id }) => registration_id),
    admitted.map(({ method }) => method),
    admitted.map(({ scan }) => scan.nonce),
    admitted.map(({ scan }) => actorOf(scan.viewer)),
    admitted.map(({ scan }) => scan.viewer.user_id),
    admitted.map(({ checked_in_at }) => checked_in_at.toISOString()),
    admitted.map(({ scan }) => scan.request_id),
    refused.map(({ scan }) => scan.point_id),
    refused.map(({ reason }) => reason),
    refused.map(({ registration_id }) => registration_id),
    refused.map(({ scan }) => actorOf(scan.viewer)),
    refused.map(({ scanned_at }) => scanned_at.toISOString()),
  ]);
  const first = new Set(rows.map(({ id }) => id));
  return admitted.filter((_, index) => !first.has(ids[index] ?? '')).map(({ scan }) => scan);
}
