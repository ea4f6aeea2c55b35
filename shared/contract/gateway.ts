/** What the gateway answers itself: the status of the service and the description of the interface. */
import { get } from './endpoint.ts';
import { t } from './schema.ts';

/** The roots of the interface, §4.10, by name. Those that no endpoint serves answer 501. */
export const listedRoots = {
  organizations: '/organizations',
  partner_forms: '/partner-forms',
  partner_form_submissions: '/partner-form-submissions',
  partner_metrics: '/partner-metrics',
  partner_sponsored_events: '/partner-sponsored-events',
  partner_event_submissions: '/partner-event-submissions',
  roles: '/roles',
  events: '/events',
  sessions: '/sessions',
  registrations: '/registrations',
  registration_checkin: '/registrations/:id/checkin',
  teams: '/teams',
  participant_profile: '/users/:id/participant-profile',
  help_requests: '/help-requests',
  submissions: '/submissions',
  criteria: '/events/:eventId/criteria',
  announcements: '/events/:eventId/announcements',
  broadcasts: '/events/:eventId/broadcasts',
} as const;

/** What this product adds to them. */
export const addedRoots = {
  super_events: '/super-events',
  super_event_application: '/super-events/:slug/register',
  super_event_registrations: '/super-event-registrations',
  auth: '/auth',
  criterion: '/criteria',
  assignments: '/assignments',
  scores: '/scores',
  checkin_points: '/checkin-points',
  checkins: '/checkins',
  invites: '/invites',
  files: '/files',
  audit: '/organizations/:orgId/audit',
  status: '/status',
  openapi: '/openapi.json',
} as const;

const status = {
  summary: 'The status of the service and where everything is',
  access: 'public',
  params: {},
  responses: {
    200: t.object({
      message: t.string(),
      version: t.string(),
      timestamp: t.timestamp(),
      endpoints: t.mapOf(t.string()),
    }),
  },
} as const;

export const gateway = {
  root: get('/', status),
  status: get('/status', { ...status, addition: true }),
  document: get('/openapi.json', {
    summary: 'This interface as an OpenAPI 3.1 document',
    access: 'public',
    params: {},
    responses: { 200: t.json() },
    bare: true,
    addition: true,
  }),
};
