/** The forms of hackathons in an event file: their fields, and the lists that these choose from. */
import { sql } from 'kysely';
import { maxListValues } from '../../shared/contract/events/registration-form.ts';
import { conditionAnswers, listName, registrationFieldFields as asked } from '../../shared/contract/fields.ts';
import { entryKey, maybe, optional } from '../../shared/contract/vocabulary.ts';
import { countryList } from '../../shared/contract/forms.ts';
import { t } from '../../shared/contract/schema.ts';
import { someNames } from '../../shared/base/words.ts';
import { insertAny, pick, updateAny, type InsertedRow } from '../../shared/database/bulk.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { CannotApply, portable, type Comparison, type OrganizationContext } from '../../shared/database/portable.ts';
import { choiceList, registrationField } from './entities.ts';
import { completed, flawOf, problemsOf, type FormField } from './form-rules.ts';
import { inLanguages } from '../../shared/contract/languages.ts';
import { translatedIn } from './languages.ts';
import { writeValues } from './lists.sql.ts';

const fieldColumns = {
  key: entryKey(),
  ...{ field_type: asked.field_type, label: asked.label },
  ...maybe({ description: asked.description, placeholder: asked.placeholder }),
  ...optional({ options: asked.options, is_required: asked.is_required, order_index: asked.order_index }),
  ...optional({ validation_rules: asked.validation_rules, at_door: asked.at_door }),
  ...{ label_i18n: asked.label_i18n, description_i18n: asked.description_i18n },
  ...{ placeholder_i18n: asked.placeholder_i18n, options_i18n: asked.options_i18n },
  // A file names the other field by its key.
  ...maybe({ choices: asked.choices, show_if: t.object({ field: entryKey(), ...conditionAnswers }) }),
};
const { key: _key, ...managed } = fieldColumns;

/** Of a row `t`, its texts in the languages that its hackathon has now, without the first. */
export const spokenTexts = (
  column: string,
  locales = sql`(select s.locales from events.super_event s where s.id = t.super_event_id)`,
) => sql`coalesce(published.texts(${locales}, null::jsonb, t.${sql.ref(column)}), '{}')`;

/** One without a key is known by its id. */
export const registrationFields = portable({
  kind: 'registration field',
  service: 'events',
  table: registrationField,
  place: ['super_event_id'],
  within: 'super_event_id',
  key: ['super_event_id', 'key'],
  columns: fieldColumns,
  shown: {
    ...Object.fromEntries(translatedIn.field.map(inLanguages).map((name) => [name, spokenTexts(name)])),
    key: sql`coalesce(t.key, t.id::text)`,
    show_if: sql`
      case when t.show_if is not null
           then (select jsonb_build_object('field', coalesce(f.key, f.id::text)) from events.registration_field f
                  where f.id = (t.show_if ->> 'field_id')::uuid) || (t.show_if - 'field_id') end`,
  },
  order: sql`t.order_index, t.created_at, t.key, t.id`,
  ids: { super_event_id: 'super_event_id', registration_field_id: 'id' },
  facts: {
    create: 'super_event.field_added',
    change: 'super_event.field_changed',
    remove: 'super_event.field_removed',
  },
  name: ({ around, id, key, label }) => `${String(around)}/${String(id !== undefined && id === key ? label : key)}`,
  removable: { tells: ['label'] },

  manage(entry, present) {
    const said = pick(entry, Object.keys(managed));
    return present ? completed(present, said) : said;
  },
  /** Fields depend on each other, so those of a hackathon change in turn. */
  async prepare({ db, prune }, { created, changed, unnamed }) {
    const all = [...created.map(({ place }) => place), ...changed.map(({ present }) => present)];
    const homes = [...new Set([...all, ...(prune ? unnamed : [])].map((row) => String(row['super_event_id'])))];
    if (homes.length === 0) return;
    await sql`select from super_event where id = any (${homes}::uuid[]) order by id for no key update`.execute(
      db.getKysely(),
    );
    return homes;
  },
  async write(work, compared) {
    const { created, changed } = compared;
    await refuseWrong(work, compared);
    const rows = created.map(({ place, fields }) => ({ ...place, ...withoutCondition(fields) }));
    await insertAny(work.db, registrationField, rows);
    const updates = changed.map(({ present, fields }) => ({ id: present.id, ...withoutCondition(fields) }));
    const further = updates.filter((row) => Object.keys(row).length > 1);
    await updateAny(work.db, registrationField, further, { by: ['id'] });
    await writeConditions(work.db, [
      ...created.map(({ place, fields }) => ({ ...place, ...fields })),
      ...changed.map(({ present, fields }) => ({ ...pick(present, ['id', 'super_event_id']), ...fields })),
    ]);
    return {};
  },
});

const withoutCondition = (row: InsertedRow): InsertedRow =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'show_if'));

/** Once all fields are there, each by the id of the one that it names. */
async function writeConditions(db: Db, rows: readonly InsertedRow[]): Promise<void> {
  const conditional = rows.filter((row) => row['show_if'] !== undefined);
  if (conditional.length === 0) return;
  const these = JSON.stringify(conditional.map((row) => pick(row, ['id', 'super_event_id', 'show_if'])));
  await sql`
    update registration_field t
       set show_if = (select jsonb_build_object('field_id', f.id) || (n.show_if - 'field') from registration_field f
                       where f.super_event_id = n.super_event_id
                         and coalesce(f.key, f.id::text) = n.show_if ->> 'field')
      from jsonb_to_recordset(${these}::jsonb) as n (id uuid, super_event_id uuid, show_if jsonb)
     where t.id = n.id`.execute(db.getKysely());
}

