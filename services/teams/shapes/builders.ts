/** Converts builders to the JSON of the contract, in camelCase. */
import type { ActionAnswer } from '../../../shared/contract/index.ts';
import type { BuilderDetail, Counts, ListedBuilder } from '../queries/builders.ts';
import { instant } from '../../../shared/base/instant.ts';

type Listed = ActionAnswer<'teams.listBuilders'>['builders'][number];
type Detail = ActionAnswer<'teams.getBuilder'>['builder'];

export function builder(row: ListedBuilder): Listed {
  const { active_team: team } = row;
  return {
    type: 'builder',
    userId: row.user_id,
    registrationId: row.id,
    name: row.name,
    email: row.email,
    avatarUrl: row.avatar_url,
    status: row.status,
    trackIds: row.tracks.map(({ id }) => id),
    tracks: row.tracks,
    activeTeam: team && {
      id: team.id,
      name: team.name,
      trackId: team.track_id,
      trackName: team.track_name,
      role: team.role,
    },
    interestedTrackIds: row.interested_track_ids,
    squad: team?.squad_id ? { id: team.squad_id } : null,
    lookingForTeam: row.looking_for_team,
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
  };
}

export function builderDetail(row: BuilderDetail): Detail {
  const { active_team: team, looking_for_team } = row;
  return {
    type: 'builder',
    userId: row.user_id,
    name: row.name,
    email: row.email,
    status: row.status,
    activeTeam: team && { id: team.id, name: team.name, trackId: team.track_id, role: team.role },
    answers: answersOf(row),
    trackRegistrations: row.registrations.map(({ id, track, status, created_at }) => ({
      id,
      track,
      status,
      lookingForTeam: looking_for_team,
      createdAt: instant(created_at),
    })),
    teamHistory: row.history.map(({ team_id, team_name, track, role, joined_at, left_at }) => ({
      teamId: team_id,
      teamName: team_name,
      track,
      role,
      joinedAt: instant(joined_at),
      leftAt: left_at && instant(left_at),
    })),
  };
}

/** The answers of the application, overlaid by those of each track in the order of registering. */
const answersOf = ({ answers_json, registrations }: BuilderDetail): Detail['answers'] => {
  const onTracks = registrations.filter(({ status }) => status !== 'cancelled');
  return onTracks.reduce((answers, registration) => ({ ...answers, ...registration.answers_json }), answers_json);
};

export const counts = (row: Counts | undefined): ActionAnswer<'teams.count'> => ({
  builders: {
    all: row?.builders ?? 0,
    lookingForTeam: row?.looking_for_team ?? 0,
    withTeam: row?.with_team ?? 0,
  },
  teams: {
    all: row?.teams ?? 0,
    lookingForMembers: row?.looking_for_members ?? 0,
    closed: row?.closed ?? 0,
    full: row?.full ?? 0,
  },
});
