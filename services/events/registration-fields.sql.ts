/** SQL for registration fields. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { inGivenOrder, type Listing } from '../../shared/kit/whole-list.ts';
import type { deletedField, registrationField, superEvent, Tables } from './entities.ts';

type Row = RowOf<typeof registrationField>;

/** The columns that may be written. */
const written = [
  ...['field_type', 'label', 'description', 'placeholder'],
  ...['options', 'is_required', 'order_index', 'validation_rules'],
  ...['at_door', 'choices', 'show_if'],
  ...['label_i18n', 'description_i18n', 'placeholder_i18n', 'options_i18n'],
] as const;
const columns = sql.join(written.map((column) => sql.ref(column)));
type Written = Pick<Row, (typeof written)[number]>;
/** The languages of a hackathon. */
export type Spoken = Pick<RowOf<typeof superEvent>, 'locales'>;
export type RegistrationField = Readonly<Pick<Row, 'id'> & Written>;

/** The fields of a hackathon's form, in their order. */
export const fieldsOf = (super_event_id: string): Listing<RegistrationField & Spoken> => ({
  rows: sql`
    select id, ${columns}, (select locales from super_event where id = super_event_id) as locales
      from registration_field where super_event_id = ${super_event_id}`,
  by: inGivenOrder,
});

/**
 * Reads the fields of a form and locks its hackathon until the transaction ends: fields that depend on each other change in
 * turn.
 */
export async function lockForm(
  db: Db,
  super_event_id: string,
): Promise<Spoken & { readonly form: RegistrationField[] }> {
  const held = await sql<Spoken>`
    select locales from super_event where id = ${super_event_id} for no key update`.execute(db.getKysely());
  const { rows: form } = await sql<RegistrationField>`
    select id, ${columns} from registration_field where super_event_id = ${super_event_id}`.execute(db.getKysely());
  return { form, locales: held.rows[0]?.locales ?? [] };
}

/** The names that sections have for the fields of a form. */
export const namedFields = (db: Db, super_event_id: string) =>
  db
    .getKysely<Tables>()
    .selectFrom('registration_field')
    .select(['id', 'key'])
    .where('super_event_id', '=', super_event_id)
    .execute();

type NewField = Readonly<Pick<Row, 'id' | 'super_event_id'> & Written>;

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

type DeletedField = Pick<RowOf<typeof deletedField>, 'id' | 'label' | 'deleted_at'>;

/** The labels of deleted fields, the first to be deleted first. */
export const deletedFieldsOf = (super_event_id: string): Listing<DeletedField> => ({
  rows: sql`select id, label, deleted_at from deleted_field where super_event_id = ${super_event_id}`,
  by: [
    { column: 'deleted_at', kind: 'moment' },
    { column: 'id', kind: 'id' },
  ],
});

/** Deletes a field and returns its former values. Answers to it stay in the registrations, and a trigger keeps its label. */
export const removeField = (db: Db, id: string) =>
  db.getKysely<Tables>().deleteFrom('registration_field').where('id', '=', id).returning(written).executeTakeFirst();
