/** People form their own teams and read them. */
import { instant } from '../../shared/base/instant.ts';
import { hashToken, newTypedCode, readTypedCode } from '../../shared/base/session-token.ts';
import { textsOf } from '../../shared/contract/languages.ts';
import { projectQuestionTexts, type ProjectQuestion } from '../../shared/contract/questions.ts';
import type { Locale } from '../../shared/contract/values.ts';
import type { PlainCode } from '../../shared/contract/errors.ts';
import { questionsOf } from '../../shared/kit/questions.ts';
import { noteChanged } from '../../shared/kit/changes.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { noteJoined, noteLeadership, noteLeft } from './changes.ts';
import {
  changeTeam,
  lockTrack,
  lockAround,
  setLeader,
  readEligibility,
  readJoining,
  readTeam,
} from './memberships.sql.ts';
import {
  findForming,
  findJoinable,
  findOwnTeam,
  saveInvitation,
  ownTeams,
  readTeammates,
  type OwnTeam,
} from './own.sql.ts';
import { deleteTeam, emptyTeam, insertTeam, updateTeam } from './teams.sql.ts';
import { isFull, isIn, decideJoining, decideSuccession, decideTransfer, leaderOf, type Team } from './rules.ts';
import { submission } from './submissions.ts';

export const listOwn: Action<'teams.listOwn'> = async (ctx) => {
  const { rows, count } = await readList(ctx, ownTeams(ctx.viewer));
  return { teams: rows.map(shapeOf), count };
};

/** Returns a team as its members see it. */
export async function ownTeamOf({ db, viewer }: Pick<Ctx, 'db' | 'viewer'>, id: string) {
  const team = await findOwnTeam(db, viewer, id);
  if (!team) throw new Error('Somebody is not in the team that they have just changed.');
  return { team: shapeOf(team) };
}

const shapeOf = (row: OwnTeam) => ({
  id: row.id,
  event_id: row.event_id,
  super_event_id: row.super_event_id,
  name: row.name,
  problem: row.problem,
  is_open: row.is_open,
  table: row.table,
  role: row.role,
  members: row.members.map(({ user_id, role, name }) => ({ user_id, role, name })),
  places_left: Math.max(0, row.max_members - row.members.length),
  submission: row.submission && submission(row.submission),
  submissions_close_at: instant(row.submissions_close_at),
  questions: questionsOf(row.questions).map((question) => shownQuestion(question, row.locales)),
  self_service: row.self_service,
  locked_at: instant(row.locked_at),
  prizes_won: row.prizes_won,
});

const shownQuestion = (asked: ProjectQuestion, locales: readonly Locale[]) => {
  const { id, field_type, label, description, options, is_required, validation_rules } = asked;
  const plain = { id, field_type, label, description, options, is_required, validation_rules };
  return { ...plain, ...textsOf(asked, projectQuestionTexts, locales) };
};

type Forming = Ctx<unknown, 'PERMISSION_DENIED' | 'TEAMS_LOCKED' | 'NOT_FOUND'>;

/** Refuses if organizers form the teams, and after the deadline for changes. */
async function mayForm(ctx: Pick<Forming, 'db' | 'fail'>, event_id: string): Promise<void> {
  const { self_service, is_locked, locked_at } = (await findForming(ctx.db, event_id)) ?? ctx.fail('NOT_FOUND');
  if (!self_service) ctx.fail('PERMISSION_DENIED');
  if (is_locked && locked_at) ctx.fail('TEAMS_LOCKED', { locked_at: instant(locked_at) });
}

/** Locks the viewer's team and reads it. `as`: the required role of the viewer. */
async function holdOwn(ctx: Forming, as: 'LEADER' | 'MEMBER'): Promise<Team> {
  const { id, super_event_id, event_id } = ctx.resource;
  if (!super_event_id || !event_id) return ctx.fail('NOT_FOUND');
  await mayForm(ctx, event_id);
  await lockAround(ctx.db, super_event_id, { teams: [id] });
  const team = (await readTeam(ctx.db, super_event_id, id)) ?? ctx.fail('NOT_FOUND');
  const { user_id } = ctx.viewer;
  if (!isIn(team, user_id) || (as === 'LEADER' && leaderOf(team) !== user_id)) ctx.fail('PERMISSION_DENIED');
  return team;
}

