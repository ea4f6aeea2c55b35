/**
 * What a parameter names, told by its own name and by the part of the path before it. Requests speak of things by these
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
  | 'key'
  | 'device'
  | 'webhook'
  | 'delivery'
  | 'person'
  | 'member'
  | 'judge'
  | 'token'
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
  teams: 'team',
  submissions: 'submission',
  criteria: 'criterion',
  assignments: 'assignment',
  scores: 'score',
  checkins: 'checkin',
  'checkin-points': 'point',
  keys: 'key',
  devices: 'device',
  webhooks: 'webhook',
  'webhook-deliveries': 'delivery',
  files: 'file',
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
  team_id: 'team',
  targetTeamId: 'team',
  trackId: 'track',
  trackIds: 'track',
  targetTrackId: 'track',
  super_event_id: 'hackathon',
  event_id: 'track',
  criterion_id: 'criterion',
  super_event_registration_id: 'parent',
  token: 'token',
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

/** Puts in what is meant by each name. */
export const resolve = (text: string, things: ReadonlyMap<string, string>): string =>
  text.replace(/\{\{([a-z ]+)\}\}/g, (whole, name: string) => things.get(name) ?? whole);
