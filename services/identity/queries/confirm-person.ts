/** SQL of persons who are confirmed by an invitation. */
import { sql } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { person } from '../entities.ts';

type Person = RowOf<typeof person>;
type About = keyof Pick<Person, 'name' | 'linkedin_url' | 'github_url'>;
type Confirming = Readonly<Pick<Person, 'email' | 'password_hash'>> & {
  readonly [column in About]?: string | undefined;
};
interface Confirmed {
  user_id: Person['id'];
  former_password: Person['password_hash'];
  /** The former values; null for a new person. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
}

/**
 * Creates or confirms the person with an address. What was set before the confirmation is replaced by what is given.
 */
export async function confirmPerson(db: Db, given: Confirming): Promise<Confirmed> {
  const { email, name = null, linkedin_url = null, github_url = null, password_hash } = given;
  const first = (column: About) => sql`
    case when p.email_confirmed_at is null then coalesce(excluded.${sql.ref(column)}, p.${sql.ref(column)})
         else coalesce(p.${sql.ref(column)}, excluded.${sql.ref(column)}) end`;
  const told = (row: 'old' | 'new') => sql`
    json_build_object('email', ${sql.ref(`${row}.email`)}, 'name', ${sql.ref(`${row}.name`)},
                      'linkedin_url', ${sql.ref(`${row}.linkedin_url`)}, 'github_url', ${sql.ref(`${row}.github_url`)},
                      'email_confirmed_at', ${sql.ref(`${row}.email_confirmed_at`)})`;
  const { rows } = await sql<Confirmed>`
    insert into person as p (email, name, linkedin_url, github_url, password_hash, email_confirmed_at)
    values (${email}, ${name}, ${linkedin_url}, ${github_url}, ${password_hash}, now())
    on conflict (email) do update
       set name = ${first('name')}, linkedin_url = ${first('linkedin_url')}, github_url = ${first('github_url')},
           password_hash = case when p.email_confirmed_at is null then excluded.password_hash
                                else coalesce(p.password_hash, excluded.password_hash) end,
           email_confirmed_at = coalesce(p.email_confirmed_at, excluded.email_confirmed_at)
    returning id as user_id, old.password_hash as former_password, case when old.id is not null then ${told('old')} end as before, ${told('new')} as after
  `.execute(db.getKysely());
  const [person] = rows;
  if (!person) throw new Error('An upsert without a condition returned nothing.');
  return person;
}
