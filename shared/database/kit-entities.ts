/** The tables that every service's schema has beside its own. */
import { c, table, view } from './columns.ts';

export const writeKey = table('write_key', 'The answer to a write, for a repeated request; kept for 24 hours.', {
  scope: c.text().primary(),
  action: c.text().primary(),
  key: c.text().primary(),
  input_hash: c.bytes(),
  status: c.smallint(),
  answer: c.verbatim(),
  created_at: c.instant().defaultRaw('now()'),
});

export const audit = table(
  'audit',
  'A change, with its author and the values before and after. Rows are never changed.',
  {
    id: c.uuid().primary().defaultRaw('uuidv7()'),
    at: c.instant().defaultRaw('now()'),
    organization_id: c.uuid().nullable(),
    user_id: c.uuid().nullable(),
    key_id: c.text().nullable(),
    session_id: c.uuid().nullable(),
    action: c.text(),
    ids: c.json(),
    before: c.json(),
    after: c.json(),
    request_id: c.text().nullable(),
    fact: c.text().nullable(),
    super_event_id: c.uuid().nullable(),
    event_id: c.uuid().nullable(),
    xid: c.xid().defaultRaw('pg_current_xact_id()'),
  },
);

/** A view of facts, by the end of its name: the audit of each service, and rows that are facts themselves. */
export const factView = view('facts', 'The facts of an organization, in the order (xid, id).', {
  id: c.uuid().primary(),
  xid: c.xid(),
  type: c.text(),
  occurred_at: c.instant(),
  organization_id: c.uuid(),
  super_event_id: c.uuid().nullable(),
  event_id: c.uuid().nullable(),
  user_id: c.uuid().nullable(),
  key_id: c.text().nullable(),
  data: c.json(),
});
