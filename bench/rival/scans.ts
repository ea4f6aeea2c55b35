/**
 * Scans as a good engineer writes them instead of services: one process, one prepared statement per scan. It asks what Muster asks
 * of a scan (the key, the desk's role, the point's times, the registration, an earlier record), and keeps the same row.
 * With two statements, one to look and one to write, it took a third more of the processor; a larger pool, or answers by
 * a schema, gained nothing.
 */
import { randomUUID } from 'node:crypto';
import { app, ask, holderOf, listen, refuse, type Statement } from './server.ts';

interface Found {
  name: string;
  type: string;
  is_open: boolean;
  role: string | null;
  registration_id: string | null;
  status: string;
  checked_in_at: Date | null;
  is_kept: boolean;
}
const scan: Statement = {
  name: 'scan',
  text: `
    with found as (
      select p.id as point_id, p.name, p.type, now() between p.opens_at and p.closes_at as is_open, m.role,
             r.id as registration_id, r.user_id, r.status,
             (select e.checked_in_at from check_in.record e
               where e.point_id = p.id and e.user_id = r.user_id and e.annulled_at is null) as checked_in_at
        from check_in.point p
        left join organizations.member m on m.organization_id = p.organization_id and m.user_id = $3
        left join registrations.super_event_registration r
               on r.checkin_token = $2 and r.super_event_id = p.super_event_id
       where p.id = $1 and p.organization_id = $4
    ), kept as (
      insert into check_in.record
             (point_id, user_id, registration_id, method, nonce, scanned_by, recorded_by, checked_in_at)
      select point_id, user_id, registration_id, $5, $6, $7, $3, $8 from found
       where role in ('OWNER', 'ADMIN') and status = 'accepted' and is_open and checked_in_at is null
          on conflict do nothing
      returning id
    )
    select found.*, exists (select 1 from kept) as is_kept from found`,
};

interface Scan {
  Params: { pointId: string };
  Body: { token: string; method: string; nonce?: string };
}
const text = { type: 'string', minLength: 1, maxLength: 100 };
const schema = {
  body: {
    type: 'object',
    required: ['token'],
    properties: { token: text, method: { ...text, default: 'qr_scan' }, nonce: text },
  },
};

app.post<Scan>('/checkin-points/:pointId/scan', { schema }, async (request, reply) => {
  const holder = await holderOf(request, reply);
  if (!holder) return reply;
  const { user_id, organization_id, key_id } = holder;
  const { token, method, nonce = randomUUID() } = request.body;
  const at = new Date().toISOString();
  const [found] = await ask<Found>(scan, [
    ...[request.params.pointId, token, user_id, organization_id],
    ...[method, nonce, key_id, at],
  ]);
  if (!found) return refuse(reply, 404, 'POINT_NOT_FOUND');
  if (found.role !== 'OWNER' && found.role !== 'ADMIN') return refuse(reply, 403, 'ORGANIZER_REQUIRED');
  if (!found.registration_id) return refuse(reply, 404, 'INVALID_TOKEN');
  if (found.status !== 'accepted') return refuse(reply, 403, 'NOT_ACCEPTED');
  const { is_kept, registration_id, name: point_name, type: point_type } = found;
  if (!is_kept && !found.checked_in_at && !found.is_open) return refuse(reply, 400, 'TOO_LATE');
  if (!is_kept) return { success: true, data: { already_checked_in: true, checked_in_at: found.checked_in_at ?? at } };
  const data = { checked_in: true, checked_in_at: at, registration_id, point_name, point_type };
  return reply.code(201).send({ success: true, data });
});

await listen();
