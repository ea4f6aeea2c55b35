/** Registrations: who takes part in a hackathon and on which of its tracks. */
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { contextOf } from '../../shared/process/context.ts';
import { cancel, cancelParent, decide, undo, updateParentStatus, updateStatus } from './decisions.ts';
import { enroll } from './enroll.ts';
import { imports } from './import/actions.ts';
import { forgetTables } from './import/imports.sql.ts';
import { withJobs } from './jobs.ts';
import { forecast, get, getParent, listForSuperEvent, listForTrack, listOwn } from './reading.ts';
import { apply, register } from './register.ts';
import { reviews } from './reviews.ts';
import { storageAt, type Storage } from './files/storage.ts';
import { clearAway, discardFiles, eraseData, getFile, prepareUpload, readFilePart, storeFile } from './uploads.ts';
import { confirm, updateAnswers, updateEvaluation, updateParent } from './update.ts';
import { countAnswers, exportFiles, exportPeople } from './tables.ts';
import { tables } from './entities.ts';
import { movePlaces } from './waiting.ts';

const expiringRows = [
  { table: 'decision', since: 'decided_at', days: 30 },
  { table: 'decided', since: 'decided_at', days: 1 },
  { table: 'people_import', since: 'created_at', days: 1 },
];

/** About all people of a hackathon, or many. */
const aboutMany = { ...reviews, ...imports, exportPeople, exportFiles, countAnswers, decide, undo };

const filed = (storage: Storage, uploadRoom: number) => ({
  prepareUpload,
  storeFile: storeFile(storage, uploadRoom),
  discardFiles: discardFiles(storage),
  getFile: getFile(storage),
  readFilePart: readFilePart(storage),
});

const registrations: MakeService = (broker) => {
  const context = contextOf(broker);
  const { decisionEmailsWaitMs, files, uploadRoom } = context.config;
  const storage = storageAt(files);
  const own = implement('registrations', {
    entities: tables,
    cleanupTasks: [clearAway(storage), forgetTables],
    expiringRows,
    periodicTasks: [movePlaces],
    actions: {
      listForTrack,
      listForSuperEvent,
      get,
      getParent,
      listOwn,
      enroll,
      apply,
      register,
      updateAnswers,
      updateEvaluation,
      updateParent,
      ...aboutMany,
      updateStatus: updateStatus(decisionEmailsWaitMs),
      updateParentStatus: updateParentStatus(decisionEmailsWaitMs),
      cancel,
      cancelParent,
      confirm,
      eraseData,
      forecast,
      ...filed(storage, uploadRoom),
    },
  })(broker);
  return withJobs(own, context, storage);
};
export default registrations;
