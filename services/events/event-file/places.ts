/** Super events and tracks of an event file. */
import { sql } from 'kysely';
import {
  CannotApply,
  compare,
  pick,
  reconcile,
  type Difference,
  type OrganizationWork,
  type Row,
  type Wanted,
} from '../../../shared/database/reconcile.ts';
import { newId } from '../../../shared/database/ids.ts';
import { findSlugs, takeSlugs, type Kind } from './slugs.ts';

interface PlaceEntry {
  readonly slug: string;
  readonly name: string;
}
export type TrackEntry = PlaceEntry;
export interface SuperEventEntry extends PlaceEntry {
  readonly tracks: readonly TrackEntry[];
}
/** Ids by slug. */
type Ids = Map<string, string>;
interface Places {
  differences: Difference[];
  ids: Ids;
}

const managed = {
  super_event: [
    ...['name', 'description', 'status', 'visibility', 'payment_status', 'paid_track_count', 'paid_days'],
    ...['start_at', 'end_at', 'tz', 'format', 'max_participants', 'stream_url', 'config_json'],
  ],
  event: [
    ...['name', 'status', 'mode', 'start_at', 'end_at', 'tz', 'stream_url', 'stream_start_at'],
    ...['registration', 'config_json'],
  ],
};
const tables = { super_event: 'events.super_event', event: 'events.track' } as const;
const neededToBeFinal = { super_event: ['start_at', 'end_at', 'tz'], event: ['start_at', 'end_at', 'tz', 'mode'] };

export async function reconcileSuperEvents(
  work: OrganizationWork,
  superEvents: readonly SuperEventEntry[],
): Promise<Places> {
  const { organization_id } = work;
  const ids = await identify(work, 'super_event', superEvents);
  const wanted = superEvents.map((entry) => {
    const id = ids.get(entry.slug);
    const place = { id, organization_id, slug: entry.slug };
    return wantedOf(entry, 'super_event', { name: entry.slug, ids: { super_event_id: id }, place });
  });
  return { differences: await write(work, 'super_event', wanted), ids };
}

/** Track slugs are unique in the whole organization, so `ids` needs no super event beside them. */
export async function reconcileTracks(
  work: OrganizationWork,
  superEvents: readonly SuperEventEntry[],
  superEventIds: Ids,
): Promise<Places> {
  const { organization_id } = work;
  const tracks = superEvents.flatMap(({ slug, tracks: entries }) => entries.map((entry) => ({ around: slug, entry })));
  const ids = await identify(
    work,
    'event',
    tracks.map(({ entry }) => entry),
  );
  const wanted = tracks.map(({ around, entry }) => {
    const super_event_id = superEventIds.get(around);
    const id = ids.get(entry.slug);
    const place = { id, organization_id, super_event_id, slug: entry.slug };
    return wantedOf(entry, 'event', {
      name: `${around}/${entry.slug}`,
      ids: { super_event_id, event_id: id },
      place,
    });
  });
  return { differences: await write(work, 'event', wanted), ids };
}

const wantedOf = (entry: PlaceEntry, kind: Kind, place: Pick<Wanted, 'name' | 'ids' | 'place'>): Wanted => ({
  ...place,
  key: String(place.place['id']),
  kind: kind === 'event' ? 'track' : 'super event',
  fields: pick({ ...entry }, managed[kind]),
});

/** The ids of those that are there, and new ones for the others. */
async function identify(work: OrganizationWork, kind: Kind, entries: readonly PlaceEntry[]): Promise<Ids> {
  const slugs = entries.map(({ slug }) => slug);
  const known = await findSlugs(work, kind, slugs);
  const ids = new Map(slugs.map((slug) => [slug, known.get(slug) ?? newId()]));
  const fresh = slugs.filter((slug) => !known.has(slug)).map((slug) => ({ slug, id: ids.get(slug) ?? '' }));
  if (fresh.length > 0) await takeSlugs(work, kind, fresh);
  return ids;
}

async function write(work: OrganizationWork, kind: Kind, wanted: readonly Wanted[]): Promise<Difference[]> {
  const ids = wanted.map(({ key }) => key);
  const { rows } = await sql<Row & { id: string }>`
    select * from ${sql.table(tables[kind])} where id = any (${ids}::uuid[])`.execute(work.db.getKysely());
  const present = new Map<string, Row>(rows.map((row) => [row.id, row]));
  for (const { wanted: entry, present: row, fields } of compare(wanted, present).changed) {
    refuseHalfDone(entry.name, kind, { ...row, ...fields });
  }
  if (kind === 'event') refuseStrays(wanted, present);
  return reconcile(work, { name: tables[kind], keepsTimeOfUpdate: true }, wanted, present);
}

/** The file's own entries go together; beside what the database has and the file leaves out they may not. */
function refuseHalfDone(name: string, kind: Kind, row: Row): void {
  const [start, end] = [instantOf(row['start_at']), instantOf(row['end_at'])];
  if (start !== undefined && end !== undefined && start >= end) {
    throw new CannotApply(`${name} would end before it starts.`, 'Write both start_at and end_at in the file.');
  }
  const missing = neededToBeFinal[kind].filter((column) => (row[column] ?? null) === null);
  if (row['status'] !== 'final' || missing.length === 0) return;
  throw new CannotApply(
    `${name} is final and would be without ${missing.join(', ')}.`,
    'Write them in the file, or status: draft.',
  );
}

const instantOf = (time: unknown) =>
  typeof time === 'string' || time instanceof Date ? new Date(time).getTime() : undefined;

function refuseStrays(tracks: readonly Wanted[], present: ReadonlyMap<string, Row>): void {
  const stray = tracks.find(({ key, place }) => {
    const row = present.get(key);
    return row && row['super_event_id'] !== place['super_event_id'];
  });
  if (!stray) return;
  throw new CannotApply(
    `The track ${String(stray.place['slug'])} belongs to another super event of the organization.`,
    'Choose another slug: track slugs are unique in the organization.',
  );
}
