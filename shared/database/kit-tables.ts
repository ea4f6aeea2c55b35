/**
 * SQL for the two tables that every service's schema has beside its own, answers of repeated writes and the audit, and for
 * what the audit publishes. Migrations that already ran contain this text, so change the tables by a new migration and
 * never by editing this file.
 */
export const kitTables = (schema: string) => `
  create table ${schema}.write_key (
    scope       text not null,               -- the API key, or the session family
    action      text not null,
    key         text not null,
    input_hash  bytea not null,
    status      smallint not null,
    answer      json not null,                -- as text, so that a repeat answers byte for byte the same
    created_at  timestamptz not null default now(),
    primary key (scope, action, key)
  );
  create index write_key_age on ${schema}.write_key (created_at);

  -- A fact is a row that others are told of. The transaction's number xid and the id, which grows within it, are together
  -- the order in which facts are told.
  create table ${schema}.audit (
    id               uuid primary key default uuidv7(),
    at               timestamptz not null default now(),
    organization_id  uuid,
    user_id          uuid,
    key_id           text,
    session_id       uuid,
    action           text not null,
    ids              jsonb not null,
    before           jsonb not null,
    after            jsonb not null,
    request_id       text,
    fact             text,                    -- which fact the change is; null where it is none
    super_event_id   uuid,
    event_id         uuid,
    xid              xid8 not null default pg_current_xact_id()
  );
  create index audit_of_organization on ${schema}.audit (organization_id, at desc, id);
  create index audit_fact on ${schema}.audit (organization_id, xid, id) where fact is not null;
`;

export const auditColumns =
  'id, at, organization_id, user_id, key_id, session_id, action, ids, before, after, request_id';

/** Publishes the audit and the facts of a service. */
export const kitViews = (schema: string) => `
  create view published.${schema}_audit as
    select ${auditColumns} from ${schema}.audit;
  ${factsView(schema)}
`;

/** Publishes the facts in the audit of a service. */
export const factsView = (schema: string) => `
  create view published.${schema}_facts as
    select id, xid, fact as type, at as occurred_at, organization_id, super_event_id, event_id, user_id, key_id,
           after || ids as data
      from ${schema}.audit where fact is not null and organization_id is not null;
`;

/**
 * For published routines: columns of an audit row, and the expressions for the author of the current transaction, as
 * set by the claim of the write key. `otherwise` applies if none was set.
 */
export const authorColumns = 'user_id, key_id, session_id, request_id, action';
export const authorOf = (otherwise: string) => `
  (author ->> 'user_id')::uuid, author ->> 'key_id', (author ->> 'session_id')::uuid, author ->> 'request_id',
  coalesce(author ->> 'action', '${otherwise}')`;
/** Declares `author` in a FROM list. */
export const author = "(select nullif(current_setting('muster.author', true), '')::jsonb) as said (author)";
