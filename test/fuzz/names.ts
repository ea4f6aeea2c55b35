/**
 * The thing that a parameter names, by its own name and by the part of the path before it. Requests name things by these
 * names in double braces, as in `/teams/{{team}}`: a seed then makes the same requests in every run, and ids are put in
 * when a request is sent.
 */
export type Thing =
  | 'organization'
  | 'hackathon'
  | 'track'
  | 'registration'
  | 'parent'
  | 'team'
  | 'submission'
  | 'criterion'
  | 'assignment'
  | 'score'
  | 'checkin'
  | 'file'
  | 'field'
  | 'point'
  | 'prize'
  | 'announcement'
  | 'key'
  | 'device'
  | 'session'
  | 'passkey'
  | 'webhook'
  | 'delivery'
  | 'decision'
  | 'job'
  | 'list'
  | 'subscription'
  | 'person'
  | 'member'
  | 'judge'
  | 'token'
  | 'code'
  | 'email'
  | 'password';

const inPath: Readonly<Record<string, Thing>> = {
  organizations: 'organization',
  'super-events': 'hackathon',
  events: 'track',
  clone: 'track',
  registrations: 'registration',
  'super-event-registrations': 'parent',
  'super-event-registration-fields': 'field',
  answers: 'field',
  decisions: 'decision',
  teams: 'team',
  'my-teams': 'team',
  submissions: 'submission',
  criteria: 'criterion',
  assignments: 'assignment',
  scores: 'score',
  checkins: 'checkin',
  'checkin-points': 'point',
  prizes: 'prize',
  announcements: 'announcement',
  keys: 'key',
  devices: 'device',
  sessions: 'session',
  passkeys: 'passkey',
  webhooks: 'webhook',
  'webhook-deliveries': 'delivery',
  files: 'file',
  jobs: 'job',
  lists: 'list',
  unsubscribe: 'subscription',
  members: 'member',
  builders: 'person',
  roles: 'judge',
};

const byName: Readonly<Record<string, Thing>> = {
  user_id: 'member',
  userId: 'person',
  newLeaderUserId: 'person',
  replacementLeaderUserId: 'person',
  judge_user_id: 'judge',
  judge_user_ids: 'judge',
  successor_user_id: 'member',
  team_id: 'team',
  targetTeamId: 'team',
  trackId: 'track',
  trackIds: 'track',
  targetTrackId: 'track',
  track_ids: 'track',
  interested_track_ids: 'track',
  super_event_id: 'hackathon',
  event_id: 'track',
  criterion_id: 'criterion',
  super_event_registration_id: 'parent',
  ids: 'parent',
  field_id: 'field',
  prize_ids: 'prize',
  checkin_point_ids: 'point',
  token: 'token',
  code: 'code',
  ticket: 'token',
  email: 'email',
  password: 'password',
  current_password: 'password',
};

/** Of a parameter of the query or a member of a body. */
export const thingCalled = (name: string): Thing | undefined => byName[name];

/** Of a parameter of this path. */
export function thingAt(path: string, name: string): Thing | undefined {
  const parts = path.split('/');
  const before = parts[parts.indexOf(`{${name}}`) - 1] ?? '';
  return inPath[before];
}

export const mention = (thing: Thing, whose: 'own' | 'foreign' = 'own') =>
  whose === 'own' ? `{{${thing}}}` : `{{foreign ${thing}}}`;

/** Puts in what is meant by each name: by an operation, where it means something of its own, else by all. */
export const resolve = (text: string, operation: string, things: ReadonlyMap<string, string>): string =>
  text.replace(
    /\{\{([a-z ]+)\}\}/g,
    (whole, name: string) => things.get(`${operation} ${name}`) ?? things.get(name) ?? whole,
  );
