/** Written by `npm run docs` from the contracts of Muster. */
import type { Call, List } from '../calls.ts';
import type {
  Texts,
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
  ShownProject,
  OwnTeam,
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
   * Count the builders of a hackathon by status.
   * `GET /super-events/:id/team-management/builder-counts`
   * Refusals: `VALIDATION_FAILED`.
   */
  readonly countBuilders: Call<
    { id: string; search?: string | undefined; trackId?: string | undefined },
    { counts: { pending: number; accepted: number; waitlisted: number } }
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
   * Change what a team is called, says of itself, where it sits, and whether it is open.
   * `PATCH /super-events/:superEventId/team-management/teams/:teamId`
   * Refusals: `NOT_FOUND`, `TABLE_TAKEN`.
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
      table?: string | null | undefined;
    },
    { team: Team }
  >;
  /**
   * Give every team of a track a table: a number of its own in the hackathon, behind a prefix.
   * `POST /events/:eventId/tables`
   */
  readonly numberTables: Call<
    {
      eventId: string; /** Default: `""`. */
      prefix?: string | undefined; /** Default: `1`. */
      start?: number | undefined; /** Default: `"name"`. */
      order?: 'name' | 'project' | 'created' | undefined; /** Default: `false`. */
      again?: boolean | undefined;
    },
    { numbered: number; kept: number; teams: { team_id: string; table: string }[] }
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
   * Refusals: `NOT_FOUND`, `POINT_NOT_FOUND`, `VALIDATION_FAILED`, `SUBMISSIONS_CLOSED`.
   */
  readonly submit: Call<
    {
      team_id: string;
      checkin_point_id?: string | null | undefined;
      title: string; /** Default: `[]`. */
      links?: string[] | undefined; /** Default: `[]`. */
      built_with?: string[] | undefined; /** Default: `[]`. */
      prize_ids?: string[] | undefined; /** Default: `true`. */
      listed?: boolean | undefined;
      description?: string | null | undefined;
      video_url?: string | null | undefined;
      answers_json?: Record<string, unknown> | undefined;
      saved_at?: string | undefined;
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
   * Change a submission of one's own team, until its deadline.
   * `PATCH /submissions/:id`
   * Refusals: `NOT_FOUND`, `SUBMISSIONS_CLOSED`, `VALIDATION_FAILED`.
   */
  readonly updateSubmission: Call<
    {
      id: string;
      title?: string | undefined;
      links?: string[] | undefined;
      built_with?: string[] | undefined;
      prize_ids?: string[] | undefined;
      listed?: boolean | undefined;
      description?: string | null | undefined;
      video_url?: string | null | undefined;
      answers_json?: Record<string, unknown> | undefined;
      saved_at?: string | undefined;
    },
    { submission: Submission }
  >;
  /**
   * List the projects that the teams of a hackathon show, by title.
   * `GET /super-events/:slug/projects`
   * Refusals: `NOT_FOUND`, `AMBIGUOUS_SLUG`, `SECOND_FACTOR_MISSING`.
   */
  readonly listProjects: List<
    {
      slug: string;
      search?: string | undefined;
      team_id?: string | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    },
    {
      hackathon: { id: string; name: string; slug: string; name_i18n?: Texts | undefined };
      projects: ShownProject[];
      count: number;
    },
    'projects'
  >;
  /**
   * List the viewer's own teams, oldest first, with their projects; for a key, those in its organization.
   * `GET /my-teams`
   */
  readonly listOwn: List<
    { limit?: number | undefined; cursor?: string | undefined },
    { teams: OwnTeam[]; count: number },
    'teams'
  >;
  /**
   * Found a team on a track; its founder leads it.
   * `POST /events/:eventId/my-team`
   * Refusals: `PERMISSION_DENIED`, `TEAMS_LOCKED`, `NOT_ACCEPTED_ON_TRACK`, `ALREADY_IN_TEAM`, `TEAM_FULL`, `NOT_FOUND`.
   */
  readonly found: Call<
    {
      eventId: string;
      name: string;
      problem?: string | null | undefined; /** Default: `true`. */
      isOpen?: boolean | undefined;
    },
    { team: OwnTeam }
  >;
  /**
   * Change what a team is called, what it works on, and whether it is open; its leader does.
   * `PATCH /my-teams/:id`
   * Refusals: `PERMISSION_DENIED`, `TEAMS_LOCKED`, `NOT_FOUND`.
   */
  readonly changeOwn: Call<
    { id: string; name?: string | undefined; isOpen?: boolean | undefined; problem?: string | null | undefined },
    { team: OwnTeam }
  >;
  /**
   * Delete a team; its last member does.
   * `DELETE /my-teams/:id`
   * Refusals: `PERMISSION_DENIED`, `TEAMS_LOCKED`, `TEAM_NOT_EMPTY`, `NOT_FOUND`.
   */
  readonly disband: Call<{ id: string }, { deleted: true }>;
  /**
   * Make a link and a code by which others join, for 48 hours; they end those before.
   * `POST /my-teams/:id/invitation`
   * Refusals: `PERMISSION_DENIED`, `TEAMS_LOCKED`, `TEAM_FULL`, `NOT_FOUND`.
   */
  readonly invite: Call<{ id: string }, { url: string; code: string; expires_at: string }>;
  /**
   * Join a team by the code of an invitation, or an open one by its id.
   * `POST /my-teams/join`
   * Refusals: `VALIDATION_FAILED`, `INVITATION_NOT_FOUND`, `NOT_FOUND`, `PERMISSION_DENIED`, `TEAMS_LOCKED`, `NOT_ACCEPTED_ON_TRACK`, `ALREADY_IN_TEAM`, `TEAM_FULL`.
   */
  readonly join: Call<{ code?: string | undefined; team_id?: string | undefined }, { team: OwnTeam }>;
  /**
   * Leave a team; whoever leads it may name who does then, and the last one deletes it.
   * `POST /my-teams/:id/leave`
   * Refusals: `PERMISSION_DENIED`, `TEAMS_LOCKED`, `INVALID_REPLACEMENT_LEADER`, `NOT_FOUND`.
   */
  readonly leave: Call<{ id: string; successor_user_id?: string | null | undefined }, { left: true }>;
  /**
   * Remove a member, and end the invitation; the leader does.
   * `POST /my-teams/:id/remove`
   * Refusals: `PERMISSION_DENIED`, `TEAMS_LOCKED`, `NOT_FOUND`.
   */
  readonly dismiss: Call<{ id: string; user_id: string }, { team: OwnTeam }>;
  /**
   * Make another member the leader; the present one does.
   * `POST /my-teams/:id/lead`
   * Refusals: `PERMISSION_DENIED`, `TEAMS_LOCKED`, `INVALID_REPLACEMENT_LEADER`, `NOT_FOUND`.
   */
  readonly lead: Call<{ id: string; user_id: string }, { team: OwnTeam }>;
  /**
   * List open teams with a free place, and people who look for a team, newest first; 200 of each at most.
   * `GET /events/:eventId/teammates`
   * Refusals: `PERMISSION_DENIED`.
   */
  readonly listTeammates: Call<
    { eventId: string },
    {
      self_service: boolean;
      locked_at: string | null;
      teams: { id: string; name: string; problem: string | null; places_left: number; members: string[] }[];
      people: { user_id: string; first_name: string; skills: string[] }[];
    }
  >;
  /**
   * Download the teams of a hackathon as CSV, a line for each member.
   * `GET /super-events/:slug/teams/csv`
   * Refusals: `NOT_FOUND`, `VALIDATION_FAILED`.
   */
  readonly exportTeams: Call<{ slug: string; columns?: string | undefined; bom?: '0' | '1' | undefined }, Response>;
  /**
   * Download the projects of a hackathon as CSV, with who made them.
   * `GET /super-events/:slug/projects/csv`
   * Refusals: `NOT_FOUND`, `VALIDATION_FAILED`.
   */
  readonly exportProjects: Call<{ slug: string; columns?: string | undefined; bom?: '0' | '1' | undefined }, Response>;
}
