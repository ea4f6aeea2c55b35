/** Written by `npm run docs` from the contracts of Muster. */
import type { Call, List } from '../calls.ts';
import type {
  Winner,
  Ranking,
  CriterionList,
  Criterion,
  ListedAssignment,
  AssignmentDetail,
  Assignment,
  AssignmentPlan,
  JudgingProgress,
  Score,
  FairRanking,
} from './shapes.ts';

export interface Judging {
  /**
   * List what the teams of a track are judged by.
   * `GET /events/:eventId/criteria`
   */
  readonly listCriteria: List<
    { eventId: string; limit?: number | undefined; cursor?: string | undefined },
    CriterionList,
    'criteria'
  >;
  /**
   * Add a criterion to a track.
   * `POST /events/:eventId/criteria`
   * Refusals: `WEIGHT_TOTAL_EXCEEDED`.
   */
  readonly createCriterion: Call<
    { eventId: string; name: string; weight: number; order_index: number; description?: string | null | undefined },
    { criterion: Criterion }
  >;
  /**
   * Change a criterion; results follow with the next calculation.
   * `PATCH /criteria/:id`
   * Refusals: `NOT_FOUND`, `WEIGHT_TOTAL_EXCEEDED`.
   */
  readonly updateCriterion: Call<
    {
      id: string;
      name?: string | undefined;
      weight?: number | undefined;
      order_index?: number | undefined;
      description?: string | null | undefined;
    },
    { criterion: Criterion }
  >;
  /**
   * Delete a criterion and every score given for it; `force=true` also where scores were handed in.
   * `DELETE /criteria/:id`
   * Refusals: `NOT_FOUND`, `CRITERION_IN_USE`.
   */
  readonly deleteCriterion: Call<
    { id: string; /** Default: `false`. */ force?: boolean | undefined },
    { deleted: true }
  >;
  /**
   * Copy all criteria of another track of the organization behind those of this one.
   * `POST /events/:eventId/criteria/clone/:sourceEventId`
   * Refusals: `NOT_FOUND`, `PERMISSION_DENIED`, `WEIGHT_TOTAL_EXCEEDED`.
   */
  readonly cloneCriteria: Call<{ eventId: string; sourceEventId: string }, CriterionList>;
  /**
   * List the judges of a track.
   * `GET /events/:eventId/judges`
   */
  readonly listJudges: List<
    { eventId: string; limit?: number | undefined; cursor?: string | undefined },
    { judges: { user_id: string; name: string }[]; count: number },
    'judges'
  >;
  /**
   * List who judges which team, by their tables: all for organizers, their own for judges.
   * `GET /events/:eventId/assignments`
   */
  readonly listAssignments: List<
    { eventId: string; limit?: number | undefined; cursor?: string | undefined },
    { assignments: ListedAssignment[]; count: number },
    'assignments'
  >;
  /**
   * Get an assignment with what its judge needs to know.
   * `GET /assignments/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly getAssignment: Call<{ id: string }, { assignment: AssignmentDetail }>;
  /**
   * Have a judge of the track judge one of its teams.
   * `POST /events/:eventId/assignments`
   * Refusals: `TEAM_NOT_FOUND`, `NOT_A_JUDGE`, `CONFLICT_OF_INTEREST`.
   */
  readonly assignJudge: Call<{ eventId: string; judge_user_id: string; team_id: string }, { assignment: Assignment }>;
  /**
   * Have several judges judge one team; those who do already are skipped.
   * `POST /events/:eventId/assignments/bulk`
   * Refusals: `TEAM_NOT_FOUND`, `NOT_A_JUDGE`, `CONFLICT_OF_INTEREST`.
   */
  readonly assignJudges: Call<
    { eventId: string; judge_user_ids: string[]; team_id: string },
    { created: 0; skipped: number; message: string } | { assignments: Assignment[]; created: number; skipped: number }
  >;
  /**
   * Take a team from a judge, with every score they gave it.
   * `DELETE /assignments/:id`
   * Refusals: `NOT_FOUND`.
   */
  readonly unassignJudge: Call<{ id: string }, { deleted: true }>;
  /**
   * Give an assignment that was handed in back to its judge; its scores count again once it is handed in anew.
   * `POST /assignments/:id/reopen`
   * Refusals: `NOT_FOUND`.
   */
  readonly reopenAssignment: Call<{ id: string; reason: string }, { assignment: Assignment }>;
  /**
   * Have every team judged by so many judges, with as many teams for each, so that all can be compared.
   * `POST /events/:eventId/assignments/plan`
   * Refusals: `NOT_A_JUDGE`, `NOT_PLANNABLE`.
   */
  readonly planAssignments: Call<
    {
      eventId: string;
      reviews_per_team: number;
      judge_user_ids?: string[] | undefined;
      max_per_judge?: number | undefined; /** Default: `true`. */
      keep_existing?: boolean | undefined; /** Default: `false`. */
      dry_run?: boolean | undefined; /** Default: `0`. */
      seed?: number | undefined;
    },
    AssignmentPlan
  >;
  /**
   * Say as a judge that one cannot judge a team; one is given others instead.
   * `POST /assignments/:id/decline`
   * Refusals: `NOT_FOUND`, `ASSIGNMENT_SUBMITTED`.
   */
  readonly declineAssignment: Call<{ id: string; reason: string }, { declined: true }>;
  /**
   * List which judge declined which team, and why.
   * `GET /events/:eventId/assignments/declined`
   */
  readonly listDeclined: List<
    { eventId: string; limit?: number | undefined; cursor?: string | undefined },
    {
      declined: {
        judge_user_id: string;
        judge_name: string;
        team_id: string;
        team_name: string;
        reason: string;
        declared_at: string;
      }[];
      count: number;
    },
    'declined'
  >;
  /**
   * How far judging is, over all and judge by judge.
   * `GET /events/:eventId/judge-progress`
   */
  readonly getProgress: List<
    { eventId: string; limit?: number | undefined; cursor?: string | undefined },
    JudgingProgress,
    'judges'
  >;
  /**
   * List the scores of an assignment.
   * `GET /assignments/:id/scores`
   * Refusals: `NOT_FOUND`.
   */
  readonly listScores: List<
    { id: string; limit?: number | undefined; cursor?: string | undefined },
    { scores: Score[]; count: number },
    'scores'
  >;
  /**
   * Give scores, several under `scores` or a single one; a criterion scored before gets the new one.
   * `POST /assignments/:id/scores`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `ASSIGNMENT_SUBMITTED`, `CONFLICT_OF_INTEREST`.
   */
  readonly submitScore: Call<
    {
      id: string;
      scores?:
        | {
            criterion_id: string;
            value: number;
            comment?: string | null | undefined;
            feedback?: string | null | undefined;
          }[]
        | undefined;
      criterion_id?: string | undefined;
      value?: number | undefined;
      comment?: string | null | undefined;
      feedback?: string | null | undefined;
    },
    { scores: Score[]; assignment: Assignment }
  >;
  /**
   * Change a score before its assignment is handed in.
   * `PATCH /scores/:id`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `ASSIGNMENT_SUBMITTED`, `CONFLICT_OF_INTEREST`.
   */
  readonly updateScore: Call<
    {
      id: string;
      value?: number | undefined;
      comment?: string | null | undefined;
      feedback?: string | null | undefined;
    },
    { score: Score }
  >;
  /**
   * Hand in the scores of an assignment for good; each has to fit the scale of the hackathon by then.
   * `POST /assignments/:id/submit`
   * Refusals: `VALIDATION_FAILED`, `NOT_FOUND`, `SCORES_INCOMPLETE`, `ASSIGNMENT_SUBMITTED`, `CONFLICT_OF_INTEREST`.
   */
  readonly submitAssignment: Call<{ id: string }, { assignment: Assignment }>;
  /**
   * Rank the teams of a track by the scores handed in so far.
   * `POST /events/:eventId/calculate-results`
   */
  readonly calculateResults: Call<
    { eventId: string },
    {
      results: {
        team_id: string;
        team_name: string;
        overall_score: number;
        rank: number;
        created_at: string;
        id: string;
        event_id: string;
        updated_at: string;
      }[];
      count: number;
    }
  >;
  /**
   * List the teams of a track by the published ranking, before publication by the plain one as calculated last; by another one for organizers.
   * `GET /events/:eventId/results`
   * Refusals: `PERMISSION_DENIED`.
   */
  readonly listResults: List<
    { eventId: string; ranking?: Ranking | undefined; limit?: number | undefined; cursor?: string | undefined },
    {
      results: { team_id: string; team_name: string; overall_score: number; rank: number; created_at: string }[];
      count: number;
      notifications_sent_at: string | null;
      ranking?: 'fair' | undefined;
    },
    'results'
  >;
  /**
   * Rank the teams as they were last calculated once more, with what judges differ by taken out.
   * `GET /events/:eventId/results/fair`
   * Refusals: `NOT_READY`.
   */
  readonly getFairRanking: Call<{ eventId: string }, FairRanking>;
  /**
   * Get a team's result with the scores and feedback it rests on; for the team once results are published.
   * `GET /teams/:teamId/results`
   * Refusals: `NOT_FOUND`, `PERMISSION_DENIED`.
   */
  readonly getTeamResult: Call<
    { teamId: string; ranking?: Ranking | undefined },
    {
      overall_score: number;
      rank: number;
      created_at: string;
      score_breakdown: {
        criterion_name: string;
        criterion_description: string | null;
        score_value: number;
        feedback: string | null;
      }[];
      ranked_count: number;
      scoring: { min: number; max: number; step: number };
      ranking?: 'fair' | undefined;
      explanation?: string[] | undefined;
    }
  >;
  /**
   * Let the teams see their results as calculated last, and write to them once.
   * `POST /events/:eventId/results/publish`
   * Refusals: `NOT_READY`, `ALREADY_PUBLISHED`.
   */
  readonly publishResults: Call<{ eventId: string; ranking?: Ranking | undefined }, { notifications_sent_at: string }>;
  /**
   * Download the published ranking as CSV, before publication the plain one; `fair` adds the fair ranking in further columns, `plain` is the plain one in any case.
   * `GET /events/:eventId/results/csv`
   */
  readonly exportResults: Call<
    { eventId: string; ranking?: Ranking | undefined; bom?: '0' | '1' | undefined },
    Response
  >;
  /**
   * Download every score as CSV, a line for each judge and team.
   * `GET /events/:eventId/scores/csv`
   */
  readonly exportScores: Call<{ eventId: string; bom?: '0' | '1' | undefined }, Response>;
  /**
   * Have every team that entered for a prize judged by so many of its judges.
   * `POST /prizes/:id/plan`
   * Refusals: `NOT_PLANNABLE`.
   */
  readonly planPrize: Call<{ id: string; per_team: number }, AssignmentPlan>;
  /**
   * Rank the teams that entered for a prize, by its judges or as the tracks published them.
   * `GET /prizes/:id/results`
   */
  readonly getPrizeResults: Call<
    { id: string },
    {
      results: {
        plain: { team_id: string; team_name: string; score: number; rank: number }[];
        fair: { team_id: string; team_name: string; score: number; rank: number; low: number; high: number }[];
      };
      count: number;
    }
  >;
  /**
   * Choose who wins a prize, among the teams that entered; nobody else reads it before it is published.
   * `POST /prizes/:id/winners`
   * Refusals: `VALIDATION_FAILED`.
   */
  readonly chooseWinners: Call<{ id: string; team_ids: string[] }, { winners: Winner[] }>;
  /**
   * Let everybody read who wins a prize; by the ranking, and with nobody chosen, the best-placed that entered.
   * `POST /prizes/:id/publish`
   * Refusals: `NOT_READY`.
   */
  readonly publishPrize: Call<{ id: string }, { winners: Winner[]; published_at: string }>;
}
