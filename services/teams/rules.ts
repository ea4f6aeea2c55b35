/** Decides who may be in which team and who leads it. Pure functions of what was read under locks. */
import { teamSize, type RecruitingStatus } from '../../shared/contract/teams/shapes.ts';
import type { ErrorCode, Refusal } from '../../shared/contract/errors.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { member, team } from './entities.ts';

export interface Team extends Readonly<Pick<RowOf<typeof team>, 'id' | 'event_id'>> {
  readonly max_members: number;
  /** In the order in which they joined. */
  readonly members: readonly Readonly<Pick<RowOf<typeof member>, 'user_id' | 'role'>>[];
}
/** The people who are accepted on a track, and those who are in any team of its hackathon. */
export interface Eligibility {
  readonly accepted: readonly string[];
  readonly engaged: readonly string[];
}
type Joining = 'NOT_ACCEPTED_ON_TRACK' | 'ALREADY_IN_TEAM' | 'TEAM_FULL';
type Refused<Code extends ErrorCode> = { readonly refused: Refusal<Code> };

/** Tells whether a person is a member of the team. */
export const isIn = (team: Team, user_id: string) => team.members.some((member) => member.user_id === user_id);
export const leaderOf = ({ members }: Team): string | null =>
  members.find(({ role }) => role === 'LEADER')?.user_id ?? null;
const leads = (team: Team, user_id: string) => leaderOf(team) === user_id;

/** The maximum team size by the `config_json` of the track. `maxMembers` is the same in SQL. */
export function mostMembers(config_json: Readonly<Record<string, unknown>> | undefined): number {
  const { max_team_size } = config_json ?? {};
  if (typeof max_team_size !== 'number') return teamSize.usual;
  return Math.max(teamSize.min, Math.min(teamSize.max, Math.floor(max_team_size)));
}

export const isFull = (member_count: number, max_members: number) => member_count >= max_members;

/** Returns whether a team looks for members. */
export const recruitingStatus = (is_open: boolean, member_count: number, max_members: number): RecruitingStatus =>
  is_open && !isFull(member_count, max_members) ? 'looking_for_members' : 'closed';

/**
 * Decides whether all these people may join a team.
 * @param people Their ids; none is in the team yet.
 * @returns The refusal with the ids of those who prevent it, if any.
 */
export function decideJoining(
  people: readonly string[],
  { accepted, engaged }: Eligibility,
  { present, max_members }: { present: number; max_members: number },
): Refused<Joining> | undefined {
  const strangers = people.filter((person) => !accepted.includes(person));
  if (strangers.length > 0) return { refused: ['NOT_ACCEPTED_ON_TRACK', { userIds: strangers }] };
  const taken = people.filter((person) => engaged.includes(person));
  if (taken.length > 0) return { refused: ['ALREADY_IN_TEAM', { userIds: taken }] };
  return present + people.length > max_members ? { refused: ['TEAM_FULL'] } : undefined;
}

/** Returns the founders of a team, each once and the leader first: the named one, otherwise the first member. */
export const founders = (leader: string | null | undefined, members: readonly string[] = []): string[] => [
  ...new Set([...(leader ? [leader] : []), ...members]),
];

/**
 * Decides who leads after a member has left.
 * @returns The successor; null leaves it to the member who joined first.
 */
export function decideSuccession(
  team: Team,
  leaver: string,
  named: string | null | undefined,
): Refused<'INVALID_REPLACEMENT_LEADER'> | { readonly successor: string | null } {
  if (!leads(team, leaver) || named === null || named === undefined) return { successor: null };
  return named !== leaver && isIn(team, named) ? { successor: named } : { refused: ['INVALID_REPLACEMENT_LEADER'] };
}

/** Decides whether leadership may be transferred to a person; `from` is the present leader, null without one. */
export function decideTransfer(
  team: Team,
  person: string,
): Refused<'INVALID_REPLACEMENT_LEADER'> | 'leads already' | { readonly from: string | null } {
  if (!isIn(team, person)) return { refused: ['INVALID_REPLACEMENT_LEADER'] };
  return leads(team, person) ? 'leads already' : { from: leaderOf(team) };
}

/** Data about a builder to be moved. */
export interface BuilderFindings {
  readonly is_accepted: boolean;
  readonly is_track: boolean;
  /** Null also if no team was named. */
  readonly target: Team | null;
  /** Their current team, on any track. */
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

/** Decides how a builder is moved. Somebody who is in a team of the target track leaves it only for another team. */
export function planMove(
  { is_accepted, is_track, target, present }: BuilderFindings,
  { user_id, track_id, names_team, replacement }: BuilderMove,
): Refused<Moving> | MovePlan {
  if (!is_accepted) return { refused: ['BUILDER_NOT_FOUND'] };
  if (!is_track) return { refused: ['INVALID_TRACK'] };
  if (names_team && target?.event_id !== track_id) return { refused: ['TEAM_NOT_FOUND'] };
  const stays = present !== null && (target ? present.id === target.id : present.event_id === track_id);
  if (stays) return { former: null, successor: null, next: null };
  if (target && isFull(target.members.length, target.max_members)) return { refused: ['TEAM_FULL'] };
  const next = target?.id ?? null;
  if (!present) return { former: null, successor: null, next };
  const succession = decideSuccession(present, user_id, replacement);
  return 'refused' in succession ? succession : { former: present.id, successor: succession.successor, next };
}

/** Data about a team to be moved and about its target. */
export interface TeamFindings {
  readonly team: Team;
  /** Members who are not accepted in the hackathon. */
  readonly unaccepted: readonly string[];
  /** Null if the target is no track of the hackathon. */
  readonly target: Pick<Team, 'id' | 'max_members'> | null;
}

/** Decides whether a team may be moved; returns the id of the target track, or the refusal. */
export function decideTeamMove({
  team,
  unaccepted,
  target,
}: TeamFindings): Refused<'BUILDER_NOT_FOUND' | 'INVALID_TRACK' | 'TEAM_FULL'> | { readonly to: string } {
  if (unaccepted.length > 0) return { refused: ['BUILDER_NOT_FOUND', { userIds: unaccepted }] };
  if (!target) return { refused: ['INVALID_TRACK'] };
  return team.members.length > target.max_members ? { refused: ['TEAM_FULL'] } : { to: target.id };
}
