/** People's places in hackathons, and their seats. */
import { sql } from 'kysely';
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import { batchSize, insertRows } from '../../../shared/database/bulk.ts';
import {
  audit,
  CannotApply,
  compare,
  type Difference,
  type OrganizationWork,
  type Row,
  type Wanted,
} from '../../../shared/database/reconcile.ts';
import { newId } from '../../../shared/database/ids.ts';
import { setMoved, type Mover } from './moves.ts';

export interface PlacedParticipant {
  /** The super event's slug. */
  readonly around: string;
  readonly super_event_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly status?: RegistrationStatus | undefined;
  /** By field id. What it does not name stays as it was answered; null takes an answer back. */
  readonly answers?: Readonly<Record<string, unknown>> | undefined;
}
interface ParentRow extends Row {
  id: string;
  super_event_id: string;
  user_id: string;
  status: RegistrationStatus;
  answers_json: Record<string, unknown>;
}

const table = 'registrations.super_event_registration';
export const parentKey = ({ super_event_id, user_id }: { super_event_id: string; user_id: string }) =>
  `${super_event_id} ${user_id}`;

interface Parents {
  differences: Difference[];
  /** By `parentKey`. */
  ids: Map<string, string>;
  /** Where those who left `accepted` went: their accepted registrations follow. */
  left: Map<string, RegistrationStatus>;
}

export async function reconcileParents(
  work: OrganizationWork,
  participants: readonly PlacedParticipant[],
): Promise<Parents> {
  const present = await presentParents(work, participants);
  const wanted = participants.map((participant) => wantedOf(participant, present, work.organization_id));
  const { created, changed, differences } = compare(wanted, present);
  for (let start = 0; start < created.length; start += batchSize) {
    const batch = created.slice(start, start + batchSize);
    await insertRows(work.db, table, batch.map(newRow));
    if (created.length > batchSize) work.progress(`Participants: ${start + batch.length} of ${created.length}`);
  }
  const movers = changed.map(({ present: row, fields }): Mover => ({ id: String(row['id']), ...fields }));
  const moved = await setMoved(work, table, movers);
  await audit(work, table, differences);

  const joined = created.filter(({ fields }) => fields['status'] === 'accepted').map(({ place }) => place);
  const entered = moved.filter(({ status, former }) => status === 'accepted' && former !== status);
  const gone = moved.filter(({ status, former }) => former === 'accepted' && status !== former);
  await seat(work, [...joined, ...entered], gone);
  return {
    differences,
    ids: new Map(wanted.map(({ key, ids }) => [key, String(ids['super_event_registration_id'])])),
    left: new Map(gone.map(({ id, status }) => [id, status])),
  };
}

async function presentParents({ db }: OrganizationWork, participants: readonly PlacedParticipant[]) {
  const superEvents = [...new Set(participants.map(({ super_event_id }) => super_event_id))];
  const people = [...new Set(participants.map(({ user_id }) => user_id))];
  const { rows } = await sql<ParentRow>`
    select id, super_event_id, user_id, status, answers_json
      from registrations.super_event_registration
     where super_event_id = any (${superEvents}::uuid[]) and user_id = any (${people}::uuid[])`.execute(db.getKysely());
  return new Map(rows.map((row) => [parentKey(row), row]));
}

function wantedOf(
  participant: PlacedParticipant,
  present: ReadonlyMap<string, ParentRow>,
  organization_id: string,
): Wanted {
  const { around, super_event_id, user_id, email, status, answers } = participant;
  const key = parentKey(participant);
  const row = present.get(key);
  const id = row?.id ?? newId();
  return {
    key,
    kind: 'participant',
    name: `${around}/${email}`,
    ids: { super_event_registration_id: id, user_id },
    place: { id, organization_id, super_event_id, user_id },
    fields: { status, answers_json: answers && merged(row?.answers_json ?? {}, answers) },
  };
}

const merged = (former: Row, answers: Row) =>
  Object.fromEntries(Object.entries({ ...former, ...answers }).filter(([, answer]) => answer !== null));

const newRow = ({ place, fields }: Wanted): Row => ({ ...place, status: 'pending', ...fields });

type Seated = readonly { super_event_id?: unknown }[];

/**
 * Late and once, because everybody who is accepted into the hackathon meets there. A cap below what is already taken
 * throws nobody out, and lets nobody in.
 */
async function seat({ db }: OrganizationWork, joined: Seated, gone: Seated): Promise<void> {
  const balance = new Map<string, number>();
  const count = (places: Seated, step: number) => {
    for (const { super_event_id } of places) {
      balance.set(String(super_event_id), (balance.get(String(super_event_id)) ?? 0) + step);
    }
  };
  count(joined, 1);
  count(gone, -1);
  const steps = [...balance]
    .filter(([, step]) => step !== 0)
    .map(([super_event_id, step]) => ({ super_event_id, step }));
  if (steps.length === 0) return;
  const { rows } = await sql<{ slug: string; accepted: number; max_participants: number | null; step: number }>`
    with steps as (select * from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as n (super_event_id uuid, step int)),
    seated as (
      insert into registrations.seat as s (super_event_id, accepted)
      select super_event_id, greatest(step, 0) from steps order by super_event_id
      on conflict (super_event_id) do update
         set accepted = s.accepted + (select step from steps where steps.super_event_id = s.super_event_id)
      returning s.super_event_id, s.accepted)
    select e.slug, e.max_participants, seated.accepted, steps.step
      from seated join steps using (super_event_id) join published.super_events e on e.id = seated.super_event_id`.execute(
    db.getKysely(),
  );
  const full = rows.find(
    ({ accepted, max_participants, step }) => step > 0 && accepted > (max_participants ?? Infinity),
  );
  if (!full) return;
  const before = full.accepted - full.step;
  throw new CannotApply(
    `${full.slug} has ${full.max_participants} places and ${before} accepted participants: ${full.step} more do not fit.`,
    'Raise max_participants in the file, or accept fewer.',
  );
}
