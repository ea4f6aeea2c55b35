/** People of the newest hackathon who are scanned: everybody at the first door, then everybody at the next. */
import { calmDown, type Ground } from './ground.ts';
import { onceEach, type Asks } from './load/load.ts';

const doors = 150;

/** Returns the scans of all these people. */
export async function visitors(ground: Ground, headers: Record<string, string>): Promise<Asks> {
  const { rows, fixtures } = ground;
  const [hackathon] = await rows<{ id: string; organization_id: string }>`
    select id, organization_id from events.super_event order by created_at desc limit 1`;
  const guests = await rows<{ token: string }>`
    select checkin_token as token from registrations.super_event_registration
     where super_event_id = ${hackathon?.id} and status = 'accepted' order by id`;
  const points: string[] = [];
  while (points.length < doors) {
    const location = { slug: '', name: '', organization_id: '', id: '', ...hackathon };
    points.push((await fixtures.point(location, { key: `bench-${points.length}` })).id);
  }
  await rememberYesterday(ground, points[0]);
  return onceEach((index) => {
    const { token } = guests[index % guests.length] ?? {};
    const point = points[1 + Math.floor(index / guests.length)];
    if (!token || !point) return undefined;
    const body = JSON.stringify({ token, nonce: `bench-${index}` });
    return { method: 'POST', path: `/checkin-points/${point}/scan`, headers, body };
  });
}

/** Adds earlier check-ins, because plans made for an empty table would later scan all of it. */
async function rememberYesterday({ rows }: Ground, point: string | undefined): Promise<void> {
  await rows`
    insert into check_in.record
      (point_id, user_id, registration_id, method, nonce, scanned_by, recorded_by, checked_in_at)
    select ${point}, user_id, id, 'qr_scan', id, 'yesterday', user_id, now()
      from registrations.super_event_registration
     where status = 'accepted' and super_event_id = (select super_event_id from check_in.point where id = ${point})`;
  await calmDown(rows);
}
