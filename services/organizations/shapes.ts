/** Converts rows of organizations, members and audit to the JSON of the contract. */
import { instant } from '../../shared/base/instant.ts';
import type { AuditEntry } from './queries/audit.ts';
import type { Member } from './queries/members.ts';
import type { Organization } from './queries/organizations.ts';

export const detail = ({ id, name, slug, can_create_events, member_count, invitation_count }: Organization) => ({
  organization: { id, name, slug },
  member_count,
  can_create_events,
  onboarding_state: { team_setup_complete: member_count > 1, invitation_count, member_count },
});

export const member = ({ user_id, role, email, name, avatar_url }: Member) => ({
  user_id,
  role,
  email,
  name,
  avatar_url,
});

export const auditEntry = (entry: AuditEntry) => ({
  id: entry.id,
  at: instant(entry.at),
  user_id: entry.user_id,
  key_id: entry.key_id,
  session_id: entry.session_id,
  action: entry.action,
  ids: entry.ids,
  before: entry.before,
  after: entry.after,
  request_id: entry.request_id,
});
