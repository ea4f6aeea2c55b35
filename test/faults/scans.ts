/** Scans, one for each guest, and the set checker of Jepsen for them: every acknowledged one is there in the end, none twice. */
import type { Rows } from '../support/rows.ts';
import type { Entry, History } from './history.ts';
import { isOk, type Seen } from './scenario.ts';
import { written, type Morning, type Theatre } from './theatre.ts';

type Point = Morning['points'][number];

/** Scans are recorded in the history under this. */
export const keyOfScan = (point: Point, token: string) => `${point.id} ${token}`;

export const scanOf = (point: Point, token: string, key: string, headers = {}) =>
  written('POST', `/checkin-points/${point.id}/scan`, key, { token }, headers);

/** Scans the guest in this place at the first point, once; by the door unless another port is given. */
export function scanner({ door }: Theatre, { points: [point], guests, key }: Morning, history: History, port?: number) {
  if (!point) throw new Error('There is no point to scan at.');
  return (place: number): Promise<Entry> => {
    const token = guests[place % guests.length]?.token ?? '';
    return history.ask('scan', keyOfScan(point, token), port ?? door.port, scanOf(point, token, key));
  };
}

export async function checkScans(rows: Rows, scans: readonly Entry[]): Promise<Pick<Seen, 'lost' | 'doubled'>> {
  const stored = await rows<{ key: string; count: number; at: string }>`
    select c.point_id || ' ' || r.checkin_token as key, count(*)::int as count,
           to_char(min(c.checked_in_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from check_in.record c
      join registrations.registration r on r.id = c.registration_id
     where c.annulled_at is null group by 1`;
  const records = new Map(stored.map((record) => [record.key, record]));
  const byKey = Map.groupBy(scans.filter(isOk), ({ key }) => key);
  const lost = [...byKey.keys()].filter((key) => !records.has(key)).length;
  const twice = stored.filter(({ count }) => count > 1).length;
  // Answered 201 more than once, or with another time than what is kept.
  const differing = [...byKey].filter(([key, entries]) => {
    const times = entries.map(({ body }) => body.data.checked_in_at ?? body.data.first_check_in_at);
    const firsts = entries.filter(({ status }) => status === 201).length;
    return firsts > 1 || times.some((time) => time !== (records.get(key)?.at ?? time));
  }).length;
  return { lost, doubled: twice + differing };
}
