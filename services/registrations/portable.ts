/**
 * Participants of an event file: their places in hackathons and on tracks, and the check of answers. Parents are
 * locked first, then seats, then registrations, then teams, as the service does.
 */
import { sql } from 'kysely';
import { maybe, optional, registrationStatus, type RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import { evaluationFields } from '../../shared/contract/fields.ts';
import { batchSize, insertAny, type InsertedRow } from '../../shared/database/bulk.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import {
  portable,
  type Comparison,
  type Difference,
  type OrganizationContext,
} from '../../shared/database/portable.ts';
import { factOf } from './changes.ts';
import { registration, superEventRegistration } from './entities.ts';
import { endMemberships, becameAccepted, leftAccepted, updateSeats, setMoved } from './moves.ts';

export { fileIdOf } from './answer-files.ts';
export { isMissing } from '../../shared/contract/answers.ts';
export { faultsOf, type Field } from './answers.ts';
export { isLost, storageAt } from './files/storage.ts';

const newRow = ({ place, fields }: Comparison['created'][number]): InsertedRow => ({ ...place, ...fresh, ...fields });
const fresh = { status: 'pending' } as const;

/** Changed answers and evaluations are a fact of their own only if the status stays. */
function toldOf({ action, fields }: Difference) {
  const [former, status = fresh.status] = (fields['status'] ?? []) as unknown as RegistrationStatus[];
  if (action === 'create') return factOf(null, status);
  return former === undefined ? 'registration.changed' : factOf(former, status);
}

export const participants = portable({
  kind: 'participant',
  many: 'participants',
  service: 'registrations',
  table: superEventRegistration,
  place: ['organization_id', 'super_event_id', 'user_id'],
  within: 'super_event_id',
  key: ['super_event_id', 'user_id'],
  columns: optional({ status: registrationStatus() }),
  reads: ['answers_json'],
  shown: {
    accepted_on: sql`
      array(select r.event_id from registration r join published.tracks e on e.id = r.event_id
             where r.super_event_registration_id = t.id and r.status = 'accepted')`,
  },
  order: sql`t.created_at, p.email`,
  ids: { super_event_id: 'super_event_id', super_event_registration_id: 'id', user_id: 'user_id' },
  facts: toldOf,
  fresh,
  name: ({ around, email }) => `${String(around)}/${String(email)}`,

  /** Answers that are not named stay; null removes an answer. */
  manage(entry, present) {
    const { status = followed(entry, present), answers } = entry;
    const all = answers
      ? Object.entries<unknown>({ ...present?.answers_json, ...(answers as InsertedRow) })
      : undefined;
    return { status, answers_json: all && Object.fromEntries(all.filter(([, answer]) => answer !== null)) };
  },
  /** Two that end the last tracks of one person take turns. */
  async prepare({ db }, { changed }) {
    const following = changed.filter(({ wanted, present }) => followed(wanted.entry, present) !== undefined);
    if (following.length === 0) return;
    const ids = following.map(({ present }) => present.id);
    await sql`
      select from super_event_registration where id = any (${ids}::uuid[]) order by id for no key update`.execute(
      db.getKysely(),
    );
    return [...new Set(following.map(({ present }) => homeOf(present)))];
  },
  async write({ db, progress }, { created, changed }) {
    for (let start = 0; start < created.length; start += batchSize) {
      const batch = created.slice(start, start + batchSize);
      await insertAny(db, superEventRegistration, batch.map(newRow));
      if (created.length > batchSize) progress(`Participants: ${start + batch.length} of ${created.length}`);
    }
    const moved = await setMoved(db, superEventRegistration, changed);
    const joined = created.filter(({ fields }) => fields['status'] === 'accepted');
    const homes = [
      ...joined.map(({ place }) => String(place['super_event_id'])),
      ...moved.filter(becameAccepted).map(homeOf),
    ];
    await updateSeats(db, homes, moved.filter(leftAccepted).map(homeOf));
    return {};
  },
});

