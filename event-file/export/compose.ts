/** Composes an event file of the present state. Applying it to the same database changes nothing. */
import type { InsertedRow } from '../../shared/database/bulk.ts';
import type { Kind } from '../../shared/database/portable.ts';
import { folded } from '../format/languages.ts';
import type { WrittenEventFile } from '../format/schema.ts';
import { withKeys } from '../../services/events/portable.ts';
import { literal } from '../format/source.ts';
import { isTeamSize } from '../check/events.ts';
import { someNames } from '../../shared/base/words.ts';
import * as kinds from '../kinds.ts';
import { entryOf, listed, onlyFilled, type Composing, isOldest, participantsOf, teamsOf } from './participants.ts';
import type { Live } from './live.ts';

export interface Export {
  readonly document: WrittenEventFile;
  /** Things that a file cannot express, each as the end of a sentence. */
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
    super_events: live.superEvents.map((superEvent) => folded(superEventOf(superEvent, composing))),
    api_keys: listed(keysOf(composing)),
    webhooks: listed(webhooks),
  });
  const variables = variablesOf(webhooks.map(({ key }) => String(key)));
  for (const [index, webhook] of (said.webhooks ?? []).entries()) webhook['secret'] = `\${env:${variables[index]}}`;
  return { document: said as unknown as WrittenEventFile, leftOut, variables };
}

/** Keys that differ only in characters not allowed in variables get a number. */
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

function organizationOf({ organizations: [organization = {}], members, people, lists }: Live): InsertedRow {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const lines = members.map(({ email, user_id, role }) => {
    const name = names.get(user_id) ?? null;
    return { email, ...(name !== null && { name }), role };
  });
  const all = lists.map((list) => ({ ...entryOf(kinds.lists, list), values: list['values'] }));
  return { ...entryOf(kinds.organizations, organization), members: listed(lines), lists: listed(all) };
}

/** People whose data is not completely elsewhere in the file. */
function usersOf({ people, members, participants }: Live): InsertedRow[] {
  const named = new Set([...members, ...participants].map(({ user_id }) => user_id));
  return people.flatMap(({ id, onboarded, ...person }) => {
    const { email, name, ...addresses } = entryOf(kinds.people, person);
    const more = { ...(!onboarded && { onboarded }), ...onlyFilled(addresses) };
    const isToldElsewhere = named.has(id) && name !== null && Object.keys(more).length === 0;
    return isToldElsewhere ? [] : [{ email, name, ...more }];
  });
}

const longestLabel = 100;

/** The command line accepts labels that a file does not; such keys are left out. */
function keysOf({ live: { apiKeys }, leaveOut }: Composing): InsertedRow[] {
  const isSayable = ({ label }: InsertedRow) =>
    String(label) === String(label).trim() && String(label).length <= longestLabel;
  const unsayable = apiKeys.filter((key) => !isSayable(key)).map(({ label }) => JSON.stringify(label));
  leaveOut('API keys whose labels no file can have', unsayable);
  return apiKeys.filter(isSayable).map((key) => {
    const { label, expires_at } = entryOf(kinds.apiKeys, key);
    return { label, user: key['user'], ...(expires_at !== null && { expires_at }) };
  });
}

/** Those of the whole organization, and of this hackathon, without their secrets. */
function webhooksOf({ live: { webhooks, superEvents }, leaveOut }: Composing): InsertedRow[] {
  const isHere = ({ super_event_id }: InsertedRow) =>
    super_event_id === null || superEvents.some(({ id }) => id === super_event_id);
  const others = webhooks.filter((webhook) => !isHere(webhook)).map(({ key }) => key);
  leaveOut('webhooks of other hackathons', others);
  return webhooks
    .filter(isHere)
    .map((webhook) => onlyFilled({ ...entryOf(kinds.webhooks, webhook), super_event: webhook['super_event'] }));
}

function superEventOf(superEvent: InsertedRow, composing: Composing): InsertedRow {
  const { live } = composing;
  const { tz } = superEvent;
  const tracks = live.tracks.map((track) => trackOf(track, track['tz'] ?? tz, composing));
  return {
    ...readable(kinds.superEvents, superEvent, { tz, composing }),
    config_json: withKeys(superEvent['config_json'], fieldKeysOf(live)),
    max_participants: capOf(superEvent, composing),
    registration_fields: listed(
      live.registrationFields.map((field) => onlyFilled(entryOf(kinds.registrationFields, field))),
    ),
    prizes: listed(live.prizes.map((prize) => prizeOf(prize, live))),
    tracks: listed(tracks),
    checkin_points: listed(pointsOf(live, null, tz)),
    devices: listed(devicesOf(composing)),
    participants: listed(participantsOf(composing)),
    teams: listed(teamsOf(composing, tracks)),
  };
}

