/** SQL for accounts and the links in letters. */
import { sql } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { trackRoles } from '../../../shared/database/published/events.ts';
import type { members, organizations } from '../../../shared/database/published/organizations.ts';
import type { loginLink, person, Tables } from '../entities.ts';

type Person = RowOf<typeof person>;
export interface Account extends Pick<Person, 'id' | 'email' | 'avatar_url' | 'linkedin_url' | 'github_url'> {
  /** The local part of the address if no name was set. */
  name: string;
}
const account = sql`p.id, p.email, coalesce(p.name, split_part(p.email, '@', 1)) as name, p.avatar_url, p.linkedin_url, p.github_url`;

/** Reads what a person is told about themselves. */
export async function findAccount(db: Db, user_id: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`select ${account} from person p where p.id = ${user_id}`.execute(db.getKysely());
  return rows[0];
}

/** Reads a person's address and password hash. */
export const findPassword = (db: Db, user_id: string) =>
  db
    .getKysely<Tables>()
    .selectFrom('person')
    .select(['email', 'password_hash'])
    .where('id', '=', user_id)
    .executeTakeFirst();

interface SigningIn extends Pick<Person, 'id'> {
  /** Null if the address is not confirmed, because a password set before that is not valid. */
  password_hash: Person['password_hash'];
  /** They have signed in from this IP address before. */
  is_familiar: boolean;
}

/** Reads what a sign-in needs to know. */
export async function findForSignIn(db: Db, email: string, address_hash: string): Promise<SigningIn | undefined> {
  const { rows } = await sql<SigningIn>`
    select p.id, case when p.email_confirmed_at is not null then p.password_hash end as password_hash,
           exists (select 1 from session s where s.user_id = p.id and s.address_hash = ${address_hash}) as is_familiar
      from person p where p.email = ${email}`.execute(db.getKysely());
  return rows[0];
}

/** Reads whether an address is known and confirmed. */
export const findByEmail = (db: Db, email: string) =>
  db
    .getKysely<Tables>()
    .selectFrom('person')
    .select(['name', 'email_confirmed_at'])
    .where('email', '=', email)
    .executeTakeFirst();

type LinkRow = RowOf<typeof loginLink>;
interface Link extends Readonly<Pick<LinkRow, 'purpose' | 'email'>> {
  /** Hexadecimal. */
  readonly token_hash: string;
  readonly name?: string;
  readonly password_hash?: string;
}
const bytes = (hash: string) => Buffer.from(hash, 'hex');

/** Stores a link by the hash of its token. */
export async function leaveLink(db: Db, { token_hash, ...link }: Link): Promise<void> {
  const row = { token_hash: bytes(token_hash), ...link };
  await db.getKysely<Tables>().insertInto('login_link').values(row).execute();
}

export type FoundLink = Pick<LinkRow, 'email' | 'name' | 'password_hash'>;

/** Finds a link that has not expired. */
export const findLink = (db: Db, purpose: Link['purpose'], token_hash: string): Promise<FoundLink | undefined> =>
  db
    .getKysely<Tables>()
    .selectFrom('login_link')
    .select(['email', 'name', 'password_hash'])
    .where('token_hash', '=', bytes(token_hash))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Deletes a link together with all others of its address. Returns false if it was spent before. */
export async function spendLink(db: Db, token_hash: string): Promise<boolean> {
  const link = db.getKysely<Tables>().deleteFrom('login_link').where('token_hash', '=', bytes(token_hash));
  const spent = await link.returning('email').executeTakeFirst();
  if (!spent) return false;
  await forgetLinks(db, spent.email);
  return true;
}

/** Deletes all links of an address. */
export async function forgetLinks(db: Db, email: string): Promise<void> {
  await db.getKysely<Tables>().deleteFrom('login_link').where('email', '=', email).execute();
}

/**
 * Creates or confirms the account of a sign-up. Returns undefined if the address was confirmed meanwhile; that
 * account is not changed.
 */
export async function confirmSignUp(db: Db, { email, name, password_hash }: FoundLink): Promise<string | undefined> {
  const { rows } = await sql<Pick<Person, 'id'>>`
    insert into person as p (email, name, password_hash, email_confirmed_at)
    values (${email}, ${name}, ${password_hash}, now())
    on conflict (email) do update
       set name = excluded.name, password_hash = excluded.password_hash, email_confirmed_at = now()
     where p.email_confirmed_at is null
    returning id`.execute(db.getKysely());
  return rows[0]?.id;
}

/** Sets the password of the account with this address, and confirms the address, because its mail was read. */
export async function setPasswordByEmail(db: Db, email: string, password_hash: string): Promise<string | undefined> {
  const person = db.getKysely<Tables>().updateTable('person').where('email', '=', email).set({ password_hash });
  const confirmed = person.set((eb) => ({
    email_confirmed_at: eb.fn.coalesce('email_confirmed_at', sql<Date>`now()`),
  }));
  return (await confirmed.returning('id').executeTakeFirst())?.id;
}

/** Changes a password. Returns false if `former` is no longer the current one. */
export async function changePassword(db: Db, user_id: string, former: string, password_hash: string): Promise<boolean> {
  const person = db.getKysely<Tables>().updateTable('person').set({ password_hash }).where('id', '=', user_id);
  const changed = await person.where('password_hash', '=', former).returning('id').executeTakeFirst();
  return changed !== undefined;
}

interface Belonging {
  organizations: (Pick<RowOf<typeof organizations>, 'id' | 'slug' | 'name'> & {
    role: RowOf<typeof members>['role'] | null;
  })[];
  roles: Pick<RowOf<typeof trackRoles>, 'organization_id' | 'super_event_id' | 'event_id' | 'role'>[];
}

/**
 * Returns the organizations where somebody is a member, holds a role or has a registration, with their roles; limited
 * to one organization if that is given.
 */
export async function belongingOf(db: Db, user_id: string, organization_id: string | null): Promise<Belonging> {
  const here = (column: string) =>
    organization_id === null ? sql`true` : sql`${sql.ref(column)} = ${organization_id}::uuid`;
  const { rows } = await sql<Belonging>`
    select coalesce((
      select json_agg(json_build_object('id', o.id, 'slug', o.slug, 'name', o.name, 'role', m.role) order by o.name, o.id)
        from published.organizations o
        left join published.members m on m.organization_id = o.id and m.user_id = ${user_id}
       where ${here('o.id')} and (o.id = ${organization_id}::uuid
          or o.id in (select organization_id from published.standings where user_id = ${user_id}))
    ), '[]') as organizations, coalesce((
      select json_agg(json_build_object('organization_id', r.organization_id, 'super_event_id', r.super_event_id,
                                        'event_id', r.event_id, 'role', r.role) order by r.event_id, r.role)
        from published.track_roles r where r.user_id = ${user_id} and ${here('r.organization_id')}
    ), '[]') as roles`.execute(db.getKysely());
  return rows[0] ?? { organizations: [], roles: [] };
}
