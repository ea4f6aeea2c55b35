/** Participants and teams of an exported file. */
import type { InsertedRow } from '../../shared/database/bulk.ts';
import type { Kind } from '../../shared/database/portable.ts';
import { written } from '../format/times.ts';
import type { Live } from './live.ts';
import { faultsOf, isMissing, type Field } from '../../services/registrations/portable.ts';
import { mostMembers } from '../../services/teams/portable.ts';
import { isShown } from '../../shared/contract/forms.ts';
import * as kinds from '../kinds.ts';

// Helpers for all parts of an exported file.

export interface Composing {
  readonly live: Live;
  /** Whether the export is read over HTTP, where `unread` columns are hidden. */
  readonly isForHttp: boolean;
  /** Notes something that a file cannot express. An apply leaves it as it is. */
  readonly leaveOut: (sentence: string, about?: readonly unknown[]) => void;
}

/** The members of an entry that have the names of columns. */
export const entryOf = ({ columns }: Kind, row: InsertedRow, tz: unknown = null): InsertedRow =>
  Object.fromEntries(
    Object.keys(columns).map((name) => [name, name.endsWith('_at') ? timeOrNull(row[name], tz) : row[name]]),
  );

const timeOrNull = (time: unknown, tz: unknown) =>
  typeof time === 'string' || time instanceof Date ? written(time, tz as string | null) : null;

/** Leaves out empty members. */
export const onlyFilled = (entry: InsertedRow): InsertedRow =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => !isEmpty(value)));

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);

/** Leaves out a list without entries. */
export const listed = <Entry>(entries: Entry[]): Entry[] | undefined => (entries.length > 0 ? entries : undefined);

/** With their answers and places on tracks. */
export function participantsOf({ live, leaveOut }: Composing): InsertedRow[] {
  const [slugs, names] = [slugsOf(live.tracks), new Map(live.people.map(({ id, name }) => [id, name]))];
  const places = Map.groupBy(live.registrations, (row) => row['super_event_registration_id']);
  const fields = live.registrationFields.map((row) => liveField(row, live.registrationFields));
  const read = live.participants.map((row) => {
    const own = places.get(row['id']) ?? [];
    return { row, own, answered: answeredBy(row, own, fields) };
  });
  for (const [kind, what] of Object.entries(leftOut) as [keyof typeof leftOut, string][]) {
    leaveOut(
      what,
      read.filter(({ answered }) => answered[kind]).map(({ row }) => row['email']),
    );
  }
  return read.map(({ row: { email, user_id, status }, own, answered: { answers } }) => {
    const onTracks = own.filter(({ event_id }) => slugs.has(event_id));
    const registrations = onTracks.map((place) =>
      onlyFilled({ track: slugs.get(place['event_id']), ...entryOf(kinds.registrations, place) }),
    );
    return onlyFilled({ email, name: names.get(user_id), status, answers, registrations });
  });
}

const slugsOf = (tracks: readonly InsertedRow[]) => new Map(tracks.map(({ id, slug }) => [id, slug]));

const leftOut = {
  hasFile: 'files given as answers',
  hasOnTrack: 'answers given on a track, beside those of the application',
  hasStray: 'answers to registration fields that were deleted',
  hasMisfit: 'answers that their registration field would refuse by now',
} as const;

type LiveField = Field & { readonly key: string };

/** As the service knows it, where a file has the key of another field. */
function liveField(row: InsertedRow, all: readonly InsertedRow[]): LiveField {
  const { field, ...answer } = (row['show_if'] ?? {}) as InsertedRow;
  const show_if = row['show_if'] ? { field_id: String(all.find(({ key }) => key === field)?.['id']), ...answer } : null;
  return { ...(row as unknown as LiveField), show_if };
}

type Answered = Record<keyof typeof leftOut, boolean> & { answers: InsertedRow | undefined };

