/** Who may be in which team, and who leads it: pure decisions over what the database found under its locks. */
import type { MemberRole, RecruitingStatus } from '../../shared/contract/teams/shapes.ts';

export interface Team {
  readonly id: string;
  readonly event_id: string;
  readonly max_members: number;
  /** Longest-standing first. */
  readonly members: readonly { readonly user_id: string; readonly role: MemberRole }[];
}
/** People as they stand towards a track: who is accepted there, and who is in a team anywhere in its hackathon. */
export interface Standings {
  readonly accepted: readonly string[];
  readonly engaged: readonly string[];
}
type Joining = 'NOT_ACCEPTED_ON_TRACK' | 'ALREADY_IN_TEAM' | 'TEAM_FULL';
type Refused<Code extends string> = { readonly refused: Code; readonly userIds?: readonly string[] };

export const isIn = (team: Team, user_id: string) => team.members.some((member) => member.user_id === user_id);
const leads = (team: Team, user_id: string) =>
  team.members.some((member) => member.user_id === user_id && member.role === 'LEADER');

export const isFull = (member_count: number, max_members: number) => member_count >= max_members;

export const recruitingStatus = (is_open: boolean, member_count: number, max_members: number): RecruitingStatus =>
  is_open && !isFull(member_count, max_members) ? 'looking_for_members' : 'closed';

/** May all these people, who are in no team of that name yet, join a team of so many? Those in the way are named. */
export function judgeJoining(
  people: readonly string[],
  { accepted, engaged }: Standings,
  { present, max_members }: { present: number; max_members: number },
): Refused<Joining> | undefined {
  const strangers = people.filter((person) => !accepted.includes(person));
  if (strangers.length > 0) return { refused: 'NOT_ACCEPTED_ON_TRACK', userIds: strangers };
  const taken = people.filter((person) => engaged.includes(person));
  if (taken.length > 0) return { refused: 'ALREADY_IN_TEAM', userIds: taken };
  return present + people.length > max_members ? { refused: 'TEAM_FULL' } : undefined;
}

/** Each once, the leader first: whoever is named as that, else the first member. */
export const founders = (leader: string | null | undefined, members: readonly string[] = []): string[] => [
  ...new Set([...(leader ? [leader] : []), ...members].map(lowered)),
];

/** UUIDs compare as the database writes them. */
export const lowered = (id: string) => id.toLowerCase();

/** Who is to follow a leaver. Only a leader is followed; null leaves it to the longest-standing member. */
export function judgeSuccession(
  team: Team,
  leaver: string,
  named: string | null | undefined,
): Refused<'INVALID_REPLACEMENT_LEADER'> | { readonly successor: string | null } {
  if (!leads(team, leaver) || named === null || named === undefined) return { successor: null };
  const successor = lowered(named);
  return successor !== leaver && isIn(team, successor) ? { successor } : { refused: 'INVALID_REPLACEMENT_LEADER' };
}

/** Null where the person leads already. */
export function judgeTransfer(
  team: Team,
  person: string,
): Refused<'INVALID_REPLACEMENT_LEADER'> | { readonly from: string | null } {
  if (!isIn(team, person)) return { refused: 'INVALID_REPLACEMENT_LEADER' };
  if (leads(team, person)) return { from: null };
  return { from: team.members.find(({ role }) => role === 'LEADER')?.user_id ?? null };
}

/** What is known of a builder who is to move. */
export interface BuilderFindings {
  readonly is_accepted: boolean;
  readonly is_track: boolean;
  /** Null as well where no team was named. */
  readonly target: Team | null;
  /** The team they are in, on whatever track. */
  readonly present: Team | null;
}
export interface BuilderMove {
  readonly user_id: string;
  readonly track_id: string;
  readonly names_team: boolean;
  readonly replacement: string | null | undefined;
}
export interface MovePlan {
  readonly former: string | null;
  readonly successor: string | null;
  readonly next: string | null;
}
type Moving = 'BUILDER_NOT_FOUND' | 'INVALID_TRACK' | 'TEAM_NOT_FOUND' | 'TEAM_FULL' | 'INVALID_REPLACEMENT_LEADER';

/** A team on the target track is left only for another one. */
export function planMove(
  { is_accepted, is_track, target, present }: BuilderFindings,
  { user_id, track_id, names_team, replacement }: BuilderMove,
): Refused<Moving> | MovePlan {
  if (!is_accepted) return { refused: 'BUILDER_NOT_FOUND' };
  if (!is_track) return { refused: 'INVALID_TRACK' };
  if (names_team && target?.event_id !== track_id) return { refused: 'TEAM_NOT_FOUND' };
  const stays = present !== null && (target ? present.id === target.id : present.event_id === track_id);
  if (stays) return { former: null, successor: null, next: null };
  if (target && isFull(target.members.length, target.max_members)) return { refused: 'TEAM_FULL' };
  const next = target?.id ?? null;
  if (!present) return { former: null, successor: null, next };
  const succession = judgeSuccession(present, user_id, replacement);
  return 'refused' in succession ? succession : { former: present.id, successor: succession.successor, next };
}

/** What is known of a team that is to move, and of where it goes. */
export interface TeamFindings {
  readonly team: Team;
  /** Members who are not accepted in the hackathon. */
  readonly unaccepted: readonly string[];
  /** Null where the target is no track of the hackathon. */
  readonly target: { readonly id: string; readonly max_members: number } | null;
}

export function judgeTeamMove({
  team,
  unaccepted,
  target,
}: TeamFindings): Refused<'BUILDER_NOT_FOUND' | 'INVALID_TRACK' | 'TEAM_FULL'> | { readonly to: string } {
  if (unaccepted.length > 0) return { refused: 'BUILDER_NOT_FOUND', userIds: unaccepted };
  if (!target) return { refused: 'INVALID_TRACK' };
  return team.members.length > target.max_members ? { refused: 'TEAM_FULL' } : { to: target.id };
}
