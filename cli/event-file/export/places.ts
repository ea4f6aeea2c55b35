/** The super event of an exported file, with its tracks, what it asks for, and where people check in. */
import type { LivePoint } from '../../../services/check-in/event-file.ts';
import type { LiveField, LiveTrack, Time } from '../../../services/events/event-file.ts';
import { written } from '../times.ts';
import { criteriaOf } from './criteria.ts';
import { listed, onlyFilled, type Composing, type WrittenSuperEvent, type WrittenTrack } from './entries.ts';
import { participantsOf } from './participants.ts';
import { teamsOf } from './teams.ts';

type WrittenPoint = NonNullable<WrittenTrack['checkin_points']>[number];
type Zone = string | null | undefined;

const timeOrNull = (time: Time | null, tz: Zone) => time && written(time, tz);

export function superEventOf(composing: Composing): WrittenSuperEvent {
  const { live } = composing;
  const { superEvent } = live;
  const { slug, name, description, status, visibility, payment_status, paid_track_count, paid_days, tz } = superEvent;
  const tracks = live.tracks.map((track) => trackOf(track, composing));
  return {
    ...{ slug, name, description, status, visibility, payment_status, paid_track_count, paid_days },
    start_at: timeOrNull(superEvent.start_at, tz),
    end_at: timeOrNull(superEvent.end_at, tz),
    tz,
    format: superEvent.format,
    max_participants: capOf(composing),
    stream_url: superEvent.stream_url,
    config_json: superEvent.config_json,
    registration_fields: listed(live.fields.map(fieldOf)),
    tracks: listed(tracks),
    checkin_points: listed(pointsOf(live.points, null, tz)),
    participants: listed(participantsOf(composing)),
    teams: listed(teamsOf(composing, tracks)),
  };
}

/** Lowered below what is taken it throws nobody out; a file that says both would be refused. */
function capOf({ live: { superEvent, participants }, leaveOut }: Composing): number | null | undefined {
  const { max_participants } = superEvent;
  const accepted = participants.filter(({ status }) => status === 'accepted').length;
  if (max_participants === null || accepted <= max_participants) return max_participants;
  leaveOut(`max_participants, which is ${max_participants} while ${accepted} are accepted`);
  return undefined;
}

function fieldOf(field: LiveField) {
  const { key, field_type, label, description, placeholder, options, is_required, order_index } = field;
  const { validation_rules } = field;
  return onlyFilled({
    ...{ key, field_type, label, description, placeholder, options, is_required, order_index, validation_rules },
  });
}

function trackOf(track: LiveTrack, composing: Composing): WrittenTrack {
  const { id, slug, name, status, mode, tz, stream_url, registration } = track;
  const { live, person } = composing;
  const zone = tz ?? live.superEvent.tz;
  const roles = live.roles.filter(({ event_id }) => event_id === id);
  return {
    ...{ slug, name, status, mode },
    start_at: timeOrNull(track.start_at, zone),
    end_at: timeOrNull(track.end_at, zone),
    ...{ tz, stream_url },
    stream_start_at: timeOrNull(track.stream_start_at, zone),
    registration,
    config_json: configOf(track, composing),
    roles: listed(roles.map(({ user_id, role }) => ({ email: person(user_id).email, role }))),
    criteria: listed(criteriaOf(track, composing)),
    checkin_points: listed(pointsOf(live.points, id, zone)),
  };
}

/** Over HTTP it takes whatever people send; a file is held to what teams can be. */
function configOf({ slug, config_json }: LiveTrack, { leaveOut }: Composing) {
  const isSize = (size: unknown) => size === undefined || (Number.isInteger(size) && Number(size) > 0);
  if (isSize(config_json['max_team_size']) && isSize(config_json['min_team_size'])) return config_json;
  leaveOut(`config_json of ${slug}, whose team sizes are no whole numbers above 0`);
  return undefined;
}

const pointsOf = (points: readonly LivePoint[], event_id: string | null, tz: Zone): WrittenPoint[] =>
  points
    .filter((point) => point.event_id === event_id)
    .map(({ key, name, type, opens_at, closes_at, requirements }) =>
      onlyFilled({
        ...{ key, name, type },
        opens_at: written(opens_at, tz),
        closes_at: written(closes_at, tz),
        milestone_requirements: [...requirements],
      }),
    );
