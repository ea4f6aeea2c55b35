/** SQL for lists of choices. */
import { sql, type RawBuilder } from 'kysely';
import { countries } from '../../shared/base/countries.ts';
import { maxListMatches } from '../../shared/contract/events/registration-form.ts';
import { countryList } from '../../shared/contract/forms.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { startingWith, containing, withWord } from '../../shared/database/search.ts';
import type { Listing } from '../../shared/kit/whole-list.ts';
import type { choiceList, registrationField, Tables } from './entities.ts';
import { isPublic, hasReference } from './public.sql.ts';

export type ChoiceList = Pick<RowOf<typeof choiceList>, 'name' | 'value_count' | 'updated_at'>;

/** The lists of an organization, by their names. */
export const listsOf = (organization_id: string): Listing<ChoiceList> => ({
  rows: sql`select id, name, value_count, updated_at from choice_list where organization_id = ${organization_id}`,
  by: [
    { column: 'name', kind: 'text' },
    { column: 'id', kind: 'id' },
  ],
});

/** Tells whether an organization has a list, and keeps it until the transaction ends. */
export async function hasList(db: Db, organization_id: string, name: string): Promise<boolean> {
  const list = db.getKysely<Tables>().selectFrom('choice_list').select('id');
  const found = list.where('organization_id', '=', organization_id).where('name', '=', name).forKeyShare();
  return (await found.executeTakeFirst()) !== undefined;
}

interface Replaced extends ChoiceList {
  /** The number of values before; null for a new list. */
  readonly former: number | null;
}

/** Makes a list, or replaces what stands on it. */
export async function writeList(
  db: Db,
  { organization_id, name, values }: { organization_id: string; name: string; values: readonly string[] },
): Promise<Replaced> {
  const { rows } = await sql<Replaced & { id: string }>`
    insert into choice_list as l (organization_id, name, value_count)
    values (${organization_id}, ${name}, ${values.length})
    on conflict (organization_id, name) do update set value_count = excluded.value_count, updated_at = now()
    returning l.id, l.name, l.value_count, l.updated_at, old.value_count as former`.execute(db.getKysely());
  const { id, ...list } = rows[0]!;
  await writeValues(db, id, values);
  return list;
}

/** Replaces the values of a list. */
export async function writeValues(db: Db, list_id: string, values: readonly string[]): Promise<void> {
  await sql`delete from choice_value where list_id = ${list_id}`.execute(db.getKysely());
  await sql`
    insert into choice_value (list_id, position, value)
    select ${list_id}, position, value from unnest(${values}::text[]) with ordinality as v (value, position)`.execute(
    db.getKysely(),
  );
}

/** Reads a list and locks it until the transaction ends, so that no field begins to choose from it. */
export const lockList = (db: Db, organization_id: string, name: string) =>
  db
    .getKysely<Tables>()
    .selectFrom('choice_list')
    .select(['id', 'value_count'])
    .where('organization_id', '=', organization_id)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();

/** Returns the ids of the fields that choose from a list. */
export async function fieldsWith(db: Db, organization_id: string, name: string): Promise<string[]> {
  const { rows } = await sql<Pick<RowOf<typeof registrationField>, 'id'>>`
    select f.id from registration_field f join super_event s on s.id = f.super_event_id
     where f.choices = ${name} and s.organization_id = ${organization_id} and s.deleted_at is null
     order by f.id`.execute(db.getKysely());
  return rows.map(({ id }) => id);
}

/**
 * Finds the best matches on a list, of each public hackathon that this reference may mean; null where its form does not choose
 * from such a list.
 */
export async function searchLists(
  db: Db,
  { reference, name, words }: { reference: string; name: string; words: readonly string[] },
): Promise<(readonly string[] | null)[]> {
  const { rows } = await sql<{ values: readonly string[] | null }>`
    with asked as materialized (select ${patternsOf(words)} as every, ${textPatterns(words)})
    select case when f.is_asked then (
             select coalesce(json_agg(found.value order by rank, position), '[]')
               from (select v.value, v.position, case when v.folded like asked.beginning then 0
                                                      when v.folded like asked.with_word then 1 else 2 end as rank
                       from asked, ${valuesOf(name)} v where v.folded like all (asked.every)
                      order by rank, v.position limit ${maxListMatches}) found) end as values
      from super_event s
     cross join lateral (select exists (select from registration_field f
                                         where f.super_event_id = s.id and f.choices = ${name}) as is_asked) f
     where ${hasReference(reference)} and ${isPublic}
     limit 2`.execute(db.getKysely());
  return rows.map(({ values }) => values);
}

/** The values of a list of the hackathon `s`. */
const valuesOf = (name: string): RawBuilder<unknown> =>
  name === countryList
    ? sql`(select value, published.fold(value) as folded, position
             from unnest(${countries}::text[]) with ordinality as c (value, position))`
    : sql`(select value, folded, position from choice_value
            where list_id = (select id from choice_list where organization_id = s.organization_id and name = ${name}))`;

/** Every word has to be somewhere. */
const patternsOf = (words: readonly string[]) => sql`${words.map(containing)}::text[]`;

/** Sorts values that begin with the text first, then those with a word that does, then all others. */
const textPatterns = (words: readonly string[]) =>
  sql`${startingWith(words.join(' '))}::text as beginning, ${withWord(words.join(' '))}::text as with_word`;
