/**
 * What makes facts of the audit of a service: which fact a change is, where it happened, and its place among all others.
 * Released migrations run this text; a change is a new migration, never an edit here.
 *
 * `xid` is the transaction's number and `id` grows within it, so both together are the order in which facts are told. The
 * index holds facts alone, in that order.
 */
export const factColumns = (schema: string) => `
  alter table ${schema}.audit
    add column fact text,
    add column super_event_id uuid,
    add column event_id uuid,
    add column xid xid8 not null default pg_current_xact_id();
  create index audit_fact on ${schema}.audit (organization_id, xid, id) where fact is not null;

  create view published.${schema}_facts as
    select id, xid, fact as type, at as occurred_at, organization_id, super_event_id, event_id, user_id, key_id,
           after || ids as data
      from ${schema}.audit where fact is not null and organization_id is not null;
`;

export const dropFactColumns = (schema: string) => `
  drop view published.${schema}_facts;
  alter table ${schema}.audit drop column fact, drop column super_event_id, drop column event_id, drop column xid;
`;

/**
 * For published routines: columns of an audit row, and the expressions for who began the transaction they run in, as the
 * write key's claim says. Where nobody said, `otherwise` is what was done.
 */
export const authorColumns = 'user_id, key_id, session_id, request_id, action';
export const authorOf = (otherwise: string) => `
  (author ->> 'user_id')::uuid, author ->> 'key_id', (author ->> 'session_id')::uuid, author ->> 'request_id',
  coalesce(author ->> 'action', '${otherwise}')`;
/** Declares `author` in a FROM list. */
export const author = "(select nullif(current_setting('muster.author', true), '')::jsonb) as said (author)";
