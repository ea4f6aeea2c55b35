/** SQL for the data of an import: the table, the form, the hackathon, and the people in it. */
import { sql } from 'kysely';
import type { Db } from '../../../shared/database/database.ts';
import type { ImportCircumstances, Known } from './decide.ts';
import type { Form } from './lines.ts';

interface Sent extends Form {
  /** Packed; null where not all of it is kept any more. */
  readonly packed: Buffer | null;
}

/**
 * Reads a table that this person has sent.
 * @param sha256 Of the whole text, hexadecimal.
 */
export async function findSent(db: Db, which: { user_id: string; sha256: string; super_event_id: string }) {
  const { user_id, sha256, super_event_id } = which;
  const { rows } = await sql<Sent>`
    select (select case when count(*) = max(count) then string_agg(content, ''::bytea order by index) end
              from table_part where user_id = ${user_id} and sha256 = decode(${sha256}, 'hex')) as packed,
           (select coalesce(json_agg(f), '[]')
              from (select id, key, field_type, label, options, is_required, validation_rules, choices, show_if
                      from published.registration_fields where super_event_id = ${super_event_id}
                     order by order_index, id) f) as fields,
           (select coalesce(json_agg(t), '[]')
              from (select id, name, slug from published.tracks where super_event_id = ${super_event_id}
                     order by id) t) as tracks`.execute(db.getKysely());
  return rows[0];
}

interface Standing {
  /** Null if the hackathon was deleted. */
  readonly around: ImportCircumstances | null;
  /** The data of each address, one entry for each. */
  readonly known: readonly Known[];
}

export async function standingOf(db: Db, super_event_id: string, emails: readonly string[]): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select (select to_json(a)
              from (select s.payment_status = 'paid' as is_paid, s.is_closed, s.max_participants,
                           coalesce((select g.accepted from seat g where g.super_event_id = s.id), 0) as accepted,
                           array(select t.id from published.tracks t where t.super_event_id = s.id order by t.id) as track_ids
                      from published.super_events s where s.id = ${super_event_id}) a) as around,
           (select coalesce(json_agg(k), '[]')
              from (select w.email, u.id as user_id, coalesce(u.is_onboarded, false) as is_onboarded, p.status,
                           array(select r.event_id from registration r
                                  where r.super_event_registration_id = p.id and r.status = 'accepted') as accepted_on,
                           i.id is not null as is_invited, coalesce(i.track_ids, '{}') as invited_on
                      from unnest(${[...new Set(emails)]}::text[]) as w (email)
                      left join published.people u on u.email = w.email
                      left join super_event_registration p on p.super_event_id = ${super_event_id} and p.user_id = u.id
                      left join published.invites i
                             on i.super_event_id = ${super_event_id} and i.email = w.email) k) as known`.execute(
    db.getKysely(),
  );
  return rows[0] ?? { around: null, known: [] };
}
