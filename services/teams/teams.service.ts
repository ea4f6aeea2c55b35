/** Teams: their members, builders, and submissions. */
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { contextOf } from '../../shared/process/context.ts';
import { count, countBuilders, getBuilder, listBuilders, moveBuilder } from './builders.ts';
import { changeOwn, disband, dismiss, found, inviteAt, join, lead, leave, listOwn, listTeammates } from './own.ts';
import { addMember, listMembers, removeMember, transferLeadership } from './members.ts';
import {
  create,
  get,
  getManaged,
  listForSuperEvent,
  listForTrack,
  listManaged,
  moveToTrack,
  numberTables,
  remove,
  update,
} from './teams.ts';
import { getSubmission, listSubmissions, submit, updateSubmission } from './submissions.ts';
import { listProjects } from './gallery.ts';
import { exportProjects, exportTeams } from './tables.ts';
import { tables } from './entities.ts';

const expiringRows = [
  { table: 'invitation', since: 'expires_at', days: 1 },
  { table: 'left_by_decision', since: 'left_at', days: 1 },
];

const actions = {
  listForTrack,
  listForSuperEvent,
  get,
  listManaged,
  getManaged,
  create,
  update,
  remove,
  moveToTrack,
  numberTables,
  listMembers,
  addMember,
  removeMember,
  transferLeadership,
  count,
  countBuilders,
  listBuilders,
  getBuilder,
  moveBuilder,
  submit,
  getSubmission,
  listSubmissions,
  updateSubmission,
  listOwn,
  found,
  changeOwn,
  disband,
  join,
  leave,
  dismiss,
  lead,
  listTeammates,
  exportTeams,
  exportProjects,
  listProjects,
};

const teamsAt = (publicUrl: string): MakeService =>
  implement('teams', { entities: tables, expiringRows, actions: { ...actions, invite: inviteAt(publicUrl) } });

const makeService: MakeService = (broker) => teamsAt(contextOf(broker).config.publicUrl)(broker);
export default makeService;