type Decided = Pick<RowOf<typeof registration>, 'event_id' | 'status'>;

/**
 * Returns the status of somebody whose accepted registrations all end by this entry, which says nothing of the
 * hackathon: the one of the last that ends. A file may accept nobody on a track without the hackathon.
 */
function followed({ status, decided }: InsertedRow, present: InsertedRow | undefined): RegistrationStatus | undefined {
  if (status !== undefined || present?.['status'] !== 'accepted') return undefined;
  const accepted = present['accepted_on'] as readonly string[];
  const ends = (decided as readonly Decided[]).filter(({ event_id }) => accepted.includes(event_id));
  return ends.length === accepted.length ? ends.at(-1)?.status : undefined;
}

const homeOf = ({ super_event_id }: Pick<RowOf<typeof registration>, 'super_event_id'>) => super_event_id;

export const registrations = portable({
  kind: 'registration',
  service: 'registrations',
  table: registration,
  place: ['organization_id', 'super_event_id', 'event_id', 'super_event_registration_id', 'user_id'],
  within: 'super_event_id',
  key: ['event_id', 'user_id'],
  columns: { ...optional({ status: registrationStatus() }), ...maybe(evaluationFields) },
  shown: { has_answers: sql`t.answers_json <> '{}'` },
  order: sql`t.created_at, e.slug`,
  ids: { super_event_id: 'super_event_id', event_id: 'event_id', registration_id: 'id', user_id: 'user_id' },
  facts: toldOf,
  fresh,
  name: ({ around, email }) => `${String(around)}/${String(email)}`,

  async write(work, { created, changed, rows }) {
    await insertAny(work.db, registration, created.map(newRow));
    const tracks = new Map(rows.map(({ id, event_id }) => [id, event_id]));
    const gone = (await setMoved(work.db, registration, changed)).filter(leftAccepted);
    await endMemberships(
      work.db,
      gone.map(({ id, user_id }) => ({ user_id, event_id: tracks.get(id) ?? '' })),
    );
    return { also: await followParents(work, rows) };
  },
});

type Registration = RowOf<typeof registration>;
type Follower = Pick<Registration, 'id' | 'super_event_id' | 'event_id' | 'user_id' | 'status'> & { name: string };

/** A person who is no longer `accepted` in the hackathon leaves every track, in the file or not. */
async function followParents({ db }: OrganizationContext, rows: readonly Registration[]): Promise<Difference[]> {
  if (rows.length === 0) return [];
  const people = [...new Set(rows.map(({ user_id }) => user_id))];
  const { rows: followers } = await sql<Follower>`
    select r.id, r.super_event_id, r.event_id, r.user_id, p.status, concat_ws('/', s.slug, t.slug, n.email) as name
      from registration r
      join super_event_registration p on p.id = r.super_event_registration_id
      left join published.tracks t on t.id = r.event_id
      left join published.super_events s on s.id = r.super_event_id
      left join published.people n on n.id = r.user_id
     where r.user_id = any (${people}::uuid[]) and r.super_event_id = any (${[...new Set(rows.map(homeOf))]}::uuid[])
       and r.status = 'accepted' and p.status <> 'accepted'`.execute(db.getKysely());
  await setMoved(
    db,
    registration,
    followers.map(({ id, status }) => ({ present: { id }, fields: { status } })),
  );
  await endMemberships(db, followers);
  return followers.map(({ id, name, status, super_event_id, event_id, user_id }): Difference => {
    const ids = { super_event_id, event_id, registration_id: id, user_id };
    return { action: 'change', kind: 'registration', name, ids, fields: { status: ['accepted', status] } };
  });
}

/** As they are in the end, tokens included. */
export async function placesOf(db: Db, ids: readonly string[]) {
  const { rows } = await sql<Pick<Registration, 'id' | 'status' | 'checkin_token'>>`
    select id, status, checkin_token from registrations.registration where id = any (${ids}::uuid[])`.execute(
    db.getKysely(),
  );
  return new Map(rows.map((row) => [row.id, row]));
}
