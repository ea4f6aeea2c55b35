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
  reference: '/reference',
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

const assets = ['page', 'script', 'style'] as const;
export type AssetName = (typeof assets)[number];

/** Every gateway has these itself; only their names cross the bus, which takes no message of their size. */
const asset = {
  access: 'public',
  params: {},
  responses: { 200: t.enum(...assets) },
  addition: true,
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
  reference: get('/reference', {
    ...asset,
    summary: 'The page to read and try this interface on',
    asset: 'text/html',
  }),
  referenceScript: get('/reference/swagger-ui-bundle.js', {
    ...asset,
    summary: 'What that page runs',
    asset: 'text/javascript',
  }),
  referenceStyle: get('/reference/swagger-ui.css', {
    ...asset,
    summary: 'What that page looks like',
    asset: 'text/css',
  }),
};
