/** SQL for API keys and for persons confirmed by an invitation. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { DeviceScope } from '../../shared/guard/viewer.ts';
import type { apiKey, person, Tables } from './entities.ts';

interface Key extends Pick<RowOf<typeof apiKey>, 'secret_hash' | 'user_id' | 'organization_id'> {
  is_valid: boolean;
  /** Milliseconds until the key expires; null if it never does. */
  valid_for: number | null;
  is_use_worth_noting: boolean;
  device: DeviceScope | null;
}

const validFor = sql`extract(epoch from expires_at - now())::float8 * 1000 as valid_for`;
const isWorthNoting = (seen: string) => sql`
  ${sql.ref(seen)} is null or ${sql.ref(seen)} < now() - interval '1 minute' as is_use_worth_noting`;

/** A person's, or a device's: whose it is, and all that has to be known to judge what a device asks. */
export async function findKey(db: Db, public_id: string): Promise<Key | undefined> {
  const { rows } = await sql<Key>`
    select secret_hash, user_id, organization_id,
           revoked_at is null and (expires_at is null or expires_at > now()) as is_valid, ${validFor},
           ${isWorthNoting('last_used_at')}, null::json as device
      from api_key where public_id = ${public_id}
    union all
    select secret_hash, id, organization_id,
           removed_at is null and (expires_at is null or expires_at > now()), ${validFor}, ${isWorthNoting('last_seen_at')},
           json_build_object('id', id, 'kind', kind, 'super_event_id', super_event_id, 'point_ids', point_ids)
      from device where key_id = ${public_id}`.execute(db.getKysely());
  return rows[0];
}

export async function noteUse(db: Db, public_id: string, isDevice: boolean): Promise<void> {
  const known = db.getKysely<Tables>();
  const now = sql<Date>`now()`;
  await (isDevice
    ? known.updateTable('device').where('key_id', '=', public_id).set({ last_seen_at: now }).execute()
    : known.updateTable('api_key').where('public_id', '=', public_id).set({ last_used_at: now }).execute());
}

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
