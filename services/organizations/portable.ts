/** The organization of an event file, and its members. */
import { sql } from 'kysely';
import { optional, organizationRole } from '../../shared/contract/vocabulary.ts';
import { organizationFields } from '../../shared/contract/fields.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { newId } from '../../shared/database/ids.ts';
import { CannotApply, portable, type OrganizationContext, type Wanted } from '../../shared/database/portable.ts';
import { someNames } from '../../shared/base/words.ts';
import { member, organization } from './entities.ts';

const { slug, name, can_create_events } = organizationFields;

export const organizations = portable({
  kind: 'organization',
  service: 'organizations',
  table: organization,
  place: [],
  within: 'id',
  key: ['id', 'slug'],
  columns: { slug, name, ...optional({ can_create_events }) },
  order: sql`t.slug`,
  ids: { organization_id: 'id' },
  facts({ action, fields }) {
    if (action === 'create') return 'organization.created';
    return 'name' in fields ? 'organization.changed' : null;
  },
  name: (row) => String(row['slug']),
});

/**
 * Returns the organization with the slug, or creates it. A former slug is refused, because somebody renamed it on
 * purpose.
 */
export async function organizationId(db: Db, slug: string): Promise<string> {
  const { rows } = await sql<Pick<RowOf<typeof organization>, 'id' | 'slug'>>`
    select o.id, o.slug from organizations.slug k join organizations.organization o on o.id = k.organization_id
     where k.slug = ${slug} and (k.retired_at is null or k.retired_at > now() - interval '30 days')`.execute(
    db.getKysely(),
  );
  const [present] = rows;
  if (!present || present.slug === slug) return present?.id ?? newId();
  throw new CannotApply(
    `The organization ${slug} has been renamed to ${present.slug}.`,
    `Write slug: ${present.slug} in the file where that is the one you mean, then apply again.`,
  );
}

/** An organization that has an owner keeps one. */
export const members = portable({
  kind: 'member',
  service: 'organizations',
  table: member,
  place: ['organization_id', 'user_id'],
  within: 'organization_id',
  key: ['organization_id', 'user_id'],
  by: ['organization_id', 'user_id'],
  columns: { role: organizationRole() },
  order: sql`t.created_at, array_position(array['OWNER', 'ADMIN', 'MEMBER'], t.role), t.user_id`,
  ids: { user_id: 'user_id' },
  facts: { create: 'member.added', change: 'member.changed', remove: 'member.removed' },
  name: ({ email }) => String(email),

  async lock({ db, organization_id }) {
    await sql`
      select from member where organization_id = ${organization_id} order by created_at, user_id for update`.execute(
      db.getKysely(),
    );
  },
  refuse({ rows, wanted, unnamed }) {
    if (!rows.some(isOwner) || unnamed.some(isOwner) || isOwned(wanted)) return;
    throw new CannotApply(
      'The organization would be left without an OWNER.',
      'Give one of its members role: OWNER in the file.',
    );
  },
  removable: {
    tells: ['role'],
    among({ note, ends }, { wanted, unnamed }) {
      const lastOwner = isOwned(wanted) ? undefined : unnamed.find(isOwner);
      if (lastOwner) note(`${String(lastOwner['email'])} stays a member: an organization keeps its last OWNER.`);
      const gone = unnamed.filter((row) => row !== lastOwner);
      for (const { user_id } of gone) ends(user_id);
      return gone;
    },
  },
});

const isOwned = (wanted: readonly Wanted[]) => wanted.some(({ fields }) => fields['role'] === 'OWNER');
const isOwner = ({ role }: Pick<RowOf<typeof member>, 'role'>) => role === 'OWNER';

/**
 * Returns doubts whether the file means this organization, each as the end of a sentence. Slugs can be changed over
 * HTTP, so another organization could take a slug and receive the contents of the file. Marks the slug as the file's
 * own: the operator has agreed, or rolls the transaction back.
 */
export async function adopt(
  { db, organization_id }: OrganizationContext,
  slug: string,
  { named, hasMembers }: { named: readonly string[]; hasMembers: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ is_from_file: boolean; members: string[] }>`
    with adopted as (
      update organizations.slug set is_from_file = true
       where slug = ${slug} and organization_id = ${organization_id} and not is_from_file returning slug)
    select not exists (select from adopted) as is_from_file,
           array(select p.email from organizations.member m join published.people p on p.id = m.user_id
                  where m.organization_id = ${organization_id}
                  order by array_position(array['OWNER', 'ADMIN', 'MEMBER'], m.role), m.created_at, m.user_id) as members`.execute(
    db.getKysely(),
  );
  const { is_from_file = true, members: present = [] } = rows[0] ?? {};
  const doubts = is_from_file ? [] : [`got this slug over HTTP; ${membersText(present)}`];
  const areStrangers = present.length > 0 && hasMembers && !present.some((email) => named.includes(email));
  return areStrangers ? [...doubts, `has no member whom the file names; ${membersText(present)}`] : doubts;
}

/** Tells whether a file set the slug. */
export async function adoption(db: Db, slug: string): Promise<boolean> {
  const { rows } = await sql<{ is_from_file: boolean }>`
    select is_from_file from organizations.slug where slug = ${slug}`.execute(db.getKysely());
  return rows[0]?.is_from_file ?? false;
}

/** Removes the mark of `adopt`. */
export async function disown(db: Db, slug: string): Promise<void> {
  await sql`update organizations.slug set is_from_file = false where slug = ${slug}`.execute(db.getKysely());
}

const membersText = (emails: readonly string[]) =>
  emails.length > 0 ? `its members are ${someNames(emails)}` : 'it has no members';