/**
 * By the keys of fields. Where the field became required after the person had applied, null says so. An answer that the
 * field, as it is now, would refuse cannot be written; and without one that is required, none can.
 */
function answeredBy(
  { answers_json }: InsertedRow,
  places: readonly InsertedRow[],
  fields: readonly LiveField[],
): Answered {
  const given = new Map(Object.entries(answers_json as InsertedRow));
  const isUnfit = (field: LiveField) => {
    const answer = given.get(field.id);
    return given.has(field.id) && (isMissing(field, answer) || faultsOf(field, answer).length > 0);
  };
  // By an answer that is left out, no other field is shown.
  const unfit = new Set(fields.filter(isUnfit).map(({ id }) => id));
  const fitting = Object.fromEntries([...given].filter(([id]) => !unfit.has(id)));
  const isHidden = (field: LiveField) => !isShown(field, fitting);
  const asked = fields.filter((field) => field.field_type !== 'file' && (given.has(field.id) || !isHidden(field)));
  const misfits = new Set(asked.filter((field) => unfit.has(field.id) || (given.has(field.id) && isHidden(field))));
  const ids = new Set(fields.map(({ id }) => id));
  const entries = asked
    .filter((field) => !misfits.has(field) && (given.has(field.id) || field.is_required))
    .map((field) => [field.key, given.get(field.id) ?? null] as const);
  const isWritable = ![...misfits].some((field) => field.is_required && !isHidden(field));
  const isAnswered = entries.some(([, answer]) => answer !== null);
  return {
    answers: isWritable && isAnswered ? Object.fromEntries(entries) : undefined,
    hasFile: fields.some(({ field_type, id }) => field_type === 'file' && given.has(id)),
    hasStray: [...given.keys()].some((id) => !ids.has(id)),
    hasMisfit: misfits.size > 0,
    hasOnTrack: places.some(({ has_answers }) => has_answers),
  };
}

/**
 * Returns the teams for the file. Of several with one name on a track only the oldest is written, because a file means
 * that one by the name. `tracks` are as the file has them.
 */
export function teamsOf({ live, leaveOut }: Composing, tracks: readonly InsertedRow[]): InsertedRow[] {
  const [slugs, written] = [slugsOf(live.tracks), new Map(tracks.map((track) => [track['slug'], track]))];
  const accepted = live.registrations.filter(({ status }) => status === 'accepted');
  const places = new Set(accepted.map(placeOf));
  const all = Map.groupBy(live.teamMembers, ({ team_id }) => team_id);
  const here = live.teams.filter(({ event_id }) => slugs.has(event_id));
  const crowded: unknown[] = [];
  const teams = here.filter(isOldest).map((team) => {
    const track = slugs.get(team['event_id']);
    const members = all.get(team['id']) ?? [];
    const most = mostMembers(written.get(track)?.['config_json'] as InsertedRow | undefined);
    const named = sayable(members.filter((member) => places.has(placeOf(member))).slice(0, most));
    if (named.length < members.length) crowded.push(`${String(track)}/${String(team['name'])}`);
    const lines = named.map(({ email, role }) => ({ email, ...(role === 'LEADER' && { role }) }));
    return onlyFilled({ track, ...entryOf(kinds.teams, team), members: lines });
  });
  const namesakes = here.filter((team) => !isOldest(team));
  const names = namesakes.map(({ event_id, name }) => `${String(slugs.get(event_id))}/${String(name)}`);
  leaveOut('teams with the name of an older one on their track', names);
  leaveOut('members beyond the size that teams have on their track', crowded);
  return teams;
}

export const isOldest = ({ is_namesake }: InsertedRow) => is_namesake !== true;
const placeOf = ({ event_id, user_id }: InsertedRow) => `${String(event_id)} ${String(user_id)}`;
/** Without a leader a file may name nobody. */
const sayable = (members: InsertedRow[]) => (members.some(({ role }) => role === 'LEADER') ? members : []);
