/**
 * SQL for the two tables that every service's schema has beside its own: answers of repeated writes, and the audit.
 * Migrations that already ran contain this text, so change the tables by a new migration and never by editing this
 * file.
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

  create table ${schema}.audit (
    id               uuid primary key default gen_random_uuid(),
    at               timestamptz not null default now(),
    organization_id  uuid,
    user_id          uuid,
    key_id           text,
    session_id       uuid,
    action           text not null,
    ids              jsonb not null,
    before           jsonb not null,
    after            jsonb not null,
    request_id       text
  );
  create index audit_of_organization on ${schema}.audit (organization_id, at desc, id);
  revoke update, delete on ${schema}.audit from muster_${schema};

  create view published.${schema}_audit as select * from ${schema}.audit;
`;

export const dropKitTables = (schema: string) => `
  drop view published.${schema}_audit;
  drop table ${schema}.audit;
  drop table ${schema}.write_key;
`;
