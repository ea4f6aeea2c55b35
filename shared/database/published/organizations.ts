/** The views that organizations publishes for others to read. */
import { c, view } from '../columns.ts';
import { organizationRoles, secondFactors } from '../../contract/vocabulary.ts';
import { located } from './located.ts';

export const members = view('members', 'The role that somebody has in an organization.', {
  organization_id: c.uuid().primary(),
  user_id: c.uuid().primary(),
  role: c.oneOf(organizationRoles),
});

export const organizations = view('organizations', 'Organizations.', {
  id: c.uuid().primary(),
  slug: c.text(),
  name: c.text(),
  can_create_events: c.boolean(),
  second_factor: c.oneOf(secondFactors),
});

export const locatedOrganization = located('organization', 'Where an organization belongs.');
