/** Asks about teams and moves them. */
import type { Answer } from '../../../clients/typescript/src/index.ts';
import { api } from '../../shared/session.ts';
import type { Hackathon } from '../hackathons.ts';

export interface Filter {
  readonly search: string;
  /** The id of a track; empty for all. */
  readonly track: string;
  readonly state: '' | 'open' | 'closed' | 'full';
}
type TeamsPage = Answer<'teams', 'listManaged'>;
export type Team = TeamsPage['teams'][number];

const pageSize = 50;
const states = {
  '': {},
  open: { recruitingStatus: 'looking_for_members', isFull: false },
  closed: { recruitingStatus: 'closed' },
  full: { isFull: true },
} as const;

export function listTeams(
  { id }: Hackathon,
  { search, track, state }: Filter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<TeamsPage> {
  const wanted = { search: search || undefined, trackId: track || undefined, ...states[state] };
  return api.teams.listManaged({ id, ...wanted, cursor, limit: pageSize }, { signal });
}

export const countTeams = ({ id }: Hackathon, signal: AbortSignal): Promise<Answer<'teams', 'count'>> =>
  api.teams.count({ id }, { signal });

export const moveTeam = ({ id }: Hackathon, teamId: string, targetTrackId: string) =>
  api.teams.moveToTrack({ superEventId: id, teamId, targetTrackId });
