/** Every endpoint of the interface: method, path with its parameter names, and the members of `data` over all outcomes. */
export type Row = readonly [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, members: readonly string[]];

const deleted = ['deleted'];

const registrations: readonly Row[] = [
  ['GET', '/events/:eventId/registrations', ['registrations', 'pagination']],
  ['GET', '/super-events/:superEventId/registrations', ['registrations', 'pagination']],
  ['GET', '/registrations/:id', ['registration']],
  ['POST', '/events/:eventId/register', ['id', 'event_id', 'user_id', 'status', 'checkin_token']],
  ['PATCH', '/registrations/:id', ['id', 'answers_json']],
  ['PATCH', '/registrations/:id/status', ['updated', 'status']],
];

const onboarding: readonly Row[] = [['POST', '/super-events/:slug/participants', ['status', 'userId', 'email']]];

const checkIn: readonly Row[] = [
  [
    'POST',
    '/checkin-points/:pointId/scan',
    [
      ...['checked_in', 'checked_in_at', 'registration_id', 'point_name', 'point_type'],
      ...['already_checked_in', 'verified', 'first_check_in_at'],
      // Added: what a device names to take its own check-in back.
      'checkin_id',
      ...['requires_milestone_submission', 'milestone_requirements', 'team_id', 'team_name'],
    ],
  ],
];

const managed = '/super-events/:superEventId/team-management';
const teams: readonly Row[] = [
  ['PATCH', `${managed}/builders/:userId/track`, ['result']],
  ['GET', '/events/:eventId/teams', ['teams', 'count']],
  ['GET', '/teams/:id', ['team', 'members', 'member_count']],
  ['GET', '/super-events/:superEventId/teams', ['teams', 'count']],
  ['GET', '/super-events/:id/team-management/counts', ['builders', 'teams']],
  ['GET', '/super-events/:id/team-management/builders', ['builders', 'pagination']],
  ['GET', '/super-events/:id/team-management/builders/:userId', ['builder']],
  ['GET', '/super-events/:id/team-management/teams', ['teams', 'pagination']],
  ['GET', '/super-events/:id/team-management/teams/:teamId', ['team']],
  ['GET', '/super-events/:id/team-management/teams/:teamId/members', ['members', 'teamId']],
  ['POST', `${managed}/teams`, ['team']],
  ['PATCH', `${managed}/teams/:teamId`, ['team']],
  ['DELETE', `${managed}/teams/:teamId`, ['result']],
  ['PATCH', `${managed}/teams/:teamId/track`, ['result']],
  ['POST', `${managed}/teams/:teamId/members`, ['result']],
  ['POST', `${managed}/teams/:teamId/members/:userId/remove`, ['result']],
  ['POST', `${managed}/teams/:teamId/transfer-leadership`, ['result']],
];

const judging: readonly Row[] = [
  ['GET', '/events/:eventId/judges', ['judges', 'count']],
  ['GET', '/events/:eventId/criteria', ['criteria', 'count']],
  ['GET', '/events/:eventId/assignments', ['assignments', 'count']],
  ['GET', '/assignments/:id', ['assignment']],
  ['GET', '/assignments/:id/scores', ['scores', 'count']],
  ['GET', '/events/:eventId/results', ['results', 'count', 'notifications_sent_at', 'ranking']],
  // How it came about, where the fair ranking was published.
  [
    'GET',
    '/teams/:teamId/results',
    [
      ...['overall_score', 'rank', 'created_at', 'score_breakdown', 'ranking', 'explanation'],
      // Added: of how many teams the rank is, and the scale of the scores.
      ...['ranked_count', 'scoring'],
    ],
  ],
  ['GET', '/events/:eventId/judge-progress', ['overview', 'judges']],
  ['GET', '/events/:eventId/results/csv', []],
  ['GET', '/events/:eventId/scores/csv', []],
  ['POST', '/events/:eventId/criteria', ['criterion']],
  ['PATCH', '/criteria/:id', ['criterion']],
  ['DELETE', '/criteria/:id', deleted],
  ['POST', '/events/:eventId/criteria/clone/:sourceEventId', ['criteria', 'count']],
  ['POST', '/events/:eventId/assignments', ['assignment']],
  ['POST', '/events/:eventId/assignments/bulk', ['assignments', 'created', 'skipped', 'message']],
  ['DELETE', '/assignments/:id', deleted],
  ['POST', '/events/:eventId/calculate-results', ['results', 'count']],
];

