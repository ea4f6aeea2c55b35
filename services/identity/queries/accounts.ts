/** Accounts and the links that mails carry, as SQL. */
import { sql } from 'kysely';
import type { Db } from '../../../shared/database/database.ts';

export interface Account {
  id: string;
  email: string;
  name: string;
  avatar_url: string | null;
  linkedin_url: string | null;
  github_url: string | null;
}
const account = sql`p.id, p.email, coalesce(p.name, split_part(p.email, '@', 1)) as name, p.avatar_url, p.linkedin_url, p.github_url`;

export async function findAccount(db: Db, user_id: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`select ${account} from person p where p.id = ${user_id}`.execute(db.getKysely());
  return rows[0];
}

export async function findPassword(db: Db, user_id: string) {
  const { rows } = await sql<{ email: string; password_hash: string | null }>`
    select email, password_hash from person where id = ${user_id}`.execute(db.getKysely());
  return rows[0];
}

interface SigningIn {
  id: string;
  /** Null where the address is not confirmed: a password set before then opens nothing. */
  password_hash: string | null;
  /** They have signed in from this address before. */
  is_familiar: boolean;
}

export async function findForSignIn(db: Db, email: string, address_hash: string): Promise<SigningIn | undefined> {
  const { rows } = await sql<SigningIn>`
    select p.id, case when p.email_confirmed_at is not null then p.password_hash end as password_hash,
           exists (select 1 from session s where s.user_id = p.id and s.address_hash = ${address_hash}) as is_familiar
      from person p where p.email = ${email}`.execute(db.getKysely());
  return rows[0];
}

export async function findByEmail(db: Db, email: string) {
  const { rows } = await sql<{ name: string | null; is_confirmed: boolean }>`
    select name, email_confirmed_at is not null as is_confirmed from person where email = ${email}`.execute(
    db.getKysely(),
  );
  return rows[0];
}

interface Link {
  readonly purpose: 'verify' | 'reset';
  readonly token_hash: string;
  readonly email: string;
  readonly name?: string;
  readonly password_hash?: string;
}

export async function leaveLink(db: Db, { purpose, token_hash, email, name, password_hash }: Link): Promise<void> {
  await sql`
    insert into login_link (token_hash, purpose, email, name, password_hash)
    values (decode(${token_hash}, 'hex'), ${purpose}, ${email}, ${name ?? null}, ${password_hash ?? null})`.execute(
    db.getKysely(),
  );
}

export interface FoundLink {
  email: string;
  name: string | null;
  password_hash: string | null;
}

export async function findLink(db: Db, purpose: Link['purpose'], token_hash: string): Promise<FoundLink | undefined> {
  const { rows } = await sql<FoundLink>`
    select email, name, password_hash from login_link
     where token_hash = decode(${token_hash}, 'hex') and purpose = ${purpose} and expires_at > now()`.execute(
    db.getKysely(),
  );
  return rows[0];
}

/** With it go all others of its address. False where somebody else was faster. */
export async function spendLink(db: Db, token_hash: string): Promise<boolean> {
  const { rows } = await sql<{ email: string }>`
    delete from login_link where token_hash = decode(${token_hash}, 'hex') returning email`.execute(db.getKysely());
  if (!rows[0]) return false;
  await forgetLinks(db, rows[0].email);
  return true;
}

export async function forgetLinks(db: Db, email: string): Promise<void> {
  await sql`delete from login_link where email = ${email}`.execute(db.getKysely());
}

/** Undefined where the address was confirmed meanwhile: the account keeps what it has. */
export async function confirmSignUp(db: Db, { email, name, password_hash }: FoundLink): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into person as p (email, name, password_hash, email_confirmed_at)
    values (${email}, ${name}, ${password_hash}, now())
    on conflict (email) do update
       set name = excluded.name, password_hash = excluded.password_hash, email_confirmed_at = now()
     where p.email_confirmed_at is null
    returning id`.execute(db.getKysely());
  return rows[0]?.id;
}

/** Who reads the mail of an address has confirmed it. */
export async function setPasswordByEmail(db: Db, email: string, password_hash: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update person set password_hash = ${password_hash}, email_confirmed_at = coalesce(email_confirmed_at, now())
     where email = ${email} returning id`.execute(db.getKysely());
  return rows[0]?.id;
}

/** False where it is not `former` any more. */
export async function changePassword(db: Db, user_id: string, former: string, password_hash: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update person set password_hash = ${password_hash}
     where id = ${user_id} and password_hash = ${former} returning id`.execute(db.getKysely());
  return rows.length > 0;
}

interface Belonging {
  organizations: { id: string; slug: string; name: string; role: 'OWNER' | 'ADMIN' | 'MEMBER' | null }[];
  roles: {
    organization_id: string;
    super_event_id: string;
    event_id: string;
    role: 'ORGANIZER' | 'MENTOR' | 'JUDGE' | 'PARTICIPANT';
  }[];
}

/** Where somebody is a member, holds a role or has a registration; all of it in one organization where that is given. */
export async function belongingOf(db: Db, user_id: string, organization_id: string | null): Promise<Belonging> {
  const here = (column: string) =>
    organization_id === null ? sql`true` : sql`${sql.ref(column)} = ${organization_id}::uuid`;
  const { rows } = await sql<Belonging>`
    select coalesce((
      select json_agg(json_build_object('id', o.id, 'slug', o.slug, 'name', o.name, 'role', m.role) order by o.name, o.id)
        from published.organizations o
        left join published.members m on m.organization_id = o.id and m.user_id = ${user_id}
       where ${here('o.id')} and (o.id = ${organization_id}::uuid or m.user_id is not null
          or o.id in (select organization_id from published.track_roles where user_id = ${user_id})
          or o.id in (select organization_id from published.super_event_registrations where user_id = ${user_id}))
    ), '[]') as organizations, coalesce((
      select json_agg(json_build_object('organization_id', r.organization_id, 'super_event_id', r.super_event_id,
                                        'event_id', r.event_id, 'role', r.role) order by r.event_id, r.role)
        from published.track_roles r where r.user_id = ${user_id} and ${here('r.organization_id')}
    ), '[]') as roles`.execute(db.getKysely());
  return rows[0] ?? { organizations: [], roles: [] };
}
