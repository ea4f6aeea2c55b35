/**
 * Reads the first page of registrations with their total in one statement, merging the newest of each track and
 * status.
 */
import { ask, type Statement } from './server.ts';
import type { Found } from './guard.ts';

const limit = 50;
const statuses = ['pending', 'accepted', 'waitlisted', 'rejected', 'cancelled'];
const newest = statuses
  .map(
    (
      status,
    ) => `(select r.id, r.created_at from registrations.registration r where r.event_id = t.id and r.status = '${status}'
                   order by r.created_at desc, r.id limit ${limit})`,
  )
  .join(' union all ');

function listOf(name: string, tracks: string) {
  const page: Statement = {
    name: `page of a ${name}`,
    text: `with page as (
             select m.id from (${tracks}) t cross join lateral (${newest}) m
              order by m.created_at desc, m.id limit ${limit})
           select (select coalesce(sum(n), 0)::int from registrations.registration_tally
                    where event_id in (${tracks})) as total,
                  (select coalesce(json_agg(shown), '[]')
                     from (select r.id, r.event_id, r.user_id, r.status, p.name, r.evaluation_score,
                                  r.evaluation_recommendation
                             from page join registrations.registration r on r.id = page.id
                             left join identity.person p on p.id = r.user_id
                            order by r.created_at desc, r.id) shown) as registrations`,
  };
  return async ({ id }: Found) => {
    const [found] = await ask<{ total: number; registrations: unknown[] }>(page, [id]);
    const { total, registrations } = found ?? { total: 0, registrations: [] };
    return { registrations, pagination: { page: 1, limit, total, totalPages: Math.ceil(total / limit) } };
  };
}

export const ofTrack = listOf('track', 'select $1::uuid as id');
export const ofHackathon = listOf(
  'hackathon',
  'select c.id from events.track c where c.super_event_id = $1 and c.deleted_at is null',
);
