/** SQL for members. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { people } from '../../shared/database/published/identity.ts';
import { member, type Tables } from './entities.ts';

type Row = RowOf<typeof member>;
export type Member = Pick<Row, 'user_id' | 'role'> & Pick<RowOf<typeof people>, 'email' | 'name' | 'avatar_url'>;

/** Reads a page of members and their number. */
export async function membersOf(db: Db, organization_id: string, { limit, offset }: { limit: number; offset: number }) {
  const ofOrganization = sql`
    member m join published.people p on p.id = m.user_id where m.organization_id = ${organization_id}`;
  const { rows } = await sql<{ total: number; members: Member[] }>`
    select (select count(*)::int from ${ofOrganization}) as total,
           (select coalesce(json_agg(listed), '[]')
              from (select m.user_id, m.role, p.email, p.name, p.avatar_url from ${ofOrganization}
                     order by m.created_at, m.id limit ${limit} offset ${offset}) listed) as members`.execute(
    db.getKysely(),
  );
  return rows[0] ?? { total: 0, members: [] };
}

/** Finds a person by id, by email, or by both. */
export async function findPerson(
  db: Db,
  { user_id, email }: { user_id?: string | undefined; email?: string | undefined },
): Promise<string | undefined> {
  const people = db.getKysely<Tables>().selectFrom('published.people').select('id').limit(1);
  const known = user_id === undefined ? people : people.where('id', '=', user_id);
  const found = email === undefined ? known : known.where('email', '=', email);
  return (await found.executeTakeFirst())?.id;
}

interface Membership extends Pick<Row, 'id' | 'user_id' | 'role'> {
  is_new: boolean;
}

/** Adds a member. An existing member keeps their role. */
export async function insertMember(
  db: Db,
  { organization_id, user_id, role }: Pick<Row, 'organization_id' | 'user_id' | 'role'>,
): Promise<Membership> {
  const { rows } = await sql<Membership>`
    insert into member as m (organization_id, user_id, role) values (${organization_id}, ${user_id}, ${role})
    on conflict (organization_id, user_id) do update set role = m.role
    returning m.id, m.user_id, m.role, old.id is null as is_new`.execute(db.getKysely());
  return rows[0] as Membership;
}

type MemberKey = Readonly<Pick<Row, 'organization_id' | 'user_id'>>;
interface HeldMember extends Pick<Row, 'user_id' | 'role'> {
  is_actor: boolean;
  is_subject: boolean;
}

/**
 * Locks and reads the owners, the actor and the subject. Locks are always taken in the same order, so that no two
 * requests deadlock.
 */
export async function lockMembers(
  db: Db,
  { organization_id, user_id }: MemberKey,
  actor_id: string,
): Promise<HeldMember[]> {
  const { rows } = await sql<HeldMember>`
    select user_id, role, user_id = ${actor_id} as is_actor, user_id = ${user_id} as is_subject
      from member
     where organization_id = ${organization_id} and (role = 'OWNER' or user_id in (${actor_id}, ${user_id}))
     order by created_at, user_id for update`.execute(db.getKysely());
  return rows;
}

/** Changes a member's role; with Kysely, because `nativeUpdate` takes more than a tenth of the request's processor time. */
export async function setRole(db: Db, { organization_id, user_id }: MemberKey, role: Row['role']): Promise<void> {
  const member = db.getKysely<Tables>().updateTable('member').where('organization_id', '=', organization_id);
  await member.where('user_id', '=', user_id).set({ role }).execute();
}

/** Removes a member. */
export async function deleteMember(db: Db, { organization_id, user_id }: MemberKey): Promise<void> {
  await db.nativeDelete(member, { organization_id, user_id });
}
