/** The data that is stored of a person: reading it, and erasing it. */
import { archive, queued } from './concerns.ts';
import { del, get, may, post } from './endpoint.ts';
import { credential } from './passkeys.ts';
import { t } from './schema.ts';
import { knownPassword, token } from './sessions.ts';

/** Days in which the erasure of an account can be taken back. */
export const restoreDays = 14;

const ownFile = t.object({
  super_event_id: t.uuid(),
  file_id: t.uuid(),
  size: t.integer(),
  /** Its name in the zip. */
  path: t.string(),
});

export const privacy = {
  exportData: get('/me/data', {
    summary: 'Download everything that is stored of oneself as one zip',
    note: 'One JSON file for each part of the service, with rows by table, and the uploaded files in `files/`. Hashes and other secrets are left out; of changes made to others it has only when and what they were.',
    access: 'session',
    params: {},
    responses: {
      200: t.object({
        filename: t.string(),
        texts: t.array(t.object({ path: t.string(), content: t.string() })),
        files: t.array(ownFile),
      }),
    },
    with: [archive('JSON files, and the uploaded files')],
    addition: true,
  }),

  getErasure: get('/me/erasure', {
    summary: "When one's own account is to be erased; null if it is not",
    access: 'session',
    params: {},
    responses: { 200: t.object({ due_at: t.nullable(t.timestamp()) }) },
    addition: true,
  }),

  eraseMe: del('/me', {
    summary: `Have one's own account erased after ${restoreDays} days`,
    note: `An email has the link that takes it back until then. Asking again sends another one, whose link alone works, and changes no date. Give the password, or a fresh passkey of the account: the credential for a challenge of \`POST /auth/passkeys/options\`. Everything of the person goes from everywhere; counts, rankings, scores and names of teams stay.`,
    access: 'session',
    params: {
      password: t.optional(knownPassword()),
      /** A passkey of the account, for a challenge of `POST /auth/passkeys/options`. */
      passkey: t.optional(credential()),
    },
    body: ['password', 'passkey'],
    example: { password: 'violet tractors under glass' },
    responses: { 202: t.object({ status: t.literal('erasing'), due_at: t.timestamp() }) },
    errors: ['VALIDATION_FAILED', 'INVALID_CREDENTIALS', 'PASSKEY_INVALID', 'LAST_OWNER'],
    unit: 'own',
    with: [queued()],
    addition: true,
  }),

  restoreMe: post('/me/restore', {
    summary: 'Keep an account that was to be erased, by the token of the link in the email',
    access: 'public',
    params: { token: token() },
    responses: { 200: t.object({ status: t.literal('restored'), email: t.string() }) },
    errors: ['INVALID_LINK'],
    unit: 'own',
    addition: true,
  }),
};

export const eraseData = del('/super-event-registrations/:id/data', {
  summary: 'Erase what a hackathon has of a person, and leave their account',
  note: 'It cannot be taken back. A place without a name stays, so that counts, rankings and scores stay as they are; in a hackathon that goes on it is given up. An account of which nothing is left anywhere goes as well, if it never had a password.',
  access: may('administer', 'super_event_registration', 'id'),
  params: { id: t.reference() },
  responses: { 200: t.object({ erased: t.literal(true) }) },
  addition: true,
});
