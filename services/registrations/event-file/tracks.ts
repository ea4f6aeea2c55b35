/** People's places on tracks. */
import { sql } from 'kysely';
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import { insertRows } from '../../../shared/database/bulk.ts';
import {
  audit,
  compare,
  type Difference,
  type OrganizationWork,
  type Row,
  type Wanted,
} from '../../../shared/database/reconcile.ts';
import { newId } from '../../../shared/database/ids.ts';
import { endMemberships, setMoved, type Mover } from './moves.ts';

export interface PlacedRegistration {
  /** As in `spring-hack/ai`. */
  readonly around: string;
  readonly super_event_id: string;
  readonly event_id: string;
  readonly super_event_registration_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly status?: RegistrationStatus | undefined;
  readonly evaluation_score?: number | null | undefined;
  readonly evaluation_recommendation?: string | null | undefined;
}
interface RegistrationRow extends Row {
  id: string;
  event_id: string;
  user_id: string;
  status: RegistrationStatus;
}

const table = 'registrations.registration';
export const registrationKey = ({ event_id, user_id }: { event_id: string; user_id: string }) =>
  `${event_id} ${user_id}`;

export async function reconcileTrackRegistrations(
  work: OrganizationWork,
  registrations: readonly PlacedRegistration[],
): Promise<{ differences: Difference[]; ids: Map<string, string> }> {
  const present = await presentRegistrations(work, registrations);
  const wanted = registrations.map((registration) => wantedOf(registration, present, work.organization_id));
  const { created, changed, differences } = compare(wanted, present);
  await insertRows(
    work.db,
    table,
    created.map(({ place, fields }) => ({ ...place, status: 'pending', ...fields })),
  );
  const movers = changed.map(({ present: row, fields }): Mover => ({ id: String(row['id']), ...fields }));
  const moved = await setMoved(work, table, movers);
  const tracks = new Map([...present.values()].map(({ id, event_id }) => [id, event_id]));
  const left = moved.filter(({ former, status }) => former === 'accepted' && status !== former);
  await endMemberships(
    work,
    left.map(({ id, user_id }) => ({ user_id, event_id: tracks.get(id) ?? '' })),
  );
  await audit(work, table, differences);
  return { differences, ids: new Map(wanted.map(({ key, place }) => [key, String(place['id'])])) };
}

async function presentRegistrations({ db }: OrganizationWork, registrations: readonly PlacedRegistration[]) {
  const tracks = [...new Set(registrations.map(({ event_id }) => event_id))];
  const people = [...new Set(registrations.map(({ user_id }) => user_id))];
  const { rows } = await sql<RegistrationRow>`
    select id, event_id, user_id, status, evaluation_score, evaluation_recommendation
      from registrations.registration
     where event_id = any (${tracks}::uuid[]) and user_id = any (${people}::uuid[])`.execute(db.getKysely());
  return new Map(rows.map((row) => [registrationKey(row), row]));
}

function wantedOf(
  registration: PlacedRegistration,
  present: ReadonlyMap<string, RegistrationRow>,
  organization_id: string,
): Wanted {
  const { around, email, status, evaluation_score, evaluation_recommendation, ...place } = registration;
  const key = registrationKey(registration);
  const id = present.get(key)?.id ?? newId();
  return {
    key,
    kind: 'registration',
    name: `${around}/${email}`,
    ids: { registration_id: id, user_id: place.user_id },
    place: { id, organization_id, ...place },
    fields: { status, evaluation_score, evaluation_recommendation },
  };
}

/** Whoever leaves `accepted` in the hackathon leaves it on every track, in the file or not. */
export async function followParents(
  work: OrganizationWork,
  left: ReadonlyMap<string, RegistrationStatus>,
): Promise<Difference[]> {
  if (left.size === 0) return [];
  const { rows } = await sql<RegistrationRow & { parent_id: string; name: string }>`
    select r.id, r.event_id, r.user_id, r.super_event_registration_id as parent_id,
           concat_ws('/', s.slug, t.slug, p.email) as name
      from registrations.registration r
      left join published.tracks t on t.id = r.event_id
      left join published.super_events s on s.id = r.super_event_id
      left join published.people p on p.id = r.user_id
     where r.super_event_registration_id = any (${[...left.keys()]}::uuid[]) and r.status = 'accepted'`.execute(
    work.db.getKysely(),
  );
  const followers = rows.map((row) => ({ ...row, status: left.get(row.parent_id) }));
  await setMoved(
    work,
    table,
    followers.map(({ id, status }) => ({ id, status })),
  );
  await endMemberships(work, followers);
  const differences = followers.map(({ id, user_id, name, status }): Difference => {
    const ids = { registration_id: id, user_id };
    return { action: 'change', kind: 'registration', name, ids, fields: { status: ['accepted', status] } };
  });
  await audit(work, table, differences);
  return differences;
}
