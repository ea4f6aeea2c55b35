/** Converts teams to the JSON of the contract: as participants see them, and the raw row that writes answer. */
import type { TeamRow } from '../queries/rows.ts';
import type { SimpleTeam, TeamWithMembers } from '../queries/teams.ts';
import { instant } from '../../../shared/base/instant.ts';
import type { Listed } from '../../../shared/kit/whole-list.ts';

const simple = ({ id, name, member_count }: SimpleTeam) => ({ id, name, member_count });

export const teamsOfTrack = ({ rows, count }: Listed<SimpleTeam>) => ({ teams: rows.map(simple), count });

export const teamsOfSuperEvent = ({ rows, count }: Listed<SimpleTeam>) => ({
  teams: rows.map((row) => ({ ...simple(row), event_id: row.event_id })),
  count,
});

export const teamWithMembers = ({ id, name, event_id, members }: TeamWithMembers) => ({
  team: { id, name, event_id },
  members: members.map(({ user_id, role, name, email }) => ({ user_id, role, name, email })),
  member_count: members.length,
});

export const rawTeam = (row: TeamRow) => ({
  team: {
    id: row.id,
    event_id: row.event_id,
    name: row.name,
    problem: row.problem,
    is_open: row.is_open,
    squad_id: row.squad_id,
    created_at: instant(row.created_at),
    updated_at: instant(row.updated_at),
  },
});
