/** Writes audit rows and facts: a change, its author and its fact type, in the transaction of the change. */
import { sql, type RawBuilder } from 'kysely';
import type { FactType } from '../contract/facts.ts';
import type { Db } from './database.ts';

export interface Change {
  /** The type of the fact; null for a change that is no fact. */
  readonly fact: FactType | null;
  /**
   * Ids of the changed resource, by the names the interface uses, e.g. `{ registration_id }`. Organization and track
   * follow from the request; otherwise, as on a public page, set `organization_id`, `super_event_id` and `event_id`.
   */
  readonly ids: Readonly<Record<string, unknown>>;
  /** The changed fields before and after. `before` is empty for something new. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}
export interface Author {
  readonly organization_id: string | null;
  /** The hackathon of the request. */
  readonly super_event_id?: string | null;
  readonly event_id?: string | null;
  readonly user_id: string | null;
  readonly key_id: string | null;
  readonly session_id: string | null;
  readonly action: string;
  readonly request_id: string | null;
}

/** Names of fields that are never recorded: secrets, and the address of a stream, which no read returns. */
const withheld = /token|password|secret|stream_url/;

/**
 * Writes one audit row per change. Values of withheld fields are left out.
 * @param author The author of the changes, with organization and request.
 */
export async function recordChanges(db: Db, author: Author, changes: readonly Change[]): Promise<void> {
  await insertChanges(author, changes)?.execute(db.getKysely());
}

/** The statement that writes the audit rows, for a caller that writes more with it; undefined without changes. */
export function insertChanges(author: Author, changes: readonly Change[]): RawBuilder<unknown> | undefined {
  if (changes.length === 0) return undefined;
  const rows = changes.map(({ fact, ids, before, after }) => ({
    ...{ super_event_id: author.super_event_id, event_id: author.event_id, ...placeIn(ids) },
    fact,
    ids: Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== null)),
    before: visible(before),
    after: visible(after),
  }));
  return sql`
    insert into audit (organization_id, super_event_id, event_id, user_id, key_id, session_id, action, fact, ids, before,
                       after, request_id)
    select coalesce(${author.organization_id}::uuid, (c.ids ->> 'organization_id')::uuid), c.super_event_id, c.event_id,
           ${author.user_id}::uuid, ${author.key_id}, ${author.session_id}::uuid,
           ${author.action}, c.fact, c.ids, c.before, c.after, ${author.request_id}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as c (super_event_id uuid, event_id uuid, fact text, ids jsonb, before jsonb, after jsonb)`;
}

/** The place that a change names takes precedence over the request's; null if it is on no track. */
const placeIn = (ids: Change['ids']) =>
  Object.fromEntries(Object.entries(ids).filter(([name]) => name === 'super_event_id' || name === 'event_id'));

const visible = (fields: Change['before']) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !withheld.test(name)));
