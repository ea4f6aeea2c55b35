/** Composes an event file of what is. Applying it to the same database changes nothing. */
import type { Row } from '../../shared/database/bulk.ts';
import type { Kind } from '../../shared/database/portable.ts';
import type { WrittenEventFile } from '../format/schema.ts';
import { literal } from '../format/source.ts';
import { isTeamSize } from '../check/events.ts';
import { someNames } from '../../shared/base/words.ts';
import * as kinds from '../kinds.ts';
import { entryOf, listed, onlyFilled, type Composing } from './entries.ts';
import type { Live } from './live.ts';
import { isOldest, participantsOf, teamsOf } from './participants.ts';

export interface Export {
  readonly document: WrittenEventFile;
  /** What is and cannot be said in the file, each the end of a sentence. */
  readonly leftOut: readonly string[];
  /** Names of the variables that secrets come from when it is applied. */
  readonly variables: readonly string[];
}

export function composeEventFile(live: Live, { isForHttp = false } = {}): Export {
  const leftOut: string[] = [];
  const leaveOut: Composing['leaveOut'] = (sentence, about) => {
    if (about?.length !== 0) leftOut.push(about ? `${sentence}: ${someNames(about)}` : sentence);
  };
  const composing = { live, leaveOut, isForHttp };
  if (isForHttp) leaveOut('stream_url, which no read answers', streamedIn(live));
  const webhooks = webhooksOf(composing);
  const said = asLiteral({
    version: 1,
    organization: organizationOf(live),
    users: listed(usersOf(live)),
    super_events: live.superEvents.map((superEvent) => superEventOf(superEvent, composing)),
    api_keys: listed(keysOf(composing)),
    webhooks: listed(webhooks),
  });
  const variables = variablesOf(webhooks.map(({ key }) => String(key)));
  for (const [index, webhook] of (said.webhooks ?? []).entries()) webhook['secret'] = `\${env:${variables[index]}}`;
  return { document: said as unknown as WrittenEventFile, leftOut, variables };
}

/** Of keys that differ in what a variable cannot have, the further ones are numbered. */
function variablesOf(keys: readonly string[]): string[] {
  const taken = new Set<string>();
  return keys.map((key) => {
    const name = key.toUpperCase().replace(/[^A-Z0-9]/g, '_');
    let variable = `WEBHOOK_${name}_SECRET`;
    for (let n = 2; taken.has(variable); n++) variable = `WEBHOOK_${name}_${n}_SECRET`;
    taken.add(variable);
    return variable;
  });
}

function organizationOf({ organizations: [organization = {}], members, people }: Live): Row {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const lines = members.map(({ email, user_id, role }) => {
    const name = names.get(user_id) ?? null;
    return { email, ...(name !== null && { name }), role };
  });
  return { ...entryOf(kinds.organizations, organization), members: listed(lines) };
}

/** Those of whom another place does not say everything already. */
function usersOf({ people, members, participants }: Live): Row[] {
  const named = new Set([...members, ...participants].map(({ user_id }) => user_id));
  return people.flatMap(({ id, onboarded, ...person }) => {
    const { email, name, ...addresses } = entryOf(kinds.people, person);
    const more = { ...(!onboarded && { onboarded }), ...onlyFilled(addresses) };
    const isToldElsewhere = named.has(id) && name !== null && Object.keys(more).length === 0;
    return isToldElsewhere ? [] : [{ email, name, ...more }];
  });
}

const longestLabel = 100;

/** A label that the command line took and a file would not cannot be said. */
function keysOf({ live: { apiKeys }, leaveOut }: Composing): Row[] {
  const isSayable = ({ label }: Row) => String(label) === String(label).trim() && String(label).length <= longestLabel;
  const unsayable = apiKeys.filter((key) => !isSayable(key)).map(({ label }) => JSON.stringify(label));
  leaveOut('API keys whose labels no file can have', unsayable);
  return apiKeys.filter(isSayable).map((key) => {
    const { label, expires_at } = entryOf(kinds.apiKeys, key);
    return { label, user: key['user'], ...(expires_at !== null && { expires_at }) };
  });
}

/** Those of the whole organization, and of this hackathon, without their secrets. */
function webhooksOf({ live: { webhooks, superEvents }, leaveOut }: Composing): Row[] {
  const isHere = ({ super_event_id }: Row) =>
    super_event_id === null || superEvents.some(({ id }) => id === super_event_id);
  const others = webhooks.filter((webhook) => !isHere(webhook)).map(({ key }) => key);
  leaveOut('webhooks of other hackathons', others);
  return webhooks
    .filter(isHere)
    .map((webhook) => onlyFilled({ ...entryOf(kinds.webhooks, webhook), super_event: webhook['super_event'] }));
}

