/** SQL for registration fields. */
import { sql } from 'kysely';
import { inGivenOrder, type Listing } from '../../../shared/kit/whole-list.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { registrationField, Tables } from '../entities.ts';

type Row = RowOf<typeof registrationField>;
export type RegistrationField = Pick<Row, 'id' | 'field_type' | 'label' | 'options' | 'is_required' | 'order_index'>;

/** The fields of a hackathon's form, in their order. */
export const fieldsOf = (super_event_id: string): Listing<RegistrationField> => ({
  rows: sql`
    select id, field_type, label, options, is_required, order_index
      from registration_field where super_event_id = ${super_event_id}`,
  by: inGivenOrder,
});

/** The columns that may be written. */
const written = [
  ...['field_type', 'label', 'description', 'placeholder'],
  ...['options', 'is_required', 'order_index', 'validation_rules'],
] as const;
const columns = sql.join(written.map((column) => sql.ref(column)));
type NewField = Readonly<Pick<Row, 'id' | 'super_event_id' | (typeof written)[number]>>;

/** Inserts a field under the first of these keys that no other field of the hackathon has. */
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

/** Reads a field and locks it until the transaction ends. */
export const holdField = (db: Db, id: string) =>
  db
    .getKysely<Tables>()
    .selectFrom('registration_field')
    .select(written)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Deletes a field and returns its former values. Answers to it stay in the registrations. */
export const removeField = (db: Db, id: string) =>
  db.getKysely<Tables>().deleteFrom('registration_field').where('id', '=', id).returning(written).executeTakeFirst();
