/** Registrations: who takes part in a hackathon and on which of its tracks. */
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { contextOf } from '../../shared/process/context.ts';
import { cancel, cancelParent, updateParentStatus, updateStatus } from './decide.ts';
import { ofSuperEvent, ofTrack, pageOf } from './queries/lists.ts';
import { enroll } from './enroll-person.ts';
import { findParent } from './queries/parents.ts';
import { findRegistration } from './queries/registrations.ts';
import { listOwn } from './own.ts';
import { apply, register } from './register.ts';
import { storageAt } from './files/storage.ts';
import { clearAway, discardFiles, getFile, prepareUpload, storeFile } from './uploads.ts';
import { updateAnswers, updateEvaluation, updateParent } from './update.ts';
import { pagination, parentDetail, registrationDetail } from './shapes.ts';
import { tables } from './entities.ts';

const registrations: MakeService = (broker) => {
  const { files, uploadRoom } = contextOf(broker).config;
  const storage = storageAt(files);
  return implement('registrations', {
    entities: tables,
    chores: [clearAway(storage)],
    actions: {
      async listForTrack({ db, resource, params }) {
        const { total, registrations } = await pageOf(db, ofTrack(resource.id), params);
        return { registrations, pagination: pagination(params, total) };
      },

      async listForSuperEvent({ db, resource, params }) {
        const { total, registrations } = await pageOf(db, ofSuperEvent(resource.id), params);
        return { registrations, pagination: pagination(params, total) };
      },

      get: async (ctx) => ({
        registration: registrationDetail((await findRegistration(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND')),
      }),

      async getParent(ctx) {
        const found = (await findParent(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
        return { super_event_registration: parentDetail(found) };
      },

      listOwn,
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
      storeFile: storeFile(storage, uploadRoom),
      discardFiles: discardFiles(storage),
      getFile: getFile(storage),
    },
  })(broker);
};
export default registrations;