/** Reserved for a judge's session; what they answer is not shown, so it is ours. */
const scores: readonly Row[] = [
  ['POST', '/assignments/:id/scores', ['scores', 'assignment']],
  ['PATCH', '/scores/:id', ['score']],
  ['POST', '/assignments/:id/submit', ['assignment']],
];

const organizations: readonly Row[] = [
  ['GET', '/organizations/:slug', ['organization', 'member_count', 'can_create_events', 'onboarding_state']],
  ['GET', '/organizations/:orgId/members', ['members', 'pagination']],
  ['GET', '/organizations/:orgId/me/permissions', ['role', 'permissions']],
  ['PATCH', '/organizations/:id', ['id', 'name', 'slug']],
  ['POST', '/organizations/:orgId/members', ['id', 'user_id', 'role']],
  ['PATCH', '/organizations/:orgId/members/:userId', ['updated']],
  ['DELETE', '/organizations/:orgId/members/:userId', deleted],
];

const superEvents: readonly Row[] = [
  ['GET', '/organizations/:orgSlug/super-events', ['super_events', 'count']],
  ['GET', '/super-events/:slug', ['super_event']],
  ['GET', '/super-events/:superEventId/registration-fields', ['fields']],
  ['GET', '/super-events/:superEventId/role-invites', ['invites']],
  ['PATCH', '/super-events/:id', ['id', 'name', 'status']],
  ['DELETE', '/super-events/:id', deleted],
  ['POST', '/super-events/:superEventId/registration-fields', ['id', 'super_event_id', 'field_type', 'label']],
  ['PATCH', '/super-event-registration-fields/:id', ['id', 'field_type', 'label']],
  ['DELETE', '/super-event-registration-fields/:id', ['message']],
  ['POST', '/super-events/:superEventId/role-invites', ['invites', 'errors']],
];

const tracks: readonly Row[] = [
  ['GET', '/organizations/:orgSlug/events', ['events']],
  ['GET', '/events/:slug', ['event', 'registration_count', 'team_count']],
  ['GET', '/events/:slug/stream', ['stream_url', 'stream_start_at']],
  ['GET', '/events/:eventId/roles', ['roles', 'count']],
  ['GET', '/events/:eventId/setup-status', ['checklist', 'is_ready_for_registration', 'stats']],
  ['PATCH', '/events/:id', ['event']],
  ['DELETE', '/events/:id', deleted],
  ['POST', '/events/:eventId/roles', ['user_id', 'event_id', 'role']],
  // Of a judge also what stays open.
  ['DELETE', '/events/:eventId/roles/:userId/:role', [...deleted, 'open_assignments']],
  ['POST', '/events/:eventId/open-registration', ['registration_opened', 'event']],
  ['POST', '/events/:eventId/close-registration', ['registration_opened', 'event']],
];

/** The path of the status is not shown; it is ours. */
const status: readonly Row[] = [['GET', '/', ['message', 'version', 'timestamp', 'endpoints']]];

const sessions: readonly Row[] = [
  ['POST', '/auth/signup', ['status', 'email']],
  ['POST', '/auth/signin', ['access_token', 'refresh_token', 'token_type', 'expires_in', 'user']],
  ['POST', '/auth/signout', ['signed_out']],
  ['POST', '/auth/refresh', ['access_token', 'refresh_token', 'token_type', 'expires_in', 'user']],
  ['POST', '/auth/reset-password', ['status']],
  ['POST', '/auth/update-password', ['updated']],
  ['GET', '/auth/user', ['user', 'organizations', 'roles']],
];

export const specification: readonly Row[] = [
  ...registrations,
  ...onboarding,
  ...teams,
  ...checkIn,
  ...judging,
  ...scores,
  ...organizations,
  ...superEvents,
  ...tracks,
  ...status,
  ...sessions,
];
