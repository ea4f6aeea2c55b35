/** SQL of who belongs to an organization. */
import { sql } from 'kysely';
import type { OrganizationRole } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';

export interface Member {
  user_id: string;
  role: OrganizationRole;
  email: string;
  name: string;
  avatar_url: string | null;
}

export async function membersOf(db: Db, organization_id: string, { limit, offset }: { limit: number; offset: number }) {
  const ofOrganization = sql`
    member m join published.people p on p.id = m.user_id where m.organization_id = ${organization_id}`;
  const { rows } = await sql<{ total: number; members: Member[] }>`
    select (select count(*)::int from ${ofOrganization}) as total,
           (select coalesce(json_agg(listed), '[]')
              from (select m.user_id, m.role, p.email, p.name, p.avatar_url from ${ofOrganization}
                     order by m.created_at, m.user_id limit ${limit} offset ${offset}) listed) as members`.execute(
    db.getKysely(),
  );
  return rows[0] ?? { total: 0, members: [] };
}

/** The person of that id, of that email, or of both where both are given. */
export async function findPerson(
  db: Db,
  { user_id, email }: { user_id?: string | undefined; email?: string | undefined },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from published.people
     where id = coalesce(${user_id ?? null}, id) and email = coalesce(${email ?? null}, email)
     limit 1`.execute(db.getKysely());
  return rows[0]?.id;
}

interface Membership {
  id: string;
  user_id: string;
  role: OrganizationRole;
  is_new: boolean;
}

/** Whoever is a member already stays what they are. */
export async function placeMember(
  db: Db,
  { organization_id, user_id, role }: { organization_id: string; user_id: string; role: OrganizationRole },
): Promise<Membership> {
  const { rows } = await sql<Membership>`
    insert into member as m (organization_id, user_id, role) values (${organization_id}, ${user_id}, ${role})
    on conflict (organization_id, user_id) do update set role = m.role
    returning m.id, m.user_id, m.role, old.id is null as is_new`.execute(db.getKysely());
  return rows[0] as Membership;
}

interface Place {
  readonly organization_id: string;
  readonly user_id: string;
}
interface HeldMember {
  user_id: string;
  role: OrganizationRole;
  is_actor: boolean;
  is_subject: boolean;
}

/**
 * The owners, who acts and whom it is about, as they are once everybody before us is done; nobody changes them until we
 * are. Always taken in the same order, so that no two wait for each other.
 */
export async function holdMembers(
  db: Db,
  { organization_id, user_id }: Place,
  actor_id: string,
): Promise<HeldMember[]> {
  const { rows } = await sql<HeldMember>`
    select user_id, role, user_id = ${actor_id} as is_actor, user_id = ${user_id} as is_subject
      from member
     where organization_id = ${organization_id} and (role = 'OWNER' or user_id in (${actor_id}, ${user_id}))
     order by created_at, user_id for update`.execute(db.getKysely());
  return rows;
}

export async function setRole(db: Db, { organization_id, user_id }: Place, role: OrganizationRole): Promise<void> {
  await sql`
    update member set role = ${role}
     where organization_id = ${organization_id} and user_id = ${user_id}`.execute(db.getKysely());
}

export async function deleteMember(db: Db, { organization_id, user_id }: Place): Promise<void> {
  await sql`
    delete from member where organization_id = ${organization_id} and user_id = ${user_id}`.execute(db.getKysely());
}
