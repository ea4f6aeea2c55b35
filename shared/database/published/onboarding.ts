/** The views that onboarding publishes for others to read. */
import { c, view } from '../columns.ts';

export const invites = view('invites', 'Invitations to hackathons that can be accepted now.', {
  id: c.uuid().primary(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  email: c.text(),
  track_ids: c.uuids(),
});
