/** Super events (hackathons), their tracks, who holds roles there, and what is asked of people who register. */
import { creation } from './events/creation.ts';
import { registrationFields } from './events/registration-fields.ts';
import { registrationSwitch } from './events/registration-switch.ts';
import { roleInvites } from './events/role-invites.ts';
import { roleInviteAcceptance } from './events/role-invite-acceptance.ts';
import { roles } from './events/roles.ts';
import { superEvents } from './events/super-events.ts';
import { tracks } from './events/tracks.ts';

export const events = {
  ...superEvents,
  ...tracks,
  ...creation,
  ...registrationFields,
  ...roles,
  ...roleInvites,
  ...roleInviteAcceptance,
  ...registrationSwitch,
};
