/** Identity's SQL. */
import { sql } from 'kysely';
import type { Db } from '../../shared/database/database.ts';

interface Key {
  secret_hash: Buffer;
  user_id: string;
  organization_id: string;
  is_valid: boolean;
  is_use_worth_noting: boolean;
}

export async function findKey(db: Db, public_id: string): Promise<Key | undefined> {
  const { rows } = await sql<Key>`
    select secret_hash, user_id, organization_id,
           revoked_at is null and (expires_at is null or expires_at > now()) as is_valid,
           last_used_at is null or last_used_at < now() - interval '1 minute' as is_use_worth_noting
      from api_key where public_id = ${public_id}`.execute(db.getKysely());
  return rows[0];
}

export async function noteUse(db: Db, public_id: string): Promise<void> {
  await sql`update api_key set last_used_at = now() where public_id = ${public_id}`.execute(db.getKysely());
}

interface Confirming {
  readonly email: string;
  readonly name?: string | undefined;
  readonly linkedin_url?: string | undefined;
  readonly github_url?: string | undefined;
  readonly password_hash: string | null;
}
interface Confirmed {
  user_id: string;
  former_password: string | null;
  /** Null for somebody new. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
}

/** The address is the person's; what was set while it was not confirmed gives way to what is given now. */
export async function confirmPerson(db: Db, given: Confirming): Promise<Confirmed> {
  const { email, name = null, linkedin_url = null, github_url = null, password_hash } = given;
  const first = (column: string) => sql`
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
