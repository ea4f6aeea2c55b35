/** All kinds of entries in an event file. */
export { points } from '../services/check-in/portable.ts';
export { lists, prizes, registrationFields, roles, superEvents, tracks } from '../services/events/portable.ts';
export { apiKeys, devices, people } from '../services/identity/portable.ts';
export { criteria } from '../services/judging/portable.ts';
export { members, organizations } from '../services/organizations/portable.ts';
export { participants, registrations } from '../services/registrations/portable.ts';
export { teamMembers, teams } from '../services/teams/portable.ts';
export { webhooks } from '../services/webhooks/portable.ts';