/** By the slugs of its tracks and the addresses of its judges; those who have no role any more are left out. */
function prizeOf(prize: InsertedRow, { tracks, roles }: Live): InsertedRow {
  const [trackIds, judgeIds] = [prize['track_ids'], prize['judge_user_ids'] as readonly unknown[]];
  const of = tracks.filter(({ id }) => Array.isArray(trackIds) && trackIds.includes(id)).map(({ slug }) => slug);
  const judges = roles.filter(({ user_id }) => judgeIds.includes(user_id)).map(({ email }) => String(email));
  const { by, ...entry } = entryOf(kinds.prizes, prize);
  return onlyFilled({ ...entry, by: by === 'judges' ? null : by, tracks: of, judges: [...new Set(judges)].sort() });
}

/** Of fields, by their ids. */
const fieldKeysOf = ({ registrationFields }: Live) =>
  new Map(registrationFields.map(({ id, key }) => [String(id), String(key)]));

const streamedIn = ({ superEvents, tracks }: Live) =>
  [...superEvents, ...tracks].filter(({ stream_url }) => stream_url !== null).map(({ slug }) => slug);

/** An apply does not change members that are absent. */
function readable(kind: Kind, row: InsertedRow, { tz, composing }: { tz: unknown; composing: Composing }): InsertedRow {
  const said = Object.entries(entryOf(kind, row, tz));
  return Object.fromEntries(said.filter(([name]) => !(composing.isForHttp && kind.unread?.includes(name))));
}

/** A cap may have been lowered below the taken places; a file with both would be refused. */
function capOf({ max_participants }: InsertedRow, { live: { participants }, leaveOut }: Composing): unknown {
  const accepted = participants.filter(({ status }) => status === 'accepted').length;
  if (max_participants === null || accepted <= Number(max_participants)) return max_participants;
  leaveOut(`max_participants, which is ${Number(max_participants)} while ${accepted} are accepted`);
  return undefined;
}

function trackOf(track: InsertedRow, tz: unknown, composing: Composing): InsertedRow {
  const { live, leaveOut } = composing;
  const { id, slug } = track;
  const mine = (rows: readonly InsertedRow[]) => rows.filter(({ event_id }) => event_id === id);
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
function configOf({ slug, config_json }: InsertedRow, { leaveOut }: Composing): unknown {
  const { max_team_size, min_team_size } = config_json as InsertedRow;
  if ([max_team_size, min_team_size].every((size) => size === undefined || isTeamSize(size))) return config_json;
  leaveOut(`config_json of ${String(slug)}, whose team sizes are no whole numbers above 0`);
  return undefined;
}

const pointsOf = (live: Live, place: unknown, tz: unknown): InsertedRow[] =>
  live.points
    .filter(({ event_id }) => event_id === place)
    .map((point) => {
      const asked = (point['requirements'] as InsertedRow[]).map((each) => ({
        ...each,
        is_required: each['is_required'] ?? true,
      }));
      return onlyFilled({ ...entryOf(kinds.points, point, tz), milestone_requirements: asked });
    });

/** By the keys of their points. */
function devicesOf({ live: { devices, points }, leaveOut }: Composing): InsertedRow[] {
  const keysOf = (ids: readonly unknown[]) => [
    ...new Set(points.filter(({ id }) => ids.includes(id)).map(({ key }) => key)),
  ];
  const isSayable = ({ point_ids }: InsertedRow) => {
    if (!Array.isArray(point_ids)) return true;
    const keys = keysOf(point_ids);
    return keys.length > 0 && points.filter(({ key }) => keys.includes(key)).length === point_ids.length;
  };
  const unsayable = devices.filter((device) => !isSayable(device)).map(({ name }) => name);
  leaveOut('devices whose points are gone, or which have one of several points with one key', unsayable);
  return devices.filter(isSayable).map((device) =>
    onlyFilled({
      ...Object.fromEntries(Object.entries(entryOf(kinds.devices, device)).filter(([, value]) => value !== false)),
      points: Array.isArray(device['point_ids']) ? keysOf(device['point_ids']) : null,
    }),
  );
}

/** Escapes a text, such as the name of a team, that looks like a reference to an environment variable. */
const asLiteral = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (_name, member: unknown) =>
    typeof member === 'string' ? literal(member) : member,
  ) as Value;
