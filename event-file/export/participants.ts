/** Participants and teams of an exported file. */
import { faultsOf, isMissing, type Field } from '../../services/registrations/portable.ts';
import { mostMembers } from '../../services/teams/portable.ts';
import type { Row } from '../../shared/database/bulk.ts';
import * as kinds from '../kinds.ts';
import { entryOf, onlyFilled, type Composing } from './entries.ts';

/** With their answers and places on tracks. */
export function participantsOf({ live, leaveOut }: Composing): Row[] {
  const [slugs, names] = [slugsOf(live.tracks), new Map(live.people.map(({ id, name }) => [id, name]))];
  const places = Map.groupBy(live.registrations, (row) => row['super_event_registration_id']);
  const read = live.participants.map((row) => {
    const own = places.get(row['id']) ?? [];
    return { row, own, answered: answeredBy(row, own, live.registrationFields as unknown as LiveField[]) };
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

const slugsOf = (tracks: readonly Row[]) => new Map(tracks.map(({ id, slug }) => [id, slug]));

const leftOut = {
  hasFile: 'files given as answers',
  hasOnTrack: 'answers given on a track, beside those of the application',
  hasStray: 'answers to registration fields that were deleted',
  hasMisfit: 'answers that their registration field would refuse by now',
} as const;

type LiveField = Field & { readonly key: string };
type Answered = Record<keyof typeof leftOut, boolean> & { answers: Row | undefined };

/**
 * By the keys of fields. Where the field became required after the person had applied, null says so. An answer that the
 * field, as it is now, would refuse cannot be written; and without one that is required, none can.
 */
function answeredBy({ answers_json }: Row, places: readonly Row[], fields: readonly LiveField[]): Answered {
  const given = new Map(Object.entries(answers_json as Row));
  const asked = fields.filter(({ field_type }) => field_type !== 'file');
  const isMisfit = (field: LiveField) => {
    const answer = given.get(field.id);
    return given.has(field.id) && (isMissing(field, answer) || faultsOf(field, answer).length > 0);
  };
  const misfits = new Set(asked.filter(isMisfit));
  const ids = new Set(fields.map(({ id }) => id));
  const entries = asked
    .filter((field) => !misfits.has(field) && (given.has(field.id) || field.is_required))
    .map((field) => [field.key, given.get(field.id) ?? null] as const);
  const isWritable = ![...misfits].some(({ is_required }) => is_required);
  const isAnswered = entries.some(([, answer]) => answer !== null);
  return {
    answers: isWritable && isAnswered ? Object.fromEntries(entries) : undefined,
    hasFile: fields.some(({ field_type, id }) => field_type === 'file' && given.has(id)),
    hasStray: [...given.keys()].some((id) => !ids.has(id)),
    hasMisfit: misfits.size > 0,
    hasOnTrack: places.some(({ has_answers }) => has_answers),
  };
}

/** Of several with one name on a track, the oldest is the one a file means by it. `tracks` are as the file has them. */
export function teamsOf({ live, leaveOut }: Composing, tracks: readonly Row[]): Row[] {
  const [slugs, written] = [slugsOf(live.tracks), new Map(tracks.map((track) => [track['slug'], track]))];
  const accepted = live.registrations.filter(({ status }) => status === 'accepted');
  const places = new Set(accepted.map(placeOf));
  const all = Map.groupBy(live.teamMembers, ({ team_id }) => team_id);
  const here = live.teams.filter(({ event_id }) => slugs.has(event_id));
  const crowded: unknown[] = [];
  const teams = here.filter(isOldest).map((team) => {
    const track = slugs.get(team['event_id']);
    const members = all.get(team['id']) ?? [];
    const most = mostMembers(written.get(track)?.['config_json'] as Row | undefined);
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

export const isOldest = ({ is_namesake }: Row) => is_namesake !== true;
const placeOf = ({ event_id, user_id }: Row) => `${String(event_id)} ${String(user_id)}`;
/** Without a leader a file may name nobody. */
const sayable = (members: Row[]) => (members.some(({ role }) => role === 'LEADER') ? members : []);
