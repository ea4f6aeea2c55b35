/** Files that answer fields of a form. They arrive in multipart requests and belong to a registration. */
import { archive, download } from './concerns.ts';
import { get, internal, may } from './endpoint.ts';
import { t, type Output } from './schema.ts';
import { guardedCells, registrationStatus } from './vocabulary.ts';

const location = { organization_id: t.uuid(), super_event_id: t.uuid(), event_id: t.nullable(t.uuid()) };

const storedFile = t.object({
  file_id: t.uuid(),
  field_id: t.uuid(),
  filename: t.string(),
  size: t.integer(),
  content_type: t.string(),
  sha256: t.string(),
});
export type StoredFile = Output<typeof storedFile>;

const archivedFile = t.object({
  file_id: t.uuid(),
  size: t.integer(),
  /** Its name in the zip. */
  path: t.string(),
  name: t.string(),
  email: t.string(),
  status: registrationStatus(),
});
export type ArchivedFile = Output<typeof archivedFile>;

export const files = {
  getFile: get('/files/:id', {
    summary: 'Download a file that answers a registration field',
    access: may(['owner', 'staff'], 'file', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.attachment() },
    errors: ['NOT_FOUND'],
    with: [download()],
    addition: true,
  }),

  exportFiles: get('/super-events/:slug/files.zip', {
    summary: 'Download the files that people answered with as one zip',
    access: may('organize', 'super_event', 'slug'),
    params: {
      slug: t.reference(),
      field_id: t.optional(t.described('A question that asks for a file; without it, all of them.', t.uuid())),
      consent_field_id: t.optional(
        t.described('A question that is ticked: files of those who did not are left out.', t.uuid()),
      ),
      status: t.optional(registrationStatus()),
    },
    responses: { 200: t.object({ super_event_id: t.uuid(), filename: t.string(), files: t.array(archivedFile) }) },
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
    with: [archive()],
    note: `\`status\` is that of the place in the hackathon. \`manifest.csv\`, at the end, has whose each file is, and no name where one could not be read. ${guardedCells}`,
    addition: true,
  }),

  readFilePart: internal({
    summary: 'Read some bytes of one file of those that were listed for a zip, in base64',
    params: {
      ...{ super_event_id: t.uuid(), file_id: t.uuid() },
      ...{ from: t.integer({ min: 0 }), bytes: t.integer({ min: 1, max: 700_000 }) },
    },
    answer: t.object({ content: t.string(), size: t.integer() }),
    errors: ['NOT_FOUND'],
  }),

  prepareUpload: internal({
    summary: 'May the viewer do this, and which files may come along? Asked before a byte of them is read',
    params: { action: t.string(), path: t.mapOf(t.string()) },
    answer: t.object({ ...location, max_bytes: t.integer(), file_fields: t.array(t.uuid()) }),
    errors: ['NOT_FOUND', 'PERMISSION_DENIED', 'AMBIGUOUS_SLUG'],
  }),

  storeFile: internal({
    summary: 'Store the streamed file until a registration claims it',
    params: { ...location, field_id: t.uuid(), filename: t.string(), max_bytes: t.integer() },
    answer: storedFile,
    errors: ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE'],
    unit: 'own',
  }),

  discardFiles: internal({
    summary: 'Remove files that no registration has claimed',
    params: { file_ids: t.array(t.uuid()) },
    answer: t.object({ discarded: t.integer() }),
    unit: 'own',
  }),
};
