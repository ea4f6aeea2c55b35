/** Events: super events (hackathons), their tracks, and the fields of registration forms. */
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { contextOf } from '../../shared/process/context.ts';
import { acceptRoleInvite, findRoleInvite, readRoleInvite } from './accept-role-invite.ts';
import { createSuperEventAs, createTrack } from './create.ts';
import { addField, deleteField, listFields, updateField } from './registration-fields.ts';
import { closeRegistration, getSetupStatus, openRegistration } from './registration-switch.ts';
import { createRoleInvites, listRoleInvites } from './role-invites.ts';
import { assignRole, listRoles, removeRole } from './roles.ts';
import { deleteSuperEvent, getSuperEvent, listSuperEvents, updateSuperEvent } from './super-events.ts';
import { deleteTrack, getStream, getTrack, listTracks, updateTrack } from './tracks.ts';
import { tables } from './entities.ts';

const makeService: MakeService = (broker) =>
  implement('events', {
    entities: tables,
    actions: {
      listSuperEvents,
      getSuperEvent,
      updateSuperEvent,
      deleteSuperEvent,
      createSuperEvent: createSuperEventAs(contextOf(broker).config.paymentOfNew),
      createTrack,
      listTracks,
      getTrack,
      updateTrack,
      deleteTrack,
      getStream,
      listFields,
      addField,
      updateField,
      deleteField,
      listRoles,
      assignRole,
      removeRole,
      listRoleInvites,
      createRoleInvites,
      findRoleInvite,
      readRoleInvite,
      acceptRoleInvite,
      getSetupStatus,
      openRegistration,
      closeRegistration,
    },
    // A former slug resolves for 30 days.
    leftovers: [{ table: 'slug', since: 'retired_at', days: 30 }],
  })(broker);

export default makeService;
