/** Events: super events (hackathons), their tracks, and the fields of registration forms. */
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { contextOf } from '../../shared/process/context.ts';
import {
  acceptRoleInvite,
  createRoleInvites,
  findRoleInvite,
  listRoleInvites,
  readRoleInvite,
  withdrawRoleInvite,
} from './role-invites.ts';
import { createSuperEventAs, createTrack } from './create.ts';
import { eraseKept } from './due.ts';
import { deleteList, listLists, putList, searchList } from './lists.ts';
import { addPrize, deletePrize, listPrizes, updatePrize } from './prizes.ts';
import { addField, deleteField, listDeletedFields, listFields, updateField } from './registration-fields.ts';
import { closeRegistration, getSetupStatus, openRegistration } from './registration-switch.ts';
import { assignRole, listRoles, removeRole } from './roles.ts';
import {
  deleteSuperEvent,
  getHackathon,
  getSuperEvent,
  listHackathons,
  listSuperEvents,
  previewRetention,
  updateSuperEvent,
} from './super-events.ts';
import { deleteTrack, getStream, getTrack, listTracks, updateTrack } from './tracks.ts';
import { tables } from './entities.ts';

const makeService: MakeService = (broker) =>
  implement('events', {
    entities: tables,
    actions: {
      listHackathons,
      getHackathon,
      listSuperEvents,
      getSuperEvent,
      updateSuperEvent,
      previewRetention,
      deleteSuperEvent,
      createSuperEvent: createSuperEventAs(contextOf(broker).config.paymentOfNew),
      createTrack,
      listTracks,
      getTrack,
      updateTrack,
      deleteTrack,
      getStream,
      listFields,
      listDeletedFields,
      addField,
      updateField,
      deleteField,
      listLists,
      putList,
      deleteList,
      searchList,
      ...{ listPrizes, addPrize, updatePrize, deletePrize },
      ...{ listRoles, assignRole, removeRole },
      ...{ listRoleInvites, createRoleInvites, withdrawRoleInvite, findRoleInvite, readRoleInvite, acceptRoleInvite },
      getSetupStatus,
      openRegistration,
      closeRegistration,
    },
    cleanupTasks: [eraseKept],
    // A former slug resolves for 30 days.
    expiringRows: [{ table: 'slug', since: 'retired_at', days: 30 }],
  })(broker);

export default makeService;
