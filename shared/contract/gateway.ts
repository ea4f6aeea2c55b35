/** Endpoints of the gateway itself: the status of the service and the description of the interface. */
import { asset, pageFor } from './concerns.ts';
import { get } from './endpoint.ts';
import { pages } from './pages.ts';
import { t } from './schema.ts';

/** The root paths of §4.10 of the interface, by name. Those without an endpoint answer 501. */
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

/** The root paths that this product adds. */
export const addedRoots = {
  hackathons: '/hackathons',
  super_events: '/super-events',
  super_event_application: '/super-events/:slug/register',
  super_event_registrations: '/super-event-registrations',
  auth: '/auth',
  prize: '/prizes',
  criterion: '/criteria',
  assignments: '/assignments',
  scores: '/scores',
  checkin_points: '/checkin-points',
  checkins: '/checkins',
  me: '/me/registrations',
  devices: '/devices',
  device: '/device',
  invites: '/invites',
  files: '/files',
  audit: '/organizations/:orgId/audit',
  facts: '/organizations/:orgId/facts',
  event_file: '/organizations/:orgSlug/event-file',
  status: '/status',
  openapi: '/openapi.json',
  reference: '/reference',
  signin: '/signin',
  desk: '/desk',
  kiosk: '/kiosk',
  judge: '/judge',
  own: '/me',
  account: '/account',
  board: '/board',
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

const assets = ['document', 'reference', 'script', 'style'] as const;
export type AssetName = (typeof assets)[number];

/** The assets that every gateway has itself. */
const own = {
  access: 'public',
  params: {},
  responses: { 200: t.enum(...assets) },
  addition: true,
} as const;

export const gateway = {
  root: get('/', { ...status, with: [pageFor('landing')] }),
  status: get('/status', { ...status, addition: true }),
  document: get('/openapi.json', {
    ...own,
    summary: 'This interface as an OpenAPI 3.1 document',
    with: [asset('application/json')],
  }),
  reference: get('/reference', {
    ...own,
    summary: 'The page to read and try this interface on',
    with: [asset('text/html')],
  }),
  referenceScript: get('/reference/swagger-ui-bundle.js', {
    ...own,
    summary: 'Get the script of the reference',
    with: [asset('text/javascript')],
  }),
  referenceStyle: get('/reference/swagger-ui.css', {
    ...own,
    summary: 'Get the style of the reference',
    with: [asset('text/css')],
  }),
  ...pages,
};
