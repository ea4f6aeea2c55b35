/** Events: super events (hackathons), their tracks, and the fields of registration forms. */
import { implement } from '../../shared/kit/implement.ts';
import { acceptRoleInvite, findRoleInvite } from './accept-role-invite.ts';
import { createSuperEvent, createTrack } from './create.ts';
import { addField, deleteField, listFields, updateField } from './registration-fields.ts';
import { closeRegistration, getSetupStatus, openRegistration } from './registration-switch.ts';
import { createRoleInvites, listRoleInvites } from './role-invites.ts';
import { assignRole, listRoles, removeRole } from './roles.ts';
import { deleteSuperEvent, getSuperEvent, listSuperEvents, updateSuperEvent } from './super-events.ts';
import { deleteTrack, getStream, getTrack, listTracks, updateTrack } from './tracks.ts';

export default implement('events', {
  actions: {
    listSuperEvents,
    getSuperEvent,
    updateSuperEvent,
    deleteSuperEvent,
    createSuperEvent,
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
    acceptRoleInvite,
    getSetupStatus,
    openRegistration,
    closeRegistration,
  },
  // A former slug resolves for 30 days.
  leftovers: [{ table: 'slug', since: 'retired_at', days: 30 }],
});
