/** First pages of registrations: the page and its total are asked at the same time, each on a connection of its own. */
import { ask, type Statement } from './server.ts';
import type { Place } from './guard.ts';

const page = (name: string, where: string): Statement => ({
  name,
  text: `select r.id, r.event_id, r.user_id, r.status, p.name, r.evaluation_score, r.evaluation_recommendation
           from (select * from registrations.registration r where ${where} order by r.created_at desc, r.id limit $2) r
           left join identity.person p on p.id = r.user_id
          order by r.created_at desc, r.id`,
});
const total = (name: string, where: string): Statement => ({
  name,
  text: `select count(*)::int as total from registrations.registration r where ${where}`,
});
const limit = 50;

function listOf(name: string, where: string) {
  const [shown, counted] = [page(`page of a ${name}`, where), total(`total of a ${name}`, where)];
  return async ({ id }: Place) => {
    const [registrations, [count]] = await Promise.all([
      ask(shown, [id, limit]),
      ask<{ total: number }>(counted, [id]),
    ]);
    const { total } = count ?? { total: 0 };
    return { registrations, pagination: { page: 1, limit, total, totalPages: Math.ceil(total / limit) } };
  };
}

export const ofTrack = listOf('track', 'r.event_id = $1');
export const ofHackathon = listOf(
  'hackathon',
  `r.super_event_id = $1
     and r.event_id in (select t.id from events.track t where t.super_event_id = $1 and t.deleted_at is null)`,
);
