/** Files that answer fields of a form. They arrive in multipart requests and belong to a registration. */
import { download } from './concerns.ts';
import { get, internal, may } from './endpoint.ts';
import { t, type Output } from './schema.ts';

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
