/** SQL for accounts and the links in emails. */
import { LockMode, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { trackRoles } from '../../shared/database/published/events.ts';
import type { members, organizations } from '../../shared/database/published/organizations.ts';
import { loginLink, person, type Tables } from './entities.ts';

type Person = RowOf<typeof person>;
export interface Account extends Pick<
  Person,
  'id' | 'email' | 'avatar_url' | 'linkedin_url' | 'github_url' | 'locale'
> {
  /** The local part of the address if no name was set. */
  name: string;
}
const account = sql`p.id, p.email, coalesce(p.name, split_part(p.email, '@', 1)) as name, p.avatar_url, p.linkedin_url, p.github_url, p.locale`;

/** Reads the account as its person sees it. */
export async function findAccount(db: Db, user_id: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`select ${account} from person p where p.id = ${user_id}`.execute(db.getKysely());
  return rows[0];
}

type Own = Pick<Person, 'name' | 'avatar_url' | 'linkedin_url' | 'github_url' | 'locale'>;

/** Reads a person's own fields and locks them until the end of the transaction. */
export const holdPerson = (db: Db, user_id: string): Promise<Own | null> =>
  db.findOne(person, user_id, { lockMode: LockMode.PESSIMISTIC_WRITE });

export async function updatePerson(db: Db, user_id: string, fields: Partial<Own>): Promise<void> {
  await db.nativeUpdate(person, { id: user_id }, fields);
}

/** Reads a person's address and password hash. */
export const findPassword = (db: Db, user_id: string): Promise<Pick<Person, 'email' | 'password_hash'> | null> =>
  db.findOne(person, user_id);

interface SigningIn extends Pick<Person, 'id'> {
  /** Null if the address is not confirmed, because a password set before that is not valid. */
  password_hash: Person['password_hash'];
  /** They have signed in from this IP address before. */
  is_familiar: boolean;
  /** An app makes codes for them. */
  has_totp: boolean;
}

/** Reads the input of a sign-in. */
export async function findForSignIn(db: Db, email: string, address_hash: string): Promise<SigningIn | undefined> {
  const { rows } = await sql<SigningIn>`
    select p.id, case when p.email_confirmed_at is not null then p.password_hash end as password_hash,
           exists (select 1 from session s where s.user_id = p.id and s.address_hash = ${address_hash}) as is_familiar,
           exists (select 1 from totp t where t.user_id = p.id and t.confirmed_at is not null) as has_totp
      from person p where p.email = ${email}`.execute(db.getKysely());
  return rows[0];
}

/** Reads whether an address is known and confirmed, and the language that its person chose. */
export const findByEmail = (
  db: Db,
  email: string,
): Promise<Pick<Person, 'name' | 'email_confirmed_at' | 'locale'> | null> => db.findOne(person, { email });

/** Tells whether a confirmed account has this address and a password. */
export const canSignIn = async (db: Db, email: string): Promise<boolean> =>
  (await db.findOne(person, { email, email_confirmed_at: { $ne: null }, password_hash: { $ne: null } })) !== null;

type LinkRow = RowOf<typeof loginLink>;
interface Link extends Readonly<Pick<LinkRow, 'purpose' | 'email'>> {
  /** Hexadecimal. */
  readonly token_hash: string;
  readonly name?: string | null;
  readonly password_hash?: string | null;
  readonly locale?: LinkRow['locale'];
}
const bytes = (hash: string) => Buffer.from(hash, 'hex');

/** Stores a link by the hash of its token. */
export async function saveLink(db: Db, { token_hash, ...link }: Link): Promise<void> {
  await db.insert(loginLink, { token_hash: bytes(token_hash), ...link });
}

export type FoundLink = Pick<LinkRow, 'email' | 'name' | 'password_hash' | 'locale'>;

/** Finds a link that has not expired. */
export const findLink = (db: Db, purpose: Link['purpose'], token_hash: string): Promise<FoundLink | null> =>
  db.findOne(loginLink, { token_hash: bytes(token_hash), purpose, expires_at: { $gt: raw('now()') } });

/** Finds the latest sign-up with an address that was not confirmed, also one whose link is out of date by now. */
export const findSignUp = (db: Db, email: string): Promise<FoundLink | null> =>
  db.findOne(loginLink, { email, purpose: 'verify' }, { orderBy: { expires_at: 'desc' } });

/** Deletes a link together with all others of its address. Returns false if it was used before. */
export async function spendLink(db: Db, token_hash: string): Promise<boolean> {
  const link = db.getKysely<Tables>().deleteFrom('login_link').where('token_hash', '=', bytes(token_hash));
  const spent = await link.returning('email').executeTakeFirst();
  if (!spent) return false;
  await deleteLinks(db, spent.email);
  return true;
}

/** Deletes all links of an address. */
export async function deleteLinks(db: Db, email: string): Promise<void> {
  await db.nativeDelete(loginLink, { email });
}

/**
 * Creates or confirms the account of a sign-up. Returns undefined if the address was confirmed meanwhile; that
 * account is not changed.
 */
export async function confirmSignUp(db: Db, found: FoundLink): Promise<string | undefined> {
  const { email, name, password_hash, locale } = found;
  const { rows } = await sql<Pick<Person, 'id'>>`
    insert into person as p (email, name, password_hash, locale, email_confirmed_at)
    values (${email}, ${name}, ${password_hash}, ${locale}, now())
    on conflict (email) do update
       set name = excluded.name, password_hash = excluded.password_hash,
           locale = coalesce(p.locale, excluded.locale), email_confirmed_at = now()
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
  return (await db.nativeUpdate(person, { id: user_id, password_hash: former }, { password_hash })) === 1;
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

type InvitedPerson = RowOf<typeof person>;
type About = keyof Pick<InvitedPerson, 'name' | 'linkedin_url' | 'github_url'>;
type Confirming = Readonly<Pick<InvitedPerson, 'email' | 'password_hash'>> & {
  readonly [column in About]?: string | undefined;
} & { readonly locale?: InvitedPerson['locale'] | undefined };
interface Confirmed {
  user_id: InvitedPerson['id'];
  former_password: InvitedPerson['password_hash'];
  /** The former values; null for a new person. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
}

/**
 * Creates or confirms the person with an address. The given values replace those from before the confirmation; the
 * language is that of a new account alone.
 */
export async function confirmPerson(db: Db, given: Confirming): Promise<Confirmed> {
  const { email, name = null, linkedin_url = null, github_url = null, locale = null, password_hash } = given;
  const first = (column: About) => sql`
    case when p.email_confirmed_at is null then coalesce(excluded.${sql.ref(column)}, p.${sql.ref(column)})
         else coalesce(p.${sql.ref(column)}, excluded.${sql.ref(column)}) end`;
  const told = (row: 'old' | 'new') => sql`
    json_build_object('email', ${sql.ref(`${row}.email`)}, 'name', ${sql.ref(`${row}.name`)},
                      'linkedin_url', ${sql.ref(`${row}.linkedin_url`)}, 'github_url', ${sql.ref(`${row}.github_url`)},
                      'locale', ${sql.ref(`${row}.locale`)}, 'email_confirmed_at', ${sql.ref(`${row}.email_confirmed_at`)})`;
  const { rows } = await sql<Confirmed>`
    insert into person as p (email, name, linkedin_url, github_url, locale, password_hash, email_confirmed_at)
    values (${email}, ${name}, ${linkedin_url}, ${github_url}, ${locale}, ${password_hash}, now())
    on conflict (email) do update
       set name = ${first('name')}, linkedin_url = ${first('linkedin_url')}, github_url = ${first('github_url')},
           locale = case when p.email_confirmed_at is null then coalesce(p.locale, excluded.locale) else p.locale end,
           password_hash = case when p.email_confirmed_at is null then excluded.password_hash
                                else coalesce(p.password_hash, excluded.password_hash) end,
           email_confirmed_at = coalesce(p.email_confirmed_at, excluded.email_confirmed_at)
    returning id as user_id, old.password_hash as former_password, case when old.id is not null then ${told('old')} end as before, ${told('new')} as after
  `.execute(db.getKysely());
  const [person] = rows;
  if (!person) throw new Error('An upsert without a condition returned nothing.');
  return person;
}
