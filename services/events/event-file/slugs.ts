/** Which hackathon or track a slug of the file means. */
import { sql } from 'kysely';
import { CannotApply, type OrganizationWork } from '../../../shared/database/reconcile.ts';

export type Kind = 'super_event' | 'event';
interface Known {
  kind: Kind;
  slug: string;
  target_id: string;
  /** The one it has now. */
  current: string;
}

/** What is deleted has no slug: the file then creates anew. A former slug is refused, for somebody renamed on purpose. */
export async function findSlugs(
  { db, organization_id }: OrganizationWork,
  kind: Kind,
  slugs: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<Known>`
    select k.kind, k.slug, k.target_id, coalesce(s.slug, t.slug) as current
      from events.slug k
      left join published.super_events s on k.kind = 'super_event' and s.id = k.target_id
      left join published.tracks t on k.kind = 'event' and t.id = k.target_id
     where k.organization_id = ${organization_id} and k.kind = ${kind} and k.slug = any (${slugs}::text[])
       and coalesce(s.id, t.id) is not null`.execute(db.getKysely());
  const renamed = rows.find(({ slug, current }) => slug !== current);
  if (renamed) {
    throw new CannotApply(
      `${renamed.slug} has been renamed to ${renamed.current}.`,
      `Write slug: ${renamed.current} in the file, then apply again.`,
    );
  }
  return new Map(rows.map(({ slug, target_id }) => [slug, target_id]));
}

/** Only what is deleted can still have had one of these. */
export async function takeSlugs(
  { db, organization_id }: OrganizationWork,
  kind: Kind,
  targets: readonly { slug: string; id: string }[],
): Promise<void> {
  await sql`
    insert into events.slug (organization_id, kind, slug, target_id)
    select ${organization_id}::uuid, ${kind}, n.slug, n.id
      from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as n (slug text, id uuid)
    on conflict (organization_id, kind, slug) do update set target_id = excluded.target_id, retired_at = null`.execute(
    db.getKysely(),
  );
}
