/**
 * Converts teams to the JSON of the contract as organizers see it, in camelCase. Only this file and `builders.ts`
 * change the spelling of members.
 */
import type { ActionAnswer } from '../../../shared/contract/index.ts';
import type { ManagedTeam, TeamDetail } from '../queries/managed.ts';
import type { Member } from '../queries/teams.ts';
import { isFull, recruitingStatus } from '../rules.ts';
import { instant } from '../../../shared/base/instant.ts';

type Listed = ActionAnswer<'teams.listManaged'>['teams'][number];
type Detail = ActionAnswer<'teams.getManaged'>['team'];

const statusOf = ({ is_open, members, max_members }: TeamDetail) =>
  recruitingStatus(is_open, members.length, max_members);
const leaderOf = (members: readonly Member[]) => members.find(({ role }) => role === 'LEADER');

const listedMember = ({ user_id, name, email, role, joined_at }: Member) => ({
  userId: user_id,
  name,
  email,
  role,
  joinedAt: instant(joined_at),
});

export function managedTeam(row: ManagedTeam): Listed {
  const { id, name, track, members, max_members, submission } = row;
  const leader = leaderOf(members);
  return {
    type: 'team',
    id,
    name,
    avatarUrl: row.avatar_url,
    problem: row.problem,
    track,
    memberCount: members.length,
    maxMembers: max_members,
    status: statusOf(row),
    recruitingStatus: statusOf(row),
    isFull: isFull(members.length, max_members),
    leader: leader ? listedMember(leader) : null,
    hasSubmission: submission !== null,
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
    members: members.map(listedMember),
    submission: submission && { ...submission, submitted_at: instant(submission.submitted_at) },
  };
}

export function teamDetail(row: TeamDetail): Detail {
  const { id, name, track, members } = row;
  const leader = leaderOf(members);
  return {
    type: 'team',
    id,
    name,
    track,
    memberCount: members.length,
    status: statusOf(row),
    leader: leader ? { userId: leader.user_id, name: leader.name, role: leader.role } : null,
    members: members.map(({ user_id, name, role, joined_at }) => ({
      userId: user_id,
      name,
      role,
      joinedAt: instant(joined_at),
    })),
  };
}

export const memberWithAvatar = (member: Member) => ({ ...listedMember(member), avatarUrl: member.avatar_url });