export const found: Action<'teams.found'> = async (ctx) => {
  const { name, problem = null, isOpen: is_open } = ctx.params;
  const { id: event_id, organization_id } = ctx.resource;
  const super_event_id = ctx.resource.super_event_id ?? ctx.fail('NOT_FOUND');
  const people = [ctx.viewer.user_id];
  await mayForm(ctx, event_id);
  await lockAround(ctx.db, super_event_id, { people });
  const max_members = (await lockTrack(ctx.db, super_event_id, event_id)) ?? ctx.fail('NOT_FOUND');
  const eligibility = await readEligibility(ctx.db, { super_event_id, event_id }, people);
  const refusal = decideJoining(people, eligibility, { present: 0, max_members });
  if (refusal) return ctx.fail(...refusal.refused);
  const fields = { name, problem, is_open, squad_id: null };
  const team = await insertTeam(ctx.db, { organization_id, super_event_id, event_id, ...fields }, people);
  ctx.changed('team.created', { team_id: team.id, event_id }, {}, { ...fields, member_user_ids: people });
  return ownTeamOf(ctx, team.id);
};

export const changeOwn: Action<'teams.changeOwn'> = async (ctx) => {
  const { name, problem, isOpen: is_open } = ctx.params;
  const { id, event_id } = await holdOwn(ctx, 'LEADER');
  const super_event_id = ctx.resource.super_event_id ?? ctx.fail('NOT_FOUND');
  const changed = (await updateTeam(ctx.db, super_event_id, id, { name, problem, is_open })) ?? ctx.fail('NOT_FOUND');
  const { former, ...present } = changed;
  noteChanged(ctx, 'team.changed', { team_id: id, event_id }, { former, present: { ...present } });
  return ownTeamOf(ctx, id);
};

export const disband: Action<'teams.disband'> = async (ctx) => {
  const team = await holdOwn(ctx, 'LEADER');
  if (team.members.length > 1) return ctx.fail('TEAM_NOT_EMPTY');
  await end(ctx, team);
  return { deleted: true };
};

async function end(ctx: Pick<Forming, 'db' | 'resource' | 'changed' | 'fail'>, { id, event_id }: Team): Promise<void> {
  if (!(await deleteTeam(ctx.db, ctx.resource.super_event_id ?? '', id))) ctx.fail('NOT_FOUND');
  const member_user_ids = await emptyTeam(ctx.db, id);
  const after = { deleted: true, member_user_ids: [] };
  ctx.changed('team.deleted', { team_id: id, event_id }, { deleted: false, member_user_ids }, after);
}

/** The code is in the fragment, which browsers never send, so no server logs it. */
export const inviteAt =
  (publicUrl: string): Action<'teams.invite'> =>
  async (ctx) => {
    const team = await holdOwn(ctx, 'MEMBER');
    if (isFull(team.members.length, team.max_members)) return ctx.fail('TEAM_FULL');
    const code = newTypedCode();
    const invited = { team_id: team.id, code_hash: hashToken(code), invited_by: ctx.viewer.user_id };
    const expires_at = await saveInvitation(ctx.db, invited);
    return { url: `${publicUrl.replace(/\/$/, '')}/me#join=${code}`, code, expires_at: instant(expires_at) };
  };

