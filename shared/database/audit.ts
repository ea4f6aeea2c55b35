/** Who changed what, written in the change's own transaction. */
import { sql } from 'kysely';
import type { Db } from './database.ts';

export interface Change {
  /**
   * What was changed, by the names the interface uses, e.g. `{ registration_id }`. Whose audit it belongs to follows from
   * the request; where it does not, as on a public page, `organization_id` says so.
   */
  readonly ids: Readonly<Record<string, unknown>>;
  /** The changed fields as they were and as they are; empty `before` for what is new. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}
export interface Author {
  readonly organization_id: string | null;
  readonly user_id: string | null;
  readonly key_id: string | null;
  readonly session_id: string | null;
  readonly action: string;
  readonly request_id: string | null;
}

/** Never written down: secrets, and the address of a stream, which no read returns. */
const withheld = /token|password|secret|stream_url/;

export async function recordChanges(db: Db, author: Author, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ ids, before, after }) => ({ ids, before: visible(before), after: visible(after) }));
  await sql`
    insert into audit (organization_id, user_id, key_id, session_id, action, ids, before, after, request_id)
    select coalesce(${author.organization_id}::uuid, (c.ids ->> 'organization_id')::uuid),
           ${author.user_id}::uuid, ${author.key_id}, ${author.session_id}::uuid,
           ${author.action}, c.ids, c.before, c.after, ${author.request_id}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (ids jsonb, before jsonb, after jsonb)
  `.execute(db.getKysely());
}

const visible = (fields: Change['before']) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !withheld.test(name)));
