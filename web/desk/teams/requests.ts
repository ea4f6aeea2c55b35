/** Lists, moves, changes and deletes teams. */
import type { Answer, Params } from '../../../clients/typescript/src/index.ts';
import { api } from '../../shared/session.ts';
import type { Hackathon } from '../hackathons.ts';
import { pageSize } from '../parts/listing.tsx';

export interface Filter {
  readonly search: string;
  /** The id of a track; empty for all. */
  readonly track: string;
  readonly state: '' | 'open' | 'closed' | 'full';
}
type TeamsPage = Answer<'teams', 'listManaged'>;
export type Team = TeamsPage['teams'][number];

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

export const numberTables = (
  eventId: string,
  wanted: Omit<Params<'teams', 'numberTables'>, 'eventId'>,
): Promise<Answer<'teams', 'numberTables'>> => api.teams.numberTables({ eventId, ...wanted });

/** Every team that has a table, in the order of the tables. */
export async function everySeatedTeam({ id }: Hackathon, signal: AbortSignal): Promise<readonly Team[]> {
  const teams: Team[] = [];
  for await (const team of api.teams.listManaged.each({ id, limit: 100 }, { signal })) {
    if (team.table !== null) teams.push(team);
  }
  const order = new Intl.Collator(undefined, { numeric: true });
  return teams.sort((a, b) => order.compare(a.table ?? '', b.table ?? ''));
}

export const seatTeam = ({ id }: Hackathon, teamId: string, table: string | null) =>
  api.teams.update({ superEventId: id, teamId, table });

export const renameTeam = ({ id }: Hackathon, teamId: string, name: string) =>
  api.teams.update({ superEventId: id, teamId, name });

export const deleteTeam = ({ id }: Hackathon, teamId: string) => api.teams.remove({ superEventId: id, teamId });

export const removeMember = ({ id }: Hackathon, teamId: string, userId: string) =>
  api.teams.removeMember({ superEventId: id, teamId, userId });

export const addMember = ({ id }: Hackathon, teamId: string, userId: string) =>
  api.teams.addMember({ superEventId: id, teamId, userId });

/** As many as fit below a field to search in. */
const mostFree = 8;

/** People who are accepted on the track of a team, and are in none. */
export async function listFree({ id }: Hackathon, { track }: Team, search: string, signal: AbortSignal) {
  const wanted = { trackId: track.id, status: 'accepted', hasTeam: false, search: search || undefined } as const;
  const { builders } = await api.teams.listBuilders({ id, ...wanted, limit: mostFree }, { signal });
  return builders;
}