function superEventOf(superEvent: Row, composing: Composing): Row {
  const { live } = composing;
  const { tz } = superEvent;
  const tracks = live.tracks.map((track) => trackOf(track, track['tz'] ?? tz, composing));
  return {
    ...readable(kinds.superEvents, superEvent, { tz, composing }),
    max_participants: capOf(superEvent, composing),
    registration_fields: listed(
      live.registrationFields.map((field) => onlyFilled(entryOf(kinds.registrationFields, field))),
    ),
    tracks: listed(tracks),
    checkin_points: listed(pointsOf(live, null, tz)),
    devices: listed(devicesOf(composing)),
    participants: listed(participantsOf(composing)),
    teams: listed(teamsOf(composing, tracks)),
  };
}

const streamedIn = ({ superEvents, tracks }: Live) =>
  [...superEvents, ...tracks].filter(({ stream_url }) => stream_url !== null).map(({ slug }) => slug);

/** An apply leaves alone what is not written. */
function readable(kind: Kind, row: Row, { tz, composing }: { tz: unknown; composing: Composing }): Row {
  const said = Object.entries(entryOf(kind, row, tz));
  return Object.fromEntries(said.filter(([name]) => !(composing.isForHttp && kind.unread?.includes(name))));
}

/** Lowered below what is taken it throws nobody out; a file that says both would be refused. */
function capOf({ max_participants }: Row, { live: { participants }, leaveOut }: Composing): unknown {
  const accepted = participants.filter(({ status }) => status === 'accepted').length;
  if (max_participants === null || accepted <= Number(max_participants)) return max_participants;
  leaveOut(`max_participants, which is ${Number(max_participants)} while ${accepted} are accepted`);
  return undefined;
}

function trackOf(track: Row, tz: unknown, composing: Composing): Row {
  const { live, leaveOut } = composing;
  const { id, slug } = track;
  const mine = (rows: readonly Row[]) => rows.filter(({ event_id }) => event_id === id);
  const criteria = mine(live.criteria);
  const namesakes = criteria.filter((criterion) => !isOldest(criterion)).map(({ name }) => name);
  leaveOut(`criteria of ${String(slug)} with the name of an older one there`, namesakes);
  return {
    ...readable(kinds.tracks, track, { tz, composing }),
    config_json: configOf(track, composing),
    roles: listed(mine(live.roles).map((role) => ({ email: role['email'], ...entryOf(kinds.roles, role) }))),
    criteria: listed(criteria.filter(isOldest).map((criterion) => onlyFilled(entryOf(kinds.criteria, criterion)))),
    checkin_points: listed(pointsOf(live, id, tz)),
  };
}

/** Over HTTP it takes whatever people send; a file is held to what teams can be. */
function configOf({ slug, config_json }: Row, { leaveOut }: Composing): unknown {
  const { max_team_size, min_team_size } = config_json as Row;
  if ([max_team_size, min_team_size].every((size) => size === undefined || isTeamSize(size))) return config_json;
  leaveOut(`config_json of ${String(slug)}, whose team sizes are no whole numbers above 0`);
  return undefined;
}

const pointsOf = (live: Live, place: unknown, tz: unknown): Row[] =>
  live.points
    .filter(({ event_id }) => event_id === place)
    .map((point) => {
      const asked = (point['requirements'] as Row[]).map((each) => ({
        ...each,
        is_required: each['is_required'] ?? true,
      }));
      return onlyFilled({ ...entryOf(kinds.points, point, tz), milestone_requirements: asked });
    });

/** By the keys of their points. */
function devicesOf({ live: { devices, points }, leaveOut }: Composing): Row[] {
  const keysOf = (ids: readonly unknown[]) => [
    ...new Set(points.filter(({ id }) => ids.includes(id)).map(({ key }) => key)),
  ];
  const isSayable = ({ point_ids }: Row) => {
    if (!Array.isArray(point_ids)) return true;
    const keys = keysOf(point_ids);
    return keys.length > 0 && points.filter(({ key }) => keys.includes(key)).length === point_ids.length;
  };
  const unsayable = devices.filter((device) => !isSayable(device)).map(({ name }) => name);
  leaveOut('devices whose points are gone, or which have one of several points with one key', unsayable);
  return devices.filter(isSayable).map((device) =>
    onlyFilled({
      ...entryOf(kinds.devices, device),
      points: Array.isArray(device['point_ids']) ? keysOf(device['point_ids']) : null,
    }),
  );
}

/** People may call a team what looks like a variable of the environment of whoever applies the file. */
const asLiteral = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (_name, member: unknown) =>
    typeof member === 'string' ? literal(member) : member,
  ) as Value;
