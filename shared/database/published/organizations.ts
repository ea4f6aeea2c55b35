/** What organizations publishes for others to read. */
import { c, view } from '../columns.ts';
import { organizationRoles } from '../../contract/vocabulary.ts';
import { located } from './located.ts';

export const members = view('members', 'What somebody is in an organization.', {
  organization_id: c.uuid().primary(),
  user_id: c.uuid().primary(),
  role: c.oneOf(organizationRoles),
});

export const organizations = view('organizations', 'Organizations.', {
  id: c.uuid().primary(),
  slug: c.text(),
  name: c.text(),
  can_create_events: c.boolean(),
});

export const locatedOrganization = located('organization', 'Whose an organization is.');
