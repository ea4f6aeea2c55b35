/** Teams: their members, builders, and submissions. */
import { implement } from '../../shared/kit/implement.ts';
import { count, getBuilder, listBuilders } from './builders.ts';
import { transferLeadership } from './leadership.ts';
import { addMember, listMembers, removeMember } from './members.ts';
import { moveBuilder } from './move-builder.ts';
import { moveToTrack } from './move-team.ts';
import { getSubmission, listSubmissions, submit, updateSubmission } from './submissions.ts';
import { create, get, getManaged, listForSuperEvent, listForTrack, listManaged, remove, update } from './teams.ts';
import { tables } from './entities.ts';

export default implement('teams', {
  entities: tables,
  actions: {
    listForTrack,
    listForSuperEvent,
    get,
    listManaged,
    getManaged,
    create,
    update,
    remove,
    moveToTrack,
    listMembers,
    addMember,
    removeMember,
    transferLeadership,
    count,
    listBuilders,
    getBuilder,
    moveBuilder,
    submit,
    getSubmission,
    listSubmissions,
    updateSubmission,
  },
});
