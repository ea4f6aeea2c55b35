/** Registrations: who takes part in a hackathon, and on which of its tracks. */
import { implement, type MakeService } from '../../shared/broker/implement.ts';
import { cancel, cancelParent, updateParentStatus, updateStatus } from './decide.ts';
import { ofSuperEvent, ofTrack, pageOf } from './queries/lists.ts';
import { enroll } from './enroll-person.ts';
import { findParent } from './queries/parents.ts';
import { findRegistration } from './queries/registrations.ts';
import { apply, register } from './register.ts';
import { storageAt } from './files/storage.ts';
import { clearAway, discardFiles, getFile, prepareUpload, storeFile } from './uploads.ts';
import { updateAnswers, updateEvaluation, updateParent } from './update.ts';
import { pagination, parentDetail, registrationDetail } from './shapes.ts';

const registrations: MakeService = (surroundings) => {
  const storage = storageAt(surroundings.config.files);
  return implement('registrations', {
    chores: [clearAway(storage)],
    actions: {
      async listForTrack({ db, place, params }) {
        const { total, registrations } = await pageOf(db, ofTrack(place.id), params);
        return { registrations, pagination: pagination(params, total) };
      },

      async listForSuperEvent({ db, place, params }) {
        const { total, registrations } = await pageOf(db, ofSuperEvent(place.id), params);
        return { registrations, pagination: pagination(params, total) };
      },

      async get(ctx) {
        const found = (await findRegistration(ctx.db, ctx.place.id)) ?? ctx.fail('NOT_FOUND');
        return { registration: registrationDetail(found) };
      },

      async getParent(ctx) {
        const found = (await findParent(ctx.db, ctx.place.id)) ?? ctx.fail('NOT_FOUND');
        return { super_event_registration: parentDetail(found) };
      },

      enroll,
      apply,
      register,
      updateAnswers,
      updateEvaluation,
      updateParent,
      updateStatus,
      updateParentStatus,
      cancel,
      cancelParent,
      prepareUpload,
      storeFile: storeFile(storage),
      discardFiles: discardFiles(storage),
      getFile: getFile(storage),
    },
  })(surroundings);
};
export default registrations;
