/** SQL of registration fields. */
import { sql } from 'kysely';
import { wholeList, type fieldTypes } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';

export interface RegistrationField {
  id: string;
  field_type: (typeof fieldTypes)[number];
  label: string;
  options: string[];
  is_required: boolean;
  order_index: number;
}

export async function fieldsOf(db: Db, super_event_id: string): Promise<RegistrationField[]> {
  const { rows } = await sql<RegistrationField>`
    select id, field_type, label, options, is_required, order_index
      from registration_field where super_event_id = ${super_event_id}
     order by order_index, id limit ${wholeList}`.execute(db.getKysely());
  return rows;
}

/** Everything of a field that may be written. */
interface StoredField {
  field_type: RegistrationField['field_type'];
  label: string;
  description: string | null;
  placeholder: string | null;
  options: string[];
  is_required: boolean;
  order_index: number;
  validation_rules: Record<string, unknown>;
}
const columns = sql`field_type, label, description, placeholder, options, is_required, order_index, validation_rules`;

interface NewField extends StoredField {
  readonly id: string;
  readonly super_event_id: string;
}

/** Of the keys, the first that no other field of the hackathon has. */
export async function insertField(db: Db, field: NewField, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const { rows } = await sql`
      insert into registration_field (id, super_event_id, key, ${columns})
      select id, super_event_id, key, ${columns}
        from jsonb_populate_record(null::registration_field, ${JSON.stringify({ ...field, key })}::jsonb)
      on conflict (super_event_id, key) do nothing
      returning id`.execute(db.getKysely());
    if (rows.length > 0) return;
  }
  throw new RangeError(`All keys are taken: ${keys.join(', ')}`);
}

/** Nobody else changes it until this transaction ends. */
export async function holdField(db: Db, id: string): Promise<StoredField | undefined> {
  const { rows } = await sql<StoredField>`
    select ${columns} from registration_field where id = ${id} for no key update`.execute(db.getKysely());
  return rows[0];
}

/** Answers what it was. The answers given to it stand in the registrations, and stay. */
export async function removeField(db: Db, id: string): Promise<StoredField | undefined> {
  const { rows } = await sql<StoredField>`
    delete from registration_field where id = ${id} returning ${columns}`.execute(db.getKysely());
  return rows[0];
}