type Compared = Comparison<RowOf<typeof registrationField>>;

/** The file's own fields go together; beside what the database has and the file leaves out they may not. */
async function refuseWrong({ db, organization_id, prune }: OrganizationContext, compared: Compared): Promise<void> {
  const { wanted, rows, unnamed, created, changed } = compared;
  if (created.length + changed.length === 0) return;
  const present = new Map(rows.map((row) => [row.id, row]));
  const others = (prune ? [] : unnamed).map((row) => ({ name: registrationFields.name(row), row: row as InsertedRow }));
  const own = wanted.map(({ name, entry, place, fields }) => {
    return { name, row: { ...present.get(String(place['id'])), ...pick(entry, ['super_event_id', 'key']), ...fields } };
  });
  const lists = await listsIn(db, organization_id);
  for (const form of Map.groupBy([...own, ...others], ({ row }) => row['super_event_id']).values()) {
    const fields = new Map(form.map(({ row }) => [String(row['key']), formField(row)]));
    for (const { name, row } of form) refuseField(name, formField(row), { fields, lists });
  }
}

interface Beside {
  readonly fields: ReadonlyMap<string, FormField>;
  readonly lists: ReadonlySet<string>;
}

function refuseField(name: string, field: FormField, { fields, lists }: Beside): void {
  const [problem] = problemsOf(field);
  const flaw = flawOf(field, fields);
  const { choices } = field;
  if (problem) throw new CannotApply(`${name}: ${problem.message}.`, 'Write both in the file.');
  if (flaw) {
    const member = flaw.member === 'field_id' ? 'field' : flaw.member;
    throw new CannotApply(`${name}: show_if.${member} ${flaw.message}.`, 'Write both fields in the file.');
  }
  if (choices === null || choices === countryList || lists.has(choices)) return;
  throw new CannotApply(
    `${name} chooses from the list ${choices}, which the organization does not have.`,
    'Write it below lists of the organization, or put it there before.',
  );
}

async function listsIn(db: Db, organization_id: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from choice_list where organization_id = ${organization_id}`.execute(db.getKysely());
  return new Set(rows.map(({ name }) => name));
}

/** A row, or an entry of a file, as the rules take it: known by its key. */
export function formField(row: InsertedRow): FormField {
  const { field_type, label = '', options = [], choices = null, at_door = false, show_if } = row as Partial<FormField>;
  const { options_i18n = {} } = row as Partial<FormField>;
  const { field, ...answer } = (show_if ?? {}) as InsertedRow;
  return {
    ...({ id: String(row['key']), field_type, label, options, options_i18n, choices, at_door } as FormField),
    show_if: show_if ? { field_id: String(field), ...answer } : null,
  };
}

/** A plan shows the number of values and the first ones, because there may be thousands. */
const shownValues = (values: unknown) =>
  Array.isArray(values) ? `${values.length} values: ${someNames(values.map(String), 3)}` : values;

const listValues = sql`
  coalesce((select json_agg(v.value order by v.position) from events.choice_value v where v.list_id = t.id), '[]')`;

/** Lists stay, whatever a file names: other hackathons may choose from them. */
export const lists = portable({
  kind: 'list',
  service: 'events',
  table: choiceList,
  place: ['organization_id'],
  within: 'organization_id',
  key: ['organization_id', 'name'],
  columns: { name: listName() },
  fields: ['values'],
  shown: { values: listValues },
  order: sql`t.name`,
  ids: { list: 'name' },
  facts: {},
  name: ({ name }) => String(name),
  seen: { values: ['values', shownValues] },

  manage: ({ values }) => ({ values: [...new Set(values as readonly string[])] }),
  async find({ db, organization_id }, entries) {
    if (entries.length === 0) return [];
    const names = entries.map(({ name }) => name);
    const { rows } = await sql<RowOf<typeof choiceList>>`
      select t.*, ${listValues} as values from choice_list t
       where t.organization_id = ${organization_id} and t.name = any (${names}::text[])`.execute(db.getKysely());
    return rows;
  },
  async write({ db }, { created, changed }) {
    const all = [
      ...created.map(({ place, fields }) => ({ id: String(place['id']), place, values: valuesOf(fields) })),
      ...changed.map(({ present, fields }) => ({ id: present.id, values: valuesOf(fields) })),
    ];
    const rows = created.map(({ place, fields }) => ({ ...place, value_count: valuesOf(fields).length }));
    await insertAny(db, choiceList, rows);
    const counts = changed.map(({ present, fields }) => ({ id: present.id, value_count: valuesOf(fields).length }));
    await updateAny(db, choiceList, counts, { by: ['id'], also: sql`updated_at = now()` });
    for (const { id, values } of all) await writeValues(db, id, values);
    return {};
  },
});

const valuesOf = ({ values }: InsertedRow) => values as readonly string[];

/** How a file says what stands on a list. */
export const listedInFile = { values: t.array(t.string({ min: 1, max: 200, trim: true }), { max: maxListValues }) };

type Config = Readonly<Record<string, unknown>>;
interface Sections {
  readonly sections?: readonly { readonly field_ids: readonly string[] }[];
}

/** The stored configuration, with the fields of its sections named by their keys, as a file names them. */
export function withKeys(config: unknown, keys: ReadonlyMap<string, string>): unknown {
  const { form, ...rest } = (config ?? {}) as Config;
  const { sections, ...others } = (form ?? {}) as Sections;
  if (!sections) return config;
  const named = sections.map((section) => ({
    ...section,
    field_ids: section.field_ids.map((name) => keys.get(name) ?? name),
  }));
  return { ...rest, form: { ...others, sections: named } };
}
