/** The current tables of onboarding. Indexes, value checks and triggers are in the migrations. */
import { c, table } from '../../shared/database/columns.ts';

export const invite = table('invite', 'Somebody invited to a hackathon by their address.', {
  id: c.uuid().primary().defaultRaw('gen_random_uuid()'),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  email: c.text(),
  first_name: c.text().strictNullable(),
  last_name: c.text().strictNullable(),
  linkedin_url: c.text().strictNullable(),
  github_url: c.text().strictNullable(),
  status: c.oneOf(['pending', 'accepted']).default('pending'),
  token_hash: c.bytes().unique(),
  invited_by: c.uuid(),
  expires_at: c.instant().defaultRaw("(now() + '7 days'::interval)"),
  created_at: c.instant().defaultRaw('now()'),
  accepted_at: c.instant().strictNullable(),
  accepted_by: c.uuid().strictNullable(),
  accepted_in: c.text().strictNullable(),
  answers_json: c.json().defaultRaw("'{}'::jsonb"),
  track_ids: c.uuids().defaultRaw("'{}'::uuid[]"),
});

export const tables = [invite];
