/** The current tables of organizations. Indexes, value checks and triggers are in the migrations. */
import { c, table, type TablesOf } from '../../shared/database/columns.ts';
import type { people } from '../../shared/database/published/identity.ts';
import { organizationRoles, secondFactors } from '../../shared/contract/vocabulary.ts';

export const member = table('member', 'The role that somebody has in an organization.', {
  id: c.uuid().defaultRaw('uuidv7()').unique(),
  organization_id: () => c.reference(organization, 'organization_id').primary(),
  user_id: c.uuid().primary(),
  role: c.oneOf(organizationRoles),
  created_at: c.instant().defaultRaw('now()'),
});

export const organization = table('organization', 'An association or company that runs hackathons.', {
  id: c.id(),
  slug: c.text().unique(),
  name: c.text(),
  can_create_events: c.boolean().default(true),
  created_at: c.instant().defaultRaw('now()'),
  second_factor: c.oneOf(secondFactors).default('optional'),
});

export const slug = table('slug', 'Slugs in addresses; former ones stay reserved for 30 days.', {
  slug: c.text().primary(),
  organization_id: () => c.reference(organization, 'organization_id').deleteRule('cascade'),
  is_from_file: c.boolean(),
  retired_at: c.instant().strictNullable(),
});

export const tables = [member, organization, slug];

/** The tables of typed statements. */
export type Tables = TablesOf<[...typeof tables, typeof people]>;
