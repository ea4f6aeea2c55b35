/** The list at a door: who was checked in there, to look somebody up or to take home. */
import { csv, csvFile, type Cell } from '../../shared/base/csv.ts';
import { instant } from '../../shared/base/instant.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { streamed } from '../../shared/database/snapshot.ts';
import { arrivalsAt, everyArrivalAt, keyOf, type Arrival } from './queries/at-point.ts';

/** Milliseconds. However slowly somebody takes it, the database does not keep its state for longer. */
const longest = 60_000;

export const listAtPoint: Action<'check-in.listAtPoint'> = async ({ db, resource, params }) => {
  const { page, limit } = params;
  const { total, checkins } = await arrivalsAt(db, resource.id, params);
  return {
    checkins: checkins.map(({ checked_in_at, ...row }) => ({ ...row, checked_in_at: instant(checked_in_at) })),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  };
};

const header = ['Name', 'Email', 'Method', 'Checked In At'];

export const exportAtPoint: Action<'check-in.exportAtPoint'> = async ({ db, resource }) => {
  const key = await keyOf(db, resource.id);
  const content = await streamed(db, longest, (snapshot) => csv(header, everyArrivalAt(snapshot, resource.id), lineOf));
  return csvFile(`${key}-checkins.csv`, content);
};

const lineOf = ({ name, email, method, checked_in_at }: Arrival): Cell[] => [
  name,
  email,
  method,
  instant(checked_in_at),
];