export const join: Action<'teams.join'> = async (ctx) => {
  const { code, team_id } = ctx.params;
  const { user_id } = ctx.viewer;
  if ((code === undefined) === (team_id === undefined)) {
    const message = 'Give either the code of an invitation, or the team_id of an open team.';
    return ctx.fail('VALIDATION_FAILED', { errors: [{ field: 'code', code: 'required', message }] });
  }
  const by = code === undefined ? { team_id: team_id ?? '' } : { code_hash: hashToken(readTypedCode(code)) };
  const missing: PlainCode & ('NOT_FOUND' | 'INVITATION_NOT_FOUND') = code ? 'INVITATION_NOT_FOUND' : 'NOT_FOUND';
  const joinable = (await findJoinable(ctx.db, by, ctx.viewer)) ?? ctx.fail(missing);
  const { id, super_event_id, event_id } = joinable;
  // A team is hidden from people who do not take part there.
  if (!code && !joinable.is_accepted) return ctx.fail('NOT_FOUND');
  await mayForm(ctx, event_id);
  await lockAround(ctx.db, super_event_id, { people: [user_id], teams: [id] });
  const question = { super_event_id, team_id: id, user_id };
  const { team, eligibility } = (await readJoining(ctx.db, question, { isHeld: true })) ?? ctx.fail(missing);
  if (isIn(team, user_id)) return ownTeamOf(ctx, id);
  const again = (await findJoinable(ctx.db, by, ctx.viewer)) ?? ctx.fail(missing);
  if (!code && !again.is_open) return ctx.fail('PERMISSION_DENIED');
  const size = { present: team.members.length, max_members: team.max_members };
  const refusal = decideJoining([user_id], eligibility, size);
  if (refusal) return ctx.fail(...refusal.refused);
  await changeTeam(ctx.db, { user_id, event_id, former: null, successor: null, next: id }, [team]);
  noteJoined(ctx, team, user_id);
  return ownTeamOf(ctx, id);
};

/** Leaves a team. The last member deletes it. */
export const leave: Action<'teams.leave'> = async (ctx) => {
  const team = await holdOwn(ctx, 'MEMBER');
  const { user_id } = ctx.viewer;
  const succession = decideSuccession(team, user_id, ctx.params.successor_user_id);
  if ('refused' in succession) return ctx.fail(...succession.refused);
  if (team.members.length === 1) await end(ctx, team);
  else await part(ctx, team, { user_id, successor: succession.successor });
  return { left: true };
};

export const dismiss: Action<'teams.dismiss'> = async (ctx) => {
  const team = await holdOwn(ctx, 'LEADER');
  const { user_id } = ctx.params;
  if (user_id === ctx.viewer.user_id || !isIn(team, user_id)) return ctx.fail('NOT_FOUND');
  await part(ctx, team, { user_id, successor: null, isTaken: true });
  return ownTeamOf(ctx, team.id);
};

interface Leaving {
  readonly user_id: string;
  readonly successor: string | null;
  /** By the leader. */
  readonly isTaken?: boolean;
}
async function part(ctx: Pick<Forming, 'db' | 'changed'>, team: Team, leaving: Leaving): Promise<void> {
  const change = { ...leaving, event_id: null, former: team.id, next: null };
  noteLeft(ctx, team, leaving.user_id, await changeTeam(ctx.db, change, [team]));
}

export const lead: Action<'teams.lead'> = async (ctx) => {
  const team = await holdOwn(ctx, 'LEADER');
  const { user_id: to } = ctx.params;
  const verdict = decideTransfer(team, to);
  if (verdict === 'leads already') return ownTeamOf(ctx, team.id);
  if ('refused' in verdict) return ctx.fail(...verdict.refused);
  await setLeader(ctx.db, team, to);
  noteLeadership(ctx, team, verdict.from, to);
  return ownTeamOf(ctx, team.id);
};

export const listTeammates: Action<'teams.listTeammates'> = async (ctx) => {
  const found = await readTeammates(ctx.db, ctx.resource.id, ctx.viewer.user_id);
  if (!found || (!found.may_look && !ctx.resource.is_staff)) return ctx.fail('PERMISSION_DENIED');
  const { self_service, locked_at, teams, people } = found;
  return {
    self_service,
    locked_at: instant(locked_at),
    teams: teams.map(({ id, name, problem, places_left, members }) => ({ id, name, problem, places_left, members })),
    people: people.map(({ user_id, first_name, skills }) => ({ user_id, first_name, skills })),
  };
};
