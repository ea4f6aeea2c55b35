/** Written by `npm run docs` from the contracts of Muster. */
import type { Call, List } from '../calls.ts';
import type {
  TeamRole,
  Builder,
  BuilderStatus,
  CursorPagination,
  BuilderDetail,
  ManagedTeam,
  RecruitingStatus,
  TeamDetail,
  Team,
  Submission,
} from './shapes.ts';

export interface Teams {
  /**
   * List the teams of a track.
   * `GET /events/:eventId/teams`
   */
  readonly listForTrack: List<
    { eventId: string; limit?: number | undefined; cursor?: string | undefined },
    { teams: { id: string; name: string; member_count: number }[]; count: number },
    'teams'
  >;
  /**
   * List the teams of all tracks of a hackathon.
   * `GET /super-events/:superEventId/teams`
   */
  readonly listForSuperEvent: List<
    { superEventId: string; limit?: number | undefined; cursor?: string | undefined },
    { teams: { id: string; name: string; member_count: number; event_id: string }[]; count: number },
    'teams'
  >;
  /**
   * Get a team with its members.
   * `GET /teams/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly get: Call<
    { id: string },
    {
      team: { id: string; name: string; event_id: string };
      members: { user_id: string; role: TeamRole; name: string | null; email: string }[];
      member_count: number;
    }
  >;
  /**
   * Count the builders and teams of a hackathon.
   * `GET /super-events/:id/team-management/counts`
   */
  readonly count: Call<
    { id: string },
    {
      builders: { all: number; lookingForTeam: number; withTeam: number };
      teams: { all: number; lookingForMembers: number; closed: number; full: number };
    }
  >;
  /**
   * List the builders of a hackathon, newest first.
   * `GET /super-events/:id/team-management/builders`
   * Refusals: `VALIDATION_FAILED`.
   */
  readonly listBuilders: List<
    {
      id: string; /** Default: `50`. */
      limit?: number | undefined;
      cursor?: string | undefined;
      search?: string | undefined;
      status?: BuilderStatus | undefined;
      trackId?: string | undefined;
      lookingForTeam?: boolean | undefined;
      hasTeam?: boolean | undefined;
    },
    { builders: Builder[]; pagination: CursorPagination },
    'builders'
  >;
  /**
   * Get a builder with answers, registrations and every team they were in.
   * `GET /super-events/:id/team-management/builders/:userId`
   * Refusals: `BUILDER_NOT_FOUND`.
   */
  readonly getBuilder: Call<{ id: string; userId: string }, { builder: BuilderDetail }>;
  /**
   * Move an accepted builder to another track, and into a team there; all of it or nothing.
   * `PATCH /super-events/:superEventId/team-management/builders/:userId/track`
   * Refusals: `BUILDER_NOT_FOUND`, `INVALID_TRACK`, `TEAM_NOT_FOUND`, `TEAM_FULL`, `INVALID_REPLACEMENT_LEADER`.
   */
  readonly moveBuilder: Call<
    {
      superEventId: string;
      userId: string;
      targetTrackId: string;
      targetTeamId?: string | null | undefined;
      replacementLeaderUserId?: string | null | undefined;
    },
    { result: { userId: string; targetEventId: string } | { teamId: string; userId: string } }
  >;
  /**
   * List the teams of a hackathon with their members, newest first.
   * `GET /super-events/:id/team-management/teams`
   * Refusals: `VALIDATION_FAILED`.
   */
  readonly listManaged: List<
    {
      id: string; /** Default: `50`. */
      limit?: number | undefined;
      cursor?: string | undefined;
      search?: string | undefined;
      trackId?: string | undefined;
      recruitingStatus?: RecruitingStatus | undefined;
      isFull?: boolean | undefined;
      hasSubmission?: boolean | undefined;
    },
    { teams: ManagedTeam[]; pagination: CursorPagination },
    'teams'
  >;
  /**
   * Get a team of a hackathon.
   * `GET /super-events/:id/team-management/teams/:teamId`
   * Refusals: `NOT_FOUND`.
   */
  readonly getManaged: Call<{ id: string; teamId: string }, { team: TeamDetail }>;
  /**
   * Create a team on a track, with or without members; without a named leader the first member leads.
   * `POST /super-events/:superEventId/team-management/teams`
   * Refusals: `INVALID_TRACK`, `NOT_ACCEPTED_ON_TRACK`, `ALREADY_IN_TEAM`, `TEAM_FULL`.
   */
  readonly create: Call<
    {
      superEventId: string;
      name: string;
      trackId: string;
      leaderUserId?: string | null | undefined;
      memberUserIds?: string[] | undefined;
      problem?: string | null | undefined; /** Default: `true`. */
      isOpen?: boolean | undefined;
      squadId?: string | null | undefined;
    },
    { team: Team }
  >;
  /**
   * Change what a team is called, says of itself, and whether it is open.
   * `PATCH /super-events/:superEventId/team-management/teams/:teamId`
   * Refusals: `NOT_FOUND`.
   */
  readonly update: Call<
    {
      superEventId: string;
      teamId: string;
      name?: string | undefined;
      problem?: string | null | undefined;
      isOpen?: boolean | undefined;
      avatarUrl?: string | null | undefined;
      squadId?: string | null | undefined;
    },
    { team: Team }
  >;
  /**
   * Delete a team; its members leave first.
   * `DELETE /super-events/:superEventId/team-management/teams/:teamId`
   * Refusals: `NOT_FOUND`.
   */
  readonly remove: Call<
    { superEventId: string; teamId: string },
    { result: { teamId: string; deleted: true; actorUserId: string } }
  >;
  /**
   * Move a team with all its members to another track; all of them or none.
   * `PATCH /super-events/:superEventId/team-management/teams/:teamId/track`
   * Refusals: `NOT_FOUND`, `BUILDER_NOT_FOUND`, `INVALID_TRACK`, `TEAM_FULL`.
   */
  readonly moveToTrack: Call<
    { superEventId: string; teamId: string; targetTrackId: string },
    { result: { teamId: string; fromEventId: string; toEventId: string; movedMemberUserIds: string[] } }
  >;
  /**
   * List the members of a team, longest-standing first.
   * `GET /super-events/:id/team-management/teams/:teamId/members`
   * Refusals: `NOT_FOUND`.
   */
  readonly listMembers: List<
    { id: string; teamId: string; limit?: number | undefined; cursor?: string | undefined },
    {
      members: {
        userId: string;
        name: string | null;
        email: string;
        avatarUrl: string | null;
        role: TeamRole;
        joinedAt: string;
      }[];
      teamId: string;
    },
    'members'
  >;
  /**
   * Add a member to a team; the first one leads it.
   * `POST /super-events/:superEventId/team-management/teams/:teamId/members`
   * Refusals: `NOT_FOUND`, `NOT_ACCEPTED_ON_TRACK`, `ALREADY_IN_TEAM`, `TEAM_FULL`.
   */
  readonly addMember: Call<
    { superEventId: string; teamId: string; userId: string },
    { result: { teamId: string; userId: string } }
  >;
  /**
   * Remove a member from a team; a leader is followed by whom is named, else by the longest-standing member.
   * `POST /super-events/:superEventId/team-management/teams/:teamId/members/:userId/remove`
   * Refusals: `NOT_FOUND`, `INVALID_REPLACEMENT_LEADER`.
   */
  readonly removeMember: Call<
    { superEventId: string; teamId: string; userId: string; replacementLeaderUserId?: string | null | undefined },
    { result: { teamId: string; userId: string; actorUserId: string; replacementLeaderUserId: string | null } }
  >;
  /**
   * Make another member the leader; repeating it changes nothing.
   * `POST /super-events/:superEventId/team-management/teams/:teamId/transfer-leadership`
   * Refusals: `NOT_FOUND`, `INVALID_REPLACEMENT_LEADER`.
   */
  readonly transferLeadership: Call<
    { superEventId: string; teamId: string; newLeaderUserId: string },
    { result: { teamId: string; newLeaderUserId: string } }
  >;
  /**
   * Hand in a team's project, or what a milestone point asks for; it counts from then on.
   * `POST /submissions`
   * Refusals: `NOT_FOUND`, `POINT_NOT_FOUND`, `VALIDATION_FAILED`.
   */
  readonly submit: Call<
    {
      team_id: string;
      checkin_point_id?: string | null | undefined;
      title: string;
      description?: string | null | undefined; /** Default: `[]`. */
      links?: string[] | undefined;
      answers_json?: Record<string, unknown> | undefined;
    },
    { submission: Submission }
  >;
  /**
   * Get a submission.
   * `GET /submissions/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly getSubmission: Call<{ id: string }, { submission: Submission }>;
  /**
   * List what the teams of a track handed in, newest first.
   * `GET /events/:eventId/submissions`
   */
  readonly listSubmissions: List<
    { eventId: string; limit?: number | undefined; cursor?: string | undefined },
    { submissions: Submission[]; count: number },
    'submissions'
  >;
  /**
   * Change a submission of one's own team, until the track ends.
   * `PATCH /submissions/:id`
   * Refusals: `NOT_FOUND`, `PERMISSION_DENIED`.
   */
  readonly updateSubmission: Call<
    {
      id: string;
      title?: string | undefined;
      description?: string | null | undefined;
      links?: string[] | undefined;
      answers_json?: Record<string, unknown> | undefined;
    },
    { submission: Submission }
  >;
}
