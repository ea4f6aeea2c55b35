/** The organization of an event file, and who belongs to it. */
import { sql } from 'kysely';
import type { OrganizationRole } from '../../shared/contract/vocabulary.ts';
import type { Db } from '../../shared/database/database.ts';
import {
  audit,
  CannotApply,
  reconcile,
  type Difference,
  type OrganizationWork,
  type Row,
  type Work,
} from '../../shared/database/reconcile.ts';
import { newId } from '../../shared/database/ids.ts';

interface OrganizationEntry {
  readonly slug: string;
  readonly name: string;
  readonly can_create_events?: boolean | undefined;
}
interface MemberEntry {
  readonly email: string;
  readonly role: OrganizationRole;
}

export async function reconcileOrganization(
  work: Work,
  { slug, name, can_create_events }: OrganizationEntry,
): Promise<{ differences: Difference[]; id: string }> {
  const { rows } = await sql<Row & { id: string }>`
    select id, name, can_create_events from organizations.organization where slug = ${slug}`.execute(
    work.db.getKysely(),
  );
  const [present] = rows;
  const id = present?.id ?? newId();
  const wanted = {
    key: slug,
    kind: 'organization',
    name: slug,
    ids: { organization_id: id },
    place: { id, slug },
    fields: { name, can_create_events },
  };
  const differences = await reconcile(
    { ...work, organization_id: id },
    { name: 'organizations.organization' },
    [wanted],
    new Map(present && [[slug, present]]),
  );
  return { differences, id };
}

export interface LiveOrganization {
  readonly slug: string;
  readonly name: string;
  readonly can_create_events: boolean;
  readonly members: readonly { readonly user_id: string; readonly role: OrganizationRole }[];
}

/** The organization as it is, its longest-standing member first. */
export async function readOrganization(db: Db, slug: string): Promise<LiveOrganization> {
  const { rows } = await sql<Omit<LiveOrganization, 'members'> & { id: string }>`
    select id, slug, name, can_create_events from organizations.organization where slug = ${slug}`.execute(
    db.getKysely(),
  );
  const [organization] = rows;
  if (!organization) throw new RangeError(`No organization has the slug ${slug}.`);
  const members = await sql<LiveOrganization['members'][number]>`
    select user_id, role from organizations.member where organization_id = ${organization.id}
     order by created_at, array_position(array['OWNER', 'ADMIN', 'MEMBER'], role), user_id`.execute(db.getKysely());
  return { ...organization, members: members.rows };
}

interface MemberRow extends Row {
  email: string;
  role: OrganizationRole;
}

/** An organization that has an owner keeps one. */
export async function reconcileMembers(
  work: OrganizationWork,
  members: readonly MemberEntry[],
  people: ReadonlyMap<string, string>,
): Promise<Difference[]> {
  const { organization_id } = work;
  const present = await presentMembers(work);
  const wanted = members.map(({ email, role }) => {
    const place = { organization_id, user_id: people.get(email) };
    return { key: email, kind: 'member', name: email, ids: { user_id: place.user_id }, place, fields: { role } };
  });
  const differences = await reconcile(
    work,
    { name: 'organizations.member', by: ['organization_id', 'user_id'] },
    wanted,
    present,
  );
  const named = new Map(members.map(({ email, role }) => [email, role]));
  const unnamed = [...present.values()].filter(({ email }) => !named.has(email));
  const isOwned = members.some(({ role }) => role === 'OWNER');
  const owners = unnamed.filter(({ role }) => role === 'OWNER');
  const hadOwner = [...present.values()].some(({ role }) => role === 'OWNER');
  if (hadOwner && !isOwned && owners.length === 0) {
    throw new CannotApply(
      'The organization would be left without an OWNER.',
      'Give one of its members role: OWNER in the file.',
    );
  }
  if (!work.prune) return differences;
  const [lastOwner] = isOwned ? [] : owners;
  if (lastOwner) work.note(`${lastOwner.email} stays a member: an organization keeps its last OWNER.`);
  return [
    ...differences,
    ...(await removeMembers(
      work,
      unnamed.filter((member) => member !== lastOwner),
    )),
  ];
}

async function presentMembers({ db, organization_id }: OrganizationWork): Promise<Map<string, MemberRow>> {
  const { rows } = await sql<MemberRow>`
    select m.organization_id, m.user_id, m.role, p.email
      from organizations.member m join published.people p on p.id = m.user_id
     where m.organization_id = ${organization_id}
     order by m.created_at, m.user_id for update of m`.execute(db.getKysely());
  return new Map(rows.map((row) => [row.email, row]));
}

async function removeMembers(work: OrganizationWork, members: readonly MemberRow[]): Promise<Difference[]> {
  const people = members.map(({ user_id }) => user_id);
  await sql`
    delete from organizations.member
     where organization_id = ${work.organization_id} and user_id = any (${people}::uuid[])`.execute(
    work.db.getKysely(),
  );
  const differences = members.map(({ email, user_id, role }): Difference => {
    return { action: 'remove', kind: 'member', name: email, ids: { user_id }, fields: { role: [role, null] } };
  });
  await audit(work, 'organizations.member', differences);
  return differences;
}
